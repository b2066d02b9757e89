// A suite from its file to its report, in this process: what passes, fails or is an error; resumed, retried, within its limits.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { InlineAnswer, InlineContestant } from '../../src/contest/attempt/inline.ts';
import type { SuiteResult } from '../../src/formats/suite/result.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { allow, reviewTrust } from '../../src/operations/trust/project-trust.ts';
import { playContest } from '../../src/play/play.ts';
import { playOn } from '../../src/play/play-on.ts';
import type { PlayResult } from '../../src/play/result.ts';
import { contestResult } from '../../src/play/result.ts';
import { readySuite, type SuiteRequest } from '../../src/suite/start-suite.ts';
import { world } from '../setup/world.ts';

let folder: string;
let ledger: Ledger;
let asked: string[];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'joust-suite-')));
  ledger = memoryLedger(() => new Date());
  asked = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'suite.yaml');
const here = () => {
  const place = world(folder, { openLedger: () => ledger });
  const env = { ...place.machine.env, JOUST_HOME: place.home };
  return { ...place, machine: { ...place.machine, env } };
};

type Says = (prompt: string) => InlineAnswer;

function players(says: Readonly<Record<string, Says>>): Record<string, InlineContestant> {
  return Object.fromEntries(
    Object.entries(says).map(([name, say]): [string, InlineContestant] => [
      name,
      ({ prompt }) => {
        asked.push(`${name}: ${prompt}`);
        return say(prompt);
      },
    ]),
  );
}

function write(yaml: string): void {
  writeFileSync(file(), yaml);
  allow(here().machine, reviewTrust({ path: file(), cwd: folder, machine: here().machine }));
}

async function run(
  says: Readonly<Record<string, Says>>,
  more: Partial<SuiteRequest> = {},
): Promise<PlayResult> {
  const place = here();
  const functions = Object.fromEntries(Object.keys(says).map((name) => [name, {}]));
  const ready = await readySuite({ file: file(), functions, ...more }, place);
  return await playContest(ready.request, { ...place, ...ready.world, inline: players(says) });
}

async function goOn(id: string, says: Readonly<Record<string, Says>>, more: object): Promise<PlayResult> {
  const { settings: _settings, lanes: _lanes, ...place } = here();
  return await playOn(id, more, { ...place, inline: players(says) });
}

const told = ({ result }: PlayResult) => result as SuiteResult;
const states = (played: PlayResult) =>
  Object.fromEntries(
    told(played).cells.map(({ task, contestant, trial, state }) => [`${task} ${contestant} ${trial}`, state]),
  );

const right: Says = (prompt) => (prompt.includes('France') ? 'Paris' : 'Rome');
const wrong: Says = () => 'London';
const crashes: Says = () => ({ text: '', outcome: 'crashed', reason: 'exit code 3' });

const capitals = `
name: capitals
contestants: [ann, bob]
trials: 2
prompt: "Capital of {{country}}?"
tasks:
  - {id: france, vars: {country: France}, assert: [{contains: Paris}]}
  - {id: italy, vars: {country: Italy}, assert: [{contains: Rome}, {not-contains: London}]}
thresholds: {pass: 0.5}
`;

it('plays every task by everybody in every trial, and says who is below a threshold', async () => {
  write(capitals);
  const played = await run({ ann: right, bob: wrong });
  expect(played).toMatchObject({ state: 'closed', outcome: 'ok', checkFailed: true });
  expect(states(played)).toEqual({
    'france ann 1': 'passed',
    'france bob 1': 'failed',
    'italy ann 1': 'passed',
    'italy bob 1': 'failed',
    'france ann 2': 'passed',
    'france bob 2': 'failed',
    'italy ann 2': 'passed',
    'italy bob 2': 'failed',
  });
  expect(told(played).missed).toEqual(['bob passes 0 of 4 cells, and the threshold is 50 %.']);
  expect(told(played).cells[3]?.asserts).toEqual([
    { name: 'contains Rome', is: 'fail', why: 'it does not contain "Rome"' },
    { name: 'not-contains London', is: 'fail', why: 'it contains "London"' },
  ]);
  expect(asked).toHaveLength(8);
  // Told again from its own record: nobody is asked, and no contest of a cell is read.
  const [cell] = told(played).cells;
  const events = ledger.events.bind(ledger);
  ledger.events = (id) => (id === cell?.contest ? Promise.reject(new Error('read')) : events(id));
  expect((await contestResult(here(), played.contest)).result).toEqual(told(played));
  expect((await goOn(played.contest, {}, {})).result).toEqual(told(played));
  expect(asked).toHaveLength(8);
});

