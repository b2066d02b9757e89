// A contest of its own as one step of another: its id is on record before it is opened, so that whoever plays the parent
// on finds it again and plays it on.
import type { ChildEnded, JoustEvent } from '../../domain/event.ts';
import { totalTokens } from '../../domain/figures.ts';
import { sha256 } from '../../process/machine.ts';
import { type ChildShare, childShare, type StepBudget, uncounted } from '../budget/enclosing.ts';
import type { Player } from '../play/player.ts';
import type { ContestRecord } from './record.ts';
import type { ReplayOrder } from './replay-order.ts';
import {
  type AttemptResult,
  type ChildRequest,
  type ChildResult,
  type ChildStart,
  type PlayedChild,
  unplayed,
} from './step.ts';

interface Parent {
  readonly id: string;
  readonly record: ContestRecord;
  readonly player: Player;
  readonly replay: ReplayOrder;
  readonly budget: StepBudget;
}

/** Undefined: it cannot be played to its end in this playing. */
export async function playChild(
  place: Parent,
  key: string,
  request: ChildRequest | ChildStart,
): Promise<ChildResult | undefined> {
  const { id, record, player, replay, budget } = place;
  const inputs = sha256(JSON.stringify(request));
  const ended = record.standing('child.ended', key, inputs);
  if (ended === undefined && player.retells !== undefined) return undefined;
  if (ended === undefined && record.closed) throw unplayed(id, key);
  const contest = ended?.event.contest ?? (await started(place, key, inputs));
  const share = childShare(budget, contest, request.format);
  const played = await replay.work(toldAgain(player, { contest, request, ended: ended?.event, share }));
  if (played === 'waits') return undefined;
  if (ended === undefined) {
    const { outcome } = played;
    const spent = spentIn((await player.ledger.events(contest)).map(({ event }) => event));
    budget.charge(uncounted(spent, share.counted));
    await player.recorder.record(id, [{ type: 'child.ended', v: 1, key, inputs, contest, outcome, spent }]);
  }
  await replay.turn(ended?.order);
  return { contest, ...played, results: played.results.map((one) => readable(player, one)) };
}

async function started({ id, record, player, replay }: Parent, key: string, inputs: string): Promise<string> {
  const known = record.standing('child.started', key, inputs)?.event.contest;
  if (known !== undefined) return known;
  const contest = player.machine.random(10);
  const event = { type: 'child.started', v: 1, key, inputs, contest } as const;
  await replay.during(() => player.recorder.record(id, [event]));
  return contest;
}

interface Told {
  readonly contest: string;
  readonly request: ChildRequest | ChildStart;
  readonly ended: ChildEnded | undefined;
  readonly share: ChildShare;
}

/** One that is over is told from its own record: nothing starts. */
async function toldAgain(
  { playChild: play }: Player,
  { contest, request, ended, share }: Told,
): Promise<PlayedChild> {
  if (play !== undefined && ended?.outcome !== 'cancelled') return await play(contest, request, share);
  if (ended === undefined) throw new Error(`nobody here can play the contest ${contest}`);
  return { outcome: ended.outcome, results: [] };
}

/** Its own player has left by then, and with it the ledger it read from. */
function readable({ ledger }: Player, result: AttemptResult): AttemptResult {
  if (result.state !== 'ended') return result;
  const { answer } = result.end;
  return { ...result, text: async () => (answer === undefined ? '' : String(await ledger.blob(answer))) };
}

function spentIn(events: readonly JoustEvent[]): ChildEnded['spent'] {
  const spent = { attempts: 0, tokens: 0, usd: 0 };
  for (const event of events) {
    if (event.type !== 'attempt.ended' || event.run === 0) continue;
    spent.attempts += 1;
    spent.tokens += totalTokens(event.usage) ?? 0;
    spent.usd += event.cost?.usd ?? 0;
  }
  return spent;
}
