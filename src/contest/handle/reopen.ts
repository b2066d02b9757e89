// Lets attempts run again whose end was a failure: on record, so that the old ends stay readable and do not count.
import type { AttemptEnded, JoustEvent } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { isFailed } from '../../domain/outcome.ts';
import { everybody } from '../../domain/roster.ts';
import type { Limits } from '../../domain/usage.ts';

import type { Player } from '../play/player.ts';
import { ContestRecord } from './record.ts';

export interface Reopening {
  readonly retryFailed: boolean;
  /** Only attempts of these contestants; undefined: of all. */
  readonly only?: readonly string[];
  /** Limits that replace those of the record. */
  readonly limits?: Limits;
}

export async function reopenAttempts(player: Player, id: string, reopening: Reopening): Promise<void> {
  const { ledger, recorder } = player;
  const record = new ContestRecord(await ledger.events(id));
  checkNames(record, reopening.only ?? []);
  if (record.cancelled) return;
  const { limits } = reopening;
  const changed = limits !== undefined && Object.keys(limits).length > 0;
  const events: JoustEvent[] = [
    ...(changed ? [{ type: 'limits.changed', v: 1, limits } as const] : []),
    ...(reopening.retryFailed ? failedIn(record, reopening.only) : []).map(
      ({ key, contestant }) => ({ type: 'attempt.reopened', v: 1, key, contestant }) as const,
    ),
  ];
  if (events.length > 0) await recorder.record(id, events);
}

/** The last end of each attempt, where it failed and was not stopped on purpose. */
function failedIn(record: ContestRecord, only: readonly string[] | undefined): readonly AttemptEnded[] {
  const last = new Map(record.ends.map((end) => [end.key, end]));
  const stopped = new Set(
    record.all.flatMap((event) => (event.type === 'stop.decided' ? event.attempts : [])),
  );
  return [...last.values()].filter(
    ({ key, outcome, contestant }) =>
      isFailed(outcome) && !stopped.has(key) && (only === undefined || only.includes(contestant)),
  );
}

function checkNames({ opened }: ContestRecord, only: readonly string[]): void {
  const names = opened === undefined ? [] : everybody(opened).map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new JoustError(`"${unknown}" does not play in this contest`, {
    code: 'usage',
    hint: `There are: ${names.join(', ')}.`,
  });
}
