// Forty endings of attempts that do not want to end, eighty in `npm run test:sweep`: afterwards there is no process, no spool,
// no lease and no temporary file.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { listProcesses, type ProcessRow, signalProcess } from '../../src/process/tree/process-list.ts';
import { processesOf } from '../setup/processes.ts';
import { finished, type Project, project, type Ran } from '../setup/project.ts';
import { until } from '../setup/until.ts';

/** Each notes that it has begun to misbehave. */
const manners = {
  hang: [{ hang: true }],
  deaf: [{ ignoreTerm: true }, { hang: true }],
  daemon: [
    { daemon: 120 },
    {
      run: `setsid sh -c 'trap "" TERM INT HUP; for turn in 1 2 3 4 5 6; do sleep 20; done' </dev/null >/dev/null 2>&1 &`,
    },
    { hang: true },
  ],
  flood: [
    { flood: 8 },
    ...Array.from({ length: 600 }, () => [{ flood: 1 }, { wait: 100 }]).flat(),
    { hang: true },
  ],
} as const;
const names = Object.keys(manners);
const copies = 2;
const attempts = names.length * copies;

const ways = ['cancel', 'SIGINT', 'SIGTERM', 'SIGHUP', 'timeout'] as const;
type Way = (typeof ways)[number];
/** In the sweep an even one and an odd one, see `roster`; else every other way has an odd one. */
const contestsPerWay = process.env['JOUST_SWEEP'] === 'all' ? 2 : 1;
const endings = attempts * contestsPerWay * ways.length;
const atOnce = 4;

const config = names
  .map((name) => `[contestants.${name}]\nagent = "scripted"\nscript = "./${name}.json"\n`)
  .join('')
  .concat('[contestants.laned]\nagent = "scripted"\nscript = "./hang.json"\nlane = "crowded"\n')
  .concat('[lanes]\ncrowded = 2\n');

function script(name: keyof typeof manners): string {
  const [last, ...before] = [...manners[name]].reverse();
  const note = { append: 'begun', content: `${name}\n` };
  const steps = name === 'flood' ? [note, ...manners[name]] : [...before.reverse(), note, last];
  return JSON.stringify({ rate: 1000, steps: [{ say: 'here ' }, ...steps] });
}

function begun(folder: string): readonly string[] {
  const notes = join(folder, 'begun');
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
}

interface Play {
  readonly way: Way;
  readonly number: number;
  readonly seen: Descendants;
}

/** A place in a lane is held by the odd contests' first hanging attempt. */
function roster(number: number): readonly string[] {
  const usual = names.flatMap((name) => ['-c', `${name}*${copies}`]);
  return number % 2 === 0 ? usual : ['-c', 'laned', '-c', 'hang', ...usual.slice(2)];
}

async function playOne(place: Project, { way, number, seen }: Play): Promise<void> {
  const cwd = join(place.folder, `${way}-${number}`);
  mkdirSync(cwd);
  for (const name of names) writeFileSync(join(cwd, `${name}.json`), script(name as keyof typeof manners));
  const limit = way === 'timeout' ? '1s' : '5m';
  const line = ['ask', '--json', '--max-parallel', '8', '-t', limit, '--cwd', cwd, ...roster(number), 'hi'];
  const env = { TMPDIR: temporary(place) };
  const player = place.start(line, { env });
  const gone = finished(player);
  seen.players.add(player.pid ?? 0);
  void gone.then(() => seen.players.delete(player.pid ?? 0));
  if (way !== 'timeout') {
    await until(() => begun(cwd).length >= attempts || player.exitCode !== null, 240_000);
    expect(begun(cwd).length).toBeGreaterThanOrEqual(attempts);
    if (way === 'cancel') {
      const { code, stderr } = await place.joust(['cancel', contestOf(cwd, place)], { env });
      expect(code, stderr).toBe(0);
    } else player.kill(way);
  }
  const { code, stderr }: Ran = await gone;
  expect(code, `${way} ${number}: ${stderr}`).toBe(way === 'timeout' ? 124 : 130);
}

