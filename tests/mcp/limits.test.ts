// What a program that calls joust is held to: joust's own files, folders that are not its own, a project's checks, and invisible text.
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eras, type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { cliProgram, type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { serve } from '../setup/served.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", ${JSON.stringify(script)}]\n`;
const secret = 'abcdefghjkmnpqrstvwxyz0123456789abcdefgh';
let place: Project;
let elsewhere: string;

beforeAll(() => {
  place = project({
    'a.txt': 'a plain file\n',
    'package.json': '{"scripts":{"test":"touch $MARKS/found"}}\n',
  });
  elsewhere = join(dirname(place.folder), 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'b.txt'), 'a file elsewhere\n');
  place.config(
    [
      shell('ann', 'cat'),
      shell('hand', 'echo new > a.txt; echo done'),
      shell('odd', "printf 'left \\342\\200\\256 right \\033[31m red'"),
      `[env]\npass = ["MARKS"]\n`,
    ].join(''),
  );
  mkdirSync(place.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(place.home, 'serve.token'), `${secret}\n`, { mode: 0o600 });
  symlinkSync(join(place.home, 'serve.token'), join(place.folder, 'link'));
  linkSync(join(place.home, 'serve.token'), join(place.folder, 'hard'));
  mkdirSync(join(place.folder, 'folder'));
  linkSync(join(place.home, 'serve.token'), join(place.folder, 'folder', 'hard'));
  writeFileSync(join(place.folder, 'folder', 'own.txt'), 'mine\n');
  const { git } = madeRepository(place.folder);
  git('add', 'a.txt', 'package.json');
  git('commit', '-q', '-m', 'base');
});
afterAll(() => place[Symbol.dispose]());

describe("joust's own files", () => {
  let mcp: McpPlace;
  beforeAll(async () => {
    // The client's roots hold them, so that nothing but this rule keeps them back.
    mcp = await mcpClient(place, { args: ['--tools', 'all'], roots: [dirname(place.folder)] });
  });
  afterAll(() => mcp[Symbol.asyncDispose]());

  it.each([
    ['by its path', () => join(place.home, 'serve.token')],
    ['by a way out of the folder', () => '../data/serve.token'],
    ['by a symbolic link', () => 'link'],
    ['by a hard link', () => 'hard'],
    ['as a folder', () => '../data'],
    ['as a pattern', () => '../data/serve.*'],
    ['of the config', () => join(place.env['JOUST_CONFIG_DIR'] ?? '', 'config.toml')],
  ])('cannot be attached %s', async (_how, path) => {
    const { isError, told } = await mcp.call('ask', {
      prompt: 'x',
      contestants: ['ann'],
      cwd: place.folder,
      files: [path()],
    });
    expect([isError, told.error?.message]).toEqual([true, expect.stringContaining('belongs to joust')]);
  });

  it('are left out of a folder that is attached', async () => {
    const { told } = await mcp.call('ask', { prompt: 'x', contestants: ['ann'], files: ['folder'] });
    expect(told.answers[0].text).toContain('mine');
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  it('are no folder to play in, nor a patch to review', async () => {
    for (const given of [{ cwd: place.home }, { target: '../data/serve.token' }]) {
      const { told } = await mcp.call('review', { contestants: ['ann'], ...given });
      expect(told.error?.message).toContain('belongs to joust');
    }
  });
});

describe.each(eras)('folders in the era of %s', (era) => {
  it('are those below the one the server was started in', async () => {
    await using mcp = await mcpClient(place, { era, args: ['--tools', 'all'] });
    const asked = { prompt: 'x', contestants: ['ann'] };
    const outside = await mcp.call('ask', { ...asked, cwd: elsewhere });
    expect(outside.told.error).toMatchObject({
      message: expect.stringContaining('outside the folders'),
      hint: expect.stringContaining(place.folder),
    });
    const file = await mcp.call('ask', { ...asked, files: ['../elsewhere/b.txt'] });
    expect(file.told.error?.message).toContain('outside the folders');
    const brief = await mcp.call('brief_play', { folder: elsewhere });
    expect(brief.told.error?.message).toContain('outside the folders');
    const doctor = await mcp.call('doctor', { agents: ['scripted'], cwd: elsewhere });
    expect(doctor.told.error?.message).toContain('outside the folders');
    const below = await mcp.call('ask', { ...asked, cwd: join(place.folder, 'folder'), files: ['own.txt'] });
    expect(below.told.answers[0].text).toContain('mine');
  });

  it('are the roots of the client as well', async () => {
    await using mcp = await mcpClient(place, { era, roots: [elsewhere] });
    const { told } = await mcp.call('ask', {
      prompt: 'x',
      contestants: ['ann'],
      cwd: elsewhere,
      files: ['b.txt'],
    });
    expect(told.answers?.[0].text).toContain('a file elsewhere');
    const beyond = await mcp.call('ask', { prompt: 'x', contestants: ['ann'], cwd: dirname(elsewhere) });
    expect(beyond.told.error?.message).toContain('outside the folders');
  });
});

it('writes into no folder that is not its own, nor takes back what was written there', async () => {
  const other = join(elsewhere, 'repository');
  mkdirSync(other);
  writeFileSync(join(other, 'a.txt'), 'old\n');
  const { git } = madeRepository(other);
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  const line = [cliProgram, 'race', '-c', 'hand', '--check', 'new=grep -q new a.txt', 'x'];
  execFileSync(process.execPath, line, { cwd: other, env: place.env, stdio: 'ignore' });
  await using mcp = await mcpClient(place, { args: ['--tools', 'all', '--allow-write'] });
  for (const name of ['contest_apply', 'contest_undo']) {
    const { told } = await mcp.call(name, { id: '@last' });
    expect(told.error?.message).toContain('outside the folders');
  }
  expect(readFileSync(join(other, 'a.txt'), 'utf8')).toBe('old\n');
  await using rooted = await mcpClient(place, {
    args: ['--tools', 'all', '--allow-write'],
    roots: [elsewhere],
  });
  expect((await rooted.call('contest_apply', { id: '@last' })).told).toMatchObject({ done: true });
  expect((await rooted.call('contest_undo', { id: '@last' })).told.files).toHaveLength(1);
});

it('holds a caller over HTTP to the folder of the server, and runs no checks for it', async () => {
  await using served = await serve(place);
  const requestInit = { headers: { authorization: `Bearer ${served.token}` } };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit }));
  const told = async (name: string, given: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name, arguments: given }));
  const asked = { prompt: 'x', contestants: ['ann'] };
  expect(await told('ask', { ...asked, cwd: elsewhere })).toContain('outside the folders');
  expect(await told('ask', { ...asked, files: ['hard'] })).toContain('belongs to joust');
  expect(await told('race', { prompt: 'x', check: ['own=true'] })).toContain('--allow-checks');
  await client.close();
});

