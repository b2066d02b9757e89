// How the entries of a race are measured: by checks that hold for the base, in checkouts that have what they need.
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
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

describe('checks', () => {
  it('a check that fails on the base, or is missing, disqualifies no entry, and its figures count', async () => {
    using place = racePlace();
    place.contestants({ solver: solve, half });
    const raced = await place.race(
      ['solver', 'half'],
      [
        ...testCheck,
        '--check',
        'style=no-such-linter .',
        '--check',
        'never=false',
        '--allow-failing',
        'never',
      ],
    );
    const result = resultOf(raced);
    expect(result.checks).toMatchObject([
      { name: 'test', base: 'failed', detail: '1 of 3 tests', ignored: 'it fails on the base' },
      { name: 'style', base: 'unavailable', ignored: 'its program is missing or cannot be run' },
      { name: 'never', base: 'failed', ignored: 'it fails on the base' },
    ]);
    expect(result.winner).toBe('solver');
    expect(rowOf(result, 'half')).toMatchObject({ rank: 2 });
    expect(rowOf(result, 'half').checks).toContainEqual(
      expect.objectContaining({ name: 'style', outcome: 'unavailable' }),
    );
    expect(rowOf(result, 'half').total).toBeLessThan(rowOf(result, 'solver').total);
  });

  it('an entry that repairs a check beats a smaller one that leaves it failing', async () => {
    using place = racePlace();
    place.contestants({
      lazy: [{ append: 'sum.js', content: '// Done.\n' }],
      mender: [goodSum, { append: 'sum.js', content: '// It adds.\n// It always did.\n' }],
    });
    const check = ['--no-found-checks', '--check', "adds=grep -q 'a + b' sum.js"];
    const result = resultOf(await place.race(['lazy', 'mender'], [...check, '--weights', 'diff=0.15']));
    expect(result.checks).toMatchObject([{ name: 'adds', base: 'failed', ignored: 'it fails on the base' }]);
    expect(rowOf(result, 'lazy').total).toBeGreaterThan(rowOf(result, 'mender').total);
    expect(result).toMatchObject({ winner: 'mender', rule: 'more required checks passed' });
    const { stdout } = await place.joust(['show', '@last']);
    expect(stdout).toMatch(/1 mender .* 1\/1 /);
    expect(stdout).toContain(
      'failed on the base too (exit code 1); an entry that fails it can lead, but not win',
    );
  });

  it('a required check that cannot even run with a change fails for it; setup may be what the change breaks', async () => {
    using place = racePlace({ 'tool.sh': '#!/bin/sh\n', 'list.txt': 'tool.sh\n' });
    place.contestants({
      remover: [...solve, { run: 'rm tool.sh; echo other.sh > list.txt' }],
      half,
    });
    const checks = [
      '--check',
      'build=./made.sh',
      ...lenientCheck,
      '--setup',
      'cp "$(cat list.txt)" made.sh && chmod +x made.sh',
    ];
    place.write('.gitignore', 'made.sh\n');
    const result = resultOf(await place.race(['remover', 'half'], checks));
    expect(rowOf(result, 'remover').checks[0]).toMatchObject({ name: 'build', outcome: 'unavailable' });
    expect(rowOf(result, 'remover').whyNot).toBe('it fails build (its program is missing or cannot be run)');
    expect(result.winner).toBe('half');
  });

  it('a check that takes too long is timed out, and who makes it so is out', async () => {
    using place = racePlace({ 'sum.js': goodSum.content, 'double.js': goodDouble.content });
    place.contestants({
      slow: [{ append: 'sum.js', content: 'await new Promise((go) => setTimeout(go, 60_000));\n' }],
      fine: [{ append: 'sum.js', content: '// Adds.\n' }],
    });
    const result = resultOf(await place.race(['slow', 'fine'], [...testCheck, '--check-timeout', '10s']));
    expect(rowOf(result, 'slow').checks).toMatchObject([{ name: 'test', outcome: 'timed-out' }]);
    expect(rowOf(result, 'slow').whyNot).toMatch(/^it fails test/);
    expect(result.winner).toBe('fine');
  });

  it('a base that passed is measured once: the next race starts no process for it', async () => {
    using place = racePlace({ 'sum.js': goodSum.content, 'double.js': goodDouble.content });
    const count = join(place.outside, 'count');
    place.contestants({ fine: [{ append: 'sum.js', content: '// Adds.\n' }] });
    const check = ['--check', `test=echo x >> ${count} && node --test`];
    await place.race(['fine'], check);
    expect(lines(count)).toBe(2);
    const again = resultOf(await place.race(['fine'], check));
    expect(lines(count)).toBe(3);
    expect(again.checks).toMatchObject([{ base: 'passed', detail: '3 of 3 tests' }]);
    const events = await place.events();
    const onBase = events.filter((event) => 'key' in event && event.key === 'check/base/test');
    expect(onBase).toMatchObject([{ type: 'check.ended', run: 0, outcome: 'passed' }]);
    expect(again.score.context.baseTestsTotal).toBe(3);

    place.write('sum.js', `${goodSum.content}// Another base.\n`);
    await place.race(['fine'], check);
    expect(lines(count)).toBe(5);
  });

  it('those of the project are found, said before they are used, and can be left out', async () => {
    using place = racePlace();
    place.contestants({ half });
    const found = await place.race(['half']);
    expect(found.stderr).toMatch(/^Measured by test \(npm (?:test|run).* from package\.json.*\)\.$/m);
    expect(resultOf(found).checks).toMatchObject([{ name: 'test', signal: 'tests', base: 'failed' }]);
    const none = resultOf(await place.race(['half'], ['--check', 'test=']));
    expect(none.checks).toEqual([]);
  });

  it('they run apart from the contestant: what it left running or in its caches is not there', async () => {
    using place = racePlace();
    place.contestants({
      dirty: [
        ...half,
        {
          run: 'mkdir -p node_modules/x && echo cached > node_modules/x/flag; echo y > "$TMPDIR/flag"; echo z > "$XDG_CACHE_HOME/flag"',
        },
      ],
    });
    place.write('.gitignore', 'node_modules\n');
    const check = 'seen=ls node_modules "$TMPDIR" "$XDG_CACHE_HOME" | grep flag; test $? = 1';
    const result = resultOf(await place.race(['dirty'], [...testCheck, '--check', check]));
    expect(rowOf(result, 'dirty')).toMatchObject({ files: 1, leftOut: [] });
    expect(rowOf(result, 'dirty').checks[1]).toEqual({ name: 'seen', outcome: 'passed' });
  });
});

