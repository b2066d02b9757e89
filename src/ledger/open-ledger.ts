// The one place where a ledger is opened: whoever plays or reads gets an opener, and this one where nobody says otherwise.
import type { LedgerOpener } from './ledger.ts';
import { SqliteLedger } from './sqlite/sqlite-ledger.ts';

/** In `home`, as a SQLite file with blobs beside it. */
export const openLedger: LedgerOpener = ({ home, now }) => new SqliteLedger(home, now);
