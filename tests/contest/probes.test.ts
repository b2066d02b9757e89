// Probes against real programs: asked once, remembered by path, size and time; logins for ten minutes only.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codex } from '../../src/agents/codex/codex.ts';
import { command } from '../../src/agents/command/command.ts';
import { Probes } from '../../src/contest/accounts/probes.ts';
import { type Machine, thisMachine } from '../../src/process/machine.ts';

const minute = 60_000;
let top: string;
let nowMs: number;
let env: Record<string, string>;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-probes-')));
  nowMs = 1_800_000_000_000;
  env = { PATH: `${join(top, 'bin')}:/usr/bin:/bin`, HOME: top };
  mkdirSync(join(top, 'bin'));
  stub('1.2.3', 'Logged in using ChatGPT');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** A codex that notes every question, and the key it saw with it. */
function stub(version: string, login: string): void {
  const program = join(top, 'bin/codex');
  writeFileSync(
    program,
    `#!/bin/sh\necho "$1 key=$OPENAI_API_KEY secret=$MY_SECRET" >>"$HOME/asked"\ncase $1 in\n--version) echo "codex-cli ${version}" ;;\nlogin) echo "${login}" >&2 ;;\nesac\n`,
  );
  chmodSync(program, 0o755);
}

function probes(): Probes {
  const machine: Machine = { ...thisMachine(), env, home: top, cwd: top, now: () => new Date(nowMs) };
  return new Probes(machine, { home: join(top, 'data'), envPass: [] });
}

function asked(): string[] {
  const path = join(top, 'asked');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

describe('the version', () => {
  it('is asked once, and remembered by the next process however late', async () => {
    expect(await probes().version(codex)).toBe('1.2.3');
    nowMs += 1000 * 24 * 60 * minute;
    expect(await probes().version(codex)).toBe('1.2.3');
    expect(asked()).toHaveLength(1);
  });

  it('is asked again when size or time of the program changed', async () => {
    await probes().version(codex);
    stub('1.2.30', 'x');
    expect(await probes().version(codex)).toBe('1.2.30');
    utimesSync(join(top, 'bin/codex'), 1000, 1000);
    expect(await probes().version(codex)).toBe('1.2.30');
    expect(asked()).toHaveLength(3);
  });

  it('is asked again when another program is found first', async () => {
    await probes().version(codex);
    mkdirSync(join(top, 'other'));
    writeFileSync(join(top, 'other/codex'), '#!/bin/sh\necho codex-cli 9.9.9\n');
    chmodSync(join(top, 'other/codex'), 0o755);
    env = { ...env, PATH: `${join(top, 'other')}:${env['PATH']}` };
    expect(await probes().version(codex)).toBe('9.9.9');
  });

  it('is unknown where nothing says it, and that is not remembered', async () => {
    writeFileSync(join(top, 'bin/codex'), '#!/bin/sh\necho nonsense\n');
    expect(await probes().version(codex)).toBeUndefined();
    stub('2.0.0', 'x');
    expect(await probes().version(codex)).toBe('2.0.0');
    rmSync(join(top, 'bin/codex'));
    env = { ...env, PATH: join(top, 'bin') };
    expect(await probes().version(codex)).toBeUndefined();
  });
});

describe('the login', () => {
  const free = { withholdKeys: false };

  it('is remembered for ten minutes and no longer', async () => {
    expect(probes().knownLogin(codex, free)).toBeUndefined();
    expect(await probes().login(codex, free)).toEqual({ state: 'subscription', detail: 'ChatGPT' });
    nowMs += 10 * minute;
    expect(probes().knownLogin(codex, free)).toEqual({ state: 'subscription', detail: 'ChatGPT' });
    await probes().login(codex, free);
    expect(asked()).toHaveLength(1);
    nowMs += 1;
    expect(probes().knownLogin(codex, free)).toBeUndefined();
    await probes().login(codex, free);
    expect(asked()).toHaveLength(2);
  });

  it('is asked in the environment the attempt would get', async () => {
    env = { ...env, OPENAI_API_KEY: 'sk-1', MY_SECRET: 'hidden' };
    await probes().login(codex, free);
    await probes().login(codex, { withholdKeys: true });
    expect(asked()).toEqual(['login key=sk-1 secret=', 'login key= secret=']);
  });

  it('with a key is another one than without: neither is taken for the other', async () => {
    await probes().login(codex, free);
    env = { ...env, OPENAI_API_KEY: 'sk-1' };
    expect(probes().knownLogin(codex, free)).toBeUndefined();
    expect(probes().knownLogin(codex, { withholdKeys: true })).toBeDefined();
  });

  it('is asked again when a file or a variable it rests on changed', async () => {
    await probes().login(codex, free);
    mkdirSync(join(top, '.codex'));
    writeFileSync(join(top, '.codex/auth.json'), '{}');
    expect(probes().knownLogin(codex, free)).toBeUndefined();
    await probes().login(codex, free);
    expect(probes().knownLogin(codex, { ...free, environment: { CODEX_HOME: top } })).toBeUndefined();
    env = { ...env, CODEX_HOME: join(top, 'elsewhere') };
    await probes().login(codex, free);
    expect(asked()).toHaveLength(3);
    expect(probes().knownLogin(codex, free)).toBeDefined();
  });

  it('is asked again after somebody was turned away', async () => {
    await probes().login(codex, free);
    await probes().version(codex);
    probes().forgetLogin(codex);
    expect(probes().knownLogin(codex, free)).toBeUndefined();
    await probes().version(codex);
    expect(asked()).toHaveLength(2);
  });

  it('puts no key into what is remembered', async () => {
    env = { ...env, OPENAI_API_KEY: 'sk-very-secret-value' };
    await probes().login(codex, free);
    expect(readFileSync(join(top, 'data/probes.json'), 'utf8')).not.toContain('very-secret');
  });

  it('is unknown for what has none, and nobody is asked', async () => {
    expect(await probes().login(command, free)).toEqual({ state: 'unknown' });
    expect(asked()).toEqual([]);
  });
});

describe('the environment', () => {
  it('names what is withheld from the agent', () => {
    env = { ...env, OPENAI_API_KEY: 'sk-1', CODEX_API_KEY: 'sk-2' };
    expect(probes().environment(codex, true).withheld).toEqual(['OPENAI_API_KEY', 'CODEX_API_KEY']);
    expect(probes().environment(codex, false).withheld).toEqual([]);
  });
});
