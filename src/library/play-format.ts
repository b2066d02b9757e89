// Every format as a function: it is understood, readied, and played here or left to a process of joust's own.

import type { GateAnswer } from '../contest/play/player.ts';
import type { GateAsked } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { Formats } from '../formats/all.ts';
import type { World } from '../play/create-player.ts';
import { startDetached } from '../play/leave-to-player.ts';
import { playContest } from '../play/play.ts';
import { type ReadyContest, readyContest, type StartRequest } from '../play/ready.ts';
import type { PlayResult } from '../play/result.ts';
import { joustHome, thisMachine } from '../process/machine.ts';
import { openArchive } from '../record/archive.ts';
import { type ContestRun, eventOf, startRun, type Telling } from './contest-run.ts';
import {
  type CommonOptions,
  type FormatName,
  type OptionsOf,
  type PlayOptions,
  understood,
} from './play-options.ts';
import { type EndWithText, type PlayedContest, playedHere, playedOnRecord } from './played-contest.ts';

/** What a contest of this format comes to, besides its answers. */
export type ResultOf<Name extends FormatName> = NonNullable<
  Awaited<ReturnType<Formats[Name]['play']>>['result']
>;

/** Bad options are refused before anything is on record: the run rejects with a JoustError. */
export type PlayFunction<Name extends FormatName> = (options: OptionsOf<Name>) => ContestRun<ResultOf<Name>>;

export const ask = played('ask');
export const arena = played('arena');
export const oracle = played('oracle');
export const distill = played('distill');
export const debate = played('debate');
export const vote = played('vote');
export const tournament = played('tournament');
export const review = played('review');
export const race = played('race');
export const consult = played('consult');
export const judge = played('judge');
export const analyze = played('analyze');
export const calibrate = played('calibrate');
export const crossExamine = played('cross-examine');

/** Any format by its name, those of extensions too; its settings are checked when it is readied. */
export function play<Result = unknown>(
  format: string,
  options: PlayOptions & Readonly<Record<string, unknown>>,
): ContestRun<Result> {
  return started<Result>(format, options, readyContest);
}

export function started<Result>(
  format: string,
  options: object,
  makeReady: (asked: StartRequest, place: Place) => Promise<ReadyContest>,
): ContestRun<Result> {
  return startRun<Result>(async (telling) => {
    const { common, asked, inline } = await understood(format, options, thisMachine());
    common.signal?.throwIfAborted();
    const place = placeOf(common);
    const ready = await makeReady(asked, place);
    if (common.detached === true) return await leftToPlayer(ready, { ...place, common }, telling);
    for (const text of ready.notes) telling.tell({ type: 'note', text });
    return await playedBy(common, telling, (watched) =>
      playContest(ready.request, { ...place, ...ready.world, ...watched, inline }),
    );
  });
}

function played<Name extends FormatName>(name: Name): PlayFunction<Name> {
  return (options) => play<ResultOf<Name>>(name, { ...options });
}

export type Place = Pick<World, 'machine' | 'home' | 'openLedger'>;

export function placeOf({ home, ledger }: Pick<PlayOptions, 'home' | 'ledger'>): Place {
  const machine = thisMachine();
  return {
    machine,
    home: home ?? joustHome(machine),
    ...(ledger !== undefined && { openLedger: typeof ledger === 'function' ? ledger : () => ledger }),
  };
}

type Watched = Pick<World, 'observe' | 'signal' | 'answer'>;

/** In this process: everything that is observed is told, and what landed is kept for the answers. */
export async function playedBy<Result>(
  { signal = new AbortController().signal, approve }: Pick<CommonOptions, 'signal' | 'approve'>,
  { tell, opened }: Telling,
  play: (watched: Watched) => Promise<PlayResult>,
): Promise<PlayedContest<Result>> {
  const landed = new Map<string, EndWithText>();
  let waiting: GateAsked | undefined;
  const result = await play({
    signal,
    answer: typeof approve === 'function' ? (gate) => answered(approve, gate) : undefined,
    observe(seen) {
      if (seen.type === 'recorded') opened(seen.contest);
      if (seen.type === 'landed') landed.set(seen.end.key, seen);
      if (seen.type === 'waiting') waiting = seen.gate;
      const event = eventOf(seen);
      if (event !== undefined) tell(event);
    },
  });
  opened(result.contest);
  return playedHere(result, landed, waiting);
}

/** What goes on record where a program says something and does not say who it is. */
export const hostProgram = 'a program';

async function answered(
  approve: Extract<CommonOptions['approve'], (...args: never) => unknown>,
  gate: GateAsked,
): Promise<GateAnswer | undefined> {
  const answer = await approve(gate);
  if (answer === undefined) return undefined;
  if (gate.choices.includes(answer)) return { answer, by: 'flag', program: hostProgram };
  throw new JoustError(`approve answered "${answer}", which is none of ${gate.choices.join(', ')}`, {
    code: 'usage',
    hint: `The question: ${gate.question}`,
  });
}

type LeftPlace = Place & { readonly common: CommonOptions };

export async function leftToPlayer<Result>(
  ready: ReadyContest,
  { common: { signal = new AbortController().signal, ledger }, ...place }: LeftPlace,
  telling: Telling,
): Promise<PlayedContest<Result>> {
  if (ledger !== undefined)
    throw new JoustError('another process cannot play on a ledger of this program', {
      code: 'usage',
      hint: 'Leave out ledger, or detached; home says where it is recorded.',
    });
  const { id, notes } = await startDetached(ready, { ...place, signal });
  telling.opened(id);
  for (const text of notes) telling.tell({ type: 'note', text });
  return await followed(id, { ...place, signal }, telling);
}

/** Tells what is recorded until its playing ends, or the signal comes. */
export async function followed<Result>(
  id: string,
  { signal, ...place }: Place & { readonly signal: AbortSignal },
  { tell }: Telling,
): Promise<PlayedContest<Result>> {
  await using archive = openArchive(place.home, place.machine, place.openLedger);
  let told = 0;
  for await (const { events } of archive.follow(id, signal))
    for (const { seq, contest, event, at } of events.filter((one) => one.seq > told)) {
      told = seq;
      tell({ type: 'recorded', contest, event, at });
    }
  return await playedOnRecord(place, archive, id);
}
