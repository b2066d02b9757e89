// The facts a contest is made of: append-only, versioned, one zod schema each.
import { z } from 'zod';
import { blobRefSchema } from './change.ts';
import { roleSchema, tierSchema } from './contestant.ts';
import {
  childEnded,
  childStarted,
  contestCancelled,
  contestClosed,
  contestOpened,
  contestUnplayed,
  fact,
  key,
  programName,
} from './events/contest-event.ts';
import {
  entrySealed,
  patchApplied,
  patchUndone,
  raceCandidate,
  raceDowngraded,
} from './events/entry-event.ts';
import { cellMeasured } from './events/suite-event.ts';
import {
  judgeCalibrated,
  preferenceForgotten,
  preferenceImported,
  verdictGiven,
  winnerDecided,
  winnerOverridden,
} from './events/verdict.ts';
import { outcomes } from './outcome.ts';
import { costSchema, limitsSchema, usageSchema } from './usage.ts';

const at = z.string();
const attemptStarted = fact('attempt.started', {
  key,
  /** Which run of this key it is; more than one where an earlier run was lost. */
  run: z.int().positive(),
  contestant: z.string(),
  /** sha256 over everything the attempt depends on; an end counts only for the same inputs. */
  inputs: z.string(),
  tier: tierSchema,
  /** Absent: a function of the player's own program, which leaves nothing to attach to. */
  spool: z.string().optional(),
  /** The private checkout it works in. */
  workspace: z.string().optional(),
  /** Absent: a contestant's own attempt. */
  role: roleSchema.optional(),
  /** If contestants take several turns. */
  round: z.int().positive().optional(),
  /** Where its spool is, in a pool. */
  host: z.string().optional(),
});

export const timingSchema = z.object({
  /** Time spent waiting for a place in the lane. */
  queuedMs: z.number().nonnegative(),
  startedAt: at.optional(),
  endedAt: at.optional(),
  /** Time the process ran; absent where nobody observed it. */
  ranMs: z.number().nonnegative().optional(),
  /** From the start to the first word or thought that was seen; absent where nobody watched from the start. */
  firstTokenMs: z.number().nonnegative().optional(),
});

const attemptEnded = fact('attempt.ended', {
  key,
  /** 0: it was never started. */
  run: z.int().nonnegative(),
  contestant: z.string(),
  inputs: z.string(),
  outcome: z.enum(outcomes),
  reason: z.string().optional(),
  /** It was ended because the contest's budget was crossed while it ran. */
  overBudget: z.boolean().optional(),
  answer: blobRefSchema.optional(),
  partial: z.boolean().optional(),
  truncated: z.boolean().optional(),
  usage: usageSchema.optional(),
  cost: costSchema.optional(),
  model: z.string().optional(),
  agentVersion: z.string().optional(),
  sessionId: z.string().optional(),
  timing: timingSchema,
  role: roleSchema.optional(),
  /** Where it queued: only attempts of one local lane have speeds that compare. */
  lane: z.string().optional(),
  /** Where everybody takes several turns. */
  round: z.int().positive().optional(),
  /** That lane takes one at a time. */
  alone: z.boolean().optional(),
  /** Nobody was asked: a recording was played back. */
  replayed: z.boolean().optional(),
  /** The raw streams of the process. */
  stdout: blobRefSchema.optional(),
  stderr: blobRefSchema.optional(),
  notes: z.array(z.string()).optional(),
});

/** Ended from outside in a way that can be resumed; not an end. */
const attemptInterrupted = fact('attempt.interrupted', {
  key,
  run: z.int().positive(),
  contestant: z.string(),
  inputs: z.string(),
  /** What there was of the answer. */
  partial: blobRefSchema.optional(),
});

/** This run failed in a way that may pass, or was lost; another run follows. Not an end. */
const attemptRetried = fact('attempt.retried', {
  key,
  run: z.int().positive(),
  contestant: z.string(),
  inputs: z.string(),
  reason: z.string(),
});

/** The host it ran on was given up: what became of it there is not known, and another run follows elsewhere. Not an end. */
const attemptLost = fact('attempt.lost', {
  key,
  run: z.int().positive(),
  contestant: z.string(),
  inputs: z.string(),
  host: z.string(),
});

/** It has to wait for a place in its lane, or for its account (lane `account NAME`); told once of each, and of no consequence. */
const attemptQueued = fact('attempt.queued', {
  key,
  contestant: z.string(),
  lane: z.string(),
  /** How many wait before it, itself included. */
  ahead: z.int().positive(),
});

/** Its account is out of quota: it is run again when that is back. Not an end, and nobody's failure. */
const attemptParked = fact('attempt.parked', {
  key,
  /** 0: it was never started, since the account was known to be out of quota. */
  run: z.int().nonnegative(),
  contestant: z.string(),
  inputs: z.string(),
  role: roleSchema.optional(),
  account: z.string(),
  reason: z.string(),
  until: at,
  /** Nobody said when the quota is back: `until` is a guess. */
  guessed: z.boolean(),
  usage: usageSchema.optional(),
  cost: costSchema.optional(),
  stdout: blobRefSchema.optional(),
  stderr: blobRefSchema.optional(),
});

