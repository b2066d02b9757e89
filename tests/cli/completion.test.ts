// Completion scripts in real shells: what bash offers, and that the others can parse theirs.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliProgram, finished, type Project, project } from '../setup/project.ts';

/** What bash offers for the last of the words, with a joust on PATH. */
async function offered(place: Project, words: readonly string[]): Promise<readonly string[]> {
  const { stdout: script } = await place.joust(['completion', 'bash']);
  place.write('joust.bash', script);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${cliProgram}' "$@"\n`;
  chmodSync(place.write('bin/joust', program), 0o755);
  const asked = `set -u; source ./joust.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _joust; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...place.env, PATH: `${join(place.folder, 'bin')}:${place.env['PATH']}` };
  const bash = spawn('bash', ['--norc', '-c', asked, 'bash', 'joust', ...words], { cwd: place.folder, env });
  const { code, stdout, stderr } = await finished(bash);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('bash', () => {
  it('offers the commands, and none that is hidden', async () => {
    using place = project();
    const all = await offered(place, ['']);
    expect(all).toEqual(expect.arrayContaining(['ask', 'demo', 'doctor', 'config', 'trust', 'completion']));
    expect(all).not.toContain('names');
    expect(await offered(place, ['do'])).toEqual(['do', 'doctor']);
  });

  it('offers options, files, folders and fixed words', async () => {
    using place = project({ 'notes.txt': '', 'notes/inner.txt': '' });
    expect(await offered(place, ['ask', '--co'])).toEqual(['--contestant', '--columns']);
    expect(await offered(place, ['ask', '--'])).toEqual(
      expect.arrayContaining(['--json', '--help', '--yolo']),
    );
    expect((await offered(place, ['ask', '-f', 'notes'])).toSorted()).toEqual(['notes', 'notes.txt']);
    expect(await offered(place, ['ask', '--cwd', 'notes'])).toEqual(['notes']);
    expect(await offered(place, ['config', 's'])).toEqual(['show', 'set']);
    expect(await offered(place, ['brief', 'n'])).toEqual(['new']);
    expect(await offered(place, ['brief', 'new', '--te'])).toEqual(['--template']);
    expect(await offered(place, ['brief', 'new', '-t', 'des'])).toEqual(['design']);
    expect(await offered(place, ['completion', ''])).toEqual(['bash', 'zsh', 'fish']);
  });

  it('offers agents and the contestants of the config', async () => {
    using place = project();
    place.config('[contestants.my-team]\nagent = "scripted"\n');
    expect(await offered(place, ['ask', '-c', 'my'])).toEqual(['my-team']);
    expect(await offered(place, ['ask', '--contestant', 'cod'])).toEqual(['codex']);
    expect(await offered(place, ['doctor', 'my'])).toEqual(['my-team']);
    const models = await offered(place, ['ask', '-m', '']);
    expect(models).toContain('claude');
    expect(models).not.toContain('my-team');
  });

  it('runs nothing of a cloned project, and stays useful where its config is broken', async () => {
    using place = project();
    place.write('.joust/config.toml', '[contestants."$(touch owned)"]\nagent = "scripted"\n');
    expect(await offered(place, ['ask', '-c', 'scr'])).toEqual(['scripted']);
    expect(existsSync(join(place.folder, 'owned'))).toBe(false);
  });
});

describe.each([
  ['bash', ['-n']],
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('the script for %s', (shell, check) => {
  it('parses in that shell', async ({ skip }) => {
    using place = project();
    const { code, stdout } = await place.joust(['completion', shell]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/joust/);
    if (spawnSync(shell, ['-c', 'exit 0']).status !== 0)
      skip(`${shell} is not on this machine, so its script is not parsed`);
    const path = place.write('script', stdout);
    const { status, stderr } = spawnSync(shell, [...check, path], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

it('an unknown shell is an error that names those there are', async () => {
  using place = project();
  const { code, stderr } = await place.joust(['completion', 'powershell']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/powershell[\s\S]*bash, zsh, fish/);
});
