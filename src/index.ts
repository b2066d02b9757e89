// The library's face: what surfaces and other programs call.
export type { Agent, LoginState, TierSupport } from './agents/agent.ts';
export { allAgents } from './agents/all.ts';
export { type AgentExam, examineAgent } from './contest/examine.ts';
export type { ModelPrice, PlayerSettings } from './contest/player.ts';
export { Probes } from './contest/probes.ts';
export type { AttemptResult } from './contest/step.ts';
export { type Problem, whyUnusable } from './contest/usable.ts';
export { type Archive, openArchive } from './formats/archive.ts';
export { type ChosenRoster, chooseRoster } from './formats/choose-roster.ts';
export { type AskRequest, openAskContest, type PlayResult, playAsk, resumeContest } from './formats/play.ts';
export { agentOf, type World } from './formats/player.ts';
export { detachSelf } from './process/detach.ts';
export { configFolder, joustHome, type Machine, thisMachine } from './process/machine.ts';
export { makeFolder } from './process/new-folder.ts';
export { examinePlatform, type PlatformExam } from './process/platform.ts';