it('plays errors again, and neither what passed nor what failed', async () => {
  write(capitals);
  const first = await run({
    ann: right,
    bob: (prompt) => (prompt.includes('Italy') ? crashes(prompt) : 'Paris'),
  });
  expect(Object.entries(states(first)).filter(([, state]) => state === 'error')).toEqual([
    ['italy bob 1', 'error'],
    ['italy bob 2', 'error'],
  ]);
  expect(told(first).missed).toEqual([]);
  asked = [];
  const again = await goOn(first.contest, { ann: wrong, bob: right }, { retryFailed: true });
  expect(asked).toEqual(['bob: Capital of Italy?', 'bob: Capital of Italy?']);
  expect(new Set(Object.values(states(again)))).toEqual(new Set(['passed']));
  expect(again.state).toBe('closed');
});

it('keeps an answer whose assert could not be measured, and measures it again', async () => {
  mkdirSync(join(folder, 'bin'));
  write(`
name: commands
contestants: [ann]
tasks:
  - {id: one, prompt: "Say it", assert: [{command: ./bin/check}]}
  - {id: two, prompt: "Say it", assert: [{command: 'grep -q Paris "$JOUST_ANSWER" && grep -q Paris'}]}
  - {id: three, prompt: "Say it", assert: [{command: 'echo no >&2; exit 3'}]}
`);
  const first = await run({ ann: () => 'Paris' });
  expect(states(first)).toEqual({ 'one ann 1': 'error', 'two ann 1': 'passed', 'three ann 1': 'failed' });
  expect(told(first).cells[2]?.asserts[0]?.why).toBe('exit 3: no');
  writeFileSync(join(folder, 'bin', 'check'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  asked = [];
  const again = await goOn(first.contest, { ann: () => 'Paris' }, { retryFailed: true });
  expect(states(again)).toEqual({ 'one ann 1': 'passed', 'two ann 1': 'passed', 'three ann 1': 'failed' });
  expect(asked).toEqual([]);
});

it('stops where the budget of the whole is spent, and goes on with more', async () => {
  write(capitals.replace('trials: 2', 'trials: 1\nparallel: 1'));
  const dear = { text: 'Paris', usage: { inputTokens: 6000, outputTokens: 0 } };
  const first = await run({ ann: () => dear, bob: () => dear }, { settings: { maxTokens: 12_500 } });
  expect(first.state).toBe('paused');
  expect(Object.values(states(first))).toEqual(['passed', 'passed', 'error', 'open']);
  const again = await goOn(
    first.contest,
    { ann: () => dear, bob: () => dear },
    { limits: { maxTokens: 100_000 } },
  );
  expect(again.state).toBe('closed');
  expect(Object.values(states(again))).toEqual(['passed', 'passed', 'failed', 'failed']);
  expect(asked).toHaveLength(4);
});

it('chooses tasks by id, format and at random, the same ones each time', async () => {
  write(`
name: chosen
contestants: [ann, bob]
prompt: "Say {{n}}"
tasks: [${Array.from({ length: 12 }, (_, at) => `{id: ${at < 6 ? 'fix' : 'add'}-${at}, vars: {n: ${at}}}`)}]
`);
  const ids = async (more: Partial<SuiteRequest>) =>
    told(await run({ ann: right, bob: right }, { contestants: ['ann'], ...more })).cells.map(
      ({ task }) => task,
    );
  expect(await ids({ filters: ['fix-*', '!*-3'] })).toEqual(['fix-0', 'fix-1', 'fix-2', 'fix-4', 'fix-5']);
  const some = await ids({ sample: 4 });
  expect(some).toHaveLength(4);
  expect(await ids({ sample: 4 })).toEqual(some);
  await expect(ids({ filters: ['none'] })).rejects.toThrow('no task fits');
  expect(asked.every((one) => one.startsWith('ann: '))).toBe(true);
});
