// Entries that put a link or a file in the place of a folder that joust needs: nothing is made behind it, their own checks fail, and
// the race goes on for the others.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { type RacePlace, racePlace, resultOf, rowOf, type Steps } from '../setup/race-place.ts';

const kinds = ['auto', 'checkout'] as const;
const sandboxes = ['os', 'none'] as const;
const everywhere = sandboxes.flatMap((sandbox) => kinds.map((kind) => [sandbox, kind] as const));

const checks = ['--no-found-checks', '--check', 'here=pwd'];
const passed = [{ name: 'here', outcome: 'passed' }];
const failed = [{ name: 'here', outcome: 'failed' }];

async function needSandbox(context: TestContext, sandbox: (typeof sandboxes)[number]): Promise<void> {
  const found = sandbox === 'none' ? undefined : await findSandbox(thisMachine());
  if (found !== undefined && 'unavailable' in found) context.skip(`${found.unavailable}. ${found.hint}`);
}

function placeWithFolder(): RacePlace {
  return racePlace({ 'src/deep/er/x.js': '1;\n', 'src/x.js': '1;\n', '.gitignore': 'deps/\n' });
}

/** From the top of its workspace, wherever it was started. */
function atTop(line: string): Steps {
  return [{ run: `cd "$(git rev-parse --show-toplevel)"\n${line}` }, { say: 'Done.' }];
}

const plain = atTop('echo "// More." >> sum.js');

describe.each(everywhere)('raced from a subfolder in the sandbox %s, workspace %s', (sandbox, kind) => {
  const args = ['--sandbox', sandbox, '--workspace', kind, ...checks];

  it('nothing is made behind a link that leads out', async (context) => {
    await needSandbox(context, sandbox);
    using place = placeWithFolder();
    const home = join(place.env['HOME'] ?? '', 'user');
    mkdirSync(home);
    const link = (to: string) => atTop(`rm -rf src; ln -s ${to} src; echo "// More." >> sum.js`);
    place.contestants({
      out: link(place.outside),
      home: link(home),
      nowhere: link(join(place.outside, 'nowhere')),
      plain,
    });
    const names = ['out', 'home', 'nowhere', 'plain'];
    const result = resultOf(await place.race(names, ['--cwd', 'src/deep/er', ...args]));
    expect([readdirSync(place.outside), readdirSync(home)]).toEqual([[], []]);
    expect(result.winner).toBe('plain');
    expect(rowOf(result, 'plain').checks).toMatchObject(passed);
    for (const name of ['out', 'home', 'nowhere']) expect(rowOf(result, name).checks).toMatchObject(failed);
    const { stdout: log } = await place.joust(['show', '@last', '--log', 'out/here']);
    expect(log).toContain('the folder src/deep/er is not part of this work any more');
    expect(place.leftovers()).toEqual([]);
  });

  it('no check runs behind a link, though there is such a folder', async (context) => {
    await needSandbox(context, sandbox);
    using place = placeWithFolder();
    mkdirSync(join(place.outside, 'deep'));
    place.contestants({ out: atTop(`rm -rf src; ln -s ${place.outside} src`), plain });
    const result = resultOf(await place.race(['out', 'plain'], ['--cwd', 'src/deep', ...args]));
    expect(result.winner).toBe('plain');
    expect(rowOf(result, 'out').checks).toMatchObject(failed);
  });

  it('a file in its place fails the checks of that entry alone', async (context) => {
    await needSandbox(context, sandbox);
    using place = placeWithFolder();
    place.contestants({
      file: atTop('rm -rf src; echo f > src'),
      deeper: atTop('rm -rf src/deep; echo f > src/deep'),
      plain,
    });
    const raced = await place.race(['file', 'deeper', 'plain'], ['--cwd', 'src/deep', ...args]);
    const result = resultOf(raced);
    expect(result.winner).toBe('plain');
    for (const name of ['file', 'deeper']) expect(rowOf(result, name).checks).toMatchObject(failed);
  });

  it('a link that stays in the work is followed, and what is missing is made', async (context) => {
    await needSandbox(context, sandbox);
    using place = placeWithFolder();
    place.contestants({
      moved: atTop('mv src lib; ln -s lib src'),
      gone: atTop('rm -rf src'),
      plain,
    });
    const raced = await place.race(['moved', 'gone', 'plain'], ['--cwd', 'src/deep', ...args]);
    const result = resultOf(raced);
    for (const name of ['moved', 'gone', 'plain']) expect(rowOf(result, name).checks).toMatchObject(passed);
  });
});

describe.each(kinds)('raced in the workspace %s', (kind) => {
  const args = ['--workspace', kind, ...checks];

  it('a folder in which nothing is tracked is there for every check', async () => {
    using place = placeWithFolder();
    mkdirSync(join(place.folder, 'empty/deep'), { recursive: true });
    place.contestants({ plain });
    const more = ['--cwd', 'empty/deep', ...args, '--check', 'again=pwd'];
    const result = resultOf(await place.race(['plain'], more));
    expect(rowOf(result, 'plain').checks).toMatchObject([...passed, { name: 'again', outcome: 'passed' }]);
  });

  it('dependencies are not copied behind a link, and nowhere where a file stands', async () => {
    using place = placeWithFolder();
    place.write('src/deps/dep.txt', 'dep\n');
    place.contestants({
      out: atTop(`rm -rf src; ln -s ${place.outside} src`),
      nowhere: atTop(`rm -rf src/deps; ln -s ${place.outside}/nowhere src/deps`),
      file: atTop('rm -rf src; echo f > src'),
      plain,
    });
    const names = ['out', 'nowhere', 'file', 'plain'];
    const own = ['--no-found-checks', '--check', 'here=test -f src/deps/dep.txt', '--workspace', kind];
    const result = resultOf(await place.race(names, ['--copy', 'src/deps', ...own]));
    expect(readdirSync(place.outside)).toEqual([]);
    expect(result.winner).toBe('plain');
    for (const name of ['out', 'nowhere', 'file']) expect(rowOf(result, name).checks).toMatchObject(failed);
    expect(existsSync(join(place.folder, 'src/deps/dep.txt'))).toBe(true);
  });
});
