// events.jsonl of a brief: what happened to it, a line each, for other programs. Told from the record in its order, so that
// whoever read it before finds the same lines again and new ones behind them.
import type { JoustEvent } from '../../domain/event.ts';
import type { BriefContest, BriefRecord } from '../brief-contests.ts';
import { inOrder } from './status-file.ts';

interface LogLine {
  readonly ts: string;
  readonly event: string;
  readonly brief: string;
  readonly phase: BriefContest['step'];
  readonly actor?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** The first line says what the file is. */
export function eventLog(record: BriefRecord, brief: string): string {
  const found = inOrder(record).flatMap((contest) =>
    contest.record.flatMap(({ seq, at, event }) => {
      const told = lineOf(event, contest);
      if (told === undefined) return [];
      const { event: name, ...more } = told;
      return [{ seq, line: { ts: at, event: name, brief, phase: contest.step, ...more } satisfies LogLine }];
    }),
  );
  const lines = found.toSorted((one, other) => one.seq - other.seq).map(({ line }) => line);
  const head = { madeBy: 'joust', schema_version: 1, event: 'log.begun', brief };
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

type Told = Pick<LogLine, 'event' | 'actor' | 'payload'>;

function lineOf(event: JoustEvent, { id, round }: BriefContest): Told | undefined {
  switch (event.type) {
    case 'contest.opened': {
      const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name);
      const actors = event.format === 'brief' ? names(event.roster) : names(event.staff);
      return { event: 'phase.started', payload: { contest: id, round, actors } };
    }
    case 'attempt.started':
      return {
        event: 'cell.started',
        actor: event.contestant,
        payload: { contest: id, role: event.role ?? 'contestant', run: event.run },
      };
    case 'attempt.parked':
      return {
        event: 'cell.rate_limited',
        actor: event.contestant,
        payload: { contest: id, until: event.until, guessed: event.guessed },
      };
    case 'attempt.retried':
    case 'attempt.lost':
    case 'attempt.interrupted':
    case 'attempt.reopened':
      return {
        event: event.type.replace('attempt', 'cell'),
        actor: event.contestant,
        payload: { contest: id },
      };
    case 'attempt.ended':
      return {
        event: 'cell.exited',
        actor: event.contestant,
        payload: {
          contest: id,
          role: event.role ?? 'contestant',
          exit_class: event.outcome,
          duration_s: event.timing.ranMs === undefined ? null : event.timing.ranMs / 1000,
        },
      };
    case 'entry.sealed':
      return {
        event: 'seal.finished',
        actor: event.contestant,
        payload: { contest: id, missing: event.missing ?? [], altered: event.altered ?? [] },
      };
    case 'gate.asked':
      return { event: 'question.asked', payload: { contest: id, choices: event.choices } };
    case 'gate.answered':
      return { event: 'question.answered', payload: { contest: id, answer: event.answer } };
    case 'contest.closed':
      return { event: 'phase.finished', payload: { contest: id, outcome: event.outcome } };
    case 'contest.cancelled':
      return { event: 'phase.cancelled', payload: { contest: id } };
    default:
      return undefined;
  }
}
