// Makes the fixture of tests/cli/old-ledger.test.ts with any built joust: for every format one contest that was closed and
// one that was left in the middle. `node scripts/old-ledger.ts PATH/TO/bin/joust.cjs VERSION`
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  type OldContest,
  oldLedgerFolder,
  oldTop,
  placeOf,
  repositoryFolder,
} from '../tests/setup/old-ledger.ts';
import { processesOf } from '../tests/setup/processes.ts';
import { finished, type Ran } from '../tests/setup/project.ts';

interface Recipe {
  readonly name: string;
  /** `ASK` and `RACE` stand for the first contest of that name. */
  readonly args: readonly string[];
  /** The failpoint at which the open one dies; without it the contest waits by itself. */
  readonly dies?: string;
  readonly settle?: readonly string[];
  /** Only the open one is made. */
  readonly onlyOpen?: boolean;
}

const script = (...steps: readonly object[]) => JSON.stringify({ rate: 1000, steps });
const spec = (name: string) => `scripted/./${name}.json`;
const who = (...names: readonly string[]) => names.flatMap((name) => ['-c', spec(name)]);
const racers = ['-c', 'ann', '-c', 'bob', '--check', 'test=sh check.sh'];

const files = {
  'work/a.json': script({ say: 'the first' }, { wait: 300 }, { say: ' answer, at length\nPOSITION: left' }),
  'work/b.json': script({ say: 'second answer\nPOSITION: right' }),
  'work/c.json': script({ say: 'third' }),
  'work/same.json': script({ say: 'POSITION: left' }),
  'work/judge.json': script({ judge: 'longer' }),
  'work/merge.json': script({ say: 'merged ' }, { wait: 200 }, { say: 'answer' }),
  'work/done.json': script({ say: 'DONE' }),
  'work/back.json': script({ say: 'back again' }),
  'scripts/ann.json': script(
    { edit: 'code.txt', content: 'new\nand more\n' },
    { wait: 300 },
    { edit: 'test/more.test.sh', content: 'grep -q more code.txt\n' },
    { say: 'It is new now.' },
  ),
  'scripts/bob.json': script({ edit: 'code.txt', content: 'new\n' }, { say: 'Done.' }),
  [`${repositoryFolder}/code.txt`]: 'old\n',
  [`${repositoryFolder}/check.sh`]:
    'for one in test/*.sh; do sh "$one" || exit 1; done\necho ok 1\necho 1..1\n',
  [`${repositoryFolder}/test/new.test.sh`]: 'grep -q new code.txt\n',
  'mine.patch': '--- a/code.txt\n+++ b/code.txt\n@@ -1 +1 @@\n-old\n+new, by hand\n',
  'config/config.toml': ['ann', 'bob']
    .map((name) => `[contestants.${name}]\nagent = "scripted"\nscript = "../scripts/${name}.json"\n`)
    .join(''),
};

const recipes: readonly Recipe[] = [
  { name: 'ask', args: ['ask', ...who('a', 'b'), 'why?'], dies: 'after attempt.ended' },
  {
    name: 'distill',
    args: ['distill', ...who('a', 'b'), '-s', spec('merge'), 'why?'],
    dies: 'spawned merge/1',
  },
  {
    name: 'debate',
    args: ['debate', ...who('a', 'b'), '-j', spec('done'), 'why?'],
    dies: `after attempt.ended turn/1/${spec('a')}`,
  },
  {
    name: 'vote',
    args: ['vote', ...who('a', 'b', 'c', 'same'), '-j', spec('done'), 'why?'],
    dies: 'after attempt.ended',
  },
  {
    name: 'tournament',
    args: ['tournament', '--orders', 'one', ...who('a', 'b', 'c'), '-j', spec('judge'), 'why?'],
    dies: 'after verdict.given',
  },
  { name: 'arena', args: ['arena', ...who('a', 'b'), 'why?'], settle: ['pick', 'ID', 'a'] },
  {
    name: 'oracle',
    args: ['oracle', '--session', 's', ...who('merge'), 'why?'],
    dies: 'after attempt.started',
  },
  { name: 'judge', args: ['judge', 'ASK', '-j', spec('judge')], dies: 'after verdict.given' },
  { name: 'analyze', args: ['analyze', 'ASK', '--analyst', spec('judge')], dies: 'after attempt.ended' },
  { name: 'cross-examine', args: ['cross-examine', 'ASK'], dies: 'after attempt.ended' },
  { name: 'race', args: ['race', ...racers, 'make it new'], dies: 'after attempt.ended work/bob' },
  { name: 'adopt', args: ['adopt', 'RACE', join(oldTop, 'mine.patch')], dies: 'after check.ended' },
  { name: 'ask, out of quota', args: ['ask', ...who('b', 'back'), 'why?'], onlyOpen: true },
  {
    name: 'race, to be agreed to',
    args: ['race', ...racers, '--confirm-tokens', '1', 'make it new'],
    settle: ['answer', 'ID', 'yes'],
    onlyOpen: true,
  },
];

