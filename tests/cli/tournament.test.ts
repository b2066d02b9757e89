// joust tournament end to end: brackets, matches that nobody decides, budgets and quotas.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { type Project, project } from '../setup/project.ts';
import {
  answers,
  by,
  eventsOf,
  everybody,
  place,
  playJson,
  resultIn,
  shell,
} from '../setup/tournament-place.ts';

describe('a bracket', () => {
  it('ends with the best, after n-1 matches, and tells the same when it is asked again', async () => {
    using where = place(answers(5));
    const first = await where.joust(['tournament', ...everybody(5), ...by('longer'), 'why?']);
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toContain('c5 leads, not clear (bracket: the last one left)');
    expect(first.stdout).toMatch(/├ c5/);
    expect(first.stdout).toContain('## c5\n\nanswer xxxxx');
    expect(first.stdout).not.toContain('answer xxxx\n');
    expect(first.stderr).toContain('Judge: scripted/./longer.json.');
    const events = await eventsOf(where);
    expect(events.find(({ type }) => type === 'winner.decided')).toMatchObject({
      winner: 'c5',
      key: 'winner',
    });
    const again = await where.joust(['resume', '@last']);
    expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: first.stdout });
    expect(await eventsOf(where)).toEqual(events);
    const result = resultIn((await where.joust(['resume', '@last', '--json'])).stdout);
    expect(result).toMatchObject({ champion: 'c5', clear: true, calls: 8, unranked: [] });
    expect(result.matches).toHaveLength(4);
    expect(result.byes).toHaveLength(2);
    expect(result.order.map(({ contestant }) => contestant).at(0)).toBe('c5');
    expect(result.judges[0]?.flipRate).toEqual({ kind: 'too-few', n: 4, needed: 10 });
  });

  it('opens all matches of a round at the same time', async () => {
    using where = place(answers(8));
    const { result } = await playJson(where, [...everybody(8), ...by('slow')]);
    const events = await eventsOf(where);
    const roster = Array.from({ length: 8 }, (_, at) => `c${at + 1}`);
    const keyOf = (pair: readonly string[]) =>
      `match/${pair
        .map((name) => roster.indexOf(name) + 1)
        .sort((a, b) => a - b)
        .join('-')}/`;
    for (const [round, size] of [
      [1, 4],
      [2, 2],
      [3, 1],
    ] as const) {
      const keys = result.matches.filter((match) => match.round === round).map(({ pair }) => keyOf(pair));
      expect(keys).toHaveLength(size);
      const isOf = (event: JoustEvent) => 'key' in event && keys.some((key) => event.key.startsWith(key));
      const lastStart = events.findLastIndex((event) => event.type === 'attempt.started' && isOf(event));
      const firstEnd = events.findIndex((event) => event.type === 'attempt.ended' && isOf(event));
      expect(lastStart).toBeLessThan(firstEnd);
    }
    expect(result.champion).toBe('c8');
  });

  it('lists those who failed as unranked; one answer alone needs no match, and none is exit 1', async () => {
    using where = place(
      [
        answers(2),
        shell('dead', 'exit 3'),
        `${shell('late', 'sleep 300')}timeout = 2\n`,
        shell('mum', 'true'),
      ].join(''),
    );
    const two = await playJson(where, [...everybody(2), '-c', 'dead', '-c', 'late', ...by('longer')]);
    expect(two.code).toBe(0);
    expect(two.result.unranked).toMatchObject([
      { contestant: 'dead', outcome: 'crashed' },
      { contestant: 'late', outcome: 'timed-out' },
    ]);
    expect(two.result.matches).toHaveLength(1);
    const one = await playJson(where, ['-c', 'c1', '-c', 'dead', ...by('longer')]);
    expect(one).toMatchObject({ code: 0, result: { champion: 'c1', clear: true, matches: [], calls: 0 } });
    const none = await where.joust(['tournament', '-c', 'dead', '-c', 'mum', ...by('longer'), 'why?']);
    expect(none.code).toBe(1);
    expect(none.stdout).toContain('Nobody answered');
    expect(none.stdout).toContain('Not ranked: dead, crashed');
  });
});

