// A race as people read it, whole; and with other weights.
import { describe, expect, it } from 'vitest';
import { notesOf } from '../../views/document.ts';
import { documentText } from '../../views/render/document-text.ts';
import { visibleLine } from '../../views/visible.ts';
import { document } from './document.ts';
import { type RaceResult, raceResult } from './result.ts';
import type { RaceContext, RaceInput } from './weigh.ts';
import { whatIf, whatIfDocument } from './what-if.ts';

const textOf = (result: RaceResult, id?: string) => documentText(document(result, id));
const notesIn = (result: RaceResult) => notesOf(document(result)).map(visibleLine);

type Row = RaceResult['rows'][number];
const weights = { lint: 0.3, readiness: 0.3, tests: 0.25, diff: 0.15 };

const row = (contestant: string, more: Partial<Row> = {}): Row => ({
  contestant,
  outcome: 'ok',
  rank: 1,
  total: 0.9938,
  signals: { tests: 1, diff: 0.9835 },
  unknown: [],
  files: 2,
  added: 30,
  removed: 3,
  tamper: [],
  leftOut: [],
  looked: [],
  checks: [{ name: 'test', outcome: 'passed' }],
  ...more,
});

const race = (more: Partial<RaceResult> = {}): RaceResult =>
  raceResult.parse({
    type: 'race',
    simulated: false,
    base: { commit: 'abcdef0123456789abcdef', tree: 't', dirty: true },
    sandbox: 'none',
    checks: [
      {
        name: 'test',
        command: 'npm test',
        signal: 'tests',
        required: true,
        base: 'passed',
        detail: '40 of 40',
      },
      {
        name: 'build',
        command: 'npm run build',
        required: true,
        base: 'failed',
        ignored: 'it fails on the base',
      },
    ],
    dropped: ['lint', 'readiness'],
    rows: [
      row('claude', { ranMs: 62_000, tokens: 12_000, costUsd: 0.1234, says: 'Done.\nAll pass.' }),
      row('codex', {
        rank: undefined,
        whyNot: 'it fails the required check test',
        total: 0.7,
        signals: { diff: 0.98 },
        unknown: ['tests'],
        ranMs: 5000,
        looked: ['cat /etc/passwd'],
        checks: [
          {
            name: 'test',
            outcome: 'failed',
            detail: '2 failed',
            submitted: 'passed',
            submittedDetail: '3 of 3',
          },
        ],
        tamper: [
          { path: 'test/a.test.js', kind: 'tests', how: 'deleted' },
          { path: 'test/b.test.js', kind: 'tests', how: 'changed' },
          { path: 'src/a.js', kind: 'skip', how: 'changed', detail: 'eslint-disable (2)' },
          { path: 'package.json', kind: 'scripts', how: 'changed', detail: 'scripts.test changed' },
        ],
        leftOut: [{ path: 'big.bin', why: 'over 50 MB' }],
      }),
      row('slow', {
        rank: undefined,
        whyNot: 'it ended timed-out; its work is partial',
        total: 0,
        looked: undefined,
        outcome: 'timed-out',
        partial: true,
        checks: [],
        files: 1,
        added: 1,
        removed: 0,
        signals: {},
      }),
    ],
    winner: 'claude',
    rule: 'highest total',
    notes: ['a note'],
    score: {
      inputs: [],
      context: { weights, has: { lint: false, readiness: false, tests: true }, rules: 'rescale' },
    },
    ...more,
  });