const [program = '', version = ''] = process.argv.slice(2);
rmSync(oldTop, { recursive: true, force: true });
const place = placeOf(files, program);
const made = await playAll();
while (processesOf(oldTop).length > 0) await sleep(100);
const folder = oldLedgerFolder(version);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'ledger.db.gz'), packed());
const contests: OldContest[] = [];
for (const one of made) contests.push(await cameTo(one));
const lines = contests.map((one) => JSON.stringify(one)).join(',\n');
writeFileSync(
  join(folder, 'contests.json'),
  `{"files":${JSON.stringify(files)},\n"contests":[\n${lines}\n]}\n`,
);
rmSync(oldTop, { recursive: true });

async function playAll() {
  const done: Omit<OldContest, 'result' | 'answers'>[] = [];
  const named = (args: readonly string[], id = '') =>
    args.map((word) => {
      const of = { ASK: 'ask', RACE: 'race' }[word];
      return word === 'ID' ? id : (done.find(({ name }) => name === of)?.id ?? word);
    });
  for (const recipe of recipes) {
    const { name, onlyOpen = false } = recipe;
    for (const closed of onlyOpen ? [false] : [true, false]) {
      await play({ ...recipe, args: named(recipe.args) }, closed);
      const id = (await joust(['list', '--json'])).stdout.match(/"contest":"(\w+)"/)?.[1] ?? '';
      const settle = recipe.settle && named(recipe.settle, id);
      if (closed && settle !== undefined) await joust(settle);
      done.push({ id, name, closed, ...(settle && !closed && { settle }) });
    }
  }
  return done;
}

async function play({ name, args, dies, settle }: Recipe, closed: boolean): Promise<void> {
  // Its quota comes back when the ledger is opened again.
  if (name === 'ask, out of quota')
    place.write('back.json', script({ quota: "You've hit your usage limit. Try again in 1 minute." }));
  const died = await joust(args, closed || dies === undefined ? {} : { JOUST_TEST_FAILPOINT: dies });
  const failed = closed ? settle === undefined && died.code !== 0 : dies !== undefined && died.code !== null;
  if (failed) throw new Error(`${name}: ${died.code} ${died.stdout} ${died.stderr}`);
}

function joust(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const inRepository = ['race', 'adopt'].includes(args[0] ?? '');
  const cwd = inRepository ? ['--cwd', join(oldTop, repositoryFolder)] : [];
  return finished(place.start(args[0] === 'race' ? [...args, ...cwd] : args, { env }));
}

/** The database alone: whatever else a dead player leaves may be lost. */
function packed(): Buffer {
  for (const name of readdirSync(place.home))
    if (!name.startsWith('ledger.db')) rmSync(join(place.home, name), { recursive: true });
  const db = new DatabaseSync(join(place.home, 'ledger.db'));
  db.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
  db.close();
  return gzipSync(readFileSync(join(place.home, 'ledger.db')), { level: 9 });
}

async function cameTo(one: Omit<OldContest, 'result' | 'answers'>): Promise<OldContest> {
  place.write('back.json', files['work/back.json']);
  if (one.name === 'ask, out of quota') await sleep(61_000);
  const { stdout, stderr, code } = await joust([...(one.settle ?? ['resume', one.id]), '--json']);
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  if (code !== 0) throw new Error(`${one.name}: ${stderr}`);
  const answers = lines.flatMap(({ type, text }) => (type === 'attempt.ended' ? [text] : []));
  return { ...one, result: lines.find(({ type }) => type === 'contest.result')?.result, answers };
}
