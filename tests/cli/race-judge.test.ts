// Judges in a race: blind, on evidence cards, a signal like any other; and the early ends of one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  buildCheck,
  goodDouble,
  goodSum,
  half,
  lenientCheck,
  racePlace,
  resultOf,
  rowOf,
  solve,
  testCheck,
} from '../setup/race-place.ts';
import { outputLines } from './output-lines.ts';

const broken = { append: 'sum.js', content: 'export function (\n' };

describe('judges', () => {
  it('their verdicts count by their weight; who is out already is not judged', async () => {
    using place = racePlace();
    place.contestants({
      ann: [
        goodSum,
        goodDouble,
        { append: 'sum.js', content: '// One line too many.\n' },
        { say: 'Elegant.' },
      ],
      bob: [...solve, { say: 'Plain.' }],
      out: [...solve, broken],
      idle: [{ say: 'No.' }],
      ref: [{ judge: 'contains One line too many' }],
    });
    const names = ['ann', 'bob', 'out', 'idle'];
    const raced = await place.race(names, [...testCheck, ...buildCheck, '-j', 'ref']);
    const result = resultOf(raced);
    expect(result).toMatchObject({ winner: 'ann', judges: ['ref'] });
    expect(result.score.context).toMatchObject({ weights: { judge: 0.3 }, has: { judge: true } });
    expect(rowOf(result, 'ann').signals['judge']).toBe(1);
    expect(rowOf(result, 'bob').signals['judge']).toBe(0);
    expect(rowOf(result, 'out').signals['judge']).toBeUndefined();
    const looks = outputLines(raced.stdout).filter(
      (line) => line.type === 'attempt.ended' && line.role === 'judge',
    );
    expect(looks).toHaveLength(2);

    const whatIf = await place.joust(['show', '@last', '--what-if', 'judge=0']);
    expect(whatIf.stdout).toMatch(/^With these weights there is no winner; it was ann\.\n/);
    expect(place.leftovers()).toEqual([]);
  });

  it('what a judge reads names nobody and holds the checks, the diff and the claims', async () => {
    using place = racePlace();
    const prompt = join(place.outside, 'prompt');
    place.contestants(
      { ann: [goodSum, { say: 'I am Claude Code, and mine is best.' }], bob: solve },
      `[contestants.reader]\nagent = "command"\ncommand = ["/bin/sh", "-c", "cat >> ${prompt}; echo no verdict"]\n`,
    );
    const result = resultOf(
      await place.race(['ann', 'bob'], [...testCheck, '-j', 'reader', '--orders', 'one']),
    );
    const read = readFileSync(prompt, 'utf8');
    expect(read).toContain('make the sums right');
    expect(read).toContain('+  return a * 2;');
    expect(read).toContain('2 of 3 tests');
    expect(read).not.toMatch(/\b(?:ann|bob|claude)\b/i);
    // A verdict that could not be read is none: nobody is given points for it.
    expect(result.winner).toBe('bob');
    expect(rowOf(result, 'bob').signals['judge']).toBeUndefined();
  });

  it('with a rubric each entry is scored', async () => {
    using place = racePlace();
    writeFileSync(
      join(place.outside, 'rubric.yaml'),
      'dimensions:\n  - name: correctness\n  - name: style\n',
    );
    place.contestants({ ann: half, bob: solve, ref: [{ judge: 'first' }] });
    const rubric = ['--rubric', join(place.outside, 'rubric.yaml'), '-j', 'ref', '--judge-weight', '0.5'];
    const raced = await place.race(['ann', 'bob'], [...testCheck, ...rubric]);
    const result = resultOf(raced);
    expect(result.score.context.weights.judge).toBe(0.5);
    for (const { signals } of result.rows) {
      expect(signals['judge']).toBeGreaterThan(0);
      expect(signals['judge']).toBeLessThanOrEqual(1);
    }
    const scores = (await place.events()).filter(({ type }) => type === 'verdict.given');
    expect(scores).toHaveLength(2);
  });

  it('one entry alone needs no judge', async () => {
    using place = racePlace();
    place.contestants({ ann: half, idle: [{ say: 'No.' }], ref: [{ judge: 'first' }] });
    const raced = await place.race(['ann', 'idle'], [...lenientCheck, '-j', 'ref']);
    expect(resultOf(raced).winner).toBe('ann');
    expect(
      outputLines(raced.stdout).some((line) => line.type === 'attempt.ended' && line.role === 'judge'),
    ).toBe(false);
  });
});

describe('an early end', () => {
  it.each([
    ['perfect', /^ann scored 1: perfect$/],
    ['lead', /^(?:ann scored 1: perfect|nobody can score more than ann)$/],
  ])('--stop-when %s ends the rest as a decision on record', async (when, why) => {
    using place = racePlace();
    place.contestants({
      ann: solve,
      bob: [goodSum, { hang: true }],
    });
    const raced = await place.race(['ann', 'bob'], [...testCheck, '--stop-when', when, '--timeout', '50s']);
    const result = resultOf(raced);
    expect(raced.code).toBe(0);
    expect(result.stopped).toMatch(why);
    expect(result.winner).toBe('ann');
    expect(rowOf(result, 'bob')).toMatchObject({ outcome: 'cancelled', partial: true, total: 0 });
    const stops = (await place.events()).filter(({ type }) => type === 'stop.decided');
    expect(stops).toMatchObject([{ attempts: ['work/bob'], reason: result.stopped }]);
    expect(place.leftovers()).toEqual([]);
    const again = await place.joust(['resume', '@last', '--json']);
    expect(resultOf(again)).toEqual(result);
  });

  it('--stop-when perfect ignores the size of the change, even if it has a weight', async () => {
    using place = racePlace();
    const long = { append: 'double.js', content: '// One of many lines.\n'.repeat(60) };
    place.contestants({ ann: [...solve, long], bob: [goodSum, { hang: true }] });
    const stopWhen = ['--weights', 'diff=0.15', '--stop-when', 'perfect', '--timeout', '50s'];
    const result = resultOf(await place.race(['ann', 'bob'], [...testCheck, ...stopWhen]));
    expect(rowOf(result, 'ann').total).toBeLessThan(0.999);
    expect(result.stopped).toMatch(/^ann scored 0\.9\d+: perfect except for its size$/);
    expect(rowOf(result, 'bob')).toMatchObject({ outcome: 'cancelled' });
  });

  it('what is not perfect ends nobody, and the last one has nobody to end', async () => {
    using place = racePlace();
    place.contestants({ ann: half, bob: [{ wait: 3000 }, ...solve] });
    const result = resultOf(await place.race(['ann', 'bob'], [...testCheck, '--stop-when', 'lead']));
    expect(result).toMatchObject({ winner: 'bob' });
    expect(result.stopped).toBeUndefined();
  });
});
