// A repository on one machine and a host of a pool on another: two homes and one ledger, in which nothing of the repository lies
// where its contests are played.
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Contestant } from '../../src/domain/contestant.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import type { RaceWish } from '../../src/formats/race/options.ts';
import { prepareRace } from '../../src/formats/race/prepare.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import type { World } from '../../src/play/create-player.ts';
import type { ContestRequest } from '../../src/play/open.ts';
import { type TestRepository, testRepository } from './repository.ts';
import { world } from './world.ts';

export interface TravelPlace extends TestRepository {
  readonly ledger: Ledger;
  /** Beside the repository. */
  beside(name: string): string;
  submitter(more?: Partial<World>): ReturnType<typeof world>;
  host(more?: Partial<World>): ReturnType<typeof world>;
  /** For reading; contestants are to be named. */
  asks(roster: readonly Contestant[], more?: Partial<ContestRequest>): ContestRequest;
  races(roster: readonly Contestant[], wish?: Partial<RaceWish>): ContestRequest;
  /** Meanwhile the repository is nowhere. */
  without<T>(play: () => Promise<T>): Promise<T>;
  events(id: string): Promise<readonly JoustEvent[]>;
  /** What is left of contests in a home. */
  left(home: 'submitter' | 'host'): readonly string[];
}

export function travelPlace(ledger = memoryLedger(() => new Date())): TravelPlace {
  const repository = testRepository({
    'code.txt': 'old\n',
    'check.sh': 'grep -q new code.txt && echo ok 1 && echo 1..1\n',
    'sub/deep.txt': 'deep\n',
  });
  const { folder } = repository;
  const beside = (name: string) => join(dirname(folder), name);
  const asks: TravelPlace['asks'] = (roster, more = {}) => ({
    format: 'ask',
    prompt: 'make it new',
    files: [],
    cwd: folder,
    tier: 'read',
    joustVersion: '0',
    roster,
    options: {},
    pool: { label: 'default', kind: 'read', protocol: 1 },
    ...more,
  });
  return {
    ...repository,
    ledger,
    beside,
    submitter: (more = {}) => world(folder, { home: beside('submitter'), openLedger: () => ledger, ...more }),
    host: (more = {}) =>
      world(beside('host'), { home: beside('host'), host: 'h1', openLedger: () => ledger, ...more }),
    asks,
    races: (roster, wish = {}) =>
      asks(roster, {
        format: 'race',
        tier: 'write',
        pool: { label: 'default', kind: 'race', protocol: 1 },
        prepare: (player, where) => prepareRace(player, { ...usualWish, ...wish }, where),
      }),
    async without(play) {
      renameSync(folder, beside('away'));
      try {
        return await play();
      } finally {
        renameSync(beside('away'), folder);
      }
    },
    events: async (id) => (await ledger.events(id)).map(({ event }) => event),
    left: (home) =>
      ['pool', 'bases', 'workspaces', 'spools'].flatMap((name) => {
        const path = join(beside(home), name);
        return existsSync(path) ? readdirSync(path).map((each) => `${name}/${each}`) : [];
      }),
  };
}

const usualWish: RaceWish = {
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
  onlyNamed: true,
  preset: null,
  weights: {},
  setup: null,
  copy: ['node_modules', 'venv'],
  sandbox: 'none',
  workspace: 'auto',
  baseFirst: false,
  checkNetwork: 'none',
  maxDiskBytes: 5e9,
  checkTimeoutMs: 60_000,
  crossTests: 'off',
  stopWhen: null,
  gate: { budgetTokens: 0, confirmTokens: 0, tokensPerRun: 75_000, explicit: false },
  judges: [],
  orders: 'one',
  selfJudging: 'allow',
  rubric: null,
  tag: null,
  allowFailing: [],
  knownFailures: [],
  mayRemoveTests: [],
};

export function shell(name: string, script: string): Contestant {
  return { name, agent: 'command', settings: { command: ['/bin/sh', '-c', script] } };
}
