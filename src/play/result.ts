// What a contest came to, from its record alone: its format is played over it, nothing starts and nothing is written.
import { reopenContest } from '../contest/handle/opening.ts';
import type { AttemptResult } from '../contest/handle/step.ts';
import type { Player } from '../contest/play/player.ts';
import { Recorder } from '../contest/play/recorder.ts';
import type { AttemptParked, ContestClosed } from '../domain/event.ts';
import { isBlind } from '../domain/events/blind-pick.ts';
import { unplayableIn } from '../domain/events/unplayed.ts';
import { JoustError } from '../domain/joust-error.ts';
import { type AnyResult, documentOf, formatOf } from '../formats/all.ts';
import type { RaceResult } from '../formats/race/result.ts';
import type { WhatIf } from '../formats/race/what-if.ts';
import type { StoredEvent } from '../ledger/ledger.ts';
import type { Archive } from '../record/archive.ts';
import { playedNow } from '../record/list-contests.ts';
import { type ContestStatus, contestStatus } from '../views/contest-status.ts';
import { type ContestSummary, contestSummary } from '../views/contest-summary.ts';
import { type Document, gistOf } from '../views/document.ts';
import { createPlayer, type World } from './create-player.ts';
import { needExtensions } from './extensions/load-extensions.ts';

export type { AnyResult };

/** Where it is on record. */
export type RecordPlace = Pick<World, 'machine' | 'home' | 'openLedger'>;

/** What a playing of it came to. */
export interface PlayResult {
  readonly contest: string;
  readonly format: string;
  /** In the order of the roster; empty where it was left before its end. */
  readonly results: readonly AttemptResult[];
  /**
   * `waiting`: a person has to answer first. `parked`: some attempts wait for a quota. `paused`: it goes on, in another
   * way, when somebody resumes it.
   */
  readonly state: 'closed' | 'parked' | 'waiting' | 'paused' | 'interrupted';
  /** Contestants' attempts and those of others who serve. */
  readonly parked?: readonly AttemptParked[];
  /** What it came to, where that is more than the answers. */
  readonly result?: AnyResult;
  /** Why it is paused, where that is not to be expected of its format. */
  readonly why?: string;
  /** How it was closed. */
  readonly outcome?: ContestClosed['outcome'];
  /** What it requires was not met by anybody. */
  readonly checkFailed?: true;
  /** Nobody may know yet who did what: it waits for a blind pick. */
  readonly blind?: true;
  /** All that is on record of it when it was left; absent: not read, or not to be told. */
  readonly record?: readonly StoredEvent[];
}

export interface ContestResult {
  /** Absent: the answers are all there is, or all that can be told yet. */
  readonly result?: AnyResult;
  /** The result as it is told. */
  readonly document?: Document;
  /** Why it cannot be told. */
  readonly problem?: string;
}

/** Of any contest, of any format, open or closed. Before a pick nothing is told that only the pick may reveal. */
export async function contestResult(place: RecordPlace, id: string): Promise<ContestResult> {
  const player = retellingPlayer(place, 'waits');
  try {
    const record = (await player.ledger.events(id)).map(({ event }) => event);
    if (isBlind(record)) return {};
    const unplayable = unplayableIn(record);
    if (unplayable !== undefined) return { problem: `no host of the pool could ever play it: ${unplayable}` };
    const contest = await reopenContest(player, id);
    await needExtensions(contest.opened, place.machine);
    const format = await formatOf(contest.opened);
    const parks = !contest.closed && format.tellsSoFar === true;
    const handle = parks ? await reopenContest({ ...player, retells: 'parks' }, id) : contest;
    const ended = await Promise.race([format.play(handle), handle.stuck]);
    // Whatever a closed contest waits for is not there any more; one that was declined was never played.
    const declined = record.some((event) => event.type === 'contest.closed' && event.outcome === 'declined');
    if (ended === undefined && contest.closed && !declined)
      return { problem: 'its record is damaged: an end or a decision that it rests on is missing' };
    const result = ended?.result;
    return result === undefined ? {} : { result, document: await documentOf(format.name, result, id) };
  } catch (error) {
    if (error instanceof JoustError) return { problem: error.message };
    throw error;
  } finally {
    await player.ledger.close();
  }
}

/** How surfaces begin to say why there is no result. */
export const cannotBeTold = 'What it came to cannot be told';

export interface ContestAbout {
  readonly id: string;
  readonly format: string;
  readonly state: 'open' | 'closed' | 'cancelled';
  readonly status: ContestStatus;
  /** In a line; absent: nothing can be told. */
  readonly gist?: string;
}

/** Those that were played about it: judgings, analyses, cross-examinations, adopted work. The oldest first. */
export async function contestsAbout(
  place: RecordPlace,
  archive: Pick<Archive, 'contests' | 'events' | 'player'>,
  id: string,
): Promise<readonly ContestAbout[]> {
  const found: ContestAbout[] = [];
  for (const { contest, event } of (await archive.contests({ about: id })).toReversed()) {
    if (event.type !== 'contest.opened') continue;
    const summary = contestSummary(contest, await archive.events(contest));
    if (summary === undefined) continue;
    const status = contestStatus({ ...summary, ...(await playedNow(archive, summary)) });
    const { document = [] } = await contestResult(place, contest);
    const gist = gistOf(document);
    found.push({ id: contest, format: event.format, state: summary.state, status, gist });
  }
  return found;
}

/** It holds no lease and needs none: whatever it would record goes nowhere. */
function retellingPlayer({ machine, home, openLedger }: RecordPlace, retells: Player['retells']): Player {
  const player = createPlayer({
    machine,
    home,
    observe: () => undefined,
    signal: new AbortController().signal,
    settings: { timeoutMs: 0, outputBytes: 0, envPass: [], prices: {} },
    lanes: { capacities: {}, cloud: 1 },
    openLedger,
  });
  const nowhere = { append: async () => [] };
  return { ...player, recorder: new Recorder(nowhere, () => undefined), retells: retells || undefined };
}

/** A race that is over, ranked anew from its record with other weights, as people write them: `tests=0.5,diff=0`. */
export async function weighAnew(
  place: RecordPlace,
  summary: ContestSummary,
  weights: string,
): Promise<{ readonly found: WhatIf; readonly document: Document }> {
  // Loaded then: only races can be weighed anew.
  const { readWhatIf, whatIf, whatIfDocument } = await import('../formats/race/what-if.ts');
  const changes = readWhatIf(weights);
  const result = await raceOnRecord(place, summary);
  const found = whatIf(result.score.inputs, result.score.context, changes);
  return { found, document: whatIfDocument(result, found) };
}

async function raceOnRecord(place: RecordPlace, summary: ContestSummary): Promise<RaceResult> {
  const { id, opened, state } = summary;
  if (opened.format !== 'race')
    throw new JoustError(`contest ${id} is no race: it is of the format ${opened.format}`, {
      code: 'usage',
      hint: 'See the races with: joust list --format race',
    });
  if (state !== 'closed')
    throw new JoustError(`contest ${id} is not over: it is ${state}`, {
      code: 'usage',
      hint: `Play it to its end with: joust resume ${id}`,
    });
  const { result } = await contestResult(place, id);
  if (result?.type === 'race') return result;
  throw new JoustError(`contest ${id} was closed before anything was measured`, { code: 'not-found' });
}
