// What somebody may leave in a workspace so that whoever looks at it next waits, stumbles or reads for ever.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { testRepository } from '../setup/repository.ts';
import { layeredFiles, layeredPlace, runIn } from './layered-place.ts';
import { noOverlays } from './workspace-kinds.ts';

const kinds = (['overlay', 'checkout'] as const).filter(
  (kind) => kind === 'checkout' || noOverlays === undefined,
);

if (noOverlays !== undefined) test.skip(`there are no overlays here: ${noOverlays}`);

const deep = 'n=0; while [ $n -lt 30 ]; do mkdir $(printf "d%.0s" $(seq 200)) && cd d*; n=$((n+1)); done; :';

describe.each(kinds)('a workspace of the kind %s', (kind) => {
  it.each([
    [
      'pipes in the place of patterns',
      'rm src/.gitignore; mkfifo src/.gitignore lib/.gitattributes lib/.gitignore',
      [
        ['lib/.gitattributes', 'it is not a file'],
        ['lib/.gitignore', 'it is not a file'],
        ['src/.gitignore', 'it is not a file'],
      ],
    ],
    [
      'patterns without an end',
      'truncate -s 4T lib/.gitignore .gitignore',
      [
        ['.gitignore', 'it has 4.4 TB, over 50 MB'],
        ['lib/.gitignore', 'it has 4.4 TB, over 50 MB'],
      ],
    ],
    [
      'folders and pipes whose names are no text',
      'd=$(printf "d\\377"); mkdir "$d" "ignored" "ignored/$d"; echo x >"$d/f"; mkfifo "p$d"',
      [
        ['d\uFFFD/f', 'its name is not UTF-8'],
        ['pd\uFFFD', 'it is not a file'],
      ],
    ],
    ['folders in folders without end', `mkdir -p ignored && cd ignored && ${deep}`, undefined],
    [
      "names of joust's own",
      'mkdir .joust-opened; echo >.joust-opened/a.log; rm -r src; mkdir src; echo >src/b.log',
      [],
    ],
  ] as const)('is sealed and restored with %s', async (_, script, leftOut) => {
    using repository = testRepository(layeredFiles);
    const place = await layeredPlace(repository);
    const [sealing, measuring] = [await place[kind](), await place[kind]()];
    for (const workspace of [sealing, measuring]) runIn(workspace, `echo new >new.txt; ${script}`);
    const sealed = await sealing.seal();
    expect(sealed.change.map(({ path }) => path)).toContain('new.txt');
    if (leftOut !== undefined)
      expect(sealed.leftOut.map(({ path, why }) => [path, why]).toSorted()).toEqual(leftOut);
    await measuring.restore();
    expect(runIn(measuring, 'cat a.txt src/deep/y.txt; [ -e new.txt ] || echo gone')).toBe('one\ny\ngone\n');
    for (const workspace of [sealing, measuring]) await workspace.clear();
  });

  it('works where names in the repository are no text', async () => {
    using repository = testRepository(layeredFiles);
    const latin = Buffer.concat([Buffer.from(`${repository.folder}/caf`), Buffer.from([0xe9])]);
    writeFileSync(latin, 'one\n');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'latin');
    const place = await layeredPlace(repository);
    const workspace = await place[kind]();
    runIn(workspace, 'echo changed >a.txt; for f in caf*; do echo more >>"$f"; done');
    const sealed = await workspace.seal();
    expect(sealed.change.map(({ path }) => path)).toEqual(['a.txt']);
    expect(sealed.leftOut).toEqual([{ path: 'caf\uFFFD', why: 'its name is not UTF-8' }]);
    const replay = await place[kind]([
      { path: 'a.txt', file: { mode: '100644', content: Buffer.from('changed\n') } },
    ]);
    expect(runIn(replay, 'cat a.txt caf*')).toBe('changed\none\n');
  });

  it('has a git that works, also in a repository of sha256', async () => {
    using repository = testRepository({ 'a.txt': 'none\n' });
    execFileSync('rm', ['-rf', join(repository.folder, '.git')]);
    repository.git('init', '-q', '--object-format=sha256');
    for (const [name, value] of Object.entries({ name: 'Somebody', email: 'somebody@example.com' }))
      repository.git('config', `user.${name}`, value);
    repository.write('a.txt', 'one\n');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'one');
    const workspace = await (await layeredPlace(repository))[kind]();
    expect(runIn(workspace, 'echo two >a.txt; git commit -qam two && git log --format=%s')).toMatch(/^two\n/);
    expect((await workspace.seal()).change.map(({ path }) => path)).toEqual(['a.txt']);
  });

  it('leaves out what Python compiled, and reads no patterns through a link', async () => {
    using plain = testRepository({ 'a.py': 'one\n' });
    const workspace = await (await layeredPlace(plain))[kind]();
    runIn(workspace, 'echo >a.pyc; echo >b.pyd; echo >b.py');
    expect((await workspace.seal()).change.map(({ path }) => path)).toEqual(['b.py']);

    using linked = testRepository({ 'a.txt': 'one\n' });
    execFileSync('ln', ['-s', 'named.txt', join(linked.folder, '.gitignore')]);
    linked.git('add', '-A');
    linked.git('commit', '-qm', 'link');
    const other = await (await layeredPlace(linked))[kind]();
    runIn(other, 'echo >named.txt');
    expect((await other.seal()).change.map(({ path }) => path)).toEqual(['named.txt']);
  });
});

describe.skipIf(noOverlays !== undefined)('an overlay', () => {
  it('is sealed where a pipe of that name lies in a folder whose name is no text', async () => {
    using repository = testRepository(layeredFiles);
    const workspace = await (await layeredPlace(repository)).overlay();
    runIn(workspace, 'echo new >new.txt; d=$(printf "d\\377"); mkdir "$d"; mkfifo "$d/.gitignore"');
    const { change, leftOut } = await workspace.seal();
    expect(change.map(({ path }) => path)).toEqual(['new.txt']);
    expect(leftOut).toEqual([{ path: 'd\uFFFD/.gitignore', why: 'it is not a file' }]);
  });

  it.each(['entries', 'patterns', 'sealing'])('is not sealed by %s that somebody changed', async (name) => {
    using repository = testRepository(layeredFiles);
    const { overlay } = await layeredPlace(repository);
    const workspace = await overlay();
    runIn(workspace, 'echo new >new.txt');
    const layers = join(repository.home, 'layers');
    const file = join(layers, readdirSync(layers)[0] ?? '', name);
    const content = readFileSync(file, 'latin1');
    writeFileSync(file, content.replace(/ [0-9a-f]{40}\t/, ` ${'1'.repeat(40)}\t`), 'latin1');
    const { change, leftOut } = await workspace.seal();
    expect([change.map(({ path }) => path), leftOut]).toEqual([['new.txt'], []]);
  });
});