describe('what a checkout has', () => {
  it('a setup command makes each ready before the clock starts; where it fails nobody starts', async () => {
    using place = racePlace({ '.gitignore': 'generated.js\n' });
    place.contestants({
      user: [{ edit: 'sum.js', content: "export { sum } from './generated.js';\n" }, goodDouble],
    });
    const setup = 'sleep 1; echo "export const sum = (a, b) => a + b;" > generated.js';
    const raced = await place.race(['user'], [...testCheck, '--setup', setup]);
    expect(rowOf(resultOf(raced), 'user')).toMatchObject({ signals: { tests: 1 }, files: 2 });

    const failed = await place.race(['user'], [...testCheck, '--setup', 'echo no network >&2; exit 9']);
    expect(failed.code).toBe(2);
    expect(failed.stderr).toMatch(
      /the base cannot be measured: the setup command \(echo no network >&2; exit 9\) failed with 9: no network\n/,
    );
    expect(failed.stderr).toMatch(/joust resume \w+; or end it with: joust cancel \w+/);
    await place.joust(['cancel', '@last']);
    expect(place.leftovers()).toEqual([]);
  });

  it('a setup that fails for a contestant alone is told of that one', async () => {
    using place = racePlace();
    const flag = join(place.outside, 'flag');
    place.contestants({ ann: half, bob: solve });
    // The base is ready before anybody starts; the first contestant to come is unlucky.
    const setup = `test "$PORT" != 20000 || { touch ${flag}; exit 3; }`;
    const result = resultOf(await place.race(['ann', 'bob'], [...testCheck, '--setup', setup]));
    expect(rowOf(result, 'ann')).toMatchObject({ outcome: 'skipped', total: 0 });
    expect(rowOf(result, 'ann').reason).toContain('failed with 3');
    expect(result.winner).toBe('bob');
  });

  it('dependencies are copies: an edit in them changes nothing of the user, links lead to the copy', async () => {
    using place = racePlace({ '.gitignore': 'node_modules\n' });
    place.write('node_modules/dep/index.js', 'export const dep = 1;\n');
    place.write('node_modules/dep/package.json', '{"name":"dep","type":"module","exports":"./index.js"}\n');
    mkdirSync(join(place.folder, 'node_modules/.bin'));
    symlinkSync(join(place.folder, 'node_modules/dep'), join(place.folder, 'node_modules/absolute'));
    symlinkSync('dep', join(place.folder, 'node_modules/relative'));
    const seen = join(place.outside, 'seen');
    place.contestants({
      editor: [
        { run: `readlink -f node_modules/absolute node_modules/relative > ${seen}; pwd -P >> ${seen}` },
        { run: 'echo "export const dep = 2;" > node_modules/absolute/index.js' },
        goodSum,
      ],
    });
    const before = place.fingerprint();
    const check = `dep=test "$(cat node_modules/dep/index.js)" = "export const dep = 1;"`;
    const result = resultOf(await place.race(['editor'], ['--no-found-checks', '--check', check]));
    expect(place.fingerprint()).toBe(before);
    const [absolute, relative, cwd] = readFileSync(seen, 'utf8').trim().split('\n');
    expect(absolute).toBe(`${cwd}/node_modules/dep`);
    expect(relative).toBe(`${cwd}/node_modules/dep`);
    expect(rowOf(result, 'editor')).toMatchObject({ files: 1, checks: [{ name: 'dep', outcome: 'passed' }] });
  });

  it('everybody has folders and ports of its own', async () => {
    using place = racePlace();
    const tell = (name: string) => ({
      run: `mktemp -u > /dev/null; env | grep -E '^(TMPDIR|PORT|PORT_RANGE|XDG_CACHE_HOME|HOME)=' | sort > ${place.outside}/${name}; pwd >> ${place.outside}/${name}`,
    });
    place.contestants({ ann: [...half, tell('ann')], bob: [...solve, tell('bob')] });
    await place.race(['ann', 'bob'], testCheck);
    const [ann = [], bob = []] = ['ann', 'bob'].map((name) =>
      readFileSync(join(place.outside, name), 'utf8').trim().split('\n'),
    );
    expect(ann).toHaveLength(6);
    expect(ann.filter((line) => bob.includes(line))).toEqual([`HOME=${place.env['HOME']}`]);
    expect([...ann, ...bob].join('\n')).not.toMatch(/ann|bob/);
    expect(readdirSync(place.folder).sort()).toEqual(['.git', 'double.js', 'package.json', 'sum.js', 'test']);
  });
});

