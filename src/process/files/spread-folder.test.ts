// A folder for many that come and go: private, and marked where the file system knows the mark.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeSpreadFolder, spreadFolder } from './spread-folder.ts';

const isExt = process.platform === 'linux' && statfsSync(tmpdir()).type === 0xef53;

function marks(path: string): string {
  return execFileSync('lsattr', ['-d', path], { encoding: 'utf8' }).split(' ')[0] ?? '';
}

it('is made with the folders above it, for its owner alone, and left as it is where it is there', (context) => {
  const top = mkdtempSync(join(tmpdir(), 'joust-spread-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const path = join(top, 'home/spools');
  makeSpreadFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  const plain = join(top, 'plain');
  mkdirSync(plain, { mode: 0o755 });
  makeSpreadFolder(plain);
  expect(statSync(plain).mode & 0o777).toBe(0o755);
  context.skip(
    !isExt || !existsSync('/usr/bin/chattr'),
    'the mark is looked at on ext4 only, where chattr is',
  );
  expect([marks(path), marks(plain)].map((mark) => mark.includes('T'))).toEqual([true, false]);
  spreadFolder(plain);
  expect(marks(plain)).toContain('T');
  // Once: whoever takes it away again wants that.
  execFileSync('chattr', ['-T', plain]);
  spreadFolder(plain);
  expect(marks(plain)).not.toContain('T');
});
