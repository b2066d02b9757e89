// Overlays against whole checkouts: the same random edits come to the same entry, the same replay and the same restored tree.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { seededRandom } from '../../src/contest/handle/draw.ts';
import { testRepository } from '../setup/repository.ts';
import { layeredFiles, layeredPlace, runIn, seenIn } from './layered-place.ts';
import { noOverlays } from './workspace-kinds.ts';

/** A line for the shell; whatever it cannot do is not done in both. */
function randomEdit(random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const names = [
    'a.txt',
    'old.txt',
    'src',
    'src/x.txt',
    'src/deep',
    'src/deep/y.txt',
    'lib',
    'lib/one',
    'lib/one/p.txt',
    'lib/two',
  ];
  const more = [
    'new',
    'new/n.txt',
    'src/new.txt',
    'src/made.txt',
    'ignored/i.txt',
    'src/kept.log',
    'b.log',
    'was.log',
    'src/deep/new/m.txt',
  ];
  const [one, other] = [pick([...names, ...more]), pick([...names, ...more])];
  const text = Math.floor(random() * 1000);
  return pick([
    `mkdir -p $(dirname ${one}); echo ${text} >${one}`,
    `echo ${text} >>${one}`,
    `rm -f ${one}`,
    `rm -rf ${one}`,
    `rm -rf ${one}; mkdir -p ${one}; echo ${text} >${one}/again.txt`,
    `rm -rf ${one}; mkdir -p $(dirname ${one}); echo ${text} >${one}`,
    `mv ${one} ${other}`,
    `cp -r ${one} ${other}`,
    `chmod +x ${one}`,
    `chmod -x a.txt src/x.txt`,
    `ln -s ${other} ${one}`,
    `rm -rf ${one}; ln -s ${other} ${one}`,
    `ln ${one} ${other}`,
    `touch ${one}`,
    `echo ${pick(['*.txt', 'new', '!*.log', 'lib/'])} >>${pick(['.gitignore', 'src/.gitignore', 'lib/.gitignore'])}`,
    'rm -f src/.gitignore',
    'git checkout -q -- .',
    'git stash -qu',
    `mkdir -p ${one}/node_modules; echo ${text} >${one}/node_modules/m.js; echo ${text} >${one}/m.pyc`,
  ]);
}

