// A contest outlives whoever had it started: clients end their servers with all descendants, and a contestant takes what it started along.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listProcesses, readProcess } from '../../src/process/tree/process-list.ts';
import { mcpClient } from '../setup/mcp-client.ts';
import { processesOf } from '../setup/processes.ts';
import { cliProgram, type Project, project } from '../setup/project.ts';
import { serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

const shell = (name: string, script: string) => `[contestants.${name}]
agent = "command"
command = ["/bin/sh", "-c", ${JSON.stringify(script)}]
environment = { JOUST_HOME = "${place.home}", JOUST_CONFIG_DIR = "${place.env['JOUST_CONFIG_DIR']}" }
`;
let place: Project;
const mark = (name: string) => join(place.folder, name);
const begun = () => until(() => existsSync(mark('begun')));

beforeEach(() => {
  place = project();
  const joust = `${process.execPath} ${cliProgram}`;
  place.config(
    [
      shell('slow', 'echo begun > begun; while [ ! -e go ]; do sleep 0.05; done; echo ended'),
      shell(
        'nest',
        `${joust} ask --detach -c slow inner; while [ ! -e begun ]; do sleep 0.05; done; echo done`,
      ),
    ].join(''),
  );
});
afterEach(() => place[Symbol.dispose]());

/** As clients do it: whatever has the process as its parent, and so on, is ended with it. */
function killTree(top: number): void {
  const rows = listProcesses();
  const tree = new Set([top]);
  for (let before = 0; before !== tree.size; ) {
    before = tree.size;
    for (const { pid, ppid } of rows) if (tree.has(ppid)) tree.add(pid);
  }
  for (const pid of tree) if (readProcess(pid) !== undefined) process.kill(pid, 'SIGKILL');
}

async function endsWell(): Promise<void> {
  writeFileSync(mark('go'), '');
  await until(async () => (await place.joust(['list', '--state', 'closed'])).stdout.includes('ask'), 20_000);
  const { stdout } = await place.joust(['show', '@last', '--timeline']);
  expect(stdout).toContain('ended');
  expect(stdout).not.toMatch(/interrupted|resumed/);
  expect((await place.joust(['show', '@last', '--answer', 'slow'])).stdout).toContain('ended');
}

describe('a contest that is being played', () => {
  it('goes on when a client ends joust mcp with all of its descendants', async () => {
    const mcp = await mcpClient(place);
    const call = mcp.call('ask', { prompt: 'slow?', contestants: ['slow'] }).catch(() => undefined);
    await begun();
    killTree(mcp.transport.pid ?? 0);
    await call;
    await mcp[Symbol.asyncDispose]();
    await endsWell();
  });

  it('goes on when joust serve is ended with all of its descendants', async () => {
    await using served = await serve(place);
    await served.post('/contests', { format: 'ask', prompt: 'x', settings: { contestant: ['slow'] } });
    await begun();
    killTree(served.process.pid ?? 0);
    await endsWell();
  });
});

it('ends with the attempt whose contestant left it playing', async () => {
  const { code } = await place.joustAlone(['ask', '-c', 'nest', 'outer']);
  expect(code).toBe(0);
  await until(() => processesOf(place.home).length === 0, 20_000);
  expect(existsSync(mark('begun'))).toBe(true);
});
