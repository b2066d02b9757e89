// Ends what this host still runs of contests that others have been given, and removes its spools.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openRuns } from '../../contest/handle/record.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { endSpool, noteCause, removeSpool, spoolAt } from '../../process/spawn/spool.ts';

interface LostPlace {
  readonly home: string;
  readonly ledger: Ledger;
  readonly host: string;
}

/** While nothing is played here: what of the record is still open on this host is left alone. */
export async function clearLost({ home, ledger, host }: LostPlace): Promise<void> {
  const paths = spoolsIn(join(home, 'spools'));
  for (const [contest, spools] of Map.groupBy(paths, contestOf)) {
    const record = await ledger.events(contest);
    const runs = openRuns(record);
    const kept = new Set(runs.flatMap(({ spool }) => (spool === undefined ? [] : [spool])));
    const isPooled = record.some(({ event }) => event.type === 'attempt.lost' && event.host === host);
    if (!isPooled) continue;
    for (const path of spools.filter((one) => !kept.has(one))) {
      const spool = spoolAt(path);
      noteCause(spool, 'cancelled');
      await endSpool(spool);
      removeSpool(spool);
    }
  }
}

function spoolsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** A spool is named by its contest and something unguessable. */
function contestOf(path: string): string {
  return basename(path).replace(/-[^-]*$/, '');
}