describe.skipIf(noOverlays !== undefined)(
  `overlays${noOverlays === undefined ? '' : ` (none here: ${noOverlays})`}`,
  () => {
    const rounds = Number(process.env['JOUST_TEST_ROUNDS'] ?? 4);
    const from = Number(process.env['JOUST_TEST_SEED'] ?? 1);
    test.each(Array.from({ length: rounds }, (_, at) => from + at))(
      'come to what a whole checkout comes to, by random edits %i',
      async (seed) => {
        // Where nothing is ignored git is not asked what is.
        const files = Object.entries(layeredFiles).filter(
          ([path]) => seed % 2 === 1 || !path.endsWith('.gitignore'),
        );
        using repository = testRepository(Object.fromEntries(files));
        const random = seededRandom(`overlay ${seed}`);
        const { checkout, overlay } = await layeredPlace(repository);
        const [one, other] = [await checkout(), await overlay()];
        expect(seenIn(other)).toBe(seenIn(one));
        // Last: whoever writes into a pipe waits.
        const edits = Array.from({ length: 14 }, () => randomEdit(random));
        const script = [
          ...edits,
          ...(random() < 0.3 ? ['mkfifo a.txt.pipe; rm -f old.txt; mkfifo old.txt'] : []),
        ].join('\n');
        for (const workspace of [one, other]) runIn(workspace, `exec 2>&1; ${script}\ntrue`);
        const told = `seed ${seed}:\n${script}`;
        expect(seenIn(other), told).toBe(seenIn(one));
        const [sealed, same] = [await one.seal(), await other.seal()];
        const sorted = (work: typeof sealed) => work.leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1));
        expect({ ...same, leftOut: sorted(same) }, told).toEqual({ ...sealed, leftOut: sorted(sealed) });
        await one.restore();
        await other.restore();
        expect((await other.seal()).change, told).toEqual([]);
        const change = sealed.change.map(({ path, after }) => ({
          path,
          file: after,
        }));
        const [replay, layered] = [await checkout(change), await overlay(change)];
        expect(seenIn(layered), told).toBe(seenIn(replay));
        const status = 'git status --porcelain --ignored';
        expect(runIn(layered, status), told).toBe(runIn(replay, status));
      },
    );

    it.each([
      'git init -q src; echo new >src/new.txt; echo more >>src/x.txt',
      'git init -q own; echo new >own/new.txt; echo more >>src/x.txt',
      'git init -q src/deep/own; echo new >src/new.txt',
    ])('come to the same with a repository in the tree: %s', async (script) => {
      for (const named of [true, false]) {
        const files = Object.entries(layeredFiles).filter(([path]) => named || !path.endsWith('.gitignore'));
        using repository = testRepository(Object.fromEntries(files));
        const { checkout, overlay } = await layeredPlace(repository);
        const [one, other] = [await checkout(), await overlay()];
        for (const workspace of [one, other]) runIn(workspace, script);
        expect(await other.seal()).toEqual(await one.seal());
      }
    });

    it('leave out by name what is no file, and what the kernel does not follow', async () => {
      using repository = testRepository(layeredFiles);
      const { overlay } = await layeredPlace(repository);
      const workspace = await overlay();
      const root = process.getuid?.() === 0;
      runIn(
        workspace,
        `mkfifo src/pipe ignored.log; ${root ? 'mknod src/disk b 7 200; mknod old.txt.x c 1 3;' : ''} echo new >new.txt`,
      );
      const { leftOut, change } = await workspace.seal();
      const names = leftOut.map(({ path, why }) => `${path}: ${why}`).toSorted();
      expect(names).toEqual(
        [...(root ? ['old.txt.x', 'src/disk'] : []), 'src/pipe'].map((path) => `${path}: it is not a file`),
      );
      expect(change.map(({ path }) => path)).toEqual(['new.txt']);
    });

    it('are mounted by an ordinary user too, who is the same inside and lifts nothing', (context) => {
      if (process.getuid?.() !== 0) return context.skip('the other tests run as an ordinary user here');
      const user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
      const { pathname } = new URL('workspace-kinds.ts', import.meta.url);
      const reached = spawnSync('env', [...user, 'test', '-x', process.execPath, '-a', '-r', pathname]);
      if (reached.status !== 0) return context.skip(`nobody cannot reach ${process.execPath}`);
      const top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-nobody-')));
      chownSync(top, 65_534, 65_534);
      const script =
        'id -u; stat -c %u a.txt; umount . 2>/dev/null && echo lifted; mount -t tmpfs x b 2>/dev/null && echo masked; ' +
        'rm -r b; mkdir b; echo new >b/new.txt; git status --porcelain | head -1; chmod 0 b';
      const program = `
      import { execFileSync, spawnSync } from 'node:child_process';
      import { kinds, overlays } from '${pathname}';
      const workspace = await kinds.overlay.at(process.argv[1]);
      await workspace.make();
      const [program, ...args] = workspace.enter(['/bin/sh', '-c', ${JSON.stringify(script)}]);
      const said = execFileSync(program, args, { encoding: 'utf8' });
      const { change, leftOut } = await workspace.seal();
      await workspace.clear();
      console.log(JSON.stringify({ about: overlays.about, said, leftOut, paths: change.map(({ path }) => path) }));
    `;
      const argv = [...user, process.execPath, '--input-type=module', '-e', program, top];
      const { stdout, stderr } = spawnSync('env', argv, { encoding: 'utf8', cwd: top });
      const left = existsSync(join(top, 'home/workspaces')) ? readdirSync(join(top, 'home/workspaces')) : [];
      rmSync(top, { recursive: true, force: true });
      if (/unavailable|cannot/.test(stderr))
        return context.skip(stderr.split('\n').find((line) => /Error/.test(line)) ?? stderr);
      expect(JSON.parse(stdout)).toEqual({
        about: 'mounted in a user namespace',
        said: '65534\n65534\n D b/c.txt\n',
        leftOut: [],
        paths: ['b/c.txt', 'b/new.txt'],
      });
      expect(left).toEqual([]);
    });
  },
);
