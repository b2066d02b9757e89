// What is made of whole contests, from memory where their records have not grown since: for those who look over all of them.
import type { ContestOpened } from '../domain/event.ts';
import { blindRecord, withoutForgotten, withoutNames } from '../domain/events/blind-pick.ts';
import { type Digest, type Ledger, LedgerError, type StoredEvent } from '../ledger/ledger.ts';

export interface ContestOnRecord {
  readonly id: string;
  /** When it was opened. */
  readonly at: string;
  readonly opened: ContestOpened;
  /** Without what must not be known before a pick, and what was forgotten. */
  readonly record: readonly StoredEvent[];
}

/** Made of a contest as whoever is not told of it before a pick sees it; it has to survive as JSON. */
export interface RecordDigest<T> extends Pick<Digest, 'name' | 'version'> {
  make(one: ContestOnRecord): T;
}

export async function recordDigests<T>(
  ledger: Ledger,
  { name, version, make }: RecordDigest<T>,
): Promise<readonly T[]> {
  const made = (stored: readonly StoredEvent[]) =>
    make(onRecord(withoutNames(withoutForgotten(blindRecord(stored)))));
  const texts = await ledger.digests({ name, version, make: (stored) => JSON.stringify(made(stored)) });
  return texts.map(({ text }) => JSON.parse(text) as T);
}

function onRecord(record: readonly StoredEvent[]): ContestOnRecord {
  const [first] = record;
  if (first?.event.type !== 'contest.opened') throw new LedgerError(new Error('a contest has no beginning'));
  return { id: first.contest, at: first.at, opened: first.event, record };
}
