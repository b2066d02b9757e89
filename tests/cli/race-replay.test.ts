// A race that is over: told again the same from its record, weighed anew, exported, and applied.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildCheck,
  goodSum,
  half,
  type Raced,
  type RacePlace,
  racePlace,
  resultOf,
  solve,
  testCheck,
} from '../setup/race-place.ts';
import { outputLines } from './output-lines.ts';

let place: RacePlace;
let raced: Raced;

beforeAll(async () => {
  place = racePlace();
  place.contestants({
    ann: [...solve, { edit: 'notes.md', content: 'line\n'.repeat(300) }],
    bob: half,
    cheat: [{ run: 'rm -r test' }, goodSum, { say: 'All pass.' }],
    idle: [{ say: 'No.' }],
  });
  raced = await place.race(['ann', 'bob', 'cheat', 'idle'], [...testCheck, ...buildCheck]);
});
afterAll(() => place[Symbol.dispose]());

describe('a race that is over', () => {
  it('every line of --json is as its schema says, and the opening comes first', () => {
    const lines = outputLines(raced.stdout);
    expect(lines[0]).toMatchObject({ type: 'contest.opened', format: 'race', simulated: true });
    expect(lines.filter(({ type }) => type === 'contest.result')).toHaveLength(1);
    expect(lines.filter(({ type }) => type === 'attempt.ended')).toHaveLength(4);
  });

  it('is resumed without a start or a write, and comes to the same', async () => {
    const before = (await place.events()).length;
    const again = await place.joust(['resume', '@last', '--json']);
    expect(again.code).toBe(raced.code);
    expect(resultOf(again)).toEqual(resultOf(raced));
    expect(outputLines(again.stdout).some(({ type }) => type === 'attempt.started')).toBe(false);
    expect((await place.events()).length).toBe(before);
    expect(place.leftovers()).toEqual([]);
  });

  it('needs nothing of the repository to be told again', async () => {
    using other = racePlace();
    other.contestants({ ann: solve, bob: half });
    const first = await other.race(['ann', 'bob'], testCheck);
    other.git('checkout', '-q', '--orphan', 'elsewhere');
    other.git('rm', '-rfq', '.');
    other.git('commit', '-q', '--allow-empty', '-m', 'nothing');
    other.git('branch', '-D', 'main');
    other.git('reflog', 'expire', '--expire=now', '--all');
    other.git('gc', '-q', '--prune=now');
    expect(resultOf(await other.joust(['resume', '@last', '--json']))).toEqual(resultOf(first));
    expect((await other.joust(['diff', '@last', 'ann'])).stdout).toContain('+  return a * 2;');
  });

  it('is shown with who won, why, and what to do next', async () => {
    const { code, stdout } = await place.joust(['show', '@last']);
    expect(code).toBe(0);
    const resumed = await place.joust(['resume', '@last']);
    expect(resumed.stdout).toMatch(
      /^Winner: ann, total 1\.00 \(more required checks passed\)\.\nSimulated: .*\n/,
    );
    expect(resumed.stdout).toContain('changes tests: deleted test/sum.test.js');
    expect(resumed.stderr).toMatch(
      /^Contest (\w+): won by ann · look at it: joust diff \1 · take it: joust apply \1$/m,
    );
    expect(stdout).toMatch(/^next: joust diff \w+ \(look at it\)\nnext: joust apply \w+ \(take it\)$/m);
    expect(stdout).toContain(resumed.stdout);
  });

  it('the record alone says what happened to each', async () => {
    const events = await place.events();
    const candidates = events.filter((event) => event.type === 'race.candidate');
    const { rows } = resultOf(raced);
    expect(candidates.map(({ contestant, exitState, score }) => [contestant, exitState, score])).toEqual(
      rows.map(({ contestant, outcome, total }) => [contestant, outcome, total]),
    );
    expect(candidates.every(({ attempt }) => /^work\//.test(attempt))).toBe(true);
    expect(events.find(({ type }) => type === 'winner.decided')).toMatchObject({ winner: 'ann' });
    expect(events.filter(({ type }) => type === 'entry.sealed')).toHaveLength(4);
  });

  it('is weighed anew with other weights, and says where the winner changes', async () => {
    const { code, stdout } = await place.joust(['show', '@last', '--what-if', 'tests=0.01,diff=1']);
    expect(code).toBe(0);
    // Bob has the higher total then, and still fails the tests.
    expect(stdout).toMatch(/^With these weights the winner stays: ann\.\n/);
    expect(stdout).toMatch(/Required checks passed come before the total, .* ann 2, bob 1,/);
    expect(stdout).toContain('Where the winner changes, one weight at a time:');
    const same = await place.joust(['show', '@last', '--what-if', 'tests=0.5,diff=0']);
    expect(same.stdout).toMatch(/^With these weights the winner stays: ann\.\n/);
    const json = await place.joust(['show', '@last', '--what-if', 'diff=0', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ ranking: { winner: 'ann' } });
    const wrong = await place.joust(['show', '@last', '--what-if', 'speed=1']);
    expect(wrong.code).toBe(2);
  });

  it('is exported with a report that names the winner', async () => {
    const folder = join(place.outside, 'export');
    const { code } = await place.joust(['export', '@last', folder]);
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['report.md', 'report.html', 'manifest.json']),
    );
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('ann');
  });
});

describe('--apply', () => {
  it('puts a clear winner into the tree at the end, never where there is none', async () => {
    using other = racePlace();
    other.contestants({ ann: solve, bob: half, idle: [{ say: 'No.' }] });
    const none = await other.race(['idle'], [...testCheck, '--apply']);
    expect(none.code).toBe(3);
    expect(none.stderr).toContain('Nothing was applied: there is no winner.');
    expect(other.git('status', '--porcelain')).toBe('');
    const done = await other.race(['ann', 'bob'], [...testCheck, '--apply']);
    expect(done.code).toBe(0);
    expect(other.git('status', '--porcelain')).toBe(' M double.js\n M sum.js\n');
    expect((await other.joust(['undo', '--yes', '@last'])).code).toBe(0);
    expect(other.git('status', '--porcelain')).toBe('');
  });
});
