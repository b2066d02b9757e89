// Races of the real CLIs in private checkouts, with and without joust's sandbox: each changes files with its own
// tools, and nothing but its work is handed in.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntrySealed } from '../../src/domain/events/entry-event.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { rowOf } from '../setup/race-place.ts';
import { until } from '../setup/until.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { makeRaceHome, type RacedHome, type RaceHome, raceArgs, raced } from './race-home.ts';

const found = await findSandbox(thisMachine());
const noSandbox = 'tier' in found ? undefined : found.unavailable;
const sandboxes = ['none', 'os'] as const;

let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function all(scenario: string): readonly string[] {
  return [
    ...['claude', 'codex', 'gemini'].map((id) => `${id}/stub-${scenario}`),
    `opencode/stub/stub-${scenario}`,
  ];
}

describe.each(sandboxes)('with the sandbox %s', (sandbox) => {
  const lookers = ['claude/stub-look', 'codex/stub-look', 'gemini/stub-look'];
  const runners = ['claude/stub-run', 'codex/stub-run'];
  const others = ['codex/stub-blocked', 'claude/stub-empty'];
  const skipped = sandbox === 'os' && noSandbox !== undefined;
  let home: RaceHome;
  let before: string;
  let race: RacedHome;

  beforeAll(async () => {
    if (skipped) return;
    home = makeRaceHome(server, `race-${sandbox}`);
    before = home.fingerprint();
    const roster = [...all('write'), ...lookers, ...runners, ...others];
    const task = `WRITE-TO stub-out.txt now, LOOK-AT ${join(home.folder, 'note.txt')} and RUN-IT git log --all;`;
    race = await raced(home, home.start(raceArgs(roster, ['--sandbox', sandbox, task])));
  });

  const when = (name: string, body: () => void) =>
    test(name, (context) => {
      if (skipped) context.skip(noSandbox);
      body();
    });

  when('each hands in what it wrote with its own tool, and nothing of its own', () => {
    expect(race.code).toBe(0);
    for (const name of all('write')) {
      expect(rowOf(race.result, name), name).toMatchObject({ outcome: 'ok', files: 1, looked: [] });
      expect(pathsOf(race.entries.get(name)), name).toEqual(['stub-out.txt']);
    }
    expect(race.result).toMatchObject({ sandbox, base: { dirty: true } });
  });

  when('their work is measured in the replay, and a winner decided', () => {
    for (const name of all('write')) {
      const { checks, signals } = rowOf(race.result, name);
      expect(checks, name).toEqual([{ name: 'test', outcome: 'passed', detail: '2 of 2 tests' }]);
      expect(signals, name).toMatchObject({ tests: 1 });
    }
    expect(race.result.winner).toBe('claude/stub-write');
  });

  when('who needs a person is blocked, and who does nothing is empty', () => {
    const blocked = { outcome: 'blocked', reason: 'the licence has to be chosen', files: 0 };
    expect(rowOf(race.result, 'codex/stub-blocked')).toMatchObject(blocked);
    expect(rowOf(race.result, 'claude/stub-empty')).toMatchObject({
      outcome: 'empty',
      whyNot: 'it changed nothing',
    });
  });

  when('who reads in the user’s tree is seen to', () => {
    for (const name of lookers)
      expect(rowOf(race.result, name).looked, name).toEqual([
        expect.stringMatching(/^the user's own tree: /),
      ]);
  });

  when('who looks for other branches is seen to', () => {
    for (const name of runners)
      expect(rowOf(race.result, name).looked, name).toEqual([
        expect.stringMatching(/^other branches: .*git log --all/),
      ]);
  });

  when('nothing of the user is changed, and nothing is left', () => {
    expect(home.fingerprint()).toBe(before);
    expect(home.leftovers()).toEqual([]);
  });
});

test('the other CLIs change files in the sandbox as well', async (context) => {
  if (noSandbox !== undefined) context.skip(noSandbox);
  const home = makeRaceHome(server, 'race-others');
  const before = home.fingerprint();
  const others = ['qwen/stub-write', 'copilot/stub-write', 'pi/stub/stub-write', 'grok/stub-write', 'cn'];
  const args = raceArgs(others, ['--sandbox', 'os', 'WRITE-TO stub-out.txt now']);
  const { entries, result } = await raced(home, home.start(args));
  for (const name of others) {
    expect(rowOf(result, name), name).toMatchObject({ outcome: 'ok', signals: { tests: 1 } });
    expect(pathsOf(entries.get(name)), name).toEqual(['stub-out.txt']);
  }
  expect(home.fingerprint()).toBe(before);
});

test('whose player is killed work on in the sandbox, and are asked nothing twice', async (context) => {
  if (noSandbox !== undefined) context.skip(noSandbox);
  const home = makeRaceHome(server, 'race-killed');
  const before = home.fingerprint();
  const asked = server.asked.length;
  const args = ['--sandbox', 'os', 'WRITE-TO stub-out.txt now'];
  const player = home.start(raceArgs(all('held'), args));
  player.stdout?.resume();
  await until(() => server.held() === 4, 120_000);
  player.kill('SIGKILL');
  const next = home.start(['resume', '@last', '--json']);
  let said = '';
  next.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  await until(() => all('held').every((name) => said.includes(`"contestant":"${name}"`)));
  server.letGo();
  const { code, result, events } = await raced(home, next);
  expect(code).toBe(0);
  for (const name of all('held'))
    expect(rowOf(result, name), name).toMatchObject({ outcome: 'ok', files: 1 });
  const ends = events.filter((event) => event.type === 'attempt.ended');
  expect(ends.map(({ run }) => run)).toEqual([1, 1, 1, 1]);
  // One for the tool and one for the last word.
  const models = server.asked.slice(asked).map(({ path }) => path);
  expect(models.toSorted()).toEqual([...new Set(models)].flatMap((path) => [path, path]).sort());
  expect(models).toHaveLength(8);
  expect(home.fingerprint()).toBe(before);
  expect(home.leftovers()).toEqual([]);
});

function pathsOf(entry: EntrySealed | undefined): readonly string[] | undefined {
  return entry?.change.files.map(({ path }) => path);
}
