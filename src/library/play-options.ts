// What a program may say of a contest it starts, typed by each format's own description; and the way from there to a request.
import { z } from 'zod';
import type { InlineContestants, InlinePiece, InlineRequest } from '../contest/attempt/inline.ts';
import type { GateAsked } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { durationMs } from '../domain/settings/rule.ts';
import { durationField, fieldOf } from '../domain/settings/setting.ts';
import { describedFormats } from '../domain/settings/settings.ts';
import type { Formats } from '../formats/all.ts';
import type { contestSettings } from '../formats/contest-settings.ts';
import { checkedBy, type Given } from '../formats/format.ts';
import type { Ledger, LedgerOpener } from '../ledger/ledger.ts';
import type { StartRequest } from '../play/ready.ts';
import { composedTask, readTaskFiles } from '../play/task/task-files.ts';
import { joustHome, type Machine } from '../process/machine.ts';

/** What a function is asked. */
export type FunctionTask = Omit<InlineRequest, 'signal' | 'contestant'> & { readonly contestant: string };

export interface FunctionIo {
  /** Aborted when it is over: what is said later does not count. */
  readonly signal: AbortSignal;
}

/** The answer, with what it took where that is known. */
export type FunctionAnswer = Exclude<
  Awaited<ReturnType<InlineContestants[string]>>,
  AsyncIterable<InlinePiece>
>;

/**
 * A function of this program that competes or judges. It dies with its host, runs again on resume, and cannot be detached.
 * Nothing confines it: the folder it is told is where it should work.
 */
export interface FunctionPlayer {
  /** Letters, digits, dots, dashes and underscores. */
  readonly name: string;
  play(
    task: FunctionTask,
    io: FunctionIo,
  ): FunctionAnswer | Promise<FunctionAnswer> | AsyncIterable<InlinePiece>;
  /** The maker of its model: judges do not judge their own family. Absent: a family of its own. */
  readonly family?: string;
  readonly model?: string;
}

/** A contestant as it is written (`claude`, `codex/gpt-5.5`, `fast*2`), or a function. */
export type ContestantOption = string | FunctionPlayer;

/** Answers what a person would be asked; undefined: nobody knows, and the contest waits. */
export type Approve = (
  question: Pick<GateAsked, 'key' | 'question' | 'choices' | 'exhibits'>,
) => Promise<string | undefined> | string | undefined;

const functionPlayer = z.custom<FunctionPlayer>(isPlayer, {
  error: 'the name of a contestant, or { name, play } with a function',
});
const player = z.union([z.string(), functionPlayer], {
  error: 'the name of a contestant, or { name, play } with a function',
});
const count = (most: number) => fieldOf({ type: 'count', min: 1, max: most }) as z.ZodType<number, number>;
const duration = durationField() as z.ZodType<string | number, string | number>;

/** Where a contest is on record, and who answers for it. */
const placeShape = {
  signal: z.instanceof(AbortSignal, { error: 'an AbortSignal' }).optional(),
  home: z.string().min(1).optional(),
  ledger: z
    .custom<Ledger | LedgerOpener>((given) => typeof given === 'object' || typeof given === 'function', {
      error: 'a ledger, or a function that opens one',
    })
    .optional(),
  approve: z
    .union([z.boolean(), z.custom<Approve>((given) => typeof given === 'function')], {
      error: 'true, false or a function',
    })
    .optional(),
  waitForQuota: duration.optional(),
  detached: z.boolean({ error: 'true or false' }).optional(),
};
const poolShape = z.union([z.literal(true), z.string()], { error: 'true, or a label' }).optional();
const limitsShape = z
  .strictObject({
    usd: z.number({ error: 'a number of US dollars above 0' }).positive().optional(),
    tokens: count(1_000_000_000_000).optional(),
    attempts: count(100_000).optional(),
    partial: z.boolean({ error: 'true or false' }).optional(),
    time: duration.optional(),
  })
  .optional();

/** What may be said to go on with a contest. */
export const resumeOptions = z.strictObject({
  ...placeShape,
  limits: limitsShape,
  functions: z.array(functionPlayer, { error: 'a list of { name, play }' }).optional(),
  retryFailed: z.boolean({ error: 'true or false' }).optional(),
  only: z.array(z.string(), { error: 'a list of names' }).optional(),
});

