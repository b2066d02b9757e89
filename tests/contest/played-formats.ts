// Every format with something to remember: each is played as a whole, and on from every prefix of its record.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulatedVerdict } from '../../src/agents/scripted/scripted-play.ts';
import type { InlineContestant, InlineContestants } from '../../src/contest/attempt/inline.ts';
import type { RaceWish } from '../../src/formats/race/options.ts';
import { prepareRace } from '../../src/formats/race/prepare.ts';
import { entriesOnRecord } from '../../src/play/make-scene.ts';
import type { ContestRequest } from '../../src/play/open.ts';
import { madeRepository } from '../setup/repository.ts';
import type { Played, PlayedFormat } from './play-prefix.ts';
import { pickedEarly } from './played-arena.ts';
import { playedBriefs } from './played-briefs.ts';
import { playedCalibrate } from './played-calibrate.ts';
import { playedReview } from './played-review.ts';
import { playedSuite } from './played-suite.ts';

type Asking = PlayedFormat['requests'][number];

const inline = (...names: readonly string[]) => names.map((name) => ({ name, agent: 'inline' }));

/** One question to these, served by those. */
function asks(format: string, names: readonly string[], more: Partial<ContestRequest> = {}): Asking {
  return ({ folder }) => ({
    format,
    prompt: 'why?',
    files: [],
    cwd: folder,
    tier: 'read',
    joustVersion: '0',
    roster: inline(...names),
    ...more,
  });
}

/** A contest about the one before. */
function about(
  format: string,
  more: (entries: Awaited<ReturnType<typeof entriesOnRecord>>['entries']) => Partial<ContestRequest>,
): Asking {
  return async (played: Played) => {
    const { roster, entries } = await entriesOnRecord(await played.ledger.events(played.last));
    const names = roster.map(({ name }) => name);
    return await asks(format, names, { about: played.last, ...more(entries) })(played);
  };
}

const says =
  (text: string): InlineContestant =>
  () =>
    text;
const judges =
  (rule: string): InlineContestant =>
  ({ prompt }) =>
    simulatedVerdict(prompt, rule);
const fails: InlineContestant = () => ({ text: 'half an ans', outcome: 'crashed', reason: 'exit code 3' });
/** Cannot be read at first, so that it is asked once more. */
const mumbles: InlineContestant = ({ key, prompt }) =>
  key.endsWith('/repair') ? simulatedVerdict(prompt, 'longer') : 'Both have their merits.';
const evades = says('I would rather not say.');

const functions: InlineContestants = {
  long: says('a long answer, at length\nPOSITION: left'),
  short: says('short\nPOSITION: right'),
  other: says('another answer\nPOSITION: left'),
  fails,
  judge: judges('longer'),
  fickle: judges('first'),
  mumbles,
  evades,
  merge: says('merged'),
  moderator: ({ key }) => (key === 'check/2' ? 'DONE' : 'CONTINUE: look closer'),
};

const entrants = asks('ask', ['long', 'short', 'other']);

