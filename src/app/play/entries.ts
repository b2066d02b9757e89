// The entries of a contest on record: the last ok answer of each contestant.

import type { BlobRef } from '../../domain/change.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { AttemptEnded, ContestOpened, JoustEvent } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { StoredEvent } from '../../ledger/ledger.ts';

export interface EntriesOnRecord {
  readonly opened: ContestOpened;
  readonly prompt: BlobRef;
  /** Those who handed something in. */
  readonly roster: readonly Contestant[];
  readonly entries: readonly {
    readonly contestant: string;
    readonly key: string;
    readonly answer: BlobRef;
  }[];
}

export function entriesOnRecord(record: readonly StoredEvent[]): EntriesOnRecord {
  const events = record.map(({ event }) => event);
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined)
    throw new JoustError('this contest has no beginning on record', { code: 'not-found' });
  const last = new Map<string, EntriesOnRecord['entries'][number]>();
  for (const event of events) {
    if (event.type !== 'attempt.ended' || event.role !== undefined) continue;
    const { contestant, key, outcome } = event;
    const answer = handedIn(events, event);
    if (outcome === 'ok' && answer !== undefined) last.set(contestant, { contestant, key, answer });
  }
  const roster = opened.roster.filter(({ name }) => last.has(name));
  return {
    prompt: opened.task.prompt,
    opened,
    roster,
    entries: roster.flatMap(({ name }) => last.get(name) ?? []),
  };
}

/** What somebody changed says more than what it said about it; a patch with a secret in it is for no model's eyes. */
function handedIn(events: readonly JoustEvent[], { key, run, answer }: AttemptEnded): BlobRef | undefined {
  const entry = events.findLast(
    (event) => event.type === 'entry.sealed' && event.key === key && event.run === run,
  );
  if (entry?.type !== 'entry.sealed') return answer;
  return entry.secrets === undefined ? entry.patch : undefined;
}
