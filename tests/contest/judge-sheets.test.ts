// A panel that scores all entries at once: what counts of whatever judges return, tolerant and strict, and what is said of the
// rest.
import { describe, expect, it } from 'vitest';
import { simulatedVerdict } from '../../src/agents/scripted/scripted-play.ts';
import type { InlineContestant, InlineContestants } from '../../src/contest/attempt/inline.ts';
import type { ScoredResult } from '../../src/formats/judge/result.ts';
import { entriesOnRecord } from '../../src/play/make-scene.ts';
import { playFolder, playWhole } from './play-prefix.ts';

const rubric = {
  dimensions: [
    { name: 'right', min: 1, max: 5, weight: 60 },
    { name: 'clear', min: 1, max: 5, weight: 40 },
  ],
};
const entries = { good: 'a good answer', fair: 'a fair answer', poor: 'no' };

type Marks = Readonly<Record<string, unknown>>;

/** Gives each entry, by what it says, these marks; in whatever form. */
const gives =
  (
    marks: (text: string) => unknown,
    form = (nonce: string, scores: Marks) => ({ nonce, scores }) as unknown,
  ) =>
  ({ prompt }: Parameters<InlineContestant>[0]) => {
    const shown = [...prompt.matchAll(/<<<ENTRY (\S+) (\S+)\n([\s\S]*?)\nENTRY \1 \2>>>/g)];
    const nonce = /"nonce": "(\w+)"/.exec(prompt)?.[1] ?? '';
    const scores = Object.fromEntries(shown.map(([, label = '', , text = '']) => [label, marks(text)]));
    return `A review of ${shown.length}.\nDIVERGENCE: the tone\n${JSON.stringify(form(nonce, scores))}`;
  };
const byWords = (text: string) => {
  if (text.includes('good')) return { right: 5, clear: 4 };
  return text.includes('fair') ? { right: 4, clear: 4 } : { right: 1, clear: 0 };
};
const tidy = gives(byWords);
const lister = gives(byWords, (nonce, scores) => ({
  nonce,
  scores: Object.entries(scores).map(([label, own]) => ({ label, ...Object(own) })),
}));

async function judged(
  judges: InlineContestants,
  more: { readonly strict?: boolean; readonly together?: boolean } = {},
): Promise<{ result: ScoredResult; asked: readonly string[] }> {
  const names = Object.keys(judges);
  const inline = (all: readonly string[]) => all.map((name) => ({ name, agent: 'inline' }));
  const task = { prompt: 'why?', files: [], tier: 'read', joustVersion: '0' } as const;
  using place = playFolder({});
  const { cameTo, asked } = await playWhole(
    {
      name: 'sheets',
      functions: {
        ...Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, () => text])),
        ...judges,
      },
      requests: [
        ({ folder }) => ({ ...task, format: 'ask', cwd: folder, roster: inline(Object.keys(entries)) }),
        async ({ folder, ledger, last }) => ({
          ...task,
          format: 'judge',
          cwd: folder,
          about: last,
          roster: inline(Object.keys(entries)),
          staff: inline(names),
          options: {
            judges: names,
            orders: 'one',
            selfJudging: 'allow',
            rubric,
            evidence: [],
            paraphraser: null,
            together: true,
            ...more,
            entries: (await entriesOnRecord(await ledger.events(last))).entries,
          },
        }),
      ],
    },
    place,
  );
  return { result: Object(cameTo).result, asked };
}

const rowOf = ({ rows }: ScoredResult, name: string) => rows.find(({ contestant }) => contestant === name);

