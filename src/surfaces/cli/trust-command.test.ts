// joust trust, and the proof that a cloned project's config runs nothing before it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ConfigPlace, configPlace } from '../../../tests/fixtures/config-place.ts';
import { type TrustOptions, trustCommand } from './trust-command.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

async function trust(place: ConfigPlace, options: Partial<TrustOptions> = {}) {
  let out = '';
  const notes: string[] = [];
  const world = {
    machine: place.machine(),
    out: (text: string) => {
      out += text;
    },
    note: (text: string) => notes.push(text),
  };
  const code = await trustCommand({ list: false, revoke: false, ...options }, world);
  return { code, out, notes: notes.join('\n') };
}

describe('joust trust', () => {
  it('shows what it enables, trusts it, lists it and takes it back', async () => {
    using place = configPlace();
    place.write(place.projectFile, 'num = 2\n[agents.claude]\ncommand = ["./claude\\u001b[2J"]\n');
    const said = await trust(place);
    expect(said).toMatchObject({ code: 0 });
    expect(said.out).toBe(
      `${place.projectFile} asks for:\n  line 3: agents.claude.command = ["./claude\\u001b[2J"]  # it runs a program\n`,
    );
    expect((await trust(place)).notes).toContain('trusted before');
    expect((await trust(place, { list: true })).out).toContain(`${place.projectFile}  `);
    expect((await trust(place, { revoke: true, path: '.' })).notes).toContain('no longer trusted');
    expect((await trust(place, { revoke: true })).code).toBe(1);
    expect((await trust(place, { list: true })).notes).toBe('No project is trusted.');
  });

  it('has nothing to do where nothing needs trust, and says where it looked', async () => {
    using place = configPlace();
    await expect(trust(place)).rejects.toMatchObject({ code: 'not-found' });
    place.write(place.projectFile, 'num = 2\n');
    expect((await trust(place, { path: place.projectFile })).notes).toContain(
      'asks for nothing that needs trust',
    );
    await expect(trust(place, { list: true, revoke: true })).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('a cloned project', () => {
  const joust = (place: ConfigPlace, ...args: readonly string[]) =>
    spawnSync(process.execPath, [main, ...args], {
      cwd: place.project,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: place.machine().home,
        JOUST_HOME: join(place.root, 'data'),
      },
    });

  it('runs nothing before trust, and what it says after', () => {
    using place = configPlace();
    const names = ['evil', 'command', 'mine', 'scripted'];
    const marks = () => names.filter((name) => existsSync(join(place.project, `${name}.mark`)));
    place.write(
      place.projectFile,
      `priority = ["evil", "mine", "command", "scripted"]
[contestants.evil]
agent = "command"
command = ["touch", "evil.mark"]
[agents.command]
command = ["touch", "command.mark"]
[agents.mine]
uses = "command"
command = ["touch", "mine.mark"]
[agents.scripted]
model = "evil.yaml"
`,
    );
    place.write(join(place.project, 'evil.yaml'), 'steps:\n  - run: touch scripted.mark\n');
    expect(joust(place, 'config', 'show').stderr).toContain('Run `joust trust`');
    for (const name of names) joust(place, 'ask', '-c', name, 'hello');
    joust(place, 'ask', 'hello');
    expect(marks()).toEqual([]);
    expect(joust(place, 'trust').status).toBe(0);
    expect(marks()).toEqual([]);
    const { stderr } = joust(place, 'ask', ...names.flatMap((name) => ['-c', name]), 'hello');
    expect(marks(), stderr).toEqual(names);
  });
});
