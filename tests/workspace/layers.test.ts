// The layers under overlays: made once, shared, as they were made; and whether they can be had at all.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { layChange } from '../../src/workspace/overlay/change-layer.ts';
import { letGoOfLayers } from '../../src/workspace/overlay/layer.ts';
import { knownOverlays } from '../../src/workspace/overlay/mount.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import { testRepository } from '../setup/repository.ts';
import { layeredFiles, layeredPlace, runIn, seenIn } from './layered-place.ts';
import { noOverlays, overlays } from './workspace-kinds.ts';

describe.skipIf(noOverlays !== undefined)(
  `layers${noOverlays === undefined ? '' : ` (no overlays here: ${noOverlays})`}`,
  () => {
    it('share one layer, which nobody who works in one changes, and which is made anew where somebody did', async () => {
      using repository = testRepository(layeredFiles);
      const { overlay } = await layeredPlace(repository);
      const one = await overlay();
      runIn(one, 'echo changed >a.txt; rm -r src; git commit -qam mine');
      const layers = join(repository.home, 'layers');
      const [name = ''] = readdirSync(layers);
      const tree = join(layers, name, 'tree');
      expect(readFileSync(join(tree, 'a.txt'), 'utf8')).toBe('one\n');
      expect(seenIn(await overlay())).toContain('./src/deep/y.txt');
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
      const before = seenIn(await overlay());
      const index = join(layers, name, 'index');
      const inIndex = [
        () => writeFileSync(index, readFileSync(index).subarray(0, 100)),
        () => execFileSync('sh', ['-c', 'rm "$0" && mkfifo "$0"', index]),
      ];
      for (const spoil of [...spoils, ...inIndex]) {
        spoil();
        const next = await overlay();
        expect(seenIn(next), String(spoil)).toBe(before);
        expect(runIn(next, 'git status --porcelain && git ls-files | wc -l'), String(spoil)).toMatch(
          /^[1-9]\d*\n$/,
        );
      }
      // Who works on the old one still sees it.
      expect((await one.seal()).change.map(({ path }) => path)).toEqual(
        ['a.txt', ...Object.keys(layeredFiles).filter((path) => path.startsWith('src/'))].toSorted(),
      );
    });

    it('are looked at as a whole where they are large, once for all who ask at the same time', async () => {
      const files = Array.from({ length: 600 }, (_, at) => [`part-${at % 7}/${at}.txt`, `${at}\n`] as const);
      using repository = testRepository(Object.fromEntries(files));
      const { overlay } = await layeredPlace(repository);
      const before = seenIn(await overlay(), 'd');
      const layers = join(repository.home, 'layers');
      const names = () => readdirSync(layers).filter((name) => name.startsWith('.spoiled-'));
      const tree = join(layers, readdirSync(layers)[0] ?? '', 'tree');
      const { atime, mtime } = statSync(join(tree, 'part-1/8.txt'));
      const spoils: readonly (() => void)[] = [
        () => {
          writeFileSync(join(tree, 'part-1/8.txt'), '9\n');
          utimesSync(join(tree, 'part-1/8.txt'), atime, mtime);
        },
        () => mkdirSync(join(tree, 'part-2/planted')),
        () => rmSync(join(tree, 'part-3/3.txt')),
      ];
      for (const [at, spoil] of spoils.entries()) {
        await Promise.all([overlay(), overlay()]);
        expect(names()).toHaveLength(at);
        spoil();
        const [one] = await Promise.all([overlay(), overlay()]);
        expect(names(), String(spoil)).toHaveLength(at + 1);
        expect(runIn(one, 'cat part-1/8.txt part-3/3.txt')).toBe('8\n3\n');
        expect(seenIn(one, 'd')).toBe(before);
      }
    });

    it('are compared with their tree by the next race, whatever their times say', async () => {
      using repository = testRepository({ 'a.txt': 'a\n' });
      const { folder: top } = repository;
      const { pathname } = new URL('workspace-kinds.ts', import.meta.url);
      const program = `
        import { execFileSync } from 'node:child_process';
        import { kinds } from '${pathname}';
        const workspace = await kinds.overlay.at(process.argv[1]);
        await workspace.make();
        const [program, ...args] = workspace.enter(['cat', 'a.txt', 'b/c.txt']);
        process.stdout.write(execFileSync(program, args));
        await workspace.clear();
      `;
      const race = () =>
        execFileSync(process.execPath, ['--input-type=module', '-e', program, top], { encoding: 'utf8' });
      expect(race()).toBe('one\ntwo\n');
      const layers = join(top, 'home/layers');
      const [name = ''] = readdirSync(layers);
      const layer = join(layers, name);
      const made = readFileSync(join(layer, 'entries'), 'utf8');
      for (const [path, content] of [
        ['tree/a.txt', 'two\n'],
        ['entries', 'a.txt\0'],
      ] as const) {
        writeFileSync(join(layer, path), content);
        if (path !== 'entries') writeFileSync(join(layer, 'stamp'), '');
        expect(race(), path).toBe('one\ntwo\n');
        expect(readFileSync(join(layer, 'entries'), 'utf8')).toBe(made);
      }
    });

    it('show dependencies that are copied once, with links and scripts that name the workspace', async () => {
      using repository = testRepository({
        ...layeredFiles,
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
      const { overlay, checkout } = await layeredPlace(repository, [
        'node_modules',
        '*/node_modules',
        '.venv',
      ]);
      const [one, other, whole] = [await overlay(), await overlay(), await checkout()];
      for (const workspace of [one, other]) {
        const named = (text: string, { tree }: Workspace) =>
          text.replaceAll(tree, 'TREE').replaceAll(/ \d+ \d+$/gm, '');
        expect(named(seenIn(workspace), workspace)).toBe(named(seenIn(whole), whole));
        expect(runIn(workspace, 'cat .venv/bin/tool')).toBe(`#!${workspace.tree}/.venv/bin/python\n`);
        expect(runIn(workspace, 'cat node_modules/pkg/a.js; git status --porcelain')).toBe('a\n');
      }
      expect(
        readdirSync(join(repository.home, 'layers')).filter((name) => name.startsWith('copy-')),
      ).toHaveLength(1);
      expect(existsSync(join(one.root, 'upper/node_modules/dep'))).toBe(false);
      runIn(one, 'echo changed >node_modules/dep/index.js');
      expect(runIn(other, 'cat node_modules/dep/index.js')).toBe('dep\n');
      expect(await one.seal()).toMatchObject({ change: [], leftOut: [] });
    });

    it('show the dependencies that there were when a contest began, also to the second one of a process', async () => {
      using repository = testRepository({ ...layeredFiles, '.gitignore': 'node_modules\n' });
      repository.write('node_modules/dep/version', '1');
      const { overlay } = await layeredPlace(repository, ['node_modules']);
      const versionFor = async (contest: string) =>
        runIn(await overlay([], contest), 'cat node_modules/dep/version');
      expect(await versionFor('first')).toBe('1');
      repository.write('node_modules/dep/version', '2');
      expect(await versionFor('first')).toBe('1');
      letGoOfLayers(repository.home, 'first');
      expect(await versionFor('second')).toBe('2');
      repository.write('node_modules/dep/version', '3');
      expect(await versionFor('second')).toBe('2');
      expect(await versionFor('third')).toBe('3');
      // Whoever came later took nothing away from it, nor does whoever installs anew.
      rmSync(join(repository.folder, 'node_modules'), { recursive: true });
      expect([await versionFor('second'), await versionFor('third')]).toEqual(['2', '3']);
    });

    it('are known by what they are, not by their name: another process may have made one since', async () => {
      using repository = testRepository(layeredFiles);
      const { overlay } = await layeredPlace(repository);
      await overlay([], 'first');
      letGoOfLayers(repository.home, 'first');
      const layers = join(repository.home, 'layers');
      const [name = ''] = readdirSync(layers);
      const made = join(layers, name);
      // As a pruning and a race of another process leave it: the same content, whole since another moment.
      execFileSync('touch', [join(made, 'stamp')]);
      writeFileSync(join(made, 'users', 'other'), '');
      await overlay([], 'second');
      expect(readdirSync(layers)).toEqual([name]);
      expect(readdirSync(join(made, 'users')).toSorted()).toEqual(['other', 'second']);
    });

    it('are tried once, and again where the circumstances are others or somebody asks', async () => {
      using repository = testRepository({ 'a.txt': 'a\n' });
      const { home } = repository;
      let tries = 0;
      const random = (length: number) => {
        tries += 1;
        return thisMachine().random(length);
      };
      const known = async (how = {}) => {
        const before = tries;
        const found = await knownOverlays({ ...thisMachine(), random }, home, how);
        return { about: 'about' in found && found.about, tried: tries > before };
      };
      const about = 'about' in overlays && overlays.about;
      expect(await known()).toEqual({ about, tried: true });
      expect(await known()).toEqual({ about, tried: false });
      expect(await known({ anew: true })).toEqual({ about, tried: true });
      writeFileSync(join(home, 'overlays-tried'), 'before a reboot');
      expect(await known()).toEqual({ about, tried: true });
      expect(await known()).toEqual({ about, tried: false });
    });

    it('mark more files as gone than one node may have names', async () => {
      using repository = testRepository({ 'a.txt': 'a\n' });
      const [change, below] = [join(repository.home, 'change'), join(repository.home, 'below')];
      mkdirSync(join(below, 'big'), { recursive: true });
      writeFileSync(join(below, 'big/kept'), '');
      const gone = Array.from({ length: 30_001 }, (_, at) => ({ path: `big/${at}` }));
      await layChange(gone, { change, below: [below] });
      const [first, last] = [0, 30_000].map((at) => statSync(join(change, `big/${at}`)));
      expect([first?.nlink, last?.nlink]).toEqual([30_000, 1]);
      expect(last?.isCharacterDevice()).toBe(true);
    });

    it('are entered in a folder whose name begins with a dash', async () => {
      using repository = testRepository({ '-x/f.txt': 'f\n' });
      const { overlay } = await layeredPlace(repository);
      const { root } = await overlay();
      if (!('tier' in overlays)) throw new Error(overlays.unavailable);
      const lowers = [join('../../layers', readdirSync(join(repository.home, 'layers'))[0] ?? '', 'tree')];
      const [program, ...args] = overlays.enter(['cat', 'f.txt'], { root, lowers, below: '-x' });
      expect(execFileSync(program, args, { encoding: 'utf8' })).toBe('f\n');
    });

    it('show a replay with objects that its own git reads: links are as they were handed in', async () => {
      using repository = testRepository(layeredFiles);
      const { overlay, checkout } = await layeredPlace(repository);
      const file = { mode: '120000', content: Buffer.from('where/it/leads') } as const;
      for (const make of [overlay, checkout]) {
        const workspace = await make([{ path: 'link', file }]);
        expect(runIn(workspace, 'touch -h link; git status --porcelain; git show :link')).toBe(
          'A  link\nwhere/it/leads',
        );
      }
    });

    it('leave out by name what a mark in the upper layer would lead elsewhere', async (context) => {
      using repository = testRepository(layeredFiles);
      const { overlay } = await layeredPlace(repository);
      const workspace = await overlay();
      runIn(workspace, 'echo more >>a.txt; echo more >>src/x.txt; echo new >lib/one/new.txt');
      const prefix = process.getuid?.() === 0 ? 'trusted' : 'user';
      const mark = (path: string, name: string, value: string) => {
        const target = join(workspace.root, 'upper', path);
        const whole = `${prefix}.overlay.${name}`;
        const python = 'import os,sys; n,v,p=sys.argv[1:]; os.setxattr(p,n,v.encode())';
        return [
          ['setfattr', '-n', whole, '-v', value, target],
          ['python3', '-c', python, whole, value, target],
        ].some(([program = '', ...args]) => spawnSync(program, args).status === 0);
      };
      if (!mark('src', 'redirect', '/lib') || !mark('a.txt', 'metacopy', ''))
        return context.skip('neither setfattr nor python3 can mark a file here');
      const { change, leftOut } = await workspace.seal();
      expect(leftOut.map(({ path }) => path)).toEqual(['a.txt', 'src']);
      expect(leftOut[0]?.why).toMatch(/mark of overlays/);
      expect(change.map(({ path }) => path)).toEqual(['lib/one/new.txt']);
    });
  },
);
