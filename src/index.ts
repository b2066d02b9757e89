// The library's face: every format as a function, what is on record, rankings, and what extensions are made of.

export type { AgentIo, AgentRequest } from './agents/agent.ts';
export type { Decoder } from './agents/decoder.ts';
export type { CheckOutput, Parser } from './checks/parsers/parser.ts';
export type { InlineEnd, InlinePiece } from './contest/attempt/inline.ts';
export type { Contest } from './contest/handle/contest.ts';
export { type AttemptResult, isOk } from './contest/handle/step.ts';
export type { Reading } from './domain/check-spec.ts';
export type { JoustEvent } from './domain/event.ts';
export { outputSchema, outputSchemaWith } from './domain/events/output.ts';
export { JoustError } from './domain/joust-error.ts';
export type { ProcessEnd, ProcessPlan } from './domain/process-plan.ts';
export { setting } from './domain/settings/setting.ts';
export { type AnyResult, documentOf, resultSchemas } from './formats/all.ts';
export { contestSettings } from './formats/contest-settings.ts';
export type { FormatEnd, FormatSpec, SetUp } from './formats/format.ts';
export { reviewSarif } from './formats/review/document.ts';
export type { Scene } from './formats/scene.ts';
export type { Ledger, LedgerOpener, StoredEvent } from './ledger/ledger.ts';
export {
  type BriefOptions,
  brief,
  type JudgeBriefOptions,
  judgeBrief,
  type MergeBriefOptions,
  mergeBrief,
  type RefineBriefOptions,
  refineBrief,
  reportBrief,
  type WrittenBrief,
} from './library/briefs.ts';
export type { ContestEvent, ContestRun } from './library/contest-run.ts';
export {
  answer,
  memoryLedger,
  openArchive,
  openLedger,
  type RecordOptions,
  type ResumeOptions,
  readContest,
  resume,
  type SpeakerOptions,
} from './library/on-record.ts';
export { type OperationFunctions, operations } from './library/operation-functions.ts';
export {
  analyze,
  arena,
  ask,
  calibrate,
  consult,
  crossExamine,
  debate,
  distill,
  judge,
  oracle,
  type PlayFunction,
  play,
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
export { reportFiles } from './operations/export/report-files.ts';
export {
  type AgentSpec,
  defineAgent,
  defineCheckParser,
  defineFormat,
  type Extension,
} from './play/extensions/define.ts';
export {
  type ContestAbout,
  type ContestResult,
  contestResult,
  contestsAbout,
  weighAnew,
} from './play/result.ts';
export { joustHome as homeOf, type Machine, thisMachine as currentMachine } from './process/machine.ts';
export { type BradleyTerryFit, fitBradleyTerry } from './ranking/fit/fit-bradley-terry.ts';
export { standing } from './ranking/standing.ts';
export { tally } from './ranking/tally.ts';
export type { Archive } from './record/archive.ts';
export { type ContestStatus, contestStatus } from './views/contest-status.ts';
export { type ContestSummary, contestSummary } from './views/contest-summary.ts';
export type { Document } from './views/document.ts';
export { documentMarkdown } from './views/render/document-markdown.ts';
export { documentPage } from './views/render/document-page.ts';
export { documentText } from './views/render/document-text.ts';
export type { EntryDiff } from './views/wire/diff-json.ts';
