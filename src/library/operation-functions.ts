// Every operation as a function, made from its description. The host program is the user's, so a call is the consent.
import type { z } from 'zod';
import { type OperationName, type Operations, operationNamed, operationNames } from '../all.ts';
import type { InlineContestants } from '../contest/attempt/inline.ts';
import { describedOperations } from '../domain/settings/described-operations.ts';
import { isPlaying, type Playable, type PlayingSpec } from '../operations/operation.ts';
import { type Performing, perform, readied } from '../operations/perform.ts';
import { resumeDetached } from '../play/leave-to-player.ts';
import { playContest } from '../play/play.ts';
import { playOn } from '../play/play-on.ts';
import { thisMachine } from '../process/machine.ts';
import { openArchive } from '../record/archive.ts';
import { type ContestRun, startRun, type Telling } from './contest-run.ts';
import type { SpeakerOptions } from './on-record.ts';
import { followed, hostProgram, leftToPlayer, type Place, placeOf, playedBy } from './play-format.ts';
import {
  type CommonOptions,
  type ContestantOption,
  functionsIn,
  type PlayOptions,
  understood,
} from './play-options.ts';

type InputOf<Operation> = Operation extends { readonly input: infer Input extends z.ZodType }
  ? z.input<Input>
  : never;
type OutputOf<Operation> = Operation extends { readonly output: infer Output extends z.ZodType }
  ? z.output<Output>
  : never;

type FunctionOf<Operation> =
  Operation extends PlayingSpec<infer _Input>
    ? (input?: Readonly<Partial<Serving<InputOf<Operation>>>>, options?: PlayedOptions) => ContestRun
    : (
        input?: Readonly<Partial<InputOf<Operation>>>,
        options?: SpeakerOptions,
      ) => Promise<OutputOf<Operation>>;

/** Lists of names may hold functions of the host program. */
type Serving<Input> = {
  [Name in keyof Input]: Input[Name] extends readonly string[] | undefined
    ? readonly ContestantOption[] | undefined
    : Input[Name];
};

/** What a contest takes that an operation starts; settings of its format by their names. */
export type PlayedOptions = Omit<PlayOptions, 'contestants' | 'cwd'> & Readonly<Record<string, unknown>>;

export type OperationFunctions = { readonly [Name in OperationName]: FunctionOf<Operations[Name]> };

const playingNames: ReadonlySet<string> = new Set(
  describedOperations.filter(({ kind }) => kind === 'plays').map(({ name }) => name),
);

export const operations = Object.fromEntries(
  operationNames.map((name) => [name, operationFunction(name)]),
) as unknown as OperationFunctions;

/** `load` finds operations. */
export function operationFunction(name: string, load: typeof operationNamed = operationNamed) {
  return playingNames.has(name) ? playingFunction(name) : performingFunction(name, load);
}

function performingFunction(name: string, load: typeof operationNamed) {
  return async (input: object = {}, { caller: program = hostProgram, ...options }: SpeakerOptions = {}) => {
    const operation = await load(name);
    if (isPlaying(operation)) throw new Error(`${name} plays a contest`);
    const place = placeOf(options);
    return await withArchive(
      place,
      program,
      async (performing) => (await perform(operation, { ...input }, performing)).output,
    );
  };
}

function playingFunction(name: string) {
  return (input: object = {}, options: PlayedOptions = {}): ContestRun =>
    startRun(async (telling) => {
      const operation = await operationNamed(name);
      if (!isPlaying(operation)) throw new Error(`${name} plays no contest`);
      const { format = name } = operation.plays;
      const { named, functions: own } = functionsIn(input);
      const functions = [...own, ...(options.functions ?? [])];
      const { common, asked, inline } = await understood(format, { ...options, functions }, thisMachine());
      common.signal?.throwIfAborted();
      const place = placeOf(common);
      const { settings, waitForQuotaMs, approve, pool } = asked;
      const { cwd, prompt, own: words, files } = asked;
      const task = operation.plays.takes === undefined ? undefined : { cwd, prompt, own: words, files };
      const playing = { settings, waitForQuotaMs, approve, functions: asked.functions, pool, task };
      const playable = await withArchive(place, hostProgram, (performing) =>
        readied(operation, { given: named, playing }, performing),
      );
      const here = { ...place, common, inline };
      return playable.type === 'new'
        ? await playedNew(playable, here, telling)
        : await playedOn(playable, here, telling);
    });
}

interface Here extends Place {
  readonly common: CommonOptions;
  readonly inline: InlineContestants;
}

async function playedNew(
  { ready }: Extract<Playable, { type: 'new' }>,
  { common, inline, ...place }: Here,
  telling: Telling,
) {
  if (common.detached === true) return await leftToPlayer(ready, { ...place, common }, telling);
  for (const text of ready.notes) telling.tell({ type: 'note', text });
  return await playedBy(common, telling, (watched) =>
    playContest(ready.request, { ...place, ...ready.world, ...watched, inline }),
  );
}

async function playedOn(
  { id, asked }: Extract<Playable, { type: 'on-record' }>,
  { common, inline, ...place }: Here,
  telling: Telling,
) {
  telling.opened(id);
  if (common.detached !== true)
    return await playedBy(common, telling, (watched) => playOn(id, asked, { ...place, ...watched, inline }));
  await withArchive(place, hostProgram, ({ archive }) => resumeDetached({ ...place, archive, id }, asked));
  const { signal = new AbortController().signal } = common;
  return await followed(id, { ...place, signal }, telling);
}

async function withArchive<T>(
  { home, machine, openLedger }: Place,
  program: string,
  use: (performing: Performing) => Promise<T>,
): Promise<T> {
  await using archive = openArchive(home, machine, openLedger);
  const { signal } = new AbortController();
  return await use({
    machine,
    home,
    openLedger,
    archive,
    signal,
    speaker: { program },
    consent: { from: 'host' },
  });
}
