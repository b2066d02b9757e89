// A race whose base is measured anew, since what it passed before is passed by nobody: played on from every prefix of its record,
// and as older versions opened it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import type { RaceWish } from '../../src/formats/race/options.ts';
import { prepareRace } from '../../src/formats/race/prepare.ts';
import type { ContestRequest } from '../../src/play/open.ts';
import { madeRepository } from '../setup/repository.ts';
import { type Played, type PlayedFormat, playFolder, playOn, playWhole } from './play-prefix.ts';

const check = { required: true, parser: 'exit-code', origin: '--check' } as const;

/** By a file outside of the repository. */
const wish = (folder: string): RaceWish => ({
  checks: [
    { ...check, name: 'first', command: 'true' },
    { ...check, name: 't', command: `test -e ${toolOf(folder)}` },
  ],
  onlyNamed: true,
  preset: null,
  weights: { diff: 0.15 },
  setup: null,
  copy: [],
  sandbox: 'none',
  workspace: 'auto',
  baseFirst: false,
  checkNetwork: 'none',
  maxDiskBytes: 5e9,
  checkTimeoutMs: 60_000,
  crossTests: 'auto',
  stopWhen: null,
  gate: { budgetTokens: 500_000, confirmTokens: 1, tokensPerRun: 75_000, explicit: true },
  judges: [],
  orders: 'one',
  selfJudging: 'allow',
  rubric: null,
  tag: null,
  allowFailing: [],
  knownFailures: [],
  mayRemoveTests: [],
});

function toolOf(folder: string): string {
  return join(folder, '..', 'tool');
}

const asked = ({ folder }: Played): ContestRequest => ({
  format: 'race',
  prompt: 'why?',
  files: [],
  cwd: folder,
  joustVersion: '0',
  tier: 'write',
  roster: ['ann', 'bob'].map((name) => ({ name, agent: 'inline' })),
  prepare: (player, place) => prepareRace(player, wish(folder), place),
});

const format: PlayedFormat = {
  name: 'race',
  says: 'yes',
  functions: {
    ann: ({ cwd }) => {
      writeFileSync(join(cwd, 'code.txt'), 'new\nand more\n');
      return 'Done.';
    },
    bob: ({ cwd }) => {
      writeFileSync(join(cwd, 'code.txt'), 'new\n');
      return 'Done.';
    },
  },
  prepare(folder) {
    mkdirSync(folder, { recursive: true });
    const { git, write } = madeRepository(folder);
    write('code.txt', 'old\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'base');
    writeFileSync(toolOf(folder), '');
  },
  requests: [
    asked,
    (played) => {
      rmSync(toolOf(played.folder));
      return asked(played);
    },
  ],
};

it('comes to the same from any prefix of its record', async () => {
  using place = playFolder(format);
  const whole = await playWhole(format, place);
  const events = whole.records.get(whole.contest) ?? [];
  expect(whole.cameTo).toMatchObject({ result: { leader: 'bob', checks: [{}, { base: 'failed' }] } });
  expect(events.filter(isAgain).map(({ type }) => type)).toEqual(
    ['first', 't'].flatMap(() => ['check.started', 'check.ended']),
  );
  for (const [at, { type }] of events.entries())
    expect((await playOn(format, whole, at + 1)).cameTo, `cut after ${at + 1}: ${type}`).toEqual(
      whole.cameTo,
    );
}, 120_000);

it('is not measured anew in a race that an older version opened', async () => {
  using place = playFolder(format);
  const whole = await playWhole(format, place);
  const events = whole.records.get(whole.contest) ?? [];
  const older = events.map((event) =>
    event.type === 'contest.opened' ? { ...event, formatVersion: 4 } : event,
  );
  const records = new Map([...whole.records, [whole.contest, older] as const]);
  const played = await playOn(format, { ...whole, records }, events.findIndex(isAgain));
  expect(played.events.filter(isAgain)).toEqual([]);
  expect(played.cameTo).toMatchObject({ result: { checks: [{}, { base: 'passed' }] } });
  expect(played.cameTo).not.toHaveProperty('result.winner');
});

function isAgain(event: JoustEvent): boolean {
  return 'key' in event && event.key?.startsWith('check/base/again/') === true;
}
