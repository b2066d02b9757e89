// Overlays against whole checkouts: the same random edits come to the same entry, the same replay and the same restored tree; and what
// is kept of a layer is as it was made.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { seededRandom } from '../../src/contest/handle/draw.ts';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { type CheckoutPlan, checkoutAt } from '../../src/workspace/checkout/checkout.ts';
import type { Overlay } from '../../src/workspace/checkout/store.ts';
import { overlayAt } from '../../src/workspace/overlay/overlay.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';
import { noOverlays, overlays } from './workspace-kinds.ts';

const files = {
  '.gitignore': 'ignored/\n*.log\n',
  'a.txt': 'one\n',
  'old.txt': 'old\n',
  'src/x.txt': 'x\n',
  'src/deep/y.txt': 'y\n',
  'src/deep/z.txt': 'z\n',
  'src/.gitignore': 'made.txt\n!kept.log\n',
  'lib/one/p.txt': 'p\n',
  'lib/two/q.txt': 'q\n',
  'was.log': 'tracked though ignored\n',
};

async function place({ folder, home }: TestRepository, copy: readonly string[] = []) {
  const base = await takeBase(await openRepository(folder, '/nonexistent'), { home, nonce: 'n' });
  const { store, tree, snapshot } = base;
  let count = 0;
  const plan = (overlay: readonly Overlay[]): CheckoutPlan => {
    count += 1;
    return {
      ...{ store, root: join(home, 'workspaces', `w${count}`), nonce: `n${count}`, copy },
      ...{ base: { tree, snapshot, folder, below: '' }, overlay: async () => overlay },
    };
  };
  return {
    async checkout(overlay: readonly Overlay[] = []) {
      return await made(checkoutAt(plan(overlay)));
    },
    async overlay(overlay: readonly Overlay[] = []) {
      if (!('tier' in overlays)) throw new Error(overlays.unavailable);
      return await made(overlayAt({ ...plan(overlay), overlays, home, holder: 'contest', distrusted: true }));
    },
  };
}

async function made(workspace: Workspace): Promise<Workspace> {
  await workspace.make();
  return workspace;
}

function run(workspace: Workspace, script: string): string {
  const [program, ...args] = workspace.enter(['/bin/sh', '-c', script]);
  return execFileSync(program, args, {
    cwd: workspace.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
  });
}

