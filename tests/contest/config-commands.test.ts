// joust config: what is shown, what is written, and what is left alone.
import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runLine } from '../fixtures/command-run.ts';
import { type ConfigPlace, configPlace } from '../fixtures/config-place.ts';

interface Run {
  readonly place: ConfigPlace;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `joust config WORDS`, and agrees to what it changes. */
async function config({ place, env = {} }: Run, ...line: readonly string[]) {
  const changes = line[0] === 'set' || line[0] === 'unset';
  const words = ['config', ...line, ...(changes ? ['--yes'] : [])];
  return await runLine(words, place.machine(env), line[0] === 'edit');
}

describe('show and get', () => {
  it('tells every value with its origin', async () => {
    using place = configPlace();
    place.write(
      place.userFile,
      'num = 4\n[agents.claude]\nmodel = "opus"\nenvironment = { SECRET = "hunter2" }\n',
    );
    const { out, code } = await config({ place, env: { JOUST_EXCLUDE: 'codex' } }, 'show');
    expect(code).toBe(0);
    expect(out).toContain(`num = 4  # user file ${place.userFile}:1\n`);
    expect(out).toContain('timeout = "15m"  # built-in\n');
    expect(out).toContain('exclude = ["codex"]  # environment variable JOUST_EXCLUDE\n');
    expect(out).toContain(`agents.claude.model = "opus"  # user file ${place.userFile}:3\n`);
    expect(out).not.toContain('hunter2');
  });

  it('speaks JSON', async () => {
    using place = configPlace();
    place.write(place.userFile, 'num = 4\n');
    const { settings } = JSON.parse((await config({ place }, 'show', '--json')).out);
    expect(settings[0]).toEqual({
      key: 'num',
      value: 4,
      origin: { from: 'user', file: place.userFile, line: 1 },
    });
    expect(JSON.parse((await config({ place }, 'get', 'timeout', '--json')).out)).toMatchObject({
      value: '15m',
    });
  });

  it('get is for scripts', async () => {
    using place = configPlace();
    place.write(
      place.userFile,
      '[agents.claude]\nmodel = "opus"\neffort = "low"\nenvironment = { A = "\\u001b[2J" }\n',
    );
    expect(await config({ place }, 'get', 'agents.claude.model')).toMatchObject({ code: 0, out: 'opus\n' });
    expect((await config({ place }, 'get', 'num')).out).toBe('3\n');
    expect((await config({ place }, 'get', 'exclude')).out).toBe('[]\n');
    expect((await config({ place }, 'get', 'agents.claude.environment.A')).out).toBe('"\\u001b[2J"\n');
    expect((await config({ place }, 'get', 'agents')).out).toContain('agents.claude.effort = "low"\n');
    expect(await config({ place }, 'get', 'idle')).toEqual({ code: 1, out: '', notes: 'idle is not set.' });
    await expect(config({ place }, 'get', 'timout')).rejects.toMatchObject({
      hint: expect.stringContaining('timeout'),
    });
    await expect(config({ place }, 'get', 'agents.claude.modle')).rejects.toThrow(
      'unknown key modle in [agents.claude]',
    );
  });

  it('path works with a broken file', async () => {
    using place = configPlace();
    place.write(place.userFile, '= = =');
    place.write(place.projectFile, '\0');
    expect((await config({ place }, 'path')).out).toBe(`${place.userFile}\n`);
    expect((await config({ place }, 'path', '--project')).out).toBe(`${place.projectFile}\n`);
    await expect(config({ place }, 'show')).rejects.toMatchObject({ code: 'config' });
  });
});

describe('set and unset', () => {
  it('keeps comments, and reads back what was set', async () => {
    using place = configPlace();
    place.write(place.userFile, '# mine\nnum = 3 # three\n\n[agents.claude] # c\nmodel = "a"\n');
    await config({ place }, 'set', 'num', '5');
    await config({ place }, 'set', 'timeout', '20m');
    await config({ place }, 'set', 'agents.claude.effort', 'high');
    await config({ place }, 'set', 'prices."gpt-5.5"', '{ input = 1, output = 2 }');
    expect(readFileSync(place.userFile, 'utf8')).toBe(
      '# mine\nnum = 5 # three\ntimeout = "20m"\n\n[agents.claude] # c\nmodel = "a"\neffort = "high"\n\n' +
        '[prices."gpt-5.5"]\ninput = 1\noutput = 2\n',
    );
    expect((await config({ place }, 'get', 'timeout')).out).toBe('20m\n');
    expect((await config({ place }, 'unset', 'num')).code).toBe(0);
    expect(await config({ place }, 'unset', 'num')).toMatchObject({ code: 1 });
    expect(readFileSync(place.userFile, 'utf8')).toContain('# mine\n# three\ntimeout');
  });

  it('takes what looks like another type for the text that is meant', async () => {
    using place = configPlace();
    await config({ place }, 'set', 'agents.claude.model', '2024-05-13');
    await config({ place }, 'set', 'agents.codex.model', '4');
    expect(readFileSync(place.userFile, 'utf8')).toBe(
      '[agents.claude]\nmodel = "2024-05-13"\n\n[agents.codex]\nmodel = "4"\n',
    );
  });

  it.each([
    ['num', '99', 'num = 99 is not allowed'],
    ['num', 'many', 'num = "many" is not allowed'],
    ['exclude', 'claude', 'exclude is a list'],
    ['nmu', '3', 'unknown key nmu'],
    ['agents', 'x', 'agents'],
    ['agents.__proto__.model', 'x', 'is not a key'],
  ])('writes nothing for %s = %s', async (...[key, value, message]) => {
    using place = configPlace();
    const before = '[agents.a]\nmodel = "m"\n';
    place.write(place.userFile, before);
    await expect(config({ place }, 'set', key, value)).rejects.toThrow(message);
    expect(readFileSync(place.userFile, 'utf8')).toBe(before);
  });

  it('unset gets rid of a key that joust does not know', async () => {
    using place = configPlace();
    place.write(place.userFile, 'nmu = 3 # typo\nnum = 4\n');
    await expect(config({ place }, 'set', 'num', '5')).rejects.toThrow('unknown key nmu');
    expect((await config({ place }, 'unset', 'nmu')).code).toBe(0);
    expect(readFileSync(place.userFile, 'utf8')).toBe('# typo\nnum = 4\n');
  });

  it('keeps links and modes', async () => {
    using place = configPlace();
    const real = place.write(join(place.root, 'dotfiles', 'joust.toml'), 'num = 2\n');
    chmodSync(real, 0o644);
    place.write(join(place.userFile, '..', 'other'), '');
    symlinkSync(real, place.userFile);
    await config({ place }, 'set', 'num', '6');
    expect(readFileSync(real, 'utf8')).toBe('num = 6\n');
    expect(statSync(real).mode & 0o777).toBe(0o644);
  });

  it('says when another layer has the last word', async () => {
    using place = configPlace();
    const { notes } = await config({ place, env: { JOUST_NUM: '9' } }, 'set', 'num', '4');
    expect(notes).toMatch(/Another value holds at present: environment variable JOUST_NUM\.$/);
  });

  it("the project's file: made where it belongs, trusted as far as it was", async () => {
    using place = configPlace();
    await config({ place }, 'set', 'env.pass', '["A"]', '--project');
    expect(readFileSync(place.projectFile, 'utf8')).toBe('[env]\npass = ["A"]\n');
    expect((await config({ place }, 'get', 'env.pass')).out).toBe('["A"]\n');
    await config({ place }, 'set', 'num', '2', '--project');
    expect((await config({ place }, 'get', 'env.pass')).out).toBe('["A"]\n');
    // Somebody else's change ends the trust, and a change through joust does not bring it back.
    place.write(place.projectFile, '[env]\npass = ["B"]\n');
    await config({ place }, 'set', 'num', '2', '--project');
    expect((await config({ place }, 'get', 'env.pass')).out).toBe('[]\n');
  });

  it("a project's link out of the project is not written through", async () => {
    using place = configPlace();
    const outside = join(place.root, 'outside.toml');
    place.write(join(place.project, '.joust', 'keep'), '');
    symlinkSync(outside, place.projectFile);
    // A link to nowhere is replaced by a file.
    await config({ place }, 'set', 'num', '2', '--project');
    expect(existsSync(outside)).toBe(false);
    rmSync(place.projectFile);
    place.write(outside, '');
    symlinkSync(outside, place.projectFile);
    const setting = config({ place }, 'set', 'num', '2', '--project');
    await expect(setting).rejects.toThrow('a link out of its project');
    expect(readFileSync(outside, 'utf8')).toBe('');
  });
});

describe('edit', () => {
  it('opens the editor, with its arguments, and checks what was written', async () => {
    using place = configPlace();
    const editor = place.write(join(place.root, 'my editor'), '#!/bin/sh\nprintf "%s\\n" "$1" >> "$2"\n');
    chmodSync(editor, 0o755);
    const env = (line: string) => ({ PATH: process.env['PATH'] ?? '', EDITOR: `'${editor}' '${line}'` });
    expect((await config({ place, env: env('num = 7') }, 'edit')).code).toBe(0);
    expect((await config({ place }, 'get', 'num')).out).toBe('7\n');
    await expect(config({ place, env: env('nmu = 7') }, 'edit')).rejects.toThrow('unknown key nmu');
    expect(
      (await config({ place, env: { PATH: '/bin', VISUAL: 'exit 3;' } }, 'edit', '--project')).code,
    ).toBe(1);
  });
});

it('edit refuses to open an editor without a terminal', async () => {
  using place = configPlace();
  const opened = join(place.root, 'opened');
  const machine = place.machine({ PATH: process.env['PATH'] ?? '', EDITOR: `touch '${opened}'` });
  await expect(runLine(['config', 'edit'], machine)).rejects.toMatchObject({
    code: 'usage',
    hint: expect.stringContaining(place.userFile),
  });
  expect(existsSync(opened)).toBe(false);
});

it('names what is missing or one word too many', async () => {
  using place = configPlace();
  await expect(config({ place }, 'shwo')).rejects.toMatchObject({ code: 'usage' });
  await expect(config({ place }, 'set', 'num')).rejects.toThrow('config set: something is missing');
  await expect(config({ place }, 'show', 'num')).rejects.toThrow('one word too many');
});

it('shows the change, and needs --yes without a terminal', async () => {
  using place = configPlace();
  place.write(place.userFile, 'num = 3\n');
  const machine = place.machine();
  await expect(runLine(['config', 'set', 'num', '4'], machine)).rejects.toMatchObject({
    hint: expect.stringContaining('--yes'),
  });
  const { code, out } = await runLine(['config', 'set', 'num', '4', '--dry-run'], machine);
  expect({ code, out }).toEqual({ code: 0, out: '- num = 3\n+ num = 4\n' });
  expect(readFileSync(place.userFile, 'utf8')).toBe('num = 3\n');
  const secret = ['config', 'set', 'ledger.url', 'postgres://me:secret@db/joust', '--dry-run'];
  expect((await runLine(secret, machine)).out).toBe('+ ledger.url = "(hidden)"\n');
});
