// The library's face: what surfaces and other programs call.
export type { Agent, LoginState, TierSupport } from './agents/agent.ts';
export { allAgents } from './agents/all.ts';
export { type AgentExam, examineAgent } from './contest/examine.ts';
export type { GateAnswer, ModelPrice, PlayerSettings } from './contest/player.ts';
export { Probes } from './contest/probes.ts';
export type { Reopening } from './contest/reopen.ts';
export { type AttemptResult, isOk } from './contest/step.ts';
export { type Problem, whyUnusable } from './contest/usable.ts';
export { type Archive, openArchive } from './formats/archive.ts';
export { type ChosenRoster, chooseRoster } from './formats/choose-roster.ts';
export { type ContestRequest, type OpenedContest, openOnly } from './formats/open.ts';
export { type PlayResult, playContest, resumeContest } from './formats/play.ts';
export { agentOf, type World } from './formats/player.ts';
export { detachSelf } from './process/detach.ts';
export { configFolder, joustHome, type Machine, thisMachine } from './process/machine.ts';
export { makeFolder } from './process/new-folder.ts';
export { examinePlatform, type PlatformExam } from './process/platform.ts';
export { hurry } from './process/tree.ts';