const commonOptions = z.strictObject({
  ...placeShape,
  contestants: z.array(player, { error: 'a list of contestants' }).optional(),
  limits: limitsShape,
  cwd: z.string().min(1).optional(),
  prompt: z.string({ error: 'text' }).optional(),
  files: z.array(z.string(), { error: 'a list of paths' }).optional(),
  attachments: z.array(z.strictObject({ name: z.string(), text: z.string() })).optional(),
  subject: z.string().optional(),
  pool: poolShape,
  functions: z.array(functionPlayer, { error: 'a list of { name, play }' }).optional(),
});
export type CommonOptions = z.output<typeof commonOptions>;

/** Of every contest, besides those of its format. */
export interface PlayOptions {
  /** Who plays, in this order; absent: those who can, as on the command line. */
  readonly contestants?: readonly ContestantOption[] | undefined;
  /** What the contest may take, judges included: US dollars, tokens, attempts, time (`90`, `"15m"`). `partial`: more contestants than attempts are skipped. */
  readonly limits?: Readonly<z.input<typeof limitsShape>>;
  /** Where it is played; absent: the current folder. */
  readonly cwd?: string | undefined;
  /** Interrupts it: it can be resumed. A detached one is only not looked at any more. */
  readonly signal?: AbortSignal | undefined;
  /** Where it is recorded; absent: where this user's contests are. */
  readonly home?: string | undefined;
  /** Another ledger than that of the home: memoryLedger() keeps nothing. */
  readonly ledger?: Ledger | LedgerOpener | undefined;
  /** Who answers what a person would be asked; true agrees to whatever can be agreed to; absent: it waits. */
  readonly approve?: boolean | Approve | undefined;
  /** How long quotas are waited for; absent: whoever has none left is parked. */
  readonly waitForQuota?: string | number | undefined;
  /** Leaves it to a process of joust's own, which outlives this one. */
  readonly detached?: boolean | undefined;
  /** Hosts of the pool play it: any, or those with this label. The ledger has to be in PostgreSQL. */
  readonly pool?: string | true | undefined;
  /** Functions that other settings refer to by name. */
  readonly functions?: readonly FunctionPlayer[] | undefined;
}

interface PromptOptions {
  readonly prompt: string;
  /** Files, folders and patterns whose text becomes part of the prompt. */
  readonly files?: readonly string[] | undefined;
  /** The same without a file. */
  readonly attachments?: readonly { readonly name: string; readonly text: string }[] | undefined;
}

interface SubjectOptions {
  /** The contest on record that it is about: its id or a unique beginning of it; absent: the last that fits. */
  readonly subject?: string | undefined;
}

export type FormatName = keyof Formats;
type OnEntries = 'consult' | 'judge' | 'analyze' | 'cross-examine';
type Task<Name> = Name extends OnEntries
  ? SubjectOptions
  : Name extends 'review' | 'calibrate'
    ? object
    : PromptOptions;

/** Settings that name somebody: a function may serve there too. */
type Serving = 'judge' | 'judges' | 'synthesizer' | 'moderator' | 'oracle' | 'analyst' | 'by' | 'paraphrase';
type Served<Value> = Value extends string
  ? ContestantOption
  : Value extends readonly string[]
    ? readonly ContestantOption[]
    : Value;
type Settings<Said> = {
  readonly [Name in keyof Said]?: Name extends Serving ? Served<Said[Name]> : Said[Name];
};
type SaidTo<Name extends FormatName> = z.input<Formats[Name]['request']>;
/** Said in other words here, or only in the config. */
type Elsewhere = 'contestant' | 'model' | `max${'Usd' | 'Tokens' | 'Attempts' | 'Time'}`;
type SaidToAll = Omit<z.input<typeof contestSettings>, Elsewhere>;

/** The judges of a format are `judges` where there may be several. */
type Named<Said> = {
  [Name in keyof Said as Name extends 'judge'
    ? NonNullable<Said[Name]> extends string
      ? Name
      : 'judges'
    : Name]: Said[Name];
};

/** What a contest of this format takes. */
export type OptionsOf<Name extends FormatName> = PlayOptions &
  Task<Name> &
  Settings<Named<SaidTo<Name>>> &
  Settings<Omit<SaidToAll, keyof Named<SaidTo<Name>>>>;

export interface Understood {
  readonly common: CommonOptions;
  readonly asked: StartRequest;
  readonly inline: InlineContestants;
}

