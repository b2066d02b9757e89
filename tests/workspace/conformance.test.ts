// What every kind of workspace promises: made, run in, sealed, restored, cleared, and found again after a death.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { SealedWork, Workspace } from '../../src/workspace/workspace.ts';
import { removeTree } from '../setup/remove-tree.ts';
import { folderIn, givenFile, givenFiles, kinds, noOverlays } from './workspace-kinds.ts';

let top: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-workspace-')));
});
afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwX', top]);
  removeTree(top);
});

async function made(workspace: Workspace): Promise<Workspace> {
  await workspace.make();
  return workspace;
}

/** By a program that runs in it: nobody else may see the tree. */
function run(workspace: Workspace, script: string, input: string | Uint8Array = ''): string {
  const [program, ...args] = workspace.enter(['/bin/sh', '-ec', script]);
  const { TMPDIR: _tmp, ...env } = process.env;
  const given = { ...env, TMPDIR: workspace.tmp, XDG_CACHE_HOME: workspace.cache };
  return execFileSync(program, args, { cwd: workspace.folder, input, env: given, encoding: 'utf8' });
}

function put(workspace: Workspace, path: string, content: string | Uint8Array): void {
  run(workspace, `cat >'${path}'`, content);
}

function paths({
  change,
}: SealedWork): readonly (readonly [string, string | undefined, string | undefined])[] {
  return change.map(({ path, before, after }) => [path, before?.mode, after?.mode]);
}

const had = Object.entries(kinds).filter(([name]) => name !== 'overlay' || noOverlays === undefined);

if (noOverlays !== undefined) test.skip(`there are no overlays here: ${noOverlays}`);

describe.each(had)('a workspace of the kind %s', (name, kind) => {
  const open = async () => await made(await kind.at(top));

  it('is made with real copies of what it is given, and made once', async () => {
    const workspace = await kind.at(top);
    expect(workspace.isMade()).toBe(false);
    await workspace.make();
    expect(workspace.isMade()).toBe(true);
    for (const [path, content] of Object.entries(givenFiles)) {
      expect(run(workspace, `cat ${path}`)).toBe(content);
      expect(run(workspace, `stat -c %h ${path}`).trim()).toBe('1');
    }
    put(workspace, 'a.txt', 'worked on\n');
    await workspace.make();
    expect(run(workspace, 'cat a.txt')).toBe('worked on\n');
    expect([workspace.read('a.txt', 99), workspace.read('b/c.txt', 99), workspace.read('none', 99)]).toEqual([
      'worked on\n',
      'two\n',
      undefined,
    ]);
  });

  it('is run in: programs work in its folder, and have room for what is not handed in', async () => {
    const workspace = await open();
    run(workspace, 'cat a.txt >new.txt; echo x >"$TMPDIR/t"; echo x >"$XDG_CACHE_HOME/c"');
    expect(paths(await workspace.seal())).toEqual([['new.txt', undefined, '100644']]);
    for (const folder of [workspace.folder, workspace.tmp, workspace.cache])
      expect(`${folder}/`.startsWith(`${workspace.root}/`)).toBe(true);
  });

  it('is sealed as what differs from what it was made with, and the same twice', async () => {
    const workspace = await open();
    const untouched = await workspace.seal();
    expect(untouched).toMatchObject({ change: [], leftOut: [], missing: [], altered: [] });
    expect(untouched.tree).toBe(untouched.base);
    put(workspace, 'a.txt', 'one\ntwo\n');
    put(workspace, 'bin.dat', Buffer.from([0, 1, 2, 255]));
    put(workspace, 'run.sh', 'true\n');
    run(workspace, 'chmod 755 run.sh; ln -s a.txt link; rm old.txt');
    const sealed = await workspace.seal();
    expect(paths(sealed)).toEqual([
      ['a.txt', '100644', '100644'],
      ['bin.dat', undefined, '100644'],
      ['link', undefined, '120000'],
      ['old.txt', '100644', undefined],
      ['run.sh', undefined, '100755'],
    ]);
    const [changed, binary] = sealed.change;
    expect(Buffer.from(changed?.after?.content ?? []).toString()).toBe('one\ntwo\n');
    expect(Buffer.from(changed?.before?.content ?? []).toString()).toBe('one\n');
    expect(changed).toMatchObject({ added: 1, removed: 0 });
    expect(binary?.added).toBeUndefined();
    expect(sealed.base).toBe(untouched.base);
    expect(sealed.tree).not.toBe(sealed.base);
    expect(await workspace.seal()).toEqual(sealed);
  });

  it('leaves out by name what is no file and what is too large, and does not wait for it', async () => {
    const workspace = await open();
    run(workspace, 'rm old.txt; mkfifo old.txt');
    put(workspace, 'huge.bin', Buffer.alloc(51_000_000));
    put(workspace, 'kept.txt', 'kept\n');
    const sealed = await workspace.seal();
    expect(sealed.leftOut.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: 'huge.bin', why: 'it has 51 MB, over 50 MB' },
      { path: 'old.txt', why: 'it is not a file' },
    ]);
    expect(paths(sealed)).toContainEqual(['kept.txt', undefined, '100644']);
  });

  it('hands in nothing that tools made', async () => {
    const workspace = await open();
    run(workspace, 'mkdir -p node_modules/lib; echo x >node_modules/lib/x.js');
    expect(await workspace.seal()).toMatchObject({ change: [], leftOut: [] });
  });

  it('is restored as it was made', async () => {
    const workspace = await open();
    put(workspace, 'a.txt', 'tampered\n');
    put(workspace, 'planted.txt', 'planted\n');
    run(workspace, 'rm -r b');
    await workspace.restore();
    expect(await workspace.seal()).toMatchObject({ change: [], leftOut: [] });
  });

  it('says so where its folder was taken away, and follows no link in its place', async () => {
    const workspace = await open();
    const taken = kind.layer(workspace);
    rmSync(taken, { recursive: true });
    symlinkSync('/etc', taken);
    await workspace.restore();
    const sealed = await workspace.seal();
    expect(sealed).toMatchObject({ change: [], leftOut: [{ path: '.' }] });
  });

  it('is cleared whatever its permissions are, and also where it is gone', async () => {
    const workspace = await open();
    run(workspace, 'mkdir -p locked/deep; echo x >locked/deep/x; chmod 500 locked/deep; chmod 0 locked');
    await workspace.clear();
    expect(existsSync(workspace.root)).toBe(false);
    expect(readdirSync(join(workspace.root, '..'))).toEqual([]);
    await workspace.clear();
  });

  it('is found again after a death, with the work that is in it', async () => {
    put(await open(), 'paid-for.txt', 'work\n');
    const again = await kind.at(top);
    expect(again.isMade()).toBe(true);
    await again.make();
    expect(paths(await again.seal())).toEqual([['paid-for.txt', undefined, '100644']]);
  });

  it('that was half made when its maker died is made anew', async () => {
    const { pathname } = new URL('workspace-kinds.ts', import.meta.url);
    const program = `import { kinds } from '${pathname}'; await (await kinds.${name}.at(process.argv[1])).make();`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program, top], {
      env: { ...process.env, JOUST_TEST_FAILPOINT: kind.diesAt },
    });
    expect(signal).toBe('SIGKILL');
    const workspace = await kind.at(top);
    expect(existsSync(workspace.root)).toBe(true);
    expect(workspace.isMade()).toBe(false);
    writeFileSync(join(kind.layer(workspace), 'half.txt'), 'half');
    await workspace.make();
    expect(await workspace.seal()).toMatchObject({ change: [], leftOut: [] });
  });
});

