// Runs of attempts and checks that were started and of which nothing more is on record.
import type { JoustEvent } from '../../domain/event.ts';
import type { StoredEvent } from '../../ledger/ledger.ts';

type Started = Extract<JoustEvent, { type: 'attempt.started' | 'check.started' }>;

export function openRuns(record: readonly Pick<StoredEvent, 'event'>[]): readonly Started[] {
  const events = record.map(({ event }) => event);
  const over = new Set(
    events.flatMap((event) => ('run' in event && !isStart(event) ? [`${event.key} ${event.run}`] : [])),
  );
  return events.filter(isStart).filter(({ key, run }) => !over.has(`${key} ${run}`));
}

function isStart(event: JoustEvent): event is Started {
  return event.type === 'attempt.started' || event.type === 'check.started';
}
