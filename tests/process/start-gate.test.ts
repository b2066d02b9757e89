// The gate before watchdogs: it is made for the next start, opens by itself or with the end of who has it, and comes back.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../setup/until.ts';

const module = new URL('../../src/process/spawn/start-gate.ts', import.meta.url).href;

let temporary: string;
let folder: string;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'joust-gate-'));
  folder = join(temporary, `joust-gates-${process.getuid?.()}`);
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

/** A program that has the gate for `shell`, as its file 9, and goes on with `then`. */
function withGate(shell: string, then: string): readonly string[] {
  const program = `
    import { spawn, spawnSync } from 'node:child_process';
    import { closedGate } from ${JSON.stringify(module)};
    const gate = closedGate();
    const stdio = ['ignore', 'inherit', 'ignore', ...Array(6).fill('ignore'), gate ?? 'ignore'];
    const child = spawn('/bin/sh', ['-c', ${JSON.stringify(shell)}], { stdio, detached: true });
    ${then}`;
  return ['--input-type=module', '--eval', program];
}

const env = () => ({ PATH: process.env['PATH'], TMPDIR: temporary });
const waits = 'read -r _ <&9; echo open';
const makeGate = () => {
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('mkfifo', [join(folder, 'gate')]);
};

describe.runIf(process.platform === 'linux')('a gate', () => {
  it('is there for the start after one that found none', async () => {
    const first = spawnSync(process.execPath, withGate(waits, 'setTimeout(() => undefined, 200);'), {
      env: env(),
    });
    expect(String(first.stdout)).toBe('open\n');
    await until(() => readdirSync(folder).includes('gate'));
  });

  it('opens by itself, and comes back', () => {
    makeGate();
    const then = "child.on('exit', () => console.log(child.exitCode));";
    const ran = spawnSync(process.execPath, withGate(waits, then), { env: env() });
    expect(String(ran.stdout)).toBe('open\n0\n');
    expect(readdirSync(folder)).toEqual(['gate']);
  });

  it('is closed until then', () => {
    makeGate();
    const isOpen = 'timeout 0.3 head -c 1 <&9 && echo open || echo closed';
    // While a program is waited for in this way no time goes by here.
    const then = `spawnSync('/bin/sh', ['-c', ${JSON.stringify(isOpen)}], { stdio });`;
    const ran = spawnSync(process.execPath, withGate('exit 0', then), { env: env() });
    expect(String(ran.stdout)).toBe('closed\n');
  });

  it('opens with the end of who has it, and is taken over by the next', async () => {
    makeGate();
    const killed = spawn(process.execPath, withGate(waits, "process.kill(process.pid, 'SIGKILL');"), {
      ...{ env: env(), stdio: ['ignore', 'pipe', 'ignore'] },
    });
    let said = '';
    killed.stdout?.on('data', (text) => {
      said += text;
    });
    await until(() => said === 'open\n');
    expect(readdirSync(folder)).toEqual([`gate.${killed.pid}`]);
    const next = withGate(waits, 'setTimeout(() => undefined, 200);');
    expect(String(spawnSync(process.execPath, next, { env: env() }).stdout)).toBe('open\n');
    expect(readdirSync(folder)).toEqual(['gate']);
  });

  it('is not taken where others can write', () => {
    makeGate();
    chmodSync(folder, 0o777);
    const ran = spawnSync(process.execPath, withGate(waits, ''), { env: env() });
    expect(String(ran.stdout)).toBe('open\n');
    expect(readdirSync(folder)).toEqual(['gate']);
  });
});
