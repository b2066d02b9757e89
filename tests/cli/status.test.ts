// The status of a contest for people: every surface shows the same text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contestStatus, contestSummary } from '../../src/index.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { openArchive } from '../../src/record/archive.ts';
import { type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;

let place: Project;
let served: Served;
let mcp: McpPlace;

beforeAll(async () => {
  place = project();
  place.config(`${shell('ann', 'echo one')}${shell('bob', 'echo two')}${shell('cid', 'exit 3')}`);
  served = await serve(place);
  mcp = await mcpClient(place, { args: ['--tools', 'all'] });
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

const both = ['-c', 'ann', '-c', 'bob'];

it.each([
  ['answered', 'good', ['ask', ...both, 'well?']],
  ['1 of 2 failed', 'attention', ['ask', '-c', 'ann', '-c', 'cid', 'well?']],
  ['failed', 'bad', ['ask', '-c', 'cid', 'well?']],
  ['no clear winner', 'attention', ['vote', ...both, 'well?']],
  ['waiting for you', 'attention', ['arena', ...both, 'well?']],
  ['waiting for you', 'attention', ['ask', '-c', 'ann', '--max-usd', '1', 'well?']],
])('is "%s" (%s) on every surface', async (text, kind, line) => {
  const played = await place.joust([...line, '--json']);
  const id = String(JSON.parse(played.stdout.split('\n')[0] ?? '').contest);
  const status = { kind, text };
  expect(played.stderr).toContain(`Contest ${id}: ${text}`);
  expect((await place.joust(['tail', id])).stderr).toContain(`Contest ${id}: ${text}`);
  const [row = ''] = (await place.joust(['list', '--limit', '1'])).stdout.split('\n');
  expect(row.split(/ {2,}/)[3]).toBe(text);
  expect(JSON.parse((await place.joust(['list', '--limit', '1', '--json'])).stdout)).toMatchObject({
    status,
  });
  expect((await place.joust(['show', id])).stdout.split('\n')[1]?.split(': ')[0]).toBe(text);
  expect((await served.get(`/contests/${id}`)).body.status).toEqual(status);
  expect((await served.get('/contests?limit=1')).body.contests[0].status).toEqual(status);
  const told = await mcp.call('contest_result', { id });
  expect(told.told.status).toEqual(status);
  expect(told.text).toContain(`${id}: ${text}`);
  expect((await mcp.call('contest_list', { limit: 1 })).told.contests[0].status).toEqual(status);
  await place.joust(['export', id, id]);
  expect(readFileSync(join(place.folder, id, 'report.md'), 'utf8')).toMatch(new RegExp(`status.*${text}`));
  await using archive = openArchive(place.home, thisMachine());
  const summary = contestSummary(id, await archive.events(id));
  expect(summary && contestStatus(summary)).toEqual(status);
});
