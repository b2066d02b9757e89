// The library's face: what programs and surfaces call. Every contest comes by readyContest; what it came to, by contestResult.
export { type ApplyContext, openApplyContext } from './app/apply/applications.ts';
export { type ApplyRequest, prepareApply, type ReadyApply } from './app/apply/apply.ts';
export { type DiffRequest, entryDiff } from './app/apply/entry-diff.ts';
export { undoApply } from './app/apply/undo.ts';
export { type Archive, openArchive } from './app/archive.ts';
export { contestSettings } from './app/contest-settings.ts';
export { checkLive, type DoctorFindings, type Examined, examine, type LiveCheck } from './app/doctor.ts';
export { reportFiles } from './app/export/report-files.ts';
export { currentMachine, homeOf, type Machine } from './app/host.ts';
export type { RecordedSetting, World } from './app/play/create-player.ts';
export { type EntriesOnRecord, entriesOnRecord } from './app/play/make-scene.ts';
export { type ContestRequest, type OpenedContest, openOnly } from './app/play/open.ts';
export { type PlayResult, playContest, resumeContest } from './app/play/play.ts';
export { type GoOnRequest, playOn } from './app/play/play-on.ts';
export { type ReadyContest, readyContest, type StartRequest } from './app/play/ready.ts';
export { readyDo } from './app/play/ready-do.ts';
export { type LeaderboardRequest, leaderboardOf } from './app/rank-record.ts';
export {
  type ContestAbout,
  type ContestResult,
  contestResult,
  contestsAbout,
  weighAnew,
} from './app/result.ts';
export type { InlineAnswer, InlineContestant, InlineRequest } from './contest/attempt/inline.ts';
export type { Reopening } from './contest/handle/opening.ts';
export { type AttemptResult, isOk } from './contest/handle/step.ts';
export { outputSchema, outputSchemaWith } from './domain/events/output.ts';
export { JoustError } from './domain/joust-error.ts';
export { type AnyFormat, type AnyResult, documentOf, everyFormat, resultSchemas } from './formats/all.ts';
export { reviewSarif } from './formats/review/document.ts';
export type { Ledger, LedgerOpener } from './ledger/ledger.ts';
export { memoryLedger } from './ledger/memory.ts';
export { openLedger } from './ledger/sqlite/sqlite-ledger.ts';
export type { ContestEvent, ContestRun } from './library/contest-run.ts';
export {
  analyze,
  arena,
  ask,
  consult,
  crossExamine,
  debate,
  distill,
  judge,
  oracle,
  type PlayFunction,
  type ResultOf,
  race,
  review,
  tournament,
  vote,
} from './library/play-format.ts';
export type {
  Approve,
  ContestantOption,
  FormatName,
  FunctionAnswer,
  FunctionIo,
  FunctionPlayer,
  FunctionTask,
  OptionsOf,
  PlayOptions,
} from './library/play-options.ts';
export type { ContestAnswer, PlayedContest } from './library/played-contest.ts';
export { type BradleyTerryFit, fitBradleyTerry } from './ranking/fit/fit-bradley-terry.ts';
export { standing } from './ranking/standing.ts';
export { tally } from './ranking/tally.ts';
export type { Document } from './views/document.ts';
export { documentMarkdown } from './views/render/document-markdown.ts';
export { documentPage } from './views/render/document-page.ts';
export { documentText } from './views/render/document-text.ts';
export type { EntryDiff, ShownDiff } from './views/wire/diff-json.ts';