describe("a project's own checks", () => {
  const marks = (name: string) => {
    const folder = join(dirname(place.folder), name);
    mkdirSync(folder);
    return { folder, env: { MARKS: folder } };
  };

  it('run for no caller without leave, which is said', async () => {
    const { folder, env } = marks('without');
    await using mcp = await mcpClient(place, { env });
    const { told } = await mcp.call('race', { prompt: 'x', contestants: ['hand'] });
    expect(told.state).toBe('closed');
    expect(told.notes.join('\n')).toContain('--allow-checks');
    expect(existsSync(join(folder, 'found'))).toBe(false);
    const given = await mcp.call('race', { prompt: 'x', contestants: ['hand'], check: ['own=true'] });
    expect(given.told.error.hint).toContain('--allow-checks');
  });

  it('run with --allow-checks, and so does one that is given', async () => {
    const { folder, env } = marks('with');
    await using mcp = await mcpClient(place, { env, args: ['--allow-checks'] });
    const { told } = await mcp.call('race', {
      prompt: 'x',
      contestants: ['hand'],
      check: ['own=touch $MARKS/given'],
    });
    expect(told).toMatchObject({ state: 'closed' });
    expect(['found', 'given'].map((name) => existsSync(join(folder, name)))).toEqual([true, true]);
    const written = await mcp.call('ask', { prompt: 'x', write: true });
    expect(written.told.error.hint).toContain('--allow-write');
  });
});

it('is told what others wrote with invisible characters made visible, as text and as values', async () => {
  await using mcp = await mcpClient(place, { args: ['--tools', 'all'] });
  const { told, text } = await mcp.call('ask', { prompt: 'x\u202e', contestants: ['odd'] });
  const resource = await mcp.client.readResource({ uri: `joust://contests/${told.id}/answers/odd` });
  const list = await mcp.call('contest_list');
  for (const said of [
    JSON.stringify(told),
    text,
    JSON.stringify(resource),
    JSON.stringify(list.told),
    list.text,
  ]) {
    expect(said).not.toMatch(/\u202e|\u001b|\\u001b/);
    expect(said.replaceAll('\\', '')).toContain('<U+202E>');
  }
});

it('lists the contests of a folder by a symlink to it as well', async () => {
  await using mcp = await mcpClient(place, { args: ['--tools', 'all'] });
  const { told: real } = await mcp.call('contest_list', { project: place.folder });
  expect(real.contests.length).toBeGreaterThan(0);
  const link = join(dirname(place.folder), 'another-name');
  symlinkSync(place.folder, link);
  expect((await mcp.call('contest_list', { project: link })).told).toEqual(real);
});
