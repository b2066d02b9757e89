// What a session has taken of its oracle so far, from the record. Only calls that were answered count.
import type { AttemptEnded, JoustEvent } from '../../domain/event.ts';

export interface OracleMeters {
  readonly calls: number;
  /** Those of the turn. */
  readonly turnCalls: number;
  /** The sum of what is known. */
  readonly usd: number;
  /** Calls whose cost is not. */
  readonly unknown: number;
}

export interface OracleCall {
  readonly events: readonly JoustEvent[];
  /** Under way: it has its place in the turn already. */
  readonly playing: boolean;
}

export interface OracleSession {
  readonly session: string | undefined;
  readonly turn: string | undefined;
}

export const noMeters: OracleMeters = { calls: 0, turnCalls: 0, usd: 0, unknown: 0 };

/** What was cut at the limit of output tokens was answered and paid for. */
export function hasConsulted({ outcome, answer }: AttemptEnded): boolean {
  return outcome === 'ok' || (outcome === 'incomplete' && (answer?.bytes ?? 0) > 0);
}

/** Without a session a call stands alone. */
export function oracleMeters(calls: readonly OracleCall[], { session, turn }: OracleSession): OracleMeters {
  if (session === undefined) return noMeters;
  return calls.reduce((meters, { events, playing }) => {
    const opened = events.find((event) => event.type === 'contest.opened');
    if (opened?.options['session'] !== session) return meters;
    const end = events.findLast((event) => event.type === 'attempt.ended');
    const answered = end !== undefined && hasConsulted(end);
    if (!answered && !playing) return meters;
    const ofTurn = turn !== undefined && opened.options['turn'] === turn;
    const usd = answered ? end.cost?.usd : 0;
    return {
      calls: meters.calls + 1,
      turnCalls: meters.turnCalls + (ofTurn ? 1 : 0),
      usd: meters.usd + (usd ?? 0),
      unknown: meters.unknown + (usd === undefined ? 1 : 0),
    };
  }, noMeters);
}

export interface OracleCaps {
  readonly callsPerTurn: number;
  readonly capUsd: number;
}

export interface OracleRefusal {
  readonly cap: 'calls-per-turn' | 'usd-per-session';
  readonly used: number;
  readonly limit: number;
}

/** Before the call; one that was let in may end above the cap. */
export function oracleRefusal(
  { turnCalls, usd }: OracleMeters,
  { callsPerTurn, capUsd }: OracleCaps,
): OracleRefusal | undefined {
  if (turnCalls >= callsPerTurn) return { cap: 'calls-per-turn', used: turnCalls, limit: callsPerTurn };
  return usd >= capUsd ? { cap: 'usd-per-session', used: usd, limit: capUsd } : undefined;
}
