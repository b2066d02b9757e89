// The demo: a question and a race that simulated agents play. What they are asked, what they race for, and how each sets about it.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { World } from '../../play/create-player.ts';
import { startDetached } from '../../play/leave-to-player.ts';
import { readyContest } from '../../play/ready.ts';

export const demoQuestion = 'Our test suite takes 20 minutes. Where should we start?';

export const demoCast: readonly Contestant[] = [
  { name: 'quick', agent: 'scripted', model: 'quick' },
  { name: 'careful', agent: 'scripted', model: 'careful' },
  { name: 'thorough', agent: 'scripted', model: 'thorough' },
  { name: 'out-of-quota', agent: 'scripted', model: 'quota' },
];

/** What they race for: a program that adds up wrongly, with its tests, and three scripts that set about it. It needs a shell only. */
const program = (line: string) => `# Adds up all prices it is given.
total() {
  sum=0
  for price in "$@"; do
    ${line}
  done
  echo "$sum"
}
`;

const tests = `# Prints TAP.
. ./total.sh
number=0
failed=0
expect() {
  number=$((number + 1))
  # Words of the second argument are prices.
  if [ "$(total $2)" = "$1" ]; then echo "ok $number"; else echo "not ok $number" && failed=1; fi
}
echo 1..4
expect 0 ""
expect 5 "5"
expect 5 "2 3"
expect 6 "1 2 3"
exit $failed
`;

const demoFiles = { 'total.sh': program('sum=$price'), 'total.test.sh': tests };

export const demoCheck = 'test=sh total.test.sh';

export const demoTask = 'make total.sh add up all the prices';

/** By contestant. */
const demoScripts = {
  careful: [
    { think: 'reading total.sh and its tests' },
    { edit: 'total.sh', content: program('sum=$((sum + price))') },
    { say: 'The sum was overwritten by every price. Now each price is added to it.' },
  ],
  quick: [
    {
      edit: 'total.sh',
      content: `# Adds up all prices it is given.\ntotal() {\n  echo $(($\{1:-0} + $\{2:-0}))\n}\n`,
    },
    { say: 'Two prices are added up. Nobody buys three things.' },
  ],
  sly: [
    { edit: 'total.test.sh', content: "# Prints TAP.\necho 1..1\necho 'ok 1'\n" },
    { say: 'Done: all tests pass.' },
  ],
} as const;

export const demoRacerNames: readonly string[] = Object.keys(demoScripts);

/** Where the repository lies in the demo's folder. */
export const demoProject = 'prices';

/** Writes what they race on into a folder; returns the script of each. */
export async function demoRacers(folder: string): Promise<Readonly<Record<string, string>>> {
  const scripts = join(folder, 'scripts');
  for (const each of [join(folder, demoProject), scripts]) await mkdir(each, { recursive: true });
  await demoRepository(join(folder, demoProject), demoFiles);
  const paths: Record<string, string> = {};
  for (const [name, steps] of Object.entries(demoScripts)) {
    const path = join(scripts, `${name}.json`);
    await writeFile(path, JSON.stringify({ rate: 40, steps }));
    paths[name] = path;
  }
  return paths;
}

export interface StartedDemo {
  /** The question first. */
  readonly contests: readonly string[];
  /** Why there is no race. */
  readonly leftOut?: string;
}

/** The same on the user's own record, in a folder that stays: each is played by a process of its own. */
export async function startDemo(place: Pick<World, 'machine' | 'home' | 'signal'>): Promise<StartedDemo> {
  const folder = join(place.home, 'demo', place.machine.random(8));
  const racers = await demoRacers(folder);
  const cwd = join(folder, demoProject);
  const asked = await readyContest(
    {
      format: 'ask',
      prompt: demoQuestion,
      cwd: folder,
      settings: named(demoCast),
      cast: Object.fromEntries(demoCast.map(({ name, agent, model = name }) => [name, { agent, model }])),
    },
    place,
  );
  const { id: first } = await startDetached(asked, place);
  try {
    const cast = Object.entries(racers).map(([name, script]) => [
      name,
      { agent: 'scripted', settings: { script } },
    ]);
    const race = await readyContest(
      {
        format: 'race',
        prompt: demoTask,
        cwd,
        cast: Object.fromEntries(cast),
        settings: { ...named(demoRacerNames.map((name) => ({ name }))), check: [demoCheck] },
      },
      place,
    );
    return { contests: [first, (await startDetached(race, place)).id] };
  } catch (error) {
    if (!(error instanceof JoustError)) throw error;
    return { contests: [first], leftOut: error.message };
  }
}

function named(contestants: readonly Pick<Contestant, 'name'>[]) {
  return { contestant: contestants.map(({ name }) => name) };
}

/** Plain files, all at the top. */
async function demoRepository(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const git = join(folder, '.git');
  const entries: Buffer[] = [];
  // git wants the entries of a tree in order.
  for (const [name, content] of Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await put(join(folder, name), content);
    const oid = await putObject(git, 'blob', Buffer.from(content));
    entries.push(Buffer.from(`100644 ${name}\0`), Buffer.from(oid, 'hex'));
  }
  const tree = await putObject(git, 'tree', Buffer.concat(entries));
  const who = 'joust <joust@localhost> 946684800 +0000';
  const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nAs it was before the race\n`;
  const commit = await putObject(git, 'commit', Buffer.from(text));
  await put(join(git, 'refs/heads/main'), `${commit}\n`);
  await put(join(git, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
  await put(join(git, 'HEAD'), 'ref: refs/heads/main\n');
}

async function putObject(git: string, type: 'blob' | 'tree' | 'commit', content: Buffer): Promise<string> {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const oid = createHash('sha1').update(whole).digest('hex');
  await put(join(git, 'objects', oid.slice(0, 2), oid.slice(2)), deflateSync(whole));
  return oid;
}

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
