// The events of a contest as a whole: opened, closed, cancelled, and those it plays as steps of its own.
import { z } from 'zod';
import { blobRefSchema } from '../change.ts';
import { contestantSchema, tierSchema } from '../contestant.ts';
import { poolKinds } from '../settings/pool-kinds.ts';
import { limitsSchema } from '../usage.ts';

export const key = z.string().min(1);
/** Whose word it is, by what the program calls itself; absent: a person's. */
export const programName = z.string().min(1).max(100).optional();

/** The schema of an event: its type and version, and what it says. */
export function fact<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), v: z.literal(1), ...shape });
}

/** A name that git gives to what it keeps. */
const gitName = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
/** In a tree: neither whole nor leading out of it. */
const inTree = z.string().regex(/^(?!\/|(?:.*\/)?\.\.(?:\/|$))/s);

/** What hosts are given of the folder it was opened in; everything else they need is on record anyway. */
export const travelsSchema = z.object({
  /** What it was with uncommitted work, where it is a repository; absent: they work in an empty folder. */
  base: z
    .object({
      /** The top of the working tree, and the folder below it that the user stood in. */
      folder: z.string(),
      below: inTree,
      commit: gitName,
      snapshot: gitName,
      tree: gitName,
      submodules: z.array(z.object({ path: inTree, link: gitName, commit: gitName.optional() })).optional(),
      /** Patterns of the user that ignore files, besides those in the tree. */
      excludes: z.string(),
      /** Commits whose parents stay behind. */
      shallow: z.array(gitName),
      /** One git pack of all of it. */
      pack: blobRefSchema,
    })
    .optional(),
});
export type Travels = z.infer<typeof travelsSchema>;

export const contestOpened = fact('contest.opened', {
  format: z.string(),
  formatVersion: z.int(),
  joustVersion: z.string(),
  task: z.object({
    prompt: blobRefSchema,
    cwd: z.string(),
    tier: tierSchema,
    files: z.array(z.string()),
    /** How many characters at the prompt's beginning the user wrote; the rest came from files or standard input. */
    own: z.int().optional(),
  }),
  roster: z.array(contestantSchema),
  /** Who serves without competing: judges, moderators, aggregators. */
  staff: z.array(contestantSchema).optional(),
  options: z.record(z.string(), z.unknown()),
  /** By which rules copies for judges are made; absent: hidden characters stay in them. */
  copies: z.literal(2).optional(),
  seed: z.string(),
  /** Some contestants are scripted: every view says "simulated". */
  simulated: z.boolean(),
  /** The contest this one judges, continues or comments. */
  about: z.string().optional(),
  /** What was said before it was opened: to whoever watches, from wherever. */
  notes: z.array(z.string()).optional(),
  limits: limitsSchema.optional(),
  /** What has to be agreed to before anything starts. */
  assent: z.string().optional(),
  /** The commit of the folder's repository, where it is one. */
  baseCommit: z.string().optional(),
  /** Names of the variables each contestant was given when the contest was opened; never their values. */
  environment: z.record(z.string(), z.array(z.string())).optional(),
  /** What its player was set to, for whoever plays it on; absent in records of an older joust. */
  player: z
    .object({
      timeoutMs: z.number(),
      idleMs: z.number().optional(),
      outputBytes: z.number(),
      envPass: z.array(z.string()),
      waitForQuotaMs: z.number().optional(),
      /** It agrees to whatever can be answered with yes. */
      approve: z.boolean().optional(),
      /** Folders that what is printed is kept in, or played back from. */
      cassettes: z.object({ record: z.string().optional(), replay: z.string().optional() }).optional(),
      lanes: z.object({ capacities: z.record(z.string(), z.number()), cloud: z.number() }),
    })
    .optional(),
  /** Those whose agents, format or check parsers play in it, as the config named them. */
  extensions: z.array(z.string()).optional(),
  /** The contest that plays this one as a step of its own. */
  parent: z.string().optional(),
  /** Hosts of a pool play it; absent: whoever opened it does, or somebody beside them. */
  pool: z
    .object({
      /** Which hosts: those that carry this label. */
      label: z.string(),
      /** What a host has to let itself in for. */
      kind: z.enum(poolKinds),
      /** The rules between hosts by which it was opened. */
      protocol: z.int().positive(),
      travels: travelsSchema.optional(),
    })
    .optional(),
});

/** A contest of its own as a step of this one; on record before it is opened. */
export const childStarted = fact('child.started', {
  key,
  inputs: z.string(),
  contest: z.string(),
});

/** It was closed, or cancelled for good; what it took counts for this contest as well. */
export const childEnded = fact('child.ended', {
  key,
  inputs: z.string(),
  contest: z.string(),
  outcome: z.enum(['ok', 'nothing-usable', 'no-clear-winner', 'declined', 'cancelled']),
  /** Of all its attempts, as far as it is known. */
  spent: z.object({ attempts: z.int(), tokens: z.number(), usd: z.number() }),
});

/** Final: a cancelled contest is not resumed. */
export const contestCancelled = fact('contest.cancelled', {});

export const contestClosed = fact('contest.closed', {
  outcome: z.enum(['ok', 'nothing-usable', 'no-clear-winner', 'declined']),
  /** It was ended unplayed, since no host of a pool could ever play it: why. */
  unplayable: z.string().optional(),
  /** It missed a requirement of its own: a check, a threshold, a finding above a limit. Absent in records of an older joust. */
  checkFailed: z.literal(true).optional(),
});

/** A host of a pool could not play it. Not an end: it goes to another host, or is tried again. */
export const contestUnplayed = fact('contest.unplayed', {
  host: z.string(),
  why: z.string(),
  /** `lacking`: this host has not what it needs. `failed`: something went wrong; only so many times in a row. */
  because: z.enum(['lacking', 'failed']),
  /** When it is tried again; absent: another host has it, a host that has all of it is waited for, or it is given up. */
  retryAt: z.string().optional(),
  /** The host that has it now. */
  next: z.string().optional(),
});