const textFormats: readonly PlayedFormat[] = [
  { name: 'ask', functions, requests: [asks('ask', ['long', 'short', 'fails'])] },
  {
    name: 'distill',
    functions,
    requests: [
      asks('distill', ['long', 'short', 'fails'], {
        options: { synthesizer: 'merge', layers: 2, sources: true, council: true },
        staff: inline('merge'),
      }),
    ],
  },
  {
    name: 'debate',
    functions,
    requests: [
      asks('debate', ['long', 'short'], {
        options: { debaters: ['long', 'short'], moderator: 'moderator', rounds: 3 },
        staff: inline('moderator'),
      }),
    ],
  },
  {
    name: 'vote',
    functions,
    requests: [
      asks('vote', ['long', 'short', 'other', 'fails'], {
        options: { rule: { type: 'last-line' }, quorum: null, judge: 'moderator' },
        staff: inline('moderator'),
      }),
    ],
  },
  ...(['bracket', 'swiss', 'adaptive'] as const).map(
    (system): PlayedFormat => ({
      name: `tournament, ${system}`,
      functions,
      requests: [
        asks('tournament', ['long', 'short', 'other', 'fails'], {
          options: {
            judges: ['judge', 'fickle', 'mumbles', 'evades'],
            orders: 'both',
            selfJudging: 'allow',
            system,
            panel: 0,
            calls: system === 'adaptive' ? 12 : 0,
            answers: false,
            paraphraser: null,
          },
          staff: inline('judge', 'fickle', 'mumbles', 'evades'),
        }),
      ],
    }),
  ),
  {
    name: 'arena',
    functions,
    says: 'a',
    requests: [
      asks('arena', ['long', 'short'], { options: { blindUntil: 'pick', styleBlind: false, tags: [] } }),
    ],
  },
  pickedEarly,
  playedCalibrate,
  playedSuite,
  {
    name: 'oracle',
    functions,
    requests: [
      asks('oracle', ['long'], {
        options: {
          session: 's',
          turn: null,
          hint: null,
          callsPerTurn: 1,
          capUsd: 2,
          before: { calls: 0, turnCalls: 0, usd: 0, unknown: 0 },
        },
      }),
    ],
  },
  {
    name: 'judge',
    functions,
    requests: [
      entrants,
      about('judge', (entries) => ({
        options: {
          judges: ['judge', 'mumbles'],
          orders: 'both',
          selfJudging: 'allow',
          rubric: null,
          entries,
          evidence: [],
          paraphraser: 'merge',
        },
        staff: inline('judge', 'mumbles', 'merge'),
      })),
    ],
  },
  {
    name: 'judge, by a rubric',
    functions,
    requests: [
      entrants,
      about('judge', (entries) => ({
        options: {
          judges: ['judge', 'mumbles', 'evades', 'fails'],
          orders: 'one',
          selfJudging: 'allow',
          rubric: {
            dimensions: [{ name: 'clarity', description: 'how clear it is', min: 1, max: 5, weight: 1 }],
          },
          entries,
          evidence: [],
          paraphraser: null,
        },
        staff: inline('judge', 'mumbles', 'evades', 'fails'),
      })),
    ],
  },
  {
    name: 'judge, by a rubric together',
    functions,
    requests: [
      entrants,
      about('judge', (entries) => ({
        options: {
          judges: ['judge', 'mumbles', 'evades', 'fails'],
          orders: 'one',
          selfJudging: 'allow',
          rubric: { dimensions: [{ name: 'clarity', min: 1, max: 5, weight: 1 }] },
          entries,
          evidence: [],
          paraphraser: null,
          together: true,
          material: { judgeBrief: 'Be fair.', files: [] },
        },
        staff: inline('judge', 'mumbles', 'evades', 'fails'),
      })),
    ],
  },
  {
    name: 'analyze',
    functions,
    requests: [
      entrants,
      about('analyze', (entries) => ({ options: { analyst: 'judge', entries }, staff: inline('judge') })),
    ],
  },
  {
    name: 'cross-examine',
    functions,
    requests: [
      entrants,
      about('cross-examine', (entries) => ({
        options: {
          pairs: [
            { by: 'long', of: 'short' },
            { by: 'short', of: 'long' },
          ],
          question: null,
          entries,
        },
      })),
    ],
  },
];

const writes =
  (files: Readonly<Record<string, string>>): InlineContestant =>
  ({ cwd }) => {
    for (const [path, content] of Object.entries(files)) writeFileSync(join(cwd, path), content);
    return 'Done.';
  };

const racers: InlineContestants = {
  ann: writes({ 'code.txt': 'new\nand more\n', 'test/more.test.sh': 'grep -q more code.txt\n' }),
  bob: writes({ 'code.txt': 'new\n' }),
  judge: judges('longer'),
};

const raceWish: RaceWish = {
  checks: [
    {
      name: 'test',
      command: 'sh check.sh',
      required: true,
      parser: 'any-tests',
      signal: 'tests',
      origin: '--check',
    },
  ],
  onlyNamed: true,
  preset: null,
  weights: {},
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
  judges: ['judge'],
  orders: 'one',
  selfJudging: 'allow',
  rubric: null,
  tag: null,
  allowFailing: [],
  knownFailures: [],
  mayRemoveTests: [],
};

/** The wish is made options of when the race is opened. */
const races = (tier: 'read' | 'write', about: Pick<ContestRequest, 'about'>, wish: RaceWish): Asking =>
  asks('race', ['ann', 'bob'], {
    tier,
    ...about,
    staff: inline('judge'),
    prepare: (player, place) => prepareRace(player, wish, place),
  });
const race = races('write', {}, raceWish);

function makeRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { git, write } = madeRepository(folder);
  write('code.txt', 'old\n');
  write('check.sh', 'for one in test/*.sh; do sh "$one" || exit 1; done\necho ok 1\necho 1..1\n');
  write('test/new.test.sh', 'grep -q new code.txt\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  write('untracked.txt', 'mine\n');
}

const patch = '--- a/code.txt\n+++ b/code.txt\n@@ -1 +1 @@\n-old\n+new, by hand\n';

const playedRaces: readonly PlayedFormat[] = [
  { name: 'race', functions: racers, says: 'yes', prepare: makeRepository, requests: [race] },
  playedReview,
  {
    name: 'adopt',
    functions: racers,
    says: 'yes',
    prepare: makeRepository,
    requests: [
      race,
      (played) => {
        const source = { kind: 'patch', content: Buffer.from(patch), name: 'mine.patch' } as const;
        const adopt = { contest: played.last, source, name: 'mine' };
        return races('read', { about: played.last }, { ...raceWish, adopt })(played);
      },
    ],
  },
];

export const playedFormats: readonly PlayedFormat[] = [...textFormats, ...playedRaces, ...playedBriefs];
