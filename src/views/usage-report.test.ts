// What attempts consumed: sums over what is known, unknown kept apart, and no kinds of money added up.
import { describe, expect, it } from 'vitest';
import type { AttemptEnded, ContestOpened, JoustEvent } from '../domain/event.ts';
import type { Cost } from '../domain/usage.ts';
import type { RecordedEvent } from './contest-summary.ts';
import { documentText } from './render/document-text.ts';
import { spentIn, type UsageGrouping, usageDocument, usageReport } from './usage-report.ts';

const ref = { sha256: 'a'.repeat(64), bytes: 1 };
const opened: ContestOpened = {
  type: 'contest.opened',
  v: 1,
  format: 'ask',
  formatVersion: 1,
  joustVersion: '0',
  task: { prompt: ref, cwd: '/', tier: 'read', files: [] },
  roster: [
    { name: 'one', agent: 'claude', model: 'opus' },
    { name: 'two', agent: 'codex' },
    { name: 'fake', agent: 'scripted' },
  ],
  options: {},
  seed: 's',
  simulated: false,
};
const started = (contestant: string, run = 1): JoustEvent => ({
  type: 'attempt.started',
  v: 1,
  key: contestant,
  run,
  contestant,
  inputs: 'i',
  tier: 'read',
  spool: '/s',
});
const ended = (contestant: string, more: Partial<AttemptEnded> = {}): JoustEvent => ({
  type: 'attempt.ended',
  v: 1,
  key: contestant,
  run: 1,
  contestant,
  inputs: 'i',
  outcome: 'ok',
  timing: { queuedMs: 0 },
  ...more,
});
const cost = (usd: number, source: Cost['source'], basis: Cost['basis']): Cost => ({ usd, source, basis });
const record = (events: readonly JoustEvent[], at = '2026-01-02T10:00:00.000Z'): RecordedEvent[] =>
  [opened, ...events].map((event) => ({ at, event }));
const report = (records: RecordedEvent[][], by: UsageGrouping = 'agent', withSimulated = false) =>
  usageReport(records.flatMap(spentIn), { by, withSimulated, isSimulated: (agent) => agent === 'scripted' });

describe('usageReport', () => {
  it('adds up what is known and counts what is not', () => {
    const { groups } = report([
      record([started('one'), ended('one', { usage: { inputTokens: 10, outputTokens: 5 } })]),
      record([
        started('one'),
        ended('one', { usage: { inputTokens: 1, cachedInputTokens: 0 }, cost: cost(1, 'agent', 'billed') }),
      ]),
    ]);
    expect(groups).toEqual([
      {
        name: 'claude',
        attempts: 2,
        inputTokens: { sum: 11, unknown: 0 },
        cachedInputTokens: { sum: 0, unknown: 1 },
        outputTokens: { sum: 5, unknown: 1 },
        unknownTokens: 1,
        costs: [{ source: 'agent', basis: 'billed', usd: 1, attempts: 1 }],
        unknownCost: 1,
      },
    ]);
  });

  it('counts interrupted and lost runs as unknown, and what never started not at all', () => {
    const { total } = report([
      record([
        started('one'),
        started('one', 2),
        ended('one', { run: 2, usage: { inputTokens: 1, outputTokens: 1 } }),
        ended('two', { outcome: 'missing' }),
      ]),
    ]);
    expect(total).toMatchObject({ attempts: 2, unknownTokens: 1, unknownCost: 2, costs: [] });
  });

  it('never adds billed money, subscriptions and unknown ones, nor figures of different sources', () => {
    const kinds = [
      cost(1, 'agent', 'billed'),
      cost(2, 'agent', 'billed'),
      cost(4, 'price-list', 'billed'),
      cost(8, 'agent', 'list-price'),
      cost(16, 'config', 'unknown'),
    ];
    const { total } = report(kinds.map((each) => record([started('one'), ended('one', { cost: each })])));
    expect(total.costs).toEqual([
      { source: 'agent', basis: 'billed', usd: 3, attempts: 2 },
      { source: 'price-list', basis: 'billed', usd: 4, attempts: 1 },
      { source: 'agent', basis: 'list-price', usd: 8, attempts: 1 },
      { source: 'config', basis: 'unknown', usd: 16, attempts: 1 },
    ]);
  });

  it('groups by agent, model, day and format, what is unknown last', () => {
    const records = [
      record([started('two'), ended('two'), started('one'), ended('one')]),
      record([started('two'), ended('two', { model: 'gpt' })], '2026-01-03T00:00:00.000Z'),
    ];
    const names = (by: UsageGrouping) =>
      report(records, by).groups.map(({ name, attempts }) => [name, attempts]);
    expect(names('agent')).toEqual([
      ['claude', 1],
      ['codex', 2],
    ]);
    expect(names('model')).toEqual([
      ['gpt', 1],
      ['opus', 1],
      [undefined, 1],
    ]);
    expect(names('day')).toEqual([
      ['2026-01-02', 2],
      ['2026-01-03', 1],
    ]);
    expect(names('format')).toEqual([['ask', 3]]);
  });

  it('leaves simulated attempts out unless asked, and says how many', () => {
    const records = [record([started('one'), ended('one'), started('fake'), ended('fake')])];
    expect(report(records)).toMatchObject({ simulatedLeftOut: 1, total: { attempts: 1 } });
    expect(report(records, 'agent', true)).toMatchObject({ simulatedLeftOut: 0, total: { attempts: 2 } });
  });
});

describe('usageDocument', () => {
  const shown = (of: ReturnType<typeof report>, columns?: number) => documentText(usageDocument(of, columns));
  const end = (contestant: string, each: Cost) =>
    ended(contestant, {
      cost: each,
      usage: { inputTokens: 1500, cachedInputTokens: 1000, outputTokens: 7 },
    });

  it('says unknown once and never zero', () => {
    expect(shown(report([record([started('two'), started('fake')])], 'model'))).toBe(
      `model    attempts
unknown         1

Unknown, and in no sum: tokens of 1 attempt, cost of 1 attempt.
1 simulated attempt left out; --simulated counts them
`,
    );
    expect(shown(report([]))).toBe('no attempts on record\n');
  });

  const mixed = report([
    record([started('one'), end('one', cost(0.5, 'agent', 'list-price'))]),
    record([started('two'), end('two', cost(2, 'config', 'unknown'))]),
    record([started('two'), end('two', cost(1, 'agent', 'billed'))]),
    record([started('two')]),
  ]);

  it('has a row each and a total, money of each kind in a column, and where it comes from below', () => {
    expect(shown(mixed)).toBe(
      `agent   attempts  input  cached  output  billed  subscription  billed or not
claude         1   1.5k      1k       7               $0.5000
codex          3     3k      2k      14   $1.00                        $2.00
total          4   4.5k      3k      21   $1.00       $0.5000          $2.00

Unknown, and in no sum: tokens of 1 attempt, cost of 1 attempt.
Costs by: own figure (2 attempts), your prices (1 attempt); subscription is what it would cost at list price.
`,
    );
  });

  it('leaves out what is missed least where there is little room', () => {
    const lines = shown(mixed, 60).split('\n').slice(0, 4);
    expect(lines[0]).toBe('agent   input  output  billed  subscription  billed or not');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });
});