describe('tests that were added', () => {
  const added = (name: string, body: string) => ({
    edit: `test/${name}.test.js`,
    content: `import assert from 'node:assert';\nimport test from 'node:test';\nimport { sum } from '../sum.js';\ntest('${name}', () => ${body});\n`,
  });

  it('run on the code of everybody; one that only its author passes is suspect', async () => {
    using place = racePlace();
    place.contestants({
      ann: [...solve, added('ann', 'assert.equal(sum(2, 2), 4)')],
      bob: [
        { edit: 'sum.js', content: 'export const sum = (a, b) => a + b;\nexport const mine = 1;\n' },
        goodDouble,
        added('bob', "import('../sum.js').then(({ mine }) => assert.equal(mine, 1))"),
      ],
      wrong: [...solve, added('wrong', 'assert.equal(sum(2, 2), 5)')],
    });
    const { cross, ...result } = resultOf(await place.race(['ann', 'bob', 'wrong'], testCheck));
    const outcomes = (author: string) => cross?.rows.find((row) => row.author === author);
    expect(outcomes('ann')?.on).toEqual({ ann: 'passed', bob: 'passed', wrong: 'passed' });
    expect(outcomes('ann')?.suspect).toBeUndefined();
    expect(outcomes('bob')).toMatchObject({
      on: { ann: 'failed', bob: 'passed', wrong: 'failed' },
      suspect: 'they fail for everyone but their author',
    });
    expect(outcomes('wrong')).toMatchObject({
      on: { ann: 'failed', bob: 'failed', wrong: 'failed' },
      suspect: 'they fail for everyone',
    });
    expect(result.rows.map(({ signals }) => signals['tests'])).toEqual([1, 1, 1]);
  });
});

function lines(path: string): number {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}