/** Throws a JoustError for what is wrong in itself; the format refuses the rest. Nothing is on record yet. */
export async function understood(format: string, options: unknown, machine: Machine): Promise<Understood> {
  if (typeof options !== 'object' || options === null)
    throw new JoustError(`${format}: options are needed`, { code: 'usage', hint: `${format}({ ... })` });
  const said = Object.entries(options).filter(([, value]) => value !== undefined);
  const isCommon = ([name]: [string, unknown]) => Object.hasOwn(commonOptions.shape, name);
  const common = checkedBy(commonOptions, Object.fromEntries(said.filter(isCommon)), format);
  const functions = new Map<string, FunctionPlayer>();
  const nameOf = (given: unknown) => named(given, functions);
  const { contestants, limits = {}, prompt, files = [], attachments = [], subject } = common;
  for (const one of common.functions ?? []) nameOf(one);
  const own = said
    .filter((one) => !isCommon(one))
    .map(([name, value]) => [
      settingNamed(format, name),
      Array.isArray(value) ? value.map(nameOf) : nameOf(value),
    ]);
  const settings: Given = {
    ...Object.fromEntries(own),
    ...(contestants !== undefined && { contestant: contestants.map(nameOf) }),
    ...limitSettings(limits),
  };
  const here = common.cwd ?? machine.cwd;
  const read = await readTaskFiles(files, {
    cwd: here,
    machine,
    home: common.home ?? joustHome(machine),
  });
  const task = composedTask(prompt ?? '', [...read.files, ...attachments]);
  const { waitForQuota, approve, pool } = common;
  if (pool !== undefined && common.ledger !== undefined)
    throw new JoustError('hosts of a pool cannot play on a ledger of this program', {
      code: 'usage',
      hint: 'Leave out ledger, or pool; JOUST_LEDGER says where the pool is.',
    });
  const waitForQuotaMs = waitForQuota === undefined ? undefined : durationMs(waitForQuota);
  return {
    common,
    inline: Object.fromEntries([...functions].map(([name, one]) => [name, asInline(one)])),
    asked: {
      format,
      cwd: here,
      settings,
      ...(prompt !== undefined && task),
      functions: Object.fromEntries(
        [...functions].map(([name, { family = name, model }]) => [name, { family, model }]),
      ),
      subject,
      waitForQuotaMs,
      approve: typeof approve === 'boolean' ? approve : undefined,
      pool: pool === true ? '' : pool,
    },
  };
}

export function limitSettings(limits: NonNullable<CommonOptions['limits']>): Given {
  const { usd, tokens, attempts, partial, time } = limits;
  const all = { maxUsd: usd, maxTokens: tokens, maxAttempts: attempts, partial, maxTime: time };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** A format whose own setting `judge` is a list has them as `judges` here. */
function settingNamed(format: string, name: string): string {
  if (name !== 'judges') return name;
  const own = describedFormats.find((one) => one.name === format)?.settings ?? [];
  return own.some((one) => one.name === 'judge' && one.rule.type === 'list') ? 'judge' : name;
}

function named(given: unknown, functions: Map<string, FunctionPlayer>): unknown {
  if (!isPlayer(given)) return given;
  const { name } = given;
  const known = functions.get(name);
  if (known !== undefined && known.play !== given.play)
    throw new JoustError(`two functions have the name ${name}`, {
      code: 'usage',
      hint: 'Give each a name of its own.',
    });
  functions.set(name, given);
  return name;
}

/** Input of an operation with the names of functions, and these functions. */
export function functionsIn(input: object): {
  readonly named: Given;
  readonly functions: readonly FunctionPlayer[];
} {
  const functions: FunctionPlayer[] = [];
  const nameOf = (given: unknown) => {
    if (!isPlayer(given)) return given;
    functions.push(given);
    return given.name;
  };
  const entries = Object.entries(input).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(nameOf) : nameOf(value),
  ]);
  return { named: Object.fromEntries(entries), functions };
}

function isPlayer(given: unknown): given is FunctionPlayer {
  if (typeof given !== 'object' || given === null) return false;
  const { name, play } = given as Partial<FunctionPlayer>;
  return typeof name === 'string' && typeof play === 'function';
}

/** As the player calls it. */
export function asInline(player: FunctionPlayer): InlineContestants[string] {
  return ({ signal, contestant, ...task }) =>
    player.play({ ...task, contestant: contestant.name }, { signal });
}
