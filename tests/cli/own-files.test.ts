// Files of joust's home and config never become part of a task, whichever way a person or a page names them.
import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cliProgram, type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { serve } from '../setup/served.ts';

const secret = 'the-secret-of-joust';
let place: Project;

beforeAll(() => {
  place = project({ 'a.txt': 'plain\n' });
  place.config('[contestants.ann]\nagent = "command"\ncommand = ["/bin/sh", "-c", "cat"]\n');
  mkdirSync(place.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(place.home, 'seal.key'), `${secret}\n`, { mode: 0o600 });
  symlinkSync(place.home, join(place.folder, 'link'));
  linkSync(join(place.home, 'seal.key'), join(place.folder, 'hard'));
  const { git } = madeRepository(place.folder);
  git('add', 'a.txt');
  git('commit', '-q', '-m', 'base');
});
afterAll(() => place[Symbol.dispose]());

const refusal = 'belongs to joust itself';

it.each([
  ['ask --file', ['ask', '-c', 'ann', '-f', '../data/seal.key', 'x']],
  ['ask --file through a link', ['ask', '-c', 'ann', '-f', 'link/seal.key', 'x']],
  ['ask --file by a hard link', ['ask', '-c', 'ann', '-f', 'hard', 'x']],
  ['ask --file of a folder', ['ask', '-c', 'ann', '-f', 'link/', 'x']],
  ['ask --system', ['ask', '-c', 'ann', '--system', '../data/seal.key', 'x']],
  ['vote --schema', ['vote', '-c', 'ann', '-c', 'ann', '--schema', '../data/seal.key', 'x']],
  ['arena --series', ['arena', '-c', 'ann', '-c', 'ann', '--series', '../data/seal.key']],
  ['review of a patch', ['review', '-c', 'ann', '../data/seal.key']],
  ['brief of a folder', ['brief', 'play', '../data']],
  ['suite beside them', ['suite', 'run', '../config/suite.yaml']],
])('%s refuses them', async (_what, args) => {
  const { code, stdout, stderr } = await place.joust(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(refusal)]);
  expect(stdout + stderr).not.toContain(secret);
});

it('a brief hands none of them out, not by a hard link either', async () => {
  await place.joust(['brief', 'new', '260101-b', '-c', 'ann']);
  const raw = join(place.folder, '260101-b', 'raw');
  mkdirSync(raw, { recursive: true });
  linkSync(join(place.home, 'seal.key'), join(raw, 'key'));
  const { code, stderr } = await place.joust(['brief', 'play', '260101-b']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(refusal)]);
});

it('the page attaches none of them', async () => {
  await using served = await serve(place);
  for (const path of ['/contests', '/estimate']) {
    const asked = { format: 'ask', prompt: 'x', settings: { contestant: ['ann'] }, cwd: place.folder };
    const { status, body } = await served.post(path, { ...asked, files: ['hard'] });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(refusal)]);
  }
  const raced = await place.joust(['race', '-c', 'ann', '--json', 'x']);
  const { contest } = JSON.parse(raced.stdout.split('\n')[0] ?? '{}');
  const adopted = await served.post(`/contests/${contest}/adopt`, { adopt: '../data/seal.key' });
  expect(adopted.body.error?.message).toContain(refusal);
});

it('other files are attached as before, a pipe too', async () => {
  const line = '"$0" "$1" ask -c ann -f a.txt -f <(echo from a pipe) x </dev/null';
  const { stdout } = await promisify(execFile)('bash', ['-c', line, process.execPath, cliProgram], {
    cwd: place.folder,
    env: place.env,
  });
  expect(stdout).toContain('plain');
  expect(stdout).toContain('from a pipe');
});
