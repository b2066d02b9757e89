import { describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../domain/event.ts';
import { noMeters, type OracleCall, oracleMeters, oracleRefusal } from './options.ts';

interface Past {
  readonly session?: string | null;
  readonly turn?: string | null;
  readonly outcome?: string;
  readonly usd?: number;
  readonly bytes?: number;
  readonly playing?: boolean;
}

function call({ session = 's', turn = null, outcome, usd, bytes = 0, playing = false }: Past): OracleCall {
  const opened = { type: 'contest.opened', v: 1, options: { session, turn } };
  const end = {
    type: 'attempt.ended',
    v: 1,
    outcome,
    answer: { sha256: '', bytes },
    ...(usd !== undefined && { cost: { usd } }),
  };
  const events = outcome === undefined ? [opened] : [opened, end];
  return { playing, events: events as unknown as JoustEvent[] };
}

describe('meters', () => {
  it('add up what was answered in the session, and in the turn', () => {
    const calls = [
      call({ turn: '1', outcome: 'ok', usd: 0.5 }),
      call({ turn: '2', outcome: 'ok', usd: 0.25 }),
      call({ turn: '1', outcome: 'ok' }),
      call({ session: 'other', turn: '1', outcome: 'ok', usd: 9 }),
    ];
    expect(oracleMeters(calls, { session: 's', turn: '1' })).toEqual({
      calls: 3,
      turnCalls: 2,
      usd: 0.75,
      unknown: 1,
    });
    expect(oracleMeters(calls, { session: 's', turn: undefined })).toMatchObject({ calls: 3, turnCalls: 0 });
  });

  it('are not moved by what failed, nor by what was never answered', () => {
    const calls = ['crashed', 'timed-out', 'refused', 'empty', 'skipped'].map((outcome) =>
      call({ outcome, usd: 1 }),
    );
    expect(oracleMeters([...calls, call({})], { session: 's', turn: '1' })).toEqual(noMeters);
  });

  it('count what was cut, and a call that is under way', () => {
    expect(
      oracleMeters([call({ outcome: 'incomplete', bytes: 9, usd: 1 })], { session: 's', turn: '1' }),
    ).toMatchObject({
      calls: 1,
      usd: 1,
    });
    const under = oracleMeters([call({ turn: '1', playing: true })], { session: 's', turn: '1' });
    expect(under).toEqual({ calls: 1, turnCalls: 1, usd: 0, unknown: 0 });
  });

  it('stand at nothing without a session', () => {
    const alone = call({ session: null, outcome: 'ok', usd: 5 });
    expect(oracleMeters([alone], { session: undefined, turn: undefined })).toEqual(noMeters);
  });
});

describe('a cap', () => {
  const caps = { callsPerTurn: 1, capUsd: 2 };
  it('refuses when it is reached, naming what is used', () => {
    expect(oracleRefusal(noMeters, caps)).toBeUndefined();
    expect(oracleRefusal({ ...noMeters, usd: 1.99 }, caps)).toBeUndefined();
    expect(oracleRefusal({ ...noMeters, usd: 2 }, caps)).toEqual({
      cap: 'usd-per-session',
      used: 2,
      limit: 2,
    });
    expect(oracleRefusal({ ...noMeters, turnCalls: 1 }, caps)).toEqual({
      cap: 'calls-per-turn',
      used: 1,
      limit: 1,
    });
    expect(oracleRefusal(noMeters, { ...caps, callsPerTurn: 0 })).toMatchObject({ used: 0, limit: 0 });
  });
});
