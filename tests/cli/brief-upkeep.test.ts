// Briefs that were played: what changed between rounds, what is passed on, and what is taken away.
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefPlace, json, listedIn, read, shell } from '../setup/brief-files.ts';

describe('brief diff', () => {
  it('shows what everybody changed between rounds, from the record', async () => {
    using made = briefPlace();
    made.config(
      shell('ann', 'echo more >> out/RESULT.md; head -c 9 /dev/zero >> out/x; echo done') +
        shell('bob', 'echo same > out/RESULT.md; echo done'),
    );
    await made.joust(['brief', 'play', 'b']);
    await made.joust(['brief', 'refine', 'b', '-c', 'ann']);
    rmSync(join(made.folder, 'b/rounds'), { recursive: true });
    const { code, stdout } = await made.joust(['brief', 'diff', 'b', '1', '2', '--exit-code']);
    expect(code).toBe(0);
    expect(stdout).toContain('ann: round 1, then round 2');
    expect(stdout).toContain('\n more\n+more\n');
    expect(stdout).toContain('Binary files differ: 9 bytes, then 18 bytes');
    expect(stdout).toContain('bob: round 1 all along\n');

    // The folder may stand last, and be left out.
    const last = await made.joust(['brief', 'diff', '1', '2', 'b', '-c', 'bob', '--exit-code']);
    expect(last.code).toBe(1);
    expect((await made.joust(['brief', 'diff', '1', '2', 'b', '-c', 'bob'])).code).toBe(0);
    const none = await made.joust(['brief', 'diff', 'b', '1', '7']);
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/there is no round 7 of this brief[\s\S]*There are: 1, 2\./);
    expect((await made.joust(['brief', 'diff', 'b', 'one', '2'])).code).toBe(2);
  });
});

describe('brief archive', () => {
  it('copies what is public, each a plain file of the folder, and says what it leaves out', async () => {
    using made = briefPlace({ 'b/raw/facts.txt': 'facts', 'b/.env': 'KEY=1', 'outside.txt': 'outside' });
    await made.joust(['brief', 'play', 'b', '-c', 'ann']);
    const out = join(made.folder, 'b/work/ann/out');
    symlinkSync(join(made.folder, 'outside.txt'), join(out, 'away'));
    symlinkSync('../../../brief.yaml', join(out, 'inside'));
    execFileSync('mkfifo', [join(out, 'pipe')]);
    writeFileSync(join(out, '.env'), 'KEY=1');
    writeFileSync(join(out, 'notes.txt'), `npm_${'aB3dE6gH9'.repeat(4)}`);
    linkSync(join(made.folder, 'outside.txt'), join(out, 'twin'));
    const ran = await made.joust(['brief', 'archive', 'b']);
    expect(ran.code, ran.stderr).toBe(0);
    for (const [name, why] of [
      ['away', 'it is a link'],
      ['inside', 'it is a link'],
      ['pipe', 'it is not a file'],
      ['.env', 'it may hold a secret'],
      ['notes.txt', 'it may hold a secret'],
      ['twin', 'it is a hard link, another name of a file that may lie elsewhere'],
    ])
      expect(ran.stderr).toContain(`work/ann/out/${name} is left out: ${why}.`);
    const archived = ['BRIEF.md', 'artifacts.json', 'work/ann/out/RESULT.md', 'work/ann/out/x'];
    expect(listedIn(made, 'b-archive')).toEqual(archived);
    const { artifacts } = json(made, 'b-archive/artifacts.json');
    expect(artifacts.map(({ path }: { path: string }) => path)).toEqual(
      archived.filter((path) => path !== 'artifacts.json'),
    );

    const again = await made.joust(['brief', 'archive', 'b']);
    expect(again.code).toBe(2);
    const within = await made.joust(['brief', 'archive', 'b', '--out', 'b/archive']);
    expect(within.stderr).toContain('lies in the folder of the brief');
    expect(existsSync(join(made.folder, 'b/archive'))).toBe(false);
  });

  it('has more for its operator, as a tar file too, and never a login', async () => {
    using made = briefPlace({ 'b/raw/facts.txt': 'facts', 'b/.auth/token': 'secret' });
    const long = `${'long-'.repeat(24)}ä.txt`;
    made.config(shell('ann', `echo a > out/RESULT.md; echo b > 'out/${long}'; echo printed`));
    await made.joust(['brief', 'play', 'b', '-c', 'ann']);
    const ran = await made.joust(['brief', 'archive', 'b', '--include-operator', '--format', 'tar']);
    expect(ran.code, ran.stderr).toBe(0);
    const tar = join(made.folder, 'b-archive.tar');
    mkdirSync(join(made.folder, 'read'));
    execFileSync('tar', ['-xf', tar, '-C', join(made.folder, 'read')]);
    const found = listedIn(made, 'read');
    const [id] = json(made, 'b/status.json').contests.map((one: { id: string }) => one.id);
    expect(found).toEqual(
      expect.arrayContaining([
        'brief.yaml',
        'raw/facts.txt',
        `work/ann/out/${long}`,
        'joust-record/mapping.json',
        `joust-record/${id}/prompts/ann.md`,
        `joust-record/${id}/logs/ann.stdout`,
      ]),
    );
    expect(found.filter((path) => path.includes('.auth'))).toEqual([]);
    expect(read(made, `read/joust-record/${id}/logs/ann.stdout`)).toBe('printed\n');
    const taken = await made.joust(['brief', 'archive', 'b', '--format', 'tar']);
    expect(taken.stderr).toContain('is there already');
    expect(readdirSync(made.folder).filter((name) => name.startsWith('.joust'))).toEqual([]);
  });
});

