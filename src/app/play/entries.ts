// The entries of a contest on record: the last ok answer of each contestant.

import type { BlobRef } from '../../domain/change.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { AttemptEnded, ContestOpened, JoustEvent } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { RecordedEntry } from '../../formats/judges.ts';
import type { StoredEvent } from '../../ledger/ledger.ts';

export interface EntriesOnRecord {
  readonly opened: ContestOpened;
  readonly prompt: BlobRef;
  /** Those who handed something in. */
  readonly roster: readonly Contestant[];
  readonly entries: readonly RecordedEntry[];
}

export function entriesOnRecord(record: readonly StoredEvent[]): EntriesOnRecord {
  const events = record.map(({ event }) => event);
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined)
    throw new JoustError('this contest has no beginning on record', { code: 'not-found' });
  const last = new Map<string, RecordedEntry>();
  for (const event of events) {
    if (event.type !== 'attempt.ended' || event.role !== undefined) continue;
    const { contestant, key, outcome } = event;
    const work = handedIn(events, event);
    if (outcome === 'ok' && work !== undefined) last.set(contestant, { contestant, key, ...work });
  }
  const roster = opened.roster.filter(({ name }) => last.has(name));
  return {
    prompt: opened.task.prompt,
    opened,
    roster,
    entries: roster.flatMap(({ name }) => last.get(name) ?? []),
  };
}

/** What somebody changed says more than what it said about it; what holds a secret is for no model's eyes. */
function handedIn(
  events: readonly JoustEvent[],
  { key, run, answer }: AttemptEnded,
): Pick<RecordedEntry, 'answer' | 'folder'> | undefined {
  const entry = events.findLast(
    (event) => event.type === 'entry.sealed' && event.key === key && event.run === run,
  );
  if (entry?.type !== 'entry.sealed') return answer === undefined ? undefined : { answer };
  if (entry.secrets !== undefined) return undefined;
  if (entry.kind !== 'folder') return entry.patch === undefined ? undefined : { answer: entry.patch };
  const folder = entry.change.files.flatMap(({ path, after }) =>
    after === undefined ? [] : [{ path, content: after.content }],
  );
  return { folder, ...(answer !== undefined && { answer }) };
}
