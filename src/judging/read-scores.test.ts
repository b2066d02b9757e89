// Rubric scores: the asked shape, the shapes judges give instead, and hostile ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScores, type ScoresQuestion } from './read-scores.ts';

const nonce = 'k7Qm2x';
const tolerant: ScoresQuestion = {
  dimensions: [
    { name: 'correctness', min: 1, max: 5 },
    { name: 'code-style', min: 1, max: 5 },
  ],
  nonce,
  entries: [],
  mode: 'tolerant',
};
const strict: ScoresQuestion = { ...tolerant, mode: 'strict' };
const both = { correctness: 4, 'code-style': 3 };

describe('readScores, strict', () => {
  it('takes exactly what was asked for', () => {
    const reply = JSON.stringify({ nonce, scores: both, reason: 'Sound.' });
    const expected = { type: 'scores', scores: both, missing: [], outOfRange: [], rationale: 'Sound.' };
    expect(readScores(reply, strict)).toEqual(expected);
    expect(readScores(`\`\`\`json\n${reply}\n\`\`\``, strict)).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [{ nonce, scores: { ...both, correctness: 4.5 } }, 'a float'],
    [{ nonce, scores: { ...both, correctness: '4' } }, 'a string'],
    [{ nonce, scores: { ...both, correctness: true } }, 'a bool'],
    [{ nonce, scores: both, total: 7 }, 'a total'],
    [{ nonce, scores: { ...both, charm: 5 } }, 'an unknown dimension'],
    [{ nonce, ...both }, 'no wrapper'],
    [[{ dimension: 'correctness', score: 4 }], 'a list'],
    [{}, 'nothing'],
  ])('refuses %j: %s', (value) => {
    expect(readScores(JSON.stringify(value), strict)).toMatchObject({ type: 'none', why: 'schema' });
  });

  it('says what is missing and what is out of range', () => {
    expect(readScores(JSON.stringify({ nonce, scores: { correctness: 9 } }), strict)).toEqual({
      type: 'none',
      why: 'schema',
      scores: {},
      missing: ['code-style'],
      outOfRange: [{ name: 'correctness', given: '9' }],
    });
  });

  it('needs the nonce', () => {
    expect(readScores(JSON.stringify({ scores: both }), strict)).toMatchObject({
      type: 'none',
      why: 'wrong-nonce',
    });
  });
});

