// joust diff: entries against the base and against each other, for people and for programs.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noPty, startPty } from '../setup/pty.ts';
import { editAll, editTwo, lines, motley, put, read, simple } from './change-kinds.ts';

/** Every control but tab and line feed, and what reorders a line. */
const driving = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

const editOther = (folder: string) => {
  put(folder, 'a.txt', lines([2, 'other']));
  put(folder, 'c.txt', 'other\n');
};

describe('diff', () => {
  it("shows the winner's entry: what others touch as well, what only it does, figures, and the patch", async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo }, bob: { edit: editOther } }, 'ann');
    const { code, stdout, stderr } = await place.joust(['diff', id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^ann against the base\ncommon: a\.txt\nonly ann: b\.txt, sub\/new\.txt\nM a\.txt +\+1 +-1\n/,
    );
    expect(stdout).toContain('3 files, +3 -2\n\ndiff --git a/a.txt b/a.txt\n');
    expect(stdout).toContain('\n-line 2\n+entry\n');
    const stat = await place.joust(['diff', id, 'bob', '--stat']);
    expect(stat.stdout).toContain('only bob: c.txt');
    expect(stat.stdout).not.toContain('diff --git');
  });

  it('holds two entries against each other', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo }, bob: { edit: editOther } }, 'ann');
    const { stdout } = await place.joust(['diff', id, 'ann', '--against', 'bob']);
    expect(stdout).toMatch(
      /^ann against bob\ncommon: a\.txt\nonly ann: b\.txt, sub\/new\.txt\nonly bob: c\.txt\n/,
    );
    expect(stdout).toContain('\n-other\n+entry\n');
    expect(stdout).toContain(
      'diff --git a/c.txt b/c.txt\n--- a/c.txt\n+++ b/c.txt\n@@ -1 +1 @@\n-other\n+c\n',
    );
    expect(stdout).toContain('new file mode 100644\n--- /dev/null\n+++ b/sub/new.txt\n');
    const same = await place.joust(['diff', id, '--against', 'ann']);
    expect(same.stdout).toContain('0 files, +0 -0');
  });

  it('gives programs a patch that git takes, and what leads from one entry to the other', async () => {
    using place = motley();
    const chmod = (folder: string) => chmodSync(join(folder, 'text.txt'), 0o755);
    const id = await place.contest({ ann: { edit: editAll }, bob: { edit: chmod } }, 'ann');
    const { shown, winner, entries } = JSON.parse((await place.joust(['diff', id, '--json'])).stdout);
    expect(winner).toBe('ann');
    expect(entries.map(({ contestant }: { contestant: string }) => contestant)).toEqual(['ann', 'bob']);
    execFileSync('git', ['apply', '--binary'], { cwd: place.folder, input: shown.patch });
    expect(read(place, 'was-file/inside')).toBe('in\n');
    place.git('checkout', '-q', '.');
    place.git('clean', '-qfd');
    rmSync(join(place.folder, 'was-file'), { recursive: true, force: true });
    place.git('checkout', '-q', '.');
    const against = JSON.parse((await place.joust(['diff', id, 'bob', '--against', 'ann', '--json'])).stdout);
    expect(against.shown.patch).toContain('old mode 100644\nnew mode 100755\n');
    expect(against.shown.files).toContainEqual({ path: 'image.bin', how: 'changed' });
    expect(against.shown.patch).toContain('Binary files differ');
  });

  it('tells figures of all where nobody won, failed ones included, and what to do next', async () => {
    using place = simple();
    const id = await place.contest({
      ann: { edit: editTwo },
      bob: { edit: editOther, outcome: 'timed-out', partial: true },
    });
    const { code, stdout, stderr } = await place.joust(['diff', id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ann \(ok\)\n[\s\S]*\nbob \(timed-out, partial\)\nM a\.txt/);
    expect(stderr).toContain(`joust diff ${id} NAME`);
    expect((await place.joust(['diff', id, '--against', 'bob'])).code).toBe(2);
    expect((await place.joust(['diff', id, 'eve'])).stderr).toContain('ann, bob');
    expect((await place.joust(['diff', id, 'bob'])).stdout).toContain('+other');
  });

  it('lets nothing in an entry drive a terminal or pass for a heading', async () => {
    using place = simple();
    const evil = 'a\x1b[2J\u202eb\rdiff --git a/one/0 b/other/0\r\n-- a/x\n@@ -1 +1 @@\nGIT binary patch\n';
    const edit = (folder: string) => {
      put(folder, 'c.txt', evil);
      put(folder, 'ev\u202eil\x1b\n.txt', evil);
    };
    const id = await place.contest({ eve: { edit }, bob: { edit: editOther } }, 'eve');
    for (const more of [[], ['--against', 'bob'], ['--json']]) {
      const { code, stdout } = await place.joust(['diff', id, ...more]);
      expect(code).toBe(0);
      expect(stdout).not.toMatch(driving);
      if (more[0] !== '--json') expect(stdout.match(/^\+a␛\[2J<U\+202E>b␍diff --git/gm)).toHaveLength(2);
      if (more[0] !== '--json') expect(stdout.match(/^\+GIT binary patch$/gm)).toHaveLength(2);
    }
  });
});

describe.skipIf(noPty() !== undefined)('on a terminal', () => {
  it('is coloured, unless NO_COLOR is set', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    await using coloured = startPty(place, ['diff', id]);
    expect((await coloured.done).output).toContain('\x1b[32m+entry\x1b[39m');
    await using plain = startPty(place, ['diff', id], { env: { NO_COLOR: '1' } });
    const { output } = await plain.done;
    expect(output).toContain('+entry');
    expect(output).not.toContain('\x1b[32m');
  });
});