describe('a match that nobody decides', () => {
  it('gets a third call, goes to the higher seed and is marked; the champion is no clear winner', async () => {
    using where = place(answers(3));
    const { code, result } = await playJson(where, [...everybody(3), ...by('tie')]);
    expect(code).toBe(3);
    expect(result.clear).toBe(false);
    expect(result.champion).toBe(result.seeds[0]);
    expect(result.calls).toBe(6);
    for (const { how, why, pair, winner, words } of result.matches) {
      expect({ how, why, winner }).toEqual({ how: 'undecided', why: 'tied', winner: pair[0] });
      expect(words).toHaveLength(2);
    }
    const decided = (await eventsOf(where)).find(({ type }) => type === 'winner.decided');
    expect(decided).not.toHaveProperty('winner');
    expect(decided).toMatchObject({ reason: expect.stringContaining(`it would be ${result.champion}`) });
    const shown = await where.joust(['resume', '@last']);
    expect(shown.code).toBe(3);
    expect(shown.stdout).toContain(`It would be ${result.champion}.`);
    expect(shown.stdout).toContain('* nobody decided it: went to the higher seed');
  });

  it.each(['mute', 'broken'])('because its judge is %s is never a side', async (name) => {
    using where = place(answers(2));
    const { code, result } = await playJson(where, [...everybody(2), ...by(name)]);
    expect(code).toBe(3);
    expect(result.matches[0]).toMatchObject({ how: 'undecided', why: expect.stringContaining('no verdict') });
    expect(result.unfit).toBe('no-verdicts');
  });

  it('is asked of another judge where one is left', async () => {
    using where = place(answers(2));
    // By turns: the second of the two sits on the match of the first two contestants.
    const judged = [...by('longer'), ...by('tie'), '--panel', '1'];
    const { code, result } = await playJson(where, [...everybody(2), ...judged]);
    const [match] = result.matches;
    expect(match?.words.map(({ judge }) => judge)).toEqual(['scripted/./tie.json', 'scripted/./longer.json']);
    expect({ code, how: match?.how, champion: result.champion }).toEqual({
      code: 0,
      how: 'one-more',
      champion: 'c2',
    });
    expect(result.calls).toBe(4);
  });

  it('is not decided by a judge that chooses the same place three times', async () => {
    using where = place(answers(2));
    const { result } = await playJson(where, [...everybody(2), ...by('first')]);
    const [verdict, more] = result.matches[0]?.words ?? [];
    expect(verdict).toMatchObject({ word: 'tie', flipped: true });
    expect(more?.word).toMatch(/^c[12]$/);
    expect(result.matches[0]?.how).toBe('undecided');
  });

  it('for want of budget goes to the higher seed', async () => {
    using where = place(answers(2));
    const { code, result } = await playJson(where, [...everybody(2), ...by('tie'), '--max-attempts', '4']);
    expect(code).toBe(3);
    expect(result.matches[0]).toMatchObject({ how: 'undecided', why: 'the budget was spent' });
    expect(result.matches[0]?.winner).toBe(result.seeds[0]);
  });
});

describe('a quota', () => {
  const outOf = JSON.stringify({
    rate: 5000,
    steps: [{ fail: 'Usage limit reached. Try again in 2 hours.', status: 429 }],
  });
  /** The clock of the machine cannot be set here: what is on record is moved into the past instead. */
  const quotaIsBack = ({ home }: Project) => {
    const db = new DatabaseSync(join(home, 'ledger.db'));
    db.exec(
      `UPDATE events SET body = json_set(body, '$.until', '2020-01-01T00:00:00.000Z') WHERE type = 'attempt.parked'`,
    );
    db.close();
  };
  const types = async (where: Project) => (await eventsOf(where)).map(({ type }) => type);

  it('parks a judge: nothing is decided before it is back', async () => {
    using where = place(answers(3));
    where.write('out.json', outOf);
    const { result } = await playJson(where, [...everybody(3), ...by('out')]);
    expect(result.matches.map(({ how }) => how)).toEqual(['parked']);
    expect(result).not.toHaveProperty('champion');
    expect(await types(where)).not.toContain('winner.decided');
    expect(await types(where)).not.toContain('contest.closed');
    where.write('out.json', JSON.stringify({ rate: 5000, steps: [{ judge: 'longer' }] }));
    quotaIsBack(where);
    const back = await where.joust(['resume', '@last', '--json']);
    expect(back.code).toBe(0);
    expect(resultIn(back.stdout)).toMatchObject({ champion: 'c3', clear: true });
    expect((await types(where)).filter((type) => type === 'winner.decided')).toHaveLength(1);
  });

  it('parks a contestant: the others play meanwhile, and it joins them when it is back', async () => {
    using where = place(answers(2));
    where.write('out.json', outOf);
    const args = [...everybody(2), '-c', 'scripted/./out.json', ...by('longer')];
    const { result } = await playJson(where, args);
    expect(result.champion).toBe('c2');
    expect(result.unranked).toMatchObject([{ contestant: 'scripted/./out.json', outcome: 'parked' }]);
    expect(await types(where)).not.toContain('winner.decided');
    where.write('out.json', JSON.stringify({ rate: 5000, steps: [{ say: 'answer xxxxxxxx' }] }));
    quotaIsBack(where);
    const back = resultIn((await where.joust(['resume', '@last', '--json'])).stdout);
    expect(back).toMatchObject({ champion: 'scripted/./out.json', clear: true, unranked: [] });
    expect(back.matches).toHaveLength(2);
  });
});

it('--paraphrase lets judges see what a third one made of the answers, and shows the answers as they were', async () => {
  using place = project({
    'gold.json': JSON.stringify({ rate: 1000, steps: [{ say: 'GOLD as it was' }] }),
    'tin.json': JSON.stringify({ rate: 1000, steps: [{ say: 'TIN as it was' }] }),
    'same.json': JSON.stringify({ rate: 1000, steps: [{ say: 'restated' }] }),
    'judge.json': JSON.stringify({ rate: 1000, steps: [{ judge: 'contains GOLD' }] }),
  });
  const args = [
    'tournament',
    '-c',
    'scripted/./gold.json',
    '-c',
    'scripted/./tin.json',
    '-j',
    'scripted/./judge.json',
    'hi',
  ];
  const plain = await place.joust(args);
  expect(plain).toMatchObject({ code: 0 });
  expect(plain.stdout).toContain('GOLD as it was');
  const hidden = await place.joust([...args, '--paraphrase', 'scripted/./same.json']);
  expect(hidden.code).toBe(3);
  expect(hidden.stdout).not.toContain('restated');
});
