// Ends what this host still runs of contests that others have been given, and removes its spools.
import { lostChecks, openRuns } from '../contest/handle/record.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { contestOf, endSpool, noteCause, removeSpool, spoolAt, spoolsIn } from '../process/spawn/spool.ts';

interface LostPlace {
  readonly home: string;
  readonly ledger: Ledger;
  readonly host: string;
}

/** While nothing is played here: what of the record is still open on this host is left alone. */
export async function clearLost({ home, ledger, host }: LostPlace): Promise<void> {
  for (const [contest, spools] of Map.groupBy(spoolsIn(home), contestOf)) {
    const record = await ledger.events(contest);
    const runs = openRuns(record);
    const kept = new Set(runs.flatMap(({ spool }) => (spool === undefined ? [] : [spool])));
    const isLost =
      record.some(({ event }) => event.type === 'attempt.lost' && event.host === host) ||
      lostChecks(record).some((check) => check.host === host);
    if (!isLost) continue;
    for (const path of spools.filter((one) => !kept.has(one))) {
      const spool = spoolAt(path);
      noteCause(spool, 'cancelled');
      await endSpool(spool);
      removeSpool(spool);
    }
  }
}