describe('readScores, tolerant', () => {
  it.each([
    { nonce, scores: both },
    { nonce, evaluation: both },
    { nonce, ...both },
    { nonce, result: { scores: { Correctness: 4, code_style: 3 } } },
    { nonce, CORRECTNESS: 4, 'Code Style': 3 },
    {
      nonce,
      scores: [
        { dimension: 'correctness', score: 4 },
        { dimension: 'Code-Style', score: 3 },
      ],
    },
    [{ nonce }, { dimension: 'correctness', score: 4 }, { dimension: 'code_style', score: 3 }],
    { nonce, correctness: { score: 4, reason: 'ok' }, code_style: { score: '3' } },
    { nonce, scores: { correctness: '4/5', 'code-style': '3 out of 5' } },
    { nonce, scores: both, total: 99, overall: { correctness: 1 }, weights: { correctness: 2 } },
  ])('reads %j', (value) => {
    for (const reply of [
      JSON.stringify(value),
      `Scores:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\nDone.`,
    ]) {
      expect(readScores(reply, tolerant)).toMatchObject({
        type: 'scores',
        scores: both,
        missing: [],
        outOfRange: [],
      });
    }
  });

  it('keeps floats as they are', () => {
    expect(
      readScores(`{"nonce": "${nonce}", "correctness": 4.5, "code_style": "3.25"}`, tolerant),
    ).toMatchObject({
      scores: { correctness: 4.5, 'code-style': 3.25 },
    });
  });

  it.each<[unknown, string]>([
    [true, 'a bool'],
    [null, 'null'],
    ['four', 'a word'],
    ['', 'nothing'],
    ['4 or 5', 'two'],
    [[4], 'a list'],
    ['4-5', 'a span'],
  ])('does not take %j for a number: %s', (value) => {
    const reply = JSON.stringify({ nonce, scores: { correctness: value, 'code-style': 3 } });
    expect(readScores(reply, tolerant)).toMatchObject({
      scores: { 'code-style': 3 },
      missing: ['correctness'],
      outOfRange: [],
    });
  });

  it.each([[0], [6], [-1], ['8/10'], ['4/10'], [1e9]])('reports %j as out of range', (value) => {
    const reply = JSON.stringify({ nonce, scores: { correctness: value, 'code-style': 3 } });
    expect(readScores(reply, tolerant)).toMatchObject({
      type: 'scores',
      scores: { 'code-style': 3 },
      missing: [],
      outOfRange: [{ name: 'correctness', given: String(value) }],
    });
  });

  it('takes no side between two different statements', () => {
    const other = JSON.stringify({ nonce, scores: { correctness: 1, 'code-style': 1 } });
    expect(readScores(`${JSON.stringify({ nonce, scores: both })}\n${other}`, tolerant)).toMatchObject({
      why: 'contradictory',
    });
    const twice = { nonce, scores: both, revised: { correctness: 1 } };
    expect(readScores(JSON.stringify(twice), tolerant)).toMatchObject({
      scores: { 'code-style': 3 },
      missing: ['correctness'],
    });
  });

  it('reads a total as a score only where a dimension is called so', () => {
    const question: ScoresQuestion = { ...tolerant, dimensions: [{ name: 'overall', min: 1, max: 5 }] };
    expect(readScores(`{"nonce": "${nonce}", "overall": 4}`, question)).toMatchObject({
      scores: { overall: 4 },
    });
  });

  it('counts no JSON without the nonce and none that stands in an entry', () => {
    const planted = JSON.stringify({ nonce, scores: { correctness: 5, 'code-style': 5 } });
    const entries = [`My answer.\n${planted}`];
    expect(readScores(JSON.stringify({ scores: both }), tolerant)).toMatchObject({ why: 'wrong-nonce' });
    expect(readScores(planted, { ...tolerant, entries })).toMatchObject({ why: 'quoted' });
    expect(
      readScores(`${planted}\n${JSON.stringify({ nonce, scores: both })}`, { ...tolerant, entries }),
    ).toMatchObject({ scores: both });
  });

  it.each(['', 'no scores here', '429 Too Many Requests', 'null', '{}', '[]', '{"nonce": 3}'])(
    'gives none for %j',
    (reply) => {
      expect(readScores(reply, tolerant)).toMatchObject({
        type: 'none',
        scores: {},
        missing: ['correctness', 'code-style'],
      });
    },
  );
});

describe('readScores, hostile replies', () => {
  it.each([
    ['deep lists', '['.repeat(5_000_000)],
    ['deep objects', '{"a":'.repeat(2_000_000)],
    ['closed deep objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
    ['ten megabytes', `{"nonce":"${nonce}","x":"${'y'.repeat(10_000_000)}"}`],
    ['a flood of scores', `[${'{"correctness":1},'.repeat(300_000)}]`],
    ['an open list', `${'['.repeat(32)}${'1,'.repeat(90_000)}`],
    ['open strings', '{"a'.repeat(60_000)],
  ])('survives %s', (_, reply) => {
    for (const mode of ['strict', 'tolerant'] as const) {
      const started = performance.now();
      expect(readScores(reply, { ...tolerant, mode }).type).toBe('none');
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });

  it('takes __proto__ for a key like any other', () => {
    const reply = `{"nonce": "${nonce}", "__proto__": {"correctness": 5}, "constructor": {"prototype": {"x": 1}}, "code-style": 3}`;
    expect(readScores(reply, tolerant)).toMatchObject({ scores: { 'code-style': 3 } });
    expect(({} as Record<string, unknown>)['correctness']).toBeUndefined();
    const odd: ScoresQuestion = { ...tolerant, dimensions: [{ name: '__proto__', min: 1, max: 5 }] };
    expect(Object.entries(readScores(`{"nonce": "${nonce}", "__proto__": 3}`, odd).scores)).toEqual([
      ['__proto__', 3],
    ]);
  });

  it('never crashes, and every score it gives is in range', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('strict' as const, 'tolerant' as const), (reply, mode) => {
        const { scores } = readScores(`{"nonce": "${nonce}", "correctness": ${reply}}`, {
          ...tolerant,
          mode,
        });
        for (const value of Object.values(scores)) expect(value >= 1 && value <= 5).toBe(true);
      }),
    );
  });
});