describe('brief prune', () => {
  it('takes away what the record can give back, and nothing that anybody wrote', async () => {
    using made = briefPlace({ 'b/notes.txt': 'mine', 'c/other.txt': 'no brief' });
    made.config(
      shell('ann', 'echo more >> out/RESULT.md; echo x > out/x; echo done') +
        shell('bob', 'echo b > out/RESULT.md; echo done') +
        '[contestants.judge]\nagent = "scripted"\nscript = "judge"\n',
    );
    await made.joust(['brief', 'play', 'b']);
    await made.joust(['brief', 'refine', 'b', '-c', 'ann']);
    await made.joust(['brief', 'judge', 'b', '-j', 'judge']);
    await made.joust(['brief', 'report', 'b']);
    made.write('b/work/ann/out/x', 'changed');
    made.write('b/work/ann/out/mine.txt', 'mine');
    const young = await made.joust(['brief', 'prune', '--older-than', '1h']);
    expect(young.stderr).toContain('b stays: something happened');

    const before = listedIn(made, 'b');
    const dry = await made.joust(['brief', 'prune', '--older-than', '0h', '--dry-run']);
    expect(dry.stderr).toContain('Would delete');
    expect(listedIn(made, 'b')).toEqual(before);

    const refused = await made.joust(['brief', 'prune', 'b', '--older-than', '0h', '--keep-results']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') });
    expect(listedIn(made, 'b')).toEqual(before);

    const ran = await made.joust(['brief', 'prune', 'b', '--older-than', '0h', '--keep-results', '--yes']);
    expect(ran.stderr).toContain('b/work/ann/out/x stays: it was changed.');
    expect(ran.stderr).toContain('b/work/ann/out/mine.txt stays: joust did not make it.');
    expect(listedIn(made, 'b')).toEqual([
      'BRIEF.md',
      'brief.lock',
      'brief.yaml',
      'leaderboard.md',
      'notes.txt',
      'report.html',
      'summary.json',
      'work/ann/out/mine.txt',
      'work/ann/out/x',
    ]);

    // It stays so until somebody wants it back.
    const told = await made.joust(['brief', 'status', 'b']);
    expect(told.stdout).toContain('was pruned on');
    expect(existsSync(join(made.folder, 'b/status.json'))).toBe(false);
    rmSync(join(made.folder, 'b/work'), { recursive: true });
    await made.joust(['brief', 'status', 'b', '--restore']);
    expect(listedIn(made, 'b')).toEqual(before.filter((path) => path !== 'work/ann/out/mine.txt'));
    expect(read(made, 'b/work/ann/out/x')).toBe('x\n');
  });

  it('needs an age', async () => {
    using made = briefPlace();
    expect((await made.joust(['brief', 'prune', 'b'])).code).toBe(2);
    expect((await made.joust(['brief', 'prune', 'b', '--older-than', 'soon'])).code).toBe(2);
    expect((await made.joust(['brief', 'prune', 'c', '--older-than', '1d'])).stderr).toContain('is no brief');
  });
});