/** Its end does not count any more: it is run again. */
const attemptReopened = fact('attempt.reopened', {
  key,
  contestant: z.string(),
});

const checkStarted = fact('check.started', {
  key,
  run: z.int().positive(),
  inputs: z.string(),
  spool: z.string(),
  workspace: z.string().optional(),
  /** The host of a pool it runs on: nobody else can attach to it. */
  host: z.string().optional(),
});

const checkEnded = fact('check.ended', {
  key,
  run: z.int().nonnegative(),
  inputs: z.string(),
  /** `unavailable`: the tool is missing or could not be run, which says nothing about what was checked. */
  outcome: z.enum(['passed', 'failed', 'unavailable', 'timed-out']),
  code: z.int().nullable(),
  timing: timingSchema,
  stdout: blobRefSchema.optional(),
  stderr: blobRefSchema.optional(),
  /** The file it was told to leave its figures in. */
  report: blobRefSchema.optional(),
  /** Those its test runners left of their own, by name, as JSON. */
  reports: blobRefSchema.optional(),
  /** Whenever it runs, what others are measured with is changed. */
  spoils: z.literal(true).optional(),
});

/** A question to a person, or to whoever answers for one. */
const gateAsked = fact('gate.asked', {
  key,
  inputs: z.string(),
  question: z.string(),
  choices: z.array(z.string()).min(1),
  /** Other words for the choices, by choice; only a whole message means one then. */
  words: z.record(z.string(), z.array(z.string())).optional(),
  /** What is to be looked at before it is answered, under labels. */
  exhibits: z.array(z.object({ label: z.string(), text: z.string() })).optional(),
});

const gateAnswered = fact('gate.answered', {
  key,
  inputs: z.string(),
  answer: z.string(),
  by: z.enum(['terminal', 'flag', 'command']),
  program: programName,
});

/** An early stop: these attempts are not needed any more. */
const stopDecided = fact('stop.decided', {
  key,
  inputs: z.string(),
  attempts: z.array(z.string()),
  reason: z.string(),
});

/** Other limits than those it was opened with, given by the user at a resume. */
const limitsChanged = fact('limits.changed', {
  limits: limitsSchema,
});

/** What the agents' programs said of themselves. Told apart from the attempts, since asking may take seconds. */
const agentsIdentified = fact('agents.identified', {
  versions: z.record(z.string(), z.string()),
});

const drawMade = fact('draw.made', {
  key,
  inputs: z.string(),
  value: z.unknown(),
});

const folderWatched = fact('folder.watched', {
  verified: z.boolean(),
  changed: z.array(
    z.object({
      path: z.string(),
      how: z.enum(['created', 'modified', 'deleted']),
      sha256: z.string().optional(),
    }),
  ),
  /** Contestants whose own tool events show a write, by path. */
  by: z.record(z.string(), z.array(z.string())),
  /** Contestants worked on copies of it; absent: they were only to read it. */
  copies: z.literal(true).optional(),
  /** What a CLI leaves in every folder it works in: known, and not among the changes. */
  left: z.array(z.object({ agent: z.string(), path: z.string(), what: z.string() })).optional(),
});

export const eventSchema = z.discriminatedUnion('type', [
  contestOpened,
  attemptStarted,
  attemptEnded,
  attemptInterrupted,
  attemptRetried,
  attemptLost,
  attemptQueued,
  attemptParked,
  attemptReopened,
  checkStarted,
  checkEnded,
  gateAsked,
  gateAnswered,
  stopDecided,
  limitsChanged,
  verdictGiven,
  judgeCalibrated,
  winnerDecided,
  winnerOverridden,
  entrySealed,
  patchApplied,
  patchUndone,
  raceDowngraded,
  raceCandidate,
  agentsIdentified,
  drawMade,
  folderWatched,
  preferenceImported,
  preferenceForgotten,
  childStarted,
  childEnded,
  cellMeasured,
  contestCancelled,
  contestClosed,
  contestUnplayed,
]);

export type JoustEvent = z.infer<typeof eventSchema>;
export type ContestOpened = z.infer<typeof contestOpened>;
export type ContestUnplayed = z.infer<typeof contestUnplayed>;
export type AttemptStarted = z.infer<typeof attemptStarted>;
export type AttemptEnded = z.infer<typeof attemptEnded>;
export type AttemptParked = z.infer<typeof attemptParked>;
export type ContestClosed = z.infer<typeof contestClosed>;
export type ChildEnded = z.infer<typeof childEnded>;
export type CellMeasured = z.infer<typeof cellMeasured>;
export type CheckEnded = z.infer<typeof checkEnded>;
export type GateAsked = z.infer<typeof gateAsked>;
export type Timing = z.infer<typeof timingSchema>;
export type WinnerDecided = z.infer<typeof winnerDecided>;
export type VerdictGiven = z.infer<typeof verdictGiven>;
