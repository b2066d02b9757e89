// The lines of --json: every observation that has one, as the schema says, and nothing an end has is lost.
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../domain/agent-event.ts';
import type { AttemptEnded, JoustEvent } from '../domain/event.ts';
import { outputSchema } from '../domain/events/output.ts';
import { outputLine } from './json-lines.ts';

const attempt = { v: 1, key: 'answer/a', contestant: 'a', run: 1, inputs: 'i' } as const;

function recorded(event: JoustEvent) {
  return outputLine({ type: 'recorded', contest: 'c1', at: '2026-01-01T00:00:00.000Z', event });
}
function heard(event: AgentEvent) {
  return outputLine({ type: 'live', key: 'answer/a', contestant: 'a', event });
}

describe('an end', () => {
  const bare: AttemptEnded = { type: 'attempt.ended', ...attempt, outcome: 'empty', timing: { queuedMs: 1 } };

  it('has what is known and no field for what is not', () => {
    expect(outputLine({ type: 'landed', end: bare, text: '' })).toEqual({
      type: 'attempt.ended',
      v: 1,
      contestant: 'a',
      outcome: 'empty',
      text: '',
      timing: { queuedMs: 1 },
    });
  });

  it('has every figure, and nothing of the ledger’s own', () => {
    const known = {
      outcome: 'ok',
      truncated: true,
      reason: 'r',
      model: 'm',
      agentVersion: '1.2.3',
      sessionId: 's',
      usage: { inputTokens: 1, outputTokens: 2 },
      cost: { usd: 1, source: 'price-list', basis: 'list-price', pricedAt: '2026-01-01' },
      timing: { queuedMs: 1, startedAt: 'x', endedAt: 'y', ranMs: 2 },
    } as const;
    const line = outputLine({ type: 'landed', end: { ...bare, ...known, notes: ['n'] }, text: 'hi' });
    expect(line).toEqual({ type: 'attempt.ended', v: 1, contestant: 'a', text: 'hi', ...known });
    expect(outputSchema.parse(line)).toEqual(line);
  });
});

describe('events', () => {
  const blob = { sha256: 'a'.repeat(64), bytes: 1 };
  const opened: JoustEvent = {
    type: 'contest.opened',
    v: 1,
    format: 'ask',
    formatVersion: 1,
    joustVersion: '0',
    task: { prompt: blob, cwd: '/secret/place', tier: 'read', files: [] },
    roster: [
      { name: 'a', agent: 'claude', model: 'm', environment: { TOKEN: 'secret' } },
      { name: 'b', agent: 'codex' },
    ],
    options: {},
    seed: 'seed',
    simulated: false,
  };
  const lines: readonly (readonly [JoustEvent, object])[] = [
    [
      opened,
      {
        type: 'contest.opened',
        v: 1,
        contest: 'c1',
        format: 'ask',
        simulated: false,
        roster: [
          { name: 'a', agent: 'claude', model: 'm' },
          { name: 'b', agent: 'codex' },
        ],
      },
    ],
    [
      { type: 'attempt.started', ...attempt, tier: 'read', spool: 's' },
      { type: 'attempt.started', v: 1, contestant: 'a', run: 1 },
    ],
    [
      { type: 'attempt.interrupted', ...attempt, partial: blob },
      { type: 'attempt.interrupted', v: 1, contestant: 'a' },
    ],
    [
      { type: 'contest.closed', v: 1, outcome: 'ok' },
      { type: 'contest.closed', v: 1, contest: 'c1', outcome: 'ok' },
    ],
    [
      { type: 'agents.identified', v: 1, versions: { claude: '1' } },
      { type: 'agents.identified', v: 1, versions: { claude: '1' } },
    ],
    [
      {
        type: 'folder.watched',
        v: 1,
        verified: true,
        changed: [{ path: 'p', how: 'created' }],
        by: { a: ['p'] },
      },
      {
        type: 'folder.watched',
        v: 1,
        verified: true,
        changed: [{ path: 'p', how: 'created' }],
        by: { a: ['p'] },
      },
    ],
  ];

  it.each(lines)('%o has its line', (event, line) => {
    expect(recorded(event)).toEqual(line);
    expect(outputSchema.parse(recorded(event))).toEqual(line);
  });

  it('are silent where the end is told by its landing, with its text', () => {
    expect(
      recorded({ type: 'attempt.ended', ...attempt, outcome: 'ok', timing: { queuedMs: 0 } }),
    ).toBeUndefined();
    expect(recorded({ type: 'draw.made', v: 1, key: 'k', inputs: 'i', value: 1 })).toBeUndefined();
  });
});

describe('live events', () => {
  it('are told where they are news: queue, notices and tools, not text', () => {
    const queued = outputLine({ type: 'queued', key: 'k', contestant: 'a', lane: 'cloud', ahead: 3 });
    const told = [
      queued,
      heard({ type: 'notice', kind: 'rate-limit', text: 't', retryAfterMs: 5 }),
      heard({ type: 'tool', name: 'edit', detail: 'd', writes: ['w'] }),
      heard({ type: 'tool', name: 'edit' }),
    ];
    expect(told).toEqual([
      { type: 'attempt.queued', v: 1, contestant: 'a', lane: 'cloud', ahead: 3 },
      { type: 'attempt.notice', v: 1, contestant: 'a', kind: 'rate-limit', text: 't' },
      { type: 'attempt.tool', v: 1, contestant: 'a', name: 'edit', detail: 'd' },
      { type: 'attempt.tool', v: 1, contestant: 'a', name: 'edit' },
    ]);
    for (const line of told) expect(outputSchema.parse(line)).toEqual(line);
    expect(heard({ type: 'text', delta: 'x' })).toBeUndefined();
    expect(heard({ type: 'usage', usage: {} })).toBeUndefined();
  });
});
