// What is worth a line while a contest is played and nothing moves on the screen: retries, entries, measurements.
import { changedLines } from '../domain/changed-file.ts';
import type { JoustEvent } from '../domain/event.ts';
import { checkName } from './check-name.ts';
import { duration } from './figures.ts';

export function progressText(event: JoustEvent): string | undefined {
  switch (event.type) {
    case 'attempt.retried':
      return `${event.contestant}: ${event.reason}; trying again`;
    case 'entry.sealed': {
      const { files } = event.change;
      const { added, removed } = changedLines(files);
      const count = files.length === 1 ? '1 file' : `${files.length} files`;
      return `${event.contestant}: ${count} changed, +${added} -${removed}`;
    }
    case 'check.ended': {
      const { ranMs } = event.timing;
      const time = event.run === 0 ? ', as measured before' : timeText(ranMs);
      return `${checkName(event.key)}: ${event.outcome}${time}`;
    }
    default:
      return undefined;
  }
}

function timeText(ranMs: number | undefined): string {
  return ranMs === undefined ? '' : ` in ${duration(ranMs)}`;
}
