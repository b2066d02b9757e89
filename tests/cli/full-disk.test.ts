// A full disk: the answer is shown, nothing is corrupted, the spool is kept, and resume puts it on record afterwards.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import { ended } from './output-lines.ts';

function mount(...args: readonly string[]): boolean {
  try {
    execFileSync('mount', args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('loses no answer when the disk is full', async (context) => {
  using place = project();
  mkdirSync(place.home);
  if (!mount('-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', place.home)) {
    context.skip('no small file system can be mounted here');
    return;
  }
  try {
    place.config(
      '[contestants.big]\nagent = "command"\ncommand = ["sh", "-c", "echo the answer; head -c 600000 /dev/zero | tr \'\\\\0\' x"]\n',
    );
    const full = await place.joust(['ask', '-c', 'big', 'hi']);
    expect(full.code).toBe(1);
    expect(full.stdout).toContain('## big · ok · NOT RECORDED');
    expect(full.stdout).toContain('the answer');
    expect(full.stderr).toMatch(/could not be recorded[\s\S]*spools/);
    expect(full.stderr).not.toMatch(/\n\s+at /);
    expect(readdirSync(join(place.home, 'spools'))).toHaveLength(1);
    expect(mount('-o', 'remount,size=50m', place.home)).toBe(true);
    const resumed = await place.joust(['resume', '@last', '--json']);
    expect(resumed.code).toBe(0);
    expect(ended(resumed.stdout)[0]).toMatchObject({ outcome: 'ok' });
    expect(ended(resumed.stdout)[0]?.text).toContain('the answer');
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  } finally {
    execFileSync('umount', ['-l', place.home]);
  }
});
