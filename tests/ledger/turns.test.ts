// The conformance suite of the ledger's port, continued: turns that come no closer than they may, whoever takes them.
import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { finished } from '../setup/project.ts';
import { ledgerKinds } from './kinds.ts';

describe.each(ledgerKinds)('turns of the $name ledger', ({ open, program }) => {
  let top: string;
  let ledger: Ledger;
  let nowMs: number;

  beforeEach(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-turns-')));
    nowMs = 1_800_000_000_000;
    ledger = open(join(top, 'data'), () => new Date(nowMs));
  });
  afterEach(async () => {
    await ledger.close();
    rmSync(top, { recursive: true, force: true });
  });

  it('are taken at once where none was before, and then only so long after the last', async () => {
    expect(await ledger.takeTurn('a', 1000)).toBe(0);
    expect(await ledger.takeTurn('a', 1000)).toBe(1000);
    nowMs += 400;
    expect(await ledger.takeTurn('a', 1000)).toBe(600);
    nowMs += 599;
    expect(await ledger.takeTurn('a', 1000)).toBe(1);
    nowMs += 1;
    expect(await ledger.takeTurn('a', 1000)).toBe(0);
    expect(await ledger.takeTurn('a', 1000)).toBe(1000);
  });

  it('of one name say nothing about another, nor about a lease', async () => {
    await ledger.takeTurn('a', 1000);
    expect(await ledger.takeTurn('b', 1000)).toBe(0);
    expect(await ledger.lease('a')).toBeUndefined();
  });

  it('count from the last one, whatever was asked for then', async () => {
    await ledger.takeTurn('a', 60_000);
    nowMs += 500;
    expect(await ledger.takeTurn('a', 500)).toBe(0);
    expect(await ledger.takeTurn('a', 62.5)).toBe(63);
  });

  it('are only looked at where that is asked for', async () => {
    expect(await ledger.takeTurn('a', 1000, { look: true })).toBe(0);
    expect(await ledger.takeTurn('a', 1000)).toBe(0);
    expect(await ledger.takeTurn('a', 1000, { look: true })).toBe(1000);
    nowMs += 1000;
    expect(await ledger.takeTurn('a', 1000, { look: true })).toBe(0);
    expect(await ledger.takeTurn('a', 1000)).toBe(0);
  });

  it('begin anew with a clock that was set back', async () => {
    await ledger.takeTurn('a', 1000);
    nowMs -= 86_400_000;
    expect(await ledger.takeTurn('a', 1000)).toBe(1000);
    nowMs += 1000;
    expect(await ledger.takeTurn('a', 1000)).toBe(0);
  });

  if (program !== undefined)
    it('keep their distance between processes', async () => {
      const script = join(top, 'turns.mts');
      writeFileSync(
        script,
        `import { setTimeout as sleep } from 'node:timers/promises';
        const home = process.argv[2];
        const ledger = ${program};
        await ledger.lease('contested');
        const beganMs = Date.now();
        const taken = [];
        while (taken.length < 3) {
          const waitMs = await ledger.takeTurn('contested', 60);
          if (waitMs > 0) await sleep(waitMs);
          else taken.push(Date.now());
        }
        console.log(JSON.stringify({ beganMs, taken }));
        await ledger.close();`,
      );
      const home = join(top, 'shared');
      const ran = await Promise.all(
        [1, 2, 3].map(() => finished(spawn(process.execPath, [script, home], { env: process.env }))),
      );
      for (const { code, stderr } of ran) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const said = ran.map(({ stdout }) => JSON.parse(stdout) as { beganMs: number; taken: number[] });
      // However late somebody hears of a turn: none was before anybody asked.
      const firstMs = Math.min(...said.map(({ beganMs }) => beganMs));
      const taken = said.flatMap((one) => one.taken).sort((a, b) => a - b);
      for (const [at, ms] of taken.entries()) expect(ms - firstMs).toBeGreaterThanOrEqual(at * 60 - 1);
    });
});
