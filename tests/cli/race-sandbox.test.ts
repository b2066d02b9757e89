// A race in the sandbox os: the same result, and nothing outside of a workspace can be written or looked at.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { half, racePlace, resultOf, rowOf, solve, testCheck } from '../setup/race-place.ts';

async function needSandbox(context: TestContext): Promise<void> {
  const found = await findSandbox(thisMachine());
  if ('unavailable' in found) context.skip(`${found.unavailable}. ${found.hint}`);
}

describe('--sandbox os', () => {
  it('who tries to get out changes nothing and sees nothing', async (context) => {
    await needSandbox(context);
    using place = racePlace();
    writeFileSync(join(place.outside, 'secret'), 'secret\n');
    const ways = [
      `echo x > ${place.outside}/escaped`,
      `echo x > ${place.folder}/sum.js`,
      `ls ${place.home} > seen.txt 2>&1`,
      'echo x > "$HOME/escaped"',
      'echo x > "$TMPDIR/mine" && cp "$TMPDIR/mine" mine.txt',
    ].join('; ');
    place.contestants({ solver: solve, escaper: [...half, { run: ways }] });
    const before = place.fingerprint();
    const result = resultOf(await place.race(['solver', 'escaper'], [...testCheck, '--sandbox', 'os']));
    expect(result).toMatchObject({ sandbox: 'os', winner: 'solver' });
    expect(rowOf(result, 'escaper')).toMatchObject({ outcome: 'ok', files: 3 });
    const seen = await place.joust(['diff', '@last', 'escaper']);
    expect(seen.stdout).toContain('mine.txt');
    expect(seen.stdout).not.toContain('ledger.db');
    expect(existsSync(join(place.outside, 'escaped'))).toBe(false);
    expect(existsSync(join(place.env['HOME'] ?? '', 'escaped'))).toBe(false);
    expect(place.fingerprint()).toBe(before);
    expect(place.leftovers()).toEqual([]);
  });

  it('where it cannot be had, that is an error and nothing is played', async () => {
    using place = racePlace();
    place.contestants({ solver: solve });
    const path = join(place.outside, 'bin');
    const raced = await place.race(['solver'], [...testCheck, '--sandbox', 'os'], {
      env: { PATH: path, JOUST_HOME: place.home },
    });
    expect(raced.code).toBe(2);
    expect(raced.stderr).toMatch(/the sandbox os cannot be had: .*\n.*--sandbox none/);
    expect(place.leftovers()).toEqual([]);
  });
});
