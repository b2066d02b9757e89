// joust brief report: what a brief came to as files in its folder, made from the record.
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefPlace, hands, judges, read, script, yaml } from '../setup/brief-place.ts';

type Place = ReturnType<typeof briefPlace>;
const files = ['leaderboard.md', 'summary.json', 'report.html'];
const summaryIn = (place: Place) => JSON.parse(read(place, 'summary.json')) as Record<string, unknown>;
const found = (place: Place, path: string) => existsSync(join(place.brief, path));

/** Judges of the user's own config, a rule each. */
function withJudges(place: Place, rules: Readonly<Record<string, string>>): readonly string[] {
  const own = Object.entries(rules).map(([name, judge]) => {
    const path = place.write(`${name}.json`, script({ judge }));
    return `[contestants.${name}]\nagent = "scripted"\nscript = "${path}"\n`;
  });
  place.config(place.configured + own.join(''));
  return Object.keys(rules).flatMap((name) => ['-j', name]);
}

describe('a report', () => {
  it('ranks with interval, names who is quarantined, and stays the same until something happens', async () => {
    using place = briefPlace({
      'b/brief.yaml': yaml('contestants: [ann, bob, cy]', 'judging: { strict: true, self_judging: allow }'),
      'cy.json': script({ fail: 'no idea' }),
      'bob.json': hands('short <b>x</b>'),
    });
    const panel = withJudges(place, { judy: 'contains careful', jim: 'longer', mute: 'reply {nonce} <i>no' });
    await place.joust(['brief', 'play', 'b']);
    await place.joust(['brief', 'judge', 'b', ...panel]);
    const { code, stdout, stderr } = await place.joust(['brief', 'report', 'b']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/1.* ann +\d+\.\d %/);
    const summary = summaryIn(place);
    expect(summary).toMatchObject({
      schema_version: 1,
      madeBy: 'joust',
      status: 'ok',
      brief: 'plan',
      round: 1,
      work_round: 1,
      policy: { self_judging: 'allow', strict: true },
      judges_used: ['judy', 'jim'],
      judge_run: { mute: { status: 'quarantined' } },
      not_handed_in: [{ participant: 'cy', reason: expect.stringContaining('no idea') }],
      ranking: [
        { rank: 1, participant: 'ann', flavor: 'scripted', num_judges: 2, run_status: 'ok' },
        { rank: 2, participant: 'bob', interval: [expect.any(Number), expect.any(Number)] },
      ],
    });
    expect(JSON.parse(read(place, 'judging/judy/scores.json'))).toMatchObject({
      scores: { ann: { dimensions: { clarity: 5, depth: 5 }, score_pct: 100 }, bob: { score_pct: 0 } },
    });
    expect(read(place, 'judging/mute/review.md')).toContain('Its scores do not count');
    const before = files.map((name) => read(place, name));
    await place.joust(['brief', 'report', 'b']);
    expect(files.map((name) => read(place, name))).toEqual(before);
    const json = await place.joust(['brief', 'report', 'b', '--json']);
    expect(JSON.parse(json.stdout)).toEqual(summary);
  });

  it('says that the work was refined since it was judged; judging again replaces what the judges said', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    await place.joust(['brief', 'judge', 'b', ...judges]);
    await place.joust(['brief', 'refine', 'b']);
    const stale = await place.joust(['brief', 'report', 'b']);
    expect(stale.stdout).toContain('judged: round 1, by 1 judge; work is at round 2');
    expect(stale.stdout).toContain('There is no interval');
    place.write('b/judging/own/scores.json', '{"mine": 1}');
    await place.joust(['brief', 'rejudge', 'b', ...withJudges(place, { jim: 'tie' })]);
    expect(found(place, 'judging/scripted-judge')).toBe(false);
    expect(found(place, 'judging/own/scores.json')).toBe(true);
    const tie = await place.joust(['brief', 'report', 'b']);
    expect(tie.stdout).toContain('No clear winner: ann, bob cannot be told apart.');
    expect(tie.stdout).toMatch(/^1 = +ann.*\n1 = +bob/m);
  });

  it('without scores there is no leaderboard, and an old one of ours is gone: exit 1', async () => {
    using place = briefPlace();
    const none = await place.joust(['brief', 'report', 'b']);
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('joust brief play');
    await place.joust(['brief', 'play', 'b']);
    expect((await place.joust(['brief', 'report', 'b'])).stderr).toContain('joust brief judge');
    await place.joust(['brief', 'judge', 'b', ...judges]);
    await place.joust(['brief', 'report', 'b']);
    expect(files.every((name) => found(place, name))).toBe(true);
    await place.joust(['brief', 'rejudge', 'b', ...withJudges(place, { mute: 'reply no' })]);
    const unread = await place.joust(['brief', 'report', 'b']);
    expect(unread.code).toBe(1);
    expect(unread.stderr).toContain('--judge SPEC');
    expect(summaryIn(place)).toMatchObject({ status: 'no_scores', ranking: [] });
    expect(files.filter((name) => found(place, name))).toEqual(['summary.json']);
  });

  it('overwrites nothing that joust did not make, and writes through no link', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    const outside = place.write('outside/scores.json', 'theirs');
    symlinkSync(join(place.folder, 'outside'), join(place.brief, 'judging'));
    const judged = await place.joust(['brief', 'judge', 'b', ...judges]);
    expect(judged.stderr).toContain('judging in');
    expect(readFileSync(outside, 'utf8')).toBe('theirs');
    rmSync(join(place.brief, 'judging'));
    place.write('b/leaderboard.md', '# mine\n');
    const refused = await place.joust(['brief', 'report', 'b']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('joust did not make leaderboard.md');
    expect(found(place, 'summary.json')).toBe(false);
    rmSync(join(place.brief, 'leaderboard.md'));
    symlinkSync(outside, join(place.brief, 'report.html'));
    expect((await place.joust(['brief', 'report', 'b'])).code).toBe(2);
    expect(lstatSync(join(place.brief, 'report.html')).isSymbolicLink()).toBe(true);
  });
});

it('judgings of briefs are on the leaderboard by their template, each field once', async () => {
  using place = briefPlace({ 'b/brief.yaml': yaml('template: design', 'contestants: [ann, bob]') });
  const board = async (tag: string) => {
    const { stdout } = await place.joust(['leaderboard', '--simulated', '--json', '--tag', tag]);
    return JSON.parse(stdout) as { contests: number; rows: { contestant: string; comparisons: number }[] };
  };
  await place.joust(['brief', 'play', 'b']);
  await place.joust(['brief', 'judge', 'b', ...judges]);
  await place.joust(['brief', 'refine', 'b', '-c', 'bob']);
  await place.joust(['brief', 'judge', 'b', ...judges]);
  await place.joust(['brief', 'rejudge', 'b', ...judges]);
  const { contests, rows } = await board('design');
  expect(contests).toBe(2);
  expect(rows.map(({ contestant, comparisons }) => [contestant.split(' ')[0], comparisons])).toEqual([
    ['ann', 2],
    ['bob', 2],
  ]);
  expect((await board('spike')).rows).toEqual([]);
});
