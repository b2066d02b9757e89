// Contests about a contest: analyses, cross-examinations, paraphrases, and the board over all of them.
import { describe, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';
import { outputLines } from './output-lines.ts';

const answer = (text: string) => JSON.stringify({ rate: 1000, steps: [{ say: text }] });
const files = {
  'best.json': answer('the answer with GOLD in it'),
  'fair.json': answer('another one, with SILVER in it'),
  'gold.json': JSON.stringify({ rate: 1000, steps: [{ judge: 'contains GOLD' }] }),
  'plain.json': answer('restated with GOLD: {prompt}'),
  'broken.json': JSON.stringify({ steps: [{ exit: 3 }] }),
};
const spec = (name: string) => `scripted/./${name}.json`;

async function asked(place: Project): Promise<string> {
  await place.joust(['ask', '-c', spec('best'), '-c', spec('fair'), 'what is it?']);
  return (await place.joust(['list', '--json'])).stdout.match(/"contest":"(\w+)"/)?.[1] ?? '';
}

function resultIn(stdout: string) {
  const result = outputLines(stdout).find((line) => line.type === 'contest.result')?.result;
  if (result === undefined) throw new Error(stdout);
  return result;
}

describe('analyze', () => {
  it('makes a card of each entry and a judgement over the cards, blind, as a contest of its own', async () => {
    using place = project(files);
    const id = await asked(place);
    const { code, stdout } = await place.joust(['analyze', id, '--json', '--analyst', spec('plain')]);
    expect(code).toBe(0);
    expect(resultIn(stdout)).toMatchObject({
      type: 'analysis',
      about: id,
      cards: [{ contestant: spec('best') }, { contestant: spec('fair') }],
      judgement: { labels: [{ label: 'A' }, { label: 'B' }] },
    });
    const shown = await place.joust(['resume', '@last']);
    expect(shown.stdout).toMatch(
      /## scripted\/\.\/best\.json[\s\S]*## Judgement[\s\S]*is scripted\/\.\/best\.json/,
    );
  });

  it('that fails says so and is no answer', async () => {
    using place = project(files);
    const id = await asked(place);
    const { code, stdout } = await place.joust(['analyze', id, '--analyst', spec('broken')]);
    expect(code).toBe(1);
    expect(stdout).toContain('There is no card of it.');
  });
});

describe('cross-examine', () => {
  it('lets everybody ask the next one, and the answers count as evidence when it is judged again', async () => {
    using place = project(files);
    const id = await asked(place);
    const { code, stdout } = await place.joust(['cross-examine', id, '--json']);
    expect(code).toBe(0);
    expect(resultIn(stdout)).toMatchObject({
      type: 'cross-examination',
      about: id,
      exchanges: [
        { by: spec('best'), of: spec('fair'), questions: 'the answer with GOLD in it' },
        { by: spec('fair'), of: spec('best'), answer: 'the answer with GOLD in it' },
      ],
    });
    const cross = (await place.joust(['list', '--json'])).stdout.match(/"contest":"(\w+)"/)?.[1] ?? '';
    const judged = await place.joust(['judge', id, '--json', '--judge', spec('gold'), '--evidence', cross]);
    // Now both entries hold the word: the one who was asked and the one who answered.
    expect(resultIn(judged.stdout)).toMatchObject({ pairs: [{ word: 'tie' }] });
    const wrong = await place.joust(['judge', id, '--judge', spec('gold'), '--evidence', id]);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain('is no cross-examination');
  });

  it('puts your own question, to one or to all', async () => {
    using place = project(files);
    const id = await asked(place);
    const { stdout } = await place.joust([
      'cross-examine',
      id,
      '--json',
      '--of',
      spec('best'),
      '--question',
      'Sure?',
    ]);
    expect(resultIn(stdout)).toMatchObject({
      exchanges: [{ by: 'you', of: spec('best'), questions: 'Sure?', answer: 'the answer with GOLD in it' }],
    });
    const { code, stderr } = await place.joust(['cross-examine', id, '--of', 'nobody']);
    expect(code).toBe(2);
    expect(stderr).toContain('has no entry in this contest');
  });
});

describe('judge --paraphrase', () => {
  it('shows judges what a third one made of the entries', async () => {
    using place = project(files);
    const id = await asked(place);
    const args = ['judge', id, '--json', '--judge', spec('gold'), '--paraphrase', spec('plain')];
    const { stdout } = await place.joust(args);
    expect(resultIn(stdout)).toMatchObject({ pairs: [{ word: 'tie' }] });
    expect((await place.joust(['judge', id, '--json', '--judge', spec('gold')])).stdout).toContain(
      `"winner":"${spec('best')}"`,
    );
  });
});

describe('leaderboard', () => {
  it('is computed from verdicts and people, leaves simulated ones out unless told, and says what it lacks', async () => {
    using place = project(files);
    const none = await place.joust(['leaderboard', '--simulated']);
    expect(none).toMatchObject({ code: 1 });
    expect(none.stdout).toContain('Nobody has been compared yet');
    const id = await asked(place);
    await place.joust(['judge', id, '--judge', spec('gold')]);
    expect((await place.joust(['leaderboard'])).code).toBe(1);
    const { code, stdout } = await place.joust(['leaderboard', '--simulated', '--json']);
    expect(code).toBe(0);
    const board = JSON.parse(stdout);
    expect(board.rows.map((row: { contestant: string }) => row.contestant)).toEqual([
      spec('best'),
      spec('fair'),
    ]);
    expect(board.rows[0]).toMatchObject({ comparisons: 1, winRate: 1, tiedForBest: true });
    expect(board.rows[0]).not.toHaveProperty('medianUsd');
    await place.joust(['winner', id, spec('fair'), '--reason', 'kinder']);
    const people = JSON.parse(
      (await place.joust(['leaderboard', '--simulated', '--json', '--source', 'people'])).stdout,
    );
    expect(people.rows[0]).toMatchObject({ contestant: spec('fair'), winRate: 1 });
    const text = (await place.joust(['leaderboard', '--simulated'])).stdout;
    expect(text).toMatch(/rating +95 %/);
    expect((await place.joust(['leaderboard', '--simulated', '--markdown'])).stdout).toMatch(
      /^\| contestant \|/,
    );
  });

  it('filters by format, folder and time', async () => {
    using place = project(files);
    const id = await asked(place);
    await place.joust(['judge', id, '--judge', spec('gold')]);
    const rows = async (...args: string[]) =>
      JSON.parse((await place.joust(['leaderboard', '--simulated', '--json', ...args])).stdout).rows.length;
    expect(await rows('--format', 'judge')).toBe(2);
    expect(await rows('--format', 'arena')).toBe(0);
    expect(await rows('--project', '.')).toBe(2);
    expect(await rows('--project', '/nowhere')).toBe(0);
    expect(await rows('--since', '1h')).toBe(2);
    expect(await rows('--since', '2999-01-01')).toBe(0);
    expect(await place.joust(['leaderboard', '--since', 'soon'])).toMatchObject({ code: 2 });
    expect(await place.joust(['leaderboard', '--source', 'nobody'])).toMatchObject({ code: 2 });
  });
});
