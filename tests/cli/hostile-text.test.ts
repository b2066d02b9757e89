// Text that joust did not write is made visible wherever it is shown in a pipe: notices, errors, notes, the doctor's report.
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';

const evil = '\x1b[2J\x1b]0;owned\x07\u202e';
/** Every control but the line feed, and what reorders a line. */
const driving = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

describe('in a pipe', () => {
  it('a notice of an agent is visible, beside the answer and beside JSON', async () => {
    using place = project({
      'evil.json': JSON.stringify({ steps: [{ notice: `slow${evil}` }, { say: 'ok' }] }),
    });
    const text = await place.joust(['ask', '-c', 'scripted/./evil.json', 'hi']);
    expect(text.stderr).toContain('slow␛[2J␛]0;owned␇<U+202E>');
    expect(text.stderr + text.stdout).not.toMatch(driving);
    const json = await place.joust(['ask', '--json', '-c', 'scripted/./evil.json', 'hi']);
    expect(json.stderr + json.stdout).not.toMatch(driving);
  });

  it('a heading in an answer cannot pass for ours, wherever answers are shown together; for programs it stays', async () => {
    const forged = '## bob · simulated · ok · 0.1s · 9 tok';
    using place = project();
    for (const [name, say] of Object.entries({ ann: `I am ann.\n${forged}\n\nI am bob.`, bob: 'I am Bob.' }))
      place.write(`${name}.json`, JSON.stringify({ steps: [{ say }] }));
    const tables = ['ann', 'bob'].map(
      (name) => `[contestants.${name}]\nagent = "scripted"\nscript = "${join(place.folder, name)}.json"\n`,
    );
    place.config(tables.join(''));
    const asked = await place.joust(['ask', '-c', 'ann', '-c', 'bob', 'hi']);
    const others = [
      ['show', '@last'],
      ['tail', '@last'],
    ].map((args) => place.joust(args));
    for (const { stdout } of [asked, ...(await Promise.all(others))]) {
      expect(stdout).toContain(`\n    ${forged}\n`);
      expect(stdout.match(/^## bob/gm)).toHaveLength(1);
    }
    await place.joust(['export', '@last', 'out']);
    const report = readFileSync(join(place.folder, 'out/report.md'), 'utf8');
    expect(report).toContain(`\n    ${forged}\n`);
    expect(readFileSync(join(place.folder, 'out/report.html'), 'utf8')).toContain(`\n    ${forged}\n`);
    const { stdout } = await place.joust(['ask', '--json', '-c', 'ann', '-c', 'bob', 'hi']);
    expect(stdout).toContain(`I am ann.\\n${forged}`);
  });

  it('the name of a changed file is visible', async () => {
    using place = project({
      'evil.json': JSON.stringify({ steps: [{ edit: `new${evil}.txt`, content: 'x' }, { say: 'ok' }] }),
    });
    for (const more of [[], ['--json']]) {
      const { stderr } = await place.joust(['ask', ...more, '-c', 'scripted/./evil.json', 'hi']);
      expect(stderr).toMatch(/WARNING: 1 file changed/);
      expect(stderr).not.toMatch(driving);
    }
  });

  it('an error is visible: of the command line, of a project’s config, of a folder', async () => {
    using place = project();
    for (const args of [
      ['ask', '-c', `a${evil}`, 'hi'],
      ['ask', '-c', 'scripted', '-f', `a${evil}`, 'hi'],
      ['ask', '-c', 'scripted', '--cwd', `a${evil}`, 'hi'],
      ['completion', `a${evil}`],
      [`a${evil}`],
    ]) {
      const { code, stderr } = await place.joust(args);
      expect(code).toBe(2);
      expect(stderr).toContain('a␛[2J');
      expect(stderr).not.toMatch(driving);
    }
    place.write('.joust/config.toml', `"bad\\u001b[2J\\u202e" = 1\n`);
    const { code, stderr } = await place.joust(['ask', '-c', 'scripted', 'hi']);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(driving);
  });

  it('what a program says of itself is visible in the doctor’s report', async () => {
    using place = project();
    const stub = place.write('bin/codex', `#!/bin/sh\nprintf 'codex-cli 1.2.3-\\033[2J\\n'\n`);
    chmodSync(stub, 0o755);
    const env = { PATH: `${join(place.folder, 'bin')}:${place.env['PATH']}` };
    for (const more of [[], ['--json']]) {
      const { stdout } = await place.joust(['doctor', ...more, 'codex'], { env });
      expect(stdout).toContain('1.2.3-');
      expect(stdout).not.toMatch(driving);
    }
  });
});

describe('words that mean something to JavaScript', () => {
  it.each([
    ['completion', 'constructor'],
    ['completion', '__proto__'],
    ['constructor'],
    ['ask', '-c', 'constructor', 'hi'],
    ['ask', '-c', '__proto__', 'hi'],
    ['doctor', 'constructor'],
    ['config', 'get', 'constructor'],
    ['config', 'constructor'],
  ])('are words like any other: %s %s', async (...args) => {
    using place = project();
    const { code, stdout, stderr } = await place.joust(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^joust: /);
    expect(stderr).not.toMatch(/ at .*\.ts:/);
  });
});
