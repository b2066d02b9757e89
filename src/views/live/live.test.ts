// The live state of a contest follows what an observer is told, contestant by contestant.
import { describe, expect, it } from 'vitest';
import type { AgentEvent, Observation } from '../../domain/agent-event.ts';
import type { AttemptEnded, JoustEvent } from '../../domain/event.ts';
import { boardLines } from './board.ts';
import { liveContest, observeLive } from './live.ts';

const key = { key: 'answer/a', contestant: 'a' };
const attempt = { v: 1, ...key, run: 1, inputs: 'i' } as const;

function recorded(event: JoustEvent): Observation {
  return { type: 'recorded', contest: 'c', at: '2026-01-01T00:00:00.000Z', event };
}
function heard(event: AgentEvent): Observation {
  return { type: 'live', ...key, event };
}
/** What becomes of contestant a; b must stay as it was. */
function become(observations: readonly Observation[], nowMs = 1000) {
  const start = liveContest(['a', 'b']);
  const end = observations.reduce((live, observation) => observeLive(live, observation, nowMs), start);
  expect(end.contestants[1]).toEqual(start.contestants[1]);
  return end.contestants[0];
}

describe('the state', () => {
  const started = recorded({ type: 'attempt.started', ...attempt, tier: 'read', spool: 's' });

  it('goes from waiting over queued and running to ended', () => {
    expect(become([])).toEqual({ name: 'a', state: 'waiting', characters: 0, lastWords: '' });
    const queued: Observation = { type: 'queued', ...key, lane: 'cloud', ahead: 2 };
    expect(become([queued])).toMatchObject({ state: 'queued', ahead: 2 });
    expect(become([queued, started], 1234)).toMatchObject({ state: 'running', startedAtMs: 1234 });
    const end: AttemptEnded = { type: 'attempt.ended', ...attempt, outcome: 'ok', timing: { queuedMs: 0 } };
    expect(become([queued, started, { type: 'landed', end, text: 'x' }])).toMatchObject({
      state: 'ended',
      end,
    });
  });

  it('is interrupted when that is on record, and nothing else changes it', () => {
    expect(become([started, recorded({ type: 'attempt.interrupted', ...attempt })])?.state).toBe(
      'interrupted',
    );
    const closed = recorded({ type: 'contest.closed', v: 1, outcome: 'ok' });
    expect(become([closed])?.state).toBe('waiting');
  });
});

it('hides everything of answers before their pick, but that somebody is at them', () => {
  const gate = (type: 'gate.asked' | 'gate.answered', key: string) =>
    recorded({ type, v: 1, key } as unknown as JoustEvent);
  const start = liveContest([], { answers: 2, until: 'pick', sinceMs: 0 });
  const shown = (...observations: readonly Observation[]) => {
    const live = observations.reduce((now, seen) => observeLive(now, seen, 3000), start);
    return boardLines(live, { nowMs: 17_000, width: 60 }).map(({ text }) => text);
  };
  const end: AttemptEnded = { type: 'attempt.ended', ...attempt, outcome: 'ok', timing: { queuedMs: 0 } };
  expect(shown()).toEqual(['2 answers are being written · 17.0s']);
  expect(shown(heard({ type: 'text', delta: 'x' }), { type: 'landed', end, text: '' })).toEqual(shown());
  expect(shown(gate('gate.asked', 'again/2'))).toEqual([]);
  expect(shown(gate('gate.asked', 'again/2'), gate('gate.answered', 'again/2'))).toEqual([
    '2 answers are being written · 14.0s',
  ]);
  expect(shown(gate('gate.asked', 'pick'), gate('gate.answered', 'pick'))).toEqual([]);
});

describe('what is heard', () => {
  it('adds up: characters of the answer only, last words of a thought or an answer and never both', () => {
    const words = [
      heard({ type: 'thought', delta: 'hm' }),
      heard({ type: 'thought', delta: '. ' }),
      heard({ type: 'text', delta: 'Hello' }),
    ];
    expect(become(words.slice(0, 2))).toMatchObject({ lastWords: 'hm. ', wordsAre: 'thought' });
    expect(become(words)).toMatchObject({ characters: 5, lastWords: 'Hello', wordsAre: 'answer' });
    expect(become([...words, heard({ type: 'tool', name: 'read', detail: 'a.ts' })])?.lastWords).toBe(
      '[read a.ts] ',
    );
    expect(become([heard({ type: 'tool', name: 'read' })])?.lastWords).toBe('[read] ');
  });

  it('keeps the last two hundred characters, in whole ones, and counts all', () => {
    const long = heard({ type: 'text', delta: 'x'.repeat(150) });
    const one = become([long, long, heard({ type: 'text', delta: 'end' })]);
    expect(one?.characters).toBe(303);
    expect(one?.lastWords).toBe(`${'x'.repeat(197)}end`);
    const emoji = become([heard({ type: 'text', delta: `😀${'x'.repeat(199)}` })]);
    expect(emoji?.lastWords).toBe('x'.repeat(199));
  });

  it('takes usage and notices as they come, and passes over the rest', () => {
    const one = become([
      heard({ type: 'usage', usage: { outputTokens: 5 } }),
      heard({ type: 'usage', usage: { outputTokens: 9 } }),
      heard({ type: 'notice', kind: 'retry', text: 'again' }),
      heard({ type: 'about', model: 'm' }),
      heard({ type: 'answered' }),
    ]);
    expect(one).toEqual({
      name: 'a',
      state: 'waiting',
      characters: 0,
      lastWords: '',
      usage: { outputTokens: 9 },
      notice: 'again',
    });
  });

  it('is nobody’s when the name is unknown', () => {
    const live = liveContest(['b']);
    expect(observeLive(live, heard({ type: 'text', delta: 'x' }), 0)).toEqual(live);
  });
});
