// A check from the question to its recorded end: remembered from before, or run in its turn where it belongs.
import type { CheckEnded } from '../../domain/event.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { Player } from '../play/player.ts';
import type { Checkouts } from '../workspace/checkouts.ts';
import { type CheckStep, runCheck } from './check.ts';
import { recallCheck, rememberCheck } from './check-memory.ts';

export interface Measurement {
  readonly contest: string;
  readonly record: ContestRecord;
  readonly step: CheckStep;
  readonly checkouts: Checkouts;
}

export function measured(player: Player, measurement: Measurement): Promise<CheckEnded> {
  const work = () => measure(player, measurement);
  return measurement.step.workspace === undefined ? work() : player.checking.inTurn(work);
}

async function measure(
  player: Player,
  { contest, record, step, checkouts }: Measurement,
): Promise<CheckEnded> {
  const passed = step.reuse !== undefined ? await recallCheck(player, { contest, step }) : undefined;
  if (passed !== undefined) return passed;
  const place = step.workspace && (await checkouts.enter(step.workspace));
  const end = await runCheck(player, { contest, record, step, ...(place !== undefined && { place }) });
  if (step.reuse !== undefined) await rememberCheck(player, end);
  return end;
}
