// The library's face: what surfaces and other programs call.
export type { Agent, LoginState, TierSupport } from './agents/agent.ts';
export { allAgents } from './agents/all.ts';
export { randomFor } from './contest/draw.ts';
export { type AgentExam, examineAgent } from './contest/examine.ts';
export type { GateAnswer, ModelPrice, PlayerSettings } from './contest/player.ts';
export { Probes } from './contest/probes.ts';
export type { Reopening } from './contest/reopen.ts';
export { type AttemptResult, isOk } from './contest/step.ts';
export { type Problem, whyUnusable } from './contest/usable.ts';
export { answersShown } from './formats/all.ts';
export type { ApplyRequest, ReadyApply } from './formats/apply.ts';
export { type Archive, openArchive } from './formats/archive.ts';
export {
  asJudges,
  blindCaveats,
  type ChosenJudges,
  chooseJudges,
  familyOf,
  givenAwayBy,
} from './formats/choose-judges.ts';
export { type ChosenRoster, chooseRoster } from './formats/choose-roster.ts';
export type { DebateOptions } from './formats/debate/debate.ts';
export type { DistillOptions } from './formats/distill/distill.ts';
export { type EntriesOnRecord, entriesOnRecord } from './formats/entries.ts';
export type { DiffRequest, EntryDiff, ShownDiff } from './formats/entry-diff.ts';
export { type Evidence, evidenceOnRecord } from './formats/evidence.ts';
export { type Hands, openHands } from './formats/hands.ts';
export { entryDiff, prepareApply, undoApply, whatIf } from './formats/late.ts';
export { type ContestRequest, type OpenedContest, openOnly } from './formats/open.ts';
export type { OracleOptions } from './formats/oracle.ts';
export { type PlayResult, playContest, resumeContest } from './formats/play.ts';
export { agentOf, type World } from './formats/player.ts';
export type { RaceOptions, RaceWish } from './formats/race/options.ts';
export type { TournamentOptions } from './formats/tournament/options.ts';
export { ballotReader } from './formats/vote/ballot.ts';
export type { BallotRule } from './formats/vote/ballot-rule.ts';
export { checkPattern } from './formats/vote/check-pattern.ts';
export type { VoteOptions } from './formats/vote/vote.ts';
export { detachSelf } from './process/detach.ts';
export { configFolder, joustHome, type Machine, thisMachine } from './process/machine.ts';
export { makeFolder } from './process/new-folder.ts';
export { examinePlatform, type PlatformExam } from './process/platform.ts';
export { hurry } from './process/tree.ts';
export type { WhatIf } from './ranking/race-what-if.ts';
