// Spools that were filled but never recorded: their player died in between, so nothing was ever started from them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeSpool, spoolAt } from '../process/spool.ts';
import type { Player } from './player.ts';

/** Only for who holds the contest's lease. */
export async function removeStraySpools({ home, ledger }: Player, contest: string): Promise<void> {
  const record = await ledger.events(contest);
  const named = new Set(
    record.flatMap(({ event }) => (event.type === 'attempt.started' ? [event.spool] : [])),
  );
  for (const path of spoolsOf(contest, home)) if (!named.has(path)) removeSpool(spoolAt(path));
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