function temporary(place: Project): string {
  const folder = join(dirname(place.home), 'tmp');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function query(place: Project, sql: string): readonly Record<string, unknown>[] {
  // Not only to be read: whoever was killed may have left a log that has to be taken up first.
  const db = new DatabaseSync(join(place.home, 'ledger.db'), { timeout: 5000 });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

function contestOf(cwd: string, place: Project): string {
  const opened = query(place, "SELECT contest, body FROM events WHERE type = 'contest.opened'");
  return String(opened.find(({ body }) => String(body).includes(`${cwd}"`))?.['contest']);
}

/** Everything that ever descended from a player, as far as looks at short intervals can tell. */
class Descendants {
  readonly players = new Set<number>();
  readonly #living = new Map<string, ProcessRow>();
  readonly #timer = setInterval(() => this.#look(), 100);
  #gone = 0;

  /** Those that still live, and how many there were. */
  stop(): { readonly living: readonly ProcessRow[]; readonly all: number } {
    clearInterval(this.#timer);
    this.#look();
    return { living: [...this.#living.values()], all: this.#gone + this.#living.size };
  }

  #look(): void {
    const rows = listProcesses();
    const present = new Set(rows.map(identity));
    for (const name of this.#living.keys())
      if (!present.has(name)) this.#gone += Number(this.#living.delete(name));
    const parents = new Set([...this.players, ...[...this.#living.values()].map(({ pid }) => pid)]);
    for (let before = -1; before !== parents.size; ) {
      before = parents.size;
      for (const row of rows.filter(({ ppid }) => parents.has(ppid))) {
        parents.add(row.pid);
        this.#living.set(identity(row), row);
      }
    }
  }
}

function identity({ pid, startTime }: ProcessRow): string {
  return `${pid}:${startTime}`;
}

it('leaves nothing behind, however an attempt misbehaves and however it is ended', async () => {
  using place = project();
  onTestFinished(() => endAll(place));
  place.config(config);
  const seen = new Descendants();
  const plays = Array.from({ length: contestsPerWay }, (_, round) =>
    ways.map((way, at) => ({ way, number: round + at, seen })),
  ).flat();
  const inTurn = async () => {
    for (let next = plays.shift(); next !== undefined; next = plays.shift()) await playOne(place, next);
  };
  await Promise.all(Array.from({ length: atOnce }, inTurn));

  const ids = query(place, 'SELECT DISTINCT contest FROM events').map(({ contest }) => String(contest));
  expect(listProcesses().filter(({ pid }) => carriesMarker(pid, ids))).toEqual([]);
  expect(processesOf(dirname(place.home))).toEqual([]);
  const { living, all } = seen.stop();
  expect(living).toEqual([]);
  expect(all).toBeGreaterThan(2 * endings);
  expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  expect(query(place, 'SELECT contest, owner FROM leases WHERE owner IS NOT NULL')).toEqual([]);
  expect(query(place, "SELECT 1 FROM leases WHERE contest LIKE 'lane crowded %'")).not.toEqual([]);
  expect(readdirSync(temporary(place))).toEqual([]);
  const ends = query(
    place,
    `SELECT type, count(*) AS n FROM events
      WHERE type IN ('attempt.ended', 'attempt.interrupted') GROUP BY type ORDER BY type`,
  );
  const timedOut = endings / ways.length;
  expect(ends).toEqual([
    { type: 'attempt.ended', n: timedOut },
    { type: 'attempt.interrupted', n: endings - timedOut },
  ]);
}, 300_000);

/** Should the test fail, its own leftovers are not left to the machine. */
function endAll({ home }: Project): void {
  const own = new Set(processesOf(dirname(home)));
  for (const row of listProcesses()) if (own.has(row.pid)) signalProcess(row, 'SIGKILL');
}

function carriesMarker(pid: number, contests: readonly string[]): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    return contests.some((id) => environment.includes(`JOUST_ATTEMPT_${id}`));
  } catch {
    return false;
  }
}
