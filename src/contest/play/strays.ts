// Spools nobody needs: filled but never recorded, so that nothing was ever started from them, or of runs whose end,
// interruption or parking is on record.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeSpool, spoolAt } from '../../process/spawn/spool.ts';
import { openRuns } from '../handle/open-runs.ts';
import type { Player } from './player.ts';

/** Only for who holds the contest's lease. */
export async function removeStraySpools(
  { home, ledger }: Pick<Player, 'home' | 'ledger'>,
  contest: string,
): Promise<void> {
  const record = await ledger.events(contest);
  const needed = new Set(openRuns(record).map(({ spool }) => spool));
  for (const path of spoolsOf(contest, home)) if (!needed.has(path)) removeSpool(spoolAt(path));
}

function spoolsOf(contest: string, home: string): readonly string[] {
  const folder = join(home, 'spools');
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(`${contest}-`))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
