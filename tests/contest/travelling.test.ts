// A contest that was opened for a pool is played by a host that has nothing of its repository but what travelled with it.
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareApply } from '../../src/app/apply/apply.ts';
import type { World } from '../../src/app/play/create-player.ts';
import { type ContestRequest, openOnly } from '../../src/app/play/open.ts';
import { resumeContest } from '../../src/app/play/play.ts';
import type { Contestant } from '../../src/domain/contestant.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import type { RaceWish } from '../../src/formats/race/options.ts';
import { prepareRace } from '../../src/formats/race/prepare.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';
import { world } from '../setup/world.ts';

let repository: TestRepository;
let ledger: Ledger;
beforeEach(() => {
  repository = testRepository({
    'code.txt': 'old\n',
    'check.sh': 'grep -q new code.txt && echo ok 1 && echo 1..1\n',
    'sub/deep.txt': 'deep\n',
  });
  ledger = memoryLedger(() => new Date());
});
afterEach(() => repository[Symbol.dispose]());

const place = (name: string) => join(dirname(repository.folder), name);
const submitter = (more: Partial<World> = {}) =>
  world(repository.folder, { home: place('submitter'), openLedger: () => ledger, ...more });
const host = (more: Partial<World> = {}) =>
  world(place('host'), { home: place('host'), host: 'h1', openLedger: () => ledger, ...more });

const shell = (name: string, script: string): Contestant => ({
  name,
  agent: 'command',
  settings: { command: ['/bin/sh', '-c', script] },
});

const wish: RaceWish = {
  checks: [
    {
      name: 'test',
      command: 'sh check.sh',
      required: true,
      parser: 'any-tests',
      signal: 'tests',
      origin: '-',
    },
  ],
  ...{ onlyNamed: true, preset: null, weights: {}, setup: null, copy: ['node_modules'] },
  ...{ sandbox: 'none', workspace: 'auto', baseFirst: false, checkNetwork: 'none' },
  ...{ maxDiskBytes: 5e9, checkTimeoutMs: 60_000, crossTests: 'off', stopWhen: null },
  gate: { budgetTokens: 0, confirmTokens: 0, tokensPerRun: 75_000, explicit: false },
  ...{ judges: [], orders: 'one', selfJudging: 'allow', rubric: null, tag: null },
};

const asked = (more: Partial<ContestRequest>): ContestRequest => ({
  ...{ format: 'ask', prompt: 'make it new', files: [], cwd: repository.folder, tier: 'read' },
  ...{ joustVersion: '0', roster: [], options: {} },
  pool: { label: 'default', kind: 'read', protocol: 1 },
  ...more,
});

const race = (workspace: RaceWish['workspace'], roster: readonly Contestant[]) =>
  asked({
    ...{ format: 'race', tier: 'write', roster },
    pool: { label: 'default', kind: 'race', protocol: 1 },
    prepare: (player, where) => prepareRace(player, { ...wish, workspace }, where),
  });

/** The repository is nowhere on the machine that plays. */
async function elsewhere<T>(play: () => Promise<T>): Promise<T> {
  renameSync(repository.folder, place('away'));
  try {
    return await play();
  } finally {
    renameSync(place('away'), repository.folder);
  }
}

const record = async (id: string): Promise<readonly JoustEvent[]> =>
  (await ledger.events(id)).map(({ event }) => event);

const left = (home: string) =>
  ['pool', 'bases', 'workspaces', 'spools'].flatMap((name) =>
    existsSync(join(place(home), name)) ? readdirSync(join(place(home), name)) : [],
  );

describe('a race on a host without the repository', () => {
  it.each(['checkout', 'overlay'] as const)(
    'starts from HEAD and uncommitted work, is measured, and is applied where it was opened (%s)',
    async (workspace) => {
      repository.write('sub/mine.txt', 'uncommitted\n');
      repository.write('node_modules/dep/index.js', 'kept here\n');
      repository.write('.git/info/exclude', 'node_modules\n');
      const here = submitter();
      const { id } = await openOnly(
        race(workspace, [
          shell(
            'good',
            'cat sub/mine.txt && test ! -e node_modules && git log --oneline && echo new > code.txt',
          ),
          shell('bad', 'echo other > code.txt; echo done'),
        ]),
        here,
      );
      const notes = here.seen.flatMap((one) => (one.type === 'note' ? [one.text] : []));
      expect(notes).toContainEqual(
        expect.stringMatching(/^What travels: 4 files of .*packed, without history[.]$/),
      );
      expect(notes).toContainEqual('Stays here: node_modules. On a host say with --setup what brings it.');
      expect(left('submitter')).toEqual([]);
      const played = await elsewhere(() => resumeContest(id, host()));
      expect(played).toMatchObject({ state: 'closed', outcome: 'ok' });
      const events = await record(id);
      expect(events).toContainEqual(expect.objectContaining({ type: 'winner.decided', winner: 'good' }));
      expect(events.filter(({ type }) => type === 'attempt.started')).toMatchObject([
        { host: 'h1' },
        { host: 'h1' },
      ]);
      expect(left('host')).toEqual([]);
      const ready = await prepareApply({ ledger, machine: here.machine }, { contest: id, how: 'tree' });
      await ready?.apply();
      expect(readFileSync(join(repository.folder, 'code.txt'), 'utf8')).toBe('new\n');
      expect(readFileSync(join(repository.folder, 'sub/mine.txt'), 'utf8')).toBe('uncommitted\n');
    },
  );
});