describe('a race with a winner', () => {
  it('says who won, every signal, what speaks against whom, and what to do next', () => {
    expect(textOf(race(), 'r1')).toBe(`Winner: claude, total 0.99 (highest total).

          total    tests     diff   checks   lines  files     time   tokens     cost               ended
1 claude   0.99     1.00     0.98      1/1  +30 -3      2    1m02s  12k tok  $0.1234                  ok
- codex    0.70  unknown     0.98      0/1  +30 -3      2     5.0s  unknown  unknown                  ok
- slow     0.00  unknown  unknown  not run   +1 -0      1  unknown  unknown  unknown  timed-out, partial
Weights: tests 0.25, diff 0.15
No check for lint or readiness: its weight is spread over the other signals.

claude:
  checks passed: test
  says: Done. All pass.

codex:
  cannot win: it fails the required check test
  check test: failed (2 failed) with the project's own tests and settings put back; as handed in: passed (3 of 3)
  tests counts 0: it could not be read
  changes tests: deleted test/a.test.js, changed test/b.test.js
  changes scripts and tool settings: changed package.json (scripts.test changed)
  switches tests or rules off: src/a.js (eslint-disable (2))
  left out: big.bin (over 50 MB)
  looked outside of its workspace: cat /etc/passwd

slow:
  cannot win: it ended timed-out; its work is partial
  checks: not run

joust cannot tell whether these looked outside of their workspace: slow.

Checks on the base (abcdef012345 with uncommitted work):
  test: passed on the base (40 of 40), so an entry that fails it cannot win · npm test
  build: failed on the base too, so no entry is disqualified by it · npm run build
`);
  });

  it('says what each judge said of a pair, and why', () => {
    const words = [{ judge: 'judy', word: 'claude', flipped: true, rationale: 'it is whole' }];
    expect(textOf(race({ pairs: [{ pair: ['claude', 'codex'], words }] }))).toContain(
      'claude against codex:\n  judy: claude (flipped with the order) - it is whole\n',
    );
  });

  it('who leads by name alone is not called the winner', () => {
    const rows = [row('ann', { rank: 1, total: 0.9 }), row('bob', { rank: 2, total: 0.9 })];
    const text = textOf(race({ rows, winner: 'ann', rule: 'the highest score, by name alone' }));
    expect(text).toMatch(/^ann leads, not clearly, total 0\.90 \(the highest score, by name alone\): /);
  });

  it('totals that differ never look alike', () => {
    const rows = [row('ann', { rank: 1, total: 0.9981 }), row('bob', { rank: 2, total: 0.9979 })];
    expect(textOf(race({ rows, winner: 'ann' }))).toMatch(/total 0\.9981 .*\n[\s\S]*2 bob +0\.9979 /);
  });

  it('says which parser would read what could not be read', () => {
    const lint = {
      name: 'lint',
      command: 'eslint .',
      signal: 'lint',
      required: true,
      base: 'failed',
    } as const;
    const of = (readers: string[]) =>
      textOf(
        race({
          checks: [{ ...lint, ignored: 'it fails on the base' }],
          rows: [row('a', { unknown: ['lint'], checks: [{ name: 'lint', outcome: 'failed', readers }] })],
        }),
      );
    expect(of(['eslint-text'])).toContain(
      'lint counts 0: what lint printed could not be read; the parser eslint-text would: set it in [race.checks.lint] of your config\n',
    );
    expect(of([])).toContain('no parser of joust reads it; let it print SARIF, or set parser = "regex"');
    expect(of([])).toContain('check lint: failed, as on the base\n');
  });

  it('keeps Markdown of last words readable', () => {
    const says =
      '## Summary\n\n- **Fixed** the sum\n- Added `a.js`, see [it](http://x.y)\n\n```js\n1\n```\nDone.';
    expect(textOf(race({ rows: [row('a', { says })] }))).toContain(
      'says: Fixed the sum; Added `a.js`, see it; Done.\n',
    );
  });

  it('a terminal shows the winner and who cannot win in colours, and nothing else does', () => {
    const painted = documentText(document(race()), { paint: (tone, line) => `<${tone}>${line}` });
    expect(painted).toMatch(/^<strong>Winner: claude/);
    expect(painted).toMatch(/\n<good>1 claude .*\n<bad>- codex .*\n<bad>- slow .*\nWeights/);
    expect(painted).toContain('\n<strong>codex:\n<bad>  cannot win: it fails');
  });

  it('on a narrow terminal the figures stand below each name', () => {
    const narrow = documentText(document(race()), { columns: 60 });
    expect(narrow).toContain(
      '\n1 claude\n  total 0.99, tests 1.00, diff 0.98, checks 1/1, lines +30\n    -3, files 2, time 1m02s, tokens 12k tok, cost $0.1234,\n    ended ok\n',
    );
    for (const line of narrow.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });

  it('one that needs a person is not offered to be applied', () => {
    const text = textOf(race({ rows: [row('a', { outcome: 'blocked', reason: 'no key' })], winner: 'a' }));
    expect(text).toContain('It needs a person first: no key. Only entries that ended ok can be applied.');
    expect(text).not.toContain('joust apply');
  });

  it('many of a kind are counted', () => {
    const tamper = Array.from({ length: 20 }, (_, at) => ({
      path: `test/${at}.js`,
      kind: 'tests',
      how: 'added',
    })) as Row['tamper'];
    expect(textOf(race({ rows: [row('a', { tamper })] }))).toContain('added test/7.js and 12 more\n');
  });
});

describe('a race without a winner', () => {
  it('says why for each', () => {
    const rows = [row('a', { rank: undefined, whyNot: 'it changed nothing', outcome: 'empty', files: 0 })];
    const text = textOf(race({ rows, winner: undefined, rule: 'nobody above zero' }));
    expect(text).toMatch(/^No winner \(nobody above zero\)\. a: it changed nothing\.\n/);
    expect(text).not.toContain('joust diff');
  });

  it('nobody at all', () => {
    const text = textOf(race({ rows: [], winner: undefined, checks: [] }));
    expect(text).toBe(
      'No winner: there are no entries.\n\nNo checks were found or set; the base is abcdef012345 with uncommitted work.\n',
    );
  });
});

describe('what else happened', () => {
  it('a downgrade says why and how to go on', () => {
    const downgraded = {
      reason: 'over_budget_midflight',
      estimateTokens: 512_000,
      budgetTokens: 500_000,
    } as const;
    const text = textOf(race({ downgraded, stopped: 'the lead cannot be caught' }), 'r1');
    expect(text).toContain(
      'Not all of it was raced: the budget was crossed while it ran; what was finished stays and is ranked (512,000 tokens, budget 500,000).\nStopped early: the lead cannot be caught.\n',
    );
    expect(text).not.toContain('joust resume');
    const waits = textOf(race({ downgraded: { ...downgraded, single: 'nobody-yet' } }), 'r1');
    expect(waits).toContain('joust resume r1 continues with one contestant: nobody-yet.\n');
    expect(textOf(race({ simulated: true }))).toMatch(/^Winner: .*\nSimulated: /);
    const declined = textOf(race({ downgraded: { reason: 'user_declined', single: 'claude' } }));
    expect(declined).toContain('A race of one, claude: the race was declined.\n');
    expect(declined).not.toContain('joust resume');
  });

  it('cross tests are a matrix with suspects', () => {
    const cross = {
      check: 'test',
      rows: [
        {
          author: 'codex',
          files: ['test/x.js'],
          on: { claude: 'failed', codex: 'passed' },
          onBase: 'failed',
        },
        {
          author: 'claude',
          files: ['test/y.js'],
          on: { claude: 'passed' },
          suspect: 'it fails for all others',
        },
      ],
    } as const;
    const text = textOf(race({ cross: structuredClone(cross) as unknown as RaceResult['cross'] }));
    expect(text).toContain(`Added tests on everybody's code (check test):
tests of  claude    codex  the base
codex     failed   passed    failed
claude    passed  not run   not run
suspect: the tests of claude (test/y.js): it fails for all others
`);
  });

  it('notes go beside it', () => {
    expect(notesIn(race({ sandbox: 'os', preset: 'node', judges: ['j'] }))).toEqual([
      'a note',
      'Sandbox: os.',
      'Preset: node.',
      'Judged by j.',
    ]);
  });

  it('nothing of others drives a terminal or makes a line', () => {
    const evil = 'x\u001b[2J\u202e\nWinner: x';
    const rows = [
      row(evil, {
        whyNot: evil,
        reason: evil,
        says: evil,
        looked: [evil],
        unknown: [evil],
        leftOut: [{ path: evil, why: evil }],
        tamper: [{ path: evil, kind: 'ci', how: 'added', detail: evil }],
        checks: [{ name: evil, outcome: 'failed', detail: evil, submitted: 'failed', submittedDetail: evil }],
      }),
    ];
    const cross = { check: evil, rows: [{ author: evil, files: [evil], on: {}, suspect: evil }] };
    const checks = [{ name: evil, command: evil, required: false, base: 'passed' as const, ignored: evil }];
    const text = textOf(race({ rows, cross, checks, rule: evil, stopped: evil, winner: evil }), evil);
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
    expect(text.match(/^Winner:/gm)).toHaveLength(1);
  });
});

describe('with other weights', () => {
  const inputs: RaceInput[] = [
    { name: 'ann', outcome: 'ok', lines: 1000, tests: { passed: 10, total: 10 } },
    { name: 'bob', outcome: 'ok', lines: 200, tests: { passed: 6, total: 10 } },
  ];
  const context: RaceContext = {
    weights,
    has: { lint: false, readiness: false, tests: true },
    rules: 'rescale',
  };
  const rows = [row('ann', { rank: 1, total: 0.8125 }), row('bob', { rank: 2, total: 0.7125 })];
  const played = race({ rows, winner: 'ann', score: { inputs, context } });

  it('shows both orders and where each weight turns the winner', () => {
    const text = documentText(whatIfDocument(played, whatIf(inputs, context, { diff: 0 })));
    expect(text).toMatch(/^With these weights the winner stays: ann\.\n/);
    expect(text).toContain('as it was  total  what if  total\n1 ann       0.81    1 ann   1.00\n');
    expect(text).toContain('Weights: diff 0.15 -> 0\n');
    expect(text).toMatch(/ {2}tests \(now 0\.25\): at 0 and below: no winner\n/);
    expect(text).toMatch(/ {2}diff \(now 0\): at 0\.\d+ and above: bob\n/);
  });

  it('names both winners where they differ', () => {
    const text = documentText(whatIfDocument(played, whatIf(inputs, context, { diff: 1 })));
    expect(text).toMatch(/^With these weights the winner is bob instead of ann\.\n/);
  });

  it('says when nothing differs', () => {
    expect(documentText(whatIfDocument(played, whatIf(inputs, context, {})))).toContain(
      'No weight differs.\n',
    );
  });
});
