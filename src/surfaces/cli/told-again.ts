// What a race that is over came to, told again from its record: nothing starts and nothing is written.
import { loadConfig } from '../../config/load.ts';
import type { RaceResult } from '../../formats/race/result.ts';
import { joustHome, resumeContest } from '../../index.ts';
import type { ContestSummary } from '../../views/contest-summary.ts';
import type { CliWorld } from './command.ts';
import { worldOf } from './contest-input.ts';

/** Undefined: it is no race, it is not over, or it ended before anything was measured. */
export async function toldAgain(
  { machine, signal }: Pick<CliWorld, 'machine' | 'signal'>,
  { id, opened, state }: ContestSummary,
): Promise<RaceResult | undefined> {
  if (opened.format !== 'race' || state !== 'closed') return undefined;
  const loaded = await loadConfig({ machine, cwd: machine.cwd });
  const world = { machine, signal, home: joustHome(machine), observe: () => undefined, ...worldOf(loaded) };
  const { result } = await resumeContest(id, world);
  return result?.type === 'race' ? result : undefined;
}