describe('a plain folder', () => {
  it('names required files that are missing, empty, no files, or not kept', async () => {
    const required = ['out/report.md', 'out/empty.md', 'out/link.md', 'out/huge.bin', 'out/there.md'];
    const workspace = await made(folderIn(top, { required }));
    mkdirSync(join(workspace.tree, 'out'));
    put(workspace, 'out/empty.md', '');
    put(workspace, 'out/there.md', 'there\n');
    put(workspace, 'out/huge.bin', Buffer.alloc(51_000_000));
    symlinkSync('there.md', join(workspace.tree, 'out/link.md'));
    const { missing } = await workspace.seal();
    expect(missing).toEqual(['out/report.md', 'out/empty.md', 'out/link.md', 'out/huge.bin']);
  });

  it('keeps a required file also where tools leave theirs', async () => {
    const workspace = await made(folderIn(top, { required: ['node_modules/mine/index.js'] }));
    mkdirSync(join(workspace.tree, 'node_modules/mine'), { recursive: true });
    put(workspace, 'node_modules/mine/index.js', 'mine\n');
    const sealed = await workspace.seal();
    expect(sealed.missing).toEqual([]);
    expect(paths(sealed)).toEqual([['node_modules/mine/index.js', undefined, '100644']]);
  });

  it('leaves out links that lead out of it, by words or in fact, and sockets', async () => {
    const workspace = await made(folderIn(top));
    symlinkSync('/etc/passwd', join(workspace.tree, 'absolute'));
    symlinkSync('../../secret', join(workspace.tree, 'upwards'));
    symlinkSync('/etc', join(workspace.tree, 'door'));
    symlinkSync('door/passwd', join(workspace.tree, 'through'));
    symlinkSync('b', join(workspace.tree, 'inside'));
    symlinkSync('nowhere', join(workspace.tree, 'dangling'));
    const server = createServer().listen(join(workspace.tree, 'socket'));
    await new Promise((ready) => server.once('listening', ready));
    const sealed = await workspace.seal();
    server.close();
    expect(sealed.leftOut).toEqual([
      { path: 'absolute', why: 'it is a link that leads out of the folder' },
      { path: 'door', why: 'it is a link that leads out of the folder' },
      { path: 'socket', why: 'it is not a file' },
      { path: 'through', why: 'it is a link that leads out of the folder' },
      { path: 'upwards', why: 'it is a link that leads out of the folder' },
    ]);
    expect(paths(sealed)).toEqual([
      ['dangling', undefined, '120000'],
      ['inside', undefined, '120000'],
    ]);
  });

  it('gives inputs to be read only, and tells who changed them', async () => {
    const workspace = await made(folderIn(top, { readOnly: ['b', 'old.txt'] }));
    const rights = (path: string) => lstatSync(join(workspace.tree, path)).mode & 0o777;
    expect([rights('b'), rights('b/c.txt'), rights('old.txt')]).toEqual([0o555, 0o444, 0o444]);
    expect(rights('a.txt')).toBe(0o644);
    chmodSync(join(workspace.tree, 'b'), 0o700);
    chmodSync(join(workspace.tree, 'b/c.txt'), 0o600);
    put(workspace, 'b/c.txt', 'tampered\n');
    rmSync(join(workspace.tree, 'old.txt'), { force: true });
    const sealed = await workspace.seal();
    expect(sealed).toMatchObject({ altered: ['b/c.txt', 'old.txt'], change: [] });
    await workspace.restore();
    expect(await workspace.seal()).toMatchObject({ altered: [], change: [] });
  });

  test.each(['../out', '/etc/x', 'a/../../b', '.git/config', ''])('refuses the path %j', async (path) => {
    const workspace = folderIn(top, { given: [givenFile(path, 'x')] });
    await expect(workspace.make()).rejects.toThrow('cannot be a file of a workspace');
    expect(existsSync(workspace.root)).toBe(false);
  });
});