/** Files and links with their content, and folders. */
function seen(workspace: Workspace, kinds = 'fld'): string {
  const kind = [...kinds].map((letter) => `-type ${letter}`).join(' -o ');
  return run(
    workspace,
    `find . -path ./.git -prune -o \\( ${kind} \\) -print | LC_ALL=C sort | while read -r p; do ` +
      `if [ -L "$p" ]; then echo "$p -> $(readlink "$p")"; elif [ -f "$p" ]; then echo "$p $(stat -c %A "$p") $(cksum <"$p")"; else echo "$p/"; fi; done`,
  );
}

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
        using repository = testRepository(files);
        const random = seededRandom(`overlay ${seed}`);
        const { checkout, overlay } = await place(repository);
        const [one, other] = [await checkout(), await overlay()];
        expect(seen(other)).toBe(seen(one));
        // Last: whoever writes into a pipe waits.
        const edits = Array.from({ length: 14 }, () => randomEdit(random));
        const script = [
          ...edits,
          ...(random() < 0.3 ? ['mkfifo a.txt.pipe; rm -f old.txt; mkfifo old.txt'] : []),
        ].join('\n');
        for (const workspace of [one, other]) run(workspace, `exec 2>&1; ${script}\ntrue`);
        const told = `seed ${seed}:\n${script}`;
        expect(seen(other), told).toBe(seen(one));
        const [sealed, same] = [await one.seal(), await other.seal()];
        const sorted = (work: typeof sealed) => work.leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1));
        expect({ ...same, leftOut: sorted(same) }, told).toEqual({ ...sealed, leftOut: sorted(sealed) });
        await one.restore();
        await other.restore();
        expect((await other.seal()).change, told).toEqual([]);
        const change = sealed.change.map(({ path, after }) => ({
          path,
          ...(after !== undefined && { file: after }),
        }));
        const [replay, layered] = [await checkout(change), await overlay(change)];
        expect(seen(layered), told).toBe(seen(replay));
        const status = 'git status --porcelain --ignored';
        expect(run(layered, status), told).toBe(run(replay, status));
      },
    );

    it('share one layer, which nobody who works in one changes, and which is made anew where somebody did', async () => {
      using repository = testRepository(files);
      const { overlay } = await place(repository);
      const one = await overlay();
      run(one, 'echo changed >a.txt; rm -r src; git commit -qam mine');
      const layers = join(repository.home, 'layers');
      const [name = ''] = readdirSync(layers);
      const tree = join(layers, name, 'tree');
      expect(readFileSync(join(tree, 'a.txt'), 'utf8')).toBe('one\n');
      expect(seen(await overlay())).toContain('./src/deep/y.txt');
      const spoils: readonly (() => void)[] = [
        () => appendFileSync(join(tree, 'a.txt'), 'tampered\n'),
        () => writeFileSync(join(tree, 'planted.js'), 'planted\n'),
        () => mkdirSync(join(tree, 'src/planted')),
        () => rmSync(join(tree, 'old.txt')),
        () => chmodSync(join(tree, 'a.txt'), 0o755),
        () => execFileSync('mkfifo', [join(tree, 'lib/pipe')]),
        () => {
          writeFileSync(join(tree, 'a.txt'), 'tampered, and the stamp as well\n');
          utimesSync(join(layers, name, 'stamp'), new Date(), new Date(Date.now() + 60_000));
        },
        () => {
          writeFileSync(join(tree, 'a.txt'), 'tampered, and the stamp written again\n');
          writeFileSync(join(layers, name, 'stamp'), '');
        },
      ];
      const before = seen(await overlay());
      for (const spoil of spoils) {
        spoil();
        expect(seen(await overlay()), String(spoil)).toBe(before);
      }
      // Who works on the old one still sees it.
      expect((await one.seal()).change.map(({ path }) => path)).toEqual(
        ['a.txt', ...Object.keys(files).filter((path) => path.startsWith('src/'))].toSorted(),
      );
    });

    it('show dependencies that are copied once, with links and scripts that name the workspace', async () => {
      using repository = testRepository({
        ...files,
        '.gitignore': 'node_modules\n.venv\n',
        'pkg/a.js': 'a\n',
      });
      const put = (path: string, content: string) => repository.write(path, content);
      put('node_modules/dep/index.js', 'dep\n');
      put('pkg/node_modules/own/index.js', 'own\n');
      symlinkSync(join(repository.folder, 'pkg'), join(repository.folder, 'node_modules/pkg'));
      put('.venv/pyvenv.cfg', 'home = /usr/bin\n');
      put('.venv/bin/tool', `#!${repository.folder}/.venv/bin/python\n`);
      chmodSync(join(repository.folder, '.venv/bin/tool'), 0o755);
      const { overlay, checkout } = await place(repository, ['node_modules', '*/node_modules', '.venv']);
      const [one, other, whole] = [await overlay(), await overlay(), await checkout()];
      for (const workspace of [one, other]) {
        const named = (text: string, { tree }: Workspace) =>
          text.replaceAll(tree, 'TREE').replaceAll(/ \d+ \d+$/gm, '');
        expect(named(seen(workspace), workspace)).toBe(named(seen(whole), whole));
        expect(run(workspace, 'cat .venv/bin/tool')).toBe(`#!${workspace.tree}/.venv/bin/python\n`);
        expect(run(workspace, 'cat node_modules/pkg/a.js; git status --porcelain')).toBe('a\n');
      }
      expect(
        readdirSync(join(repository.home, 'layers')).filter((name) => name.startsWith('copy-')),
      ).toHaveLength(1);
      expect(existsSync(join(one.root, 'upper/node_modules/dep'))).toBe(false);
      run(one, 'echo changed >node_modules/dep/index.js');
      expect(run(other, 'cat node_modules/dep/index.js')).toBe('dep\n');
      expect(await one.seal()).toMatchObject({ change: [], leftOut: [] });
    });

    it('leave out by name what is no file, and what the kernel does not follow', async () => {
      using repository = testRepository(files);
      const { overlay } = await place(repository);
      const workspace = await overlay();
      const root = process.getuid?.() === 0;
      run(
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