describe('all entries at once', () => {
  it('takes one call a judge; 4 of 5 is 80 %, and a missing artefact 0', async () => {
    const { result, asked } = await judged({ tidy, lister });
    expect(asked.filter((key) => key.startsWith('sheet/'))).toEqual(['sheet/tidy', 'sheet/lister']);
    expect(rowOf(result, 'fair')).toMatchObject({
      score: 0.8,
      judges: 2,
      byDimension: { right: 4, clear: 4 },
    });
    expect(rowOf(result, 'good')).toMatchObject({ score: 0.92, tiedForBest: true });
    expect(rowOf(result, 'poor')).toMatchObject({ score: 0.12 });
    expect(result).toMatchObject({ winner: 'good', unread: 0, agreement: 1, quarantined: [], silent: [] });
    expect(result.divergence).toEqual({ dimension: 'right', spread: 0.8, best: 'good', worst: 'poor' });
    expect(result.decisions).toEqual(['tidy', 'lister'].map((judge) => ({ judge, text: 'the tone' })));
    const [first] = result.judges ?? [];
    expect(first).toMatchObject({
      judge: 'tidy',
      scores: { good: { right: 5, clear: 4 } },
      percentages: { good: 0.92, fair: 0.8 },
    });
    expect(Object.values(first?.reviews[0]?.labels ?? {}).sort()).toEqual(['fair', 'good', 'poor']);
    expect(first?.reviews[0]?.text).toBe('A review of 3.');
  });

  it('has intervals where several judges differ, and none with one judge', async () => {
    const mild = gives((text) => ({ ...byWords(text), right: 5 }));
    const strict = gives((text) => (text.includes('no') ? { right: 1, clear: 1 } : { right: 3, clear: 3 }));
    const { result } = await judged({ tidy, mild, strict });
    for (const { low = 1, high = 0, fair = 0 } of result.rows) {
      expect(low).toBeLessThan(fair);
      expect(high).toBeGreaterThan(fair);
    }
    expect(result.tied).toEqual(expect.arrayContaining(['good', 'fair']));
    const alone = (await judged({ tidy })).result;
    expect(alone.rows.some(({ low, fair }) => low !== undefined || fair !== undefined)).toBe(false);
    expect(alone.agreement).toBeUndefined();
  });

  it('a tie is no winner', async () => {
    const { result } = await judged({ same: ({ prompt }) => simulatedVerdict(prompt, '3') });
    expect(result.winner).toBeUndefined();
    expect(result.tied).toHaveLength(3);
    expect(result.rows.map(({ score }) => score)).toEqual([0.6, 0.6, 0.6]);
    expect(result.divergence).toBeUndefined();
  });

  it('one at a time is a call for each entry', async () => {
    const { result, asked } = await judged({ tidy }, { together: false });
    expect(asked.filter((key) => key.startsWith('score/'))).toHaveLength(3);
    expect(rowOf(result, 'good')).toMatchObject({ score: 0.92 });
    expect(result.judges?.[0]?.reviews).toHaveLength(3);
  });
});

describe('judges who do not keep to the form', () => {
  const floats = gives((text) => ({ right: 4.5, clear: text.includes('good') ? '4' : '3/5' }));
  const bools = gives(() => ({ right: true, clear: false }));
  const beyond = gives(() => ({ right: 9, clear: 9 }));
  const stranger = gives(byWords, (nonce, scores) => ({
    nonce,
    scores: { ...scores, Q: { right: 5, clear: 5 } },
  }));
  const silent: InlineContestant = () => ({ text: '', outcome: 'timed-out', reason: 'too slow' });

  it('tolerant: fractions and figures in quotes count, truth values and 180 % do not, and everybody is named', async () => {
    const { result, asked } = await judged({ floats, bools, beyond, stranger, silent });
    expect(rowOf(result, 'good')).toMatchObject({ judges: 2, score: 0.89 });
    expect(result.silent).toEqual([
      { judge: 'bools', why: 'no-verdict' },
      { judge: 'beyond', why: 'no-verdict' },
      { judge: 'silent', why: 'timed-out' },
    ]);
    expect(result.unread).toBe(3);
    expect(result.judges?.find(({ judge }) => judge === 'stranger')?.ignored).toEqual(['Q']);
    expect(asked.filter((key) => key.endsWith('/repair')).sort()).toEqual([
      'sheet/beyond/repair',
      'sheet/bools/repair',
    ]);
    for (const { score = 0 } of result.rows) expect(score).toBeLessThanOrEqual(1);
  });

  it('a second reply that is worse does not replace the first, and an entry left out stays unknown', async () => {
    let times = 0;
    const tires: InlineContestant = (request) => {
      times += 1;
      return times === 1 ? gives((text) => (text === 'no' ? {} : byWords(text)))(request) : 'As I said.';
    };
    const { result } = await judged({ tires });
    expect(rowOf(result, 'good')).toMatchObject({ judges: 1, score: 0.92 });
    expect(rowOf(result, 'poor')).toMatchObject({ judges: 0 });
  });

  it('strict: they are quarantined by name and reason, and asked once only', async () => {
    const { result, asked } = await judged(
      { tidy, lister, floats, bools, beyond, stranger, silent },
      { strict: true },
    );
    expect(asked.some((key) => key.endsWith('/repair'))).toBe(false);
    expect(result.quarantined?.map(({ judge }) => judge)).toEqual([
      'lister',
      'floats',
      'bools',
      'beyond',
      'stranger',
    ]);
    const why = Object.fromEntries((result.quarantined ?? []).map((one) => [one.judge, one.why]));
    expect(why['lister']).toBe('the sheet is no table');
    expect(why['bools']).toMatch(/right is true, no whole number/);
    expect(why['beyond']).toMatch(/right is 9, beyond 1 to 5/);
    expect(why['stranger']).toBe('the sheet holds Q, which was not asked for');
    expect(result.silent).toEqual([{ judge: 'silent', why: 'timed-out' }]);
    expect(rowOf(result, 'good')).toMatchObject({ judges: 1, score: 0.92 });
  });

  it('nobody who counts is no score at all', async () => {
    const { result } = await judged({ lister }, { strict: true });
    expect(result.winner).toBeUndefined();
    expect(result.rows.every(({ score }) => score === undefined)).toBe(true);
  });
});
