// What a format puts on record itself: facts it finds out, and its random choices.
import type { ContestOpened } from '../../domain/event.ts';
import { sha256 } from '../../process/machine.ts';
import type { Player } from '../play/player.ts';
import { drawInputs, type Random, seededRandom } from './draw.ts';
import type { ContestRecord } from './record.ts';
import type { ReplayOrder } from './replay-order.ts';
import { type Fact, unplayed } from './step.ts';

interface Place {
  readonly id: string;
  readonly opened: ContestOpened;
  readonly record: ContestRecord;
  readonly player: Player;
  readonly replay: ReplayOrder;
}

export async function recordFact(
  { id, record, player, replay }: Place,
  given: Fact,
): Promise<'new' | 'known'> {
  const event = { ...given, inputs: sha256(given.inputs) };
  if (record.standing(event.type, event.key, event.inputs) !== undefined) return 'known';
  if (player.retells !== undefined) return 'new';
  if (record.closed) throw unplayed(id, event.key);
  await replay.during(() => player.recorder.record(id, [event]));
  return 'new';
}

export async function drawn<T>(
  { id, record, player, replay, opened }: Place,
  key: string,
  choose: (random: Random) => T,
): Promise<T> {
  const inputs = drawInputs(opened.seed, key);
  const made = record.find('draw.made', key, inputs);
  if (made !== undefined) return made.event.value as T;
  const value = choose(seededRandom(inputs));
  await replay.during(() => player.recorder.record(id, [{ type: 'draw.made', v: 1, key, inputs, value }]));
  return value;
}
