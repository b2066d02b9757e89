// A ledger that cannot grow or cannot be written: a clear error, nothing corrupted, no answer lost, and nobody is asked twice.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, type TestContext } from 'vitest';
import { cliProgram, finished, type Project, project, type Ran } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended } from './output-lines.ts';

const script = (...steps: readonly object[]) =>
  JSON.stringify({ rate: 1000, steps: [{ append: 'starts', content: 'started\n' }, ...steps] });
const files = {
  'brief.json': script({ say: 'the answer' }),
  'patient.json': script({ run: 'while [ ! -e go ]; do sleep 0.05; done' }, { say: 'the answer' }),
};
const brief = 'scripted/./brief.json';
const patient = 'scripted/./patient.json';

function starts({ folder }: Project): number {
  const notes = join(folder, 'starts');
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
}

function spools({ home }: Project): readonly string[] {
  const folder = join(home, 'spools');
  return existsSync(folder) ? readdirSync(folder) : [];
}

function query({ home }: Project, sql: string): readonly Record<string, unknown>[] {
  const db = new DatabaseSync(join(home, 'ledger.db'), { timeout: 5000 });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

function expectWhole(place: Project): void {
  if (existsSync(join(place.home, 'ledger.db')))
    expect(query(place, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
}

function expectClearError({ code, stderr }: Ran): void {
  expect(code).toBe(1);
  expect(stderr).toMatch(/^joust: .+\n {2}\S/m);
  expect(stderr).not.toMatch(/\n\s+at |Error:|node:internal/);
}

async function expectImported(place: Project, contestants: number): Promise<void> {
  const { code, stdout, stderr } = await place.joust(['resume', '@last', '--json']);
  expect(code, stderr).toBe(0);
  expect(ended(stdout).map(({ outcome, text }) => [outcome, text.includes('answer')])).toEqual(
    Array.from({ length: contestants }, () => ['ok', true]),
  );
  expect(spools(place)).toEqual([]);
  expectWhole(place);
}

describe('a ledger that cannot grow', () => {
  /** From now on no file may grow beyond what the ledger's log has now. */
  function freeze(place: Project, player: ChildProcess): boolean {
    const { size } = statSync(join(place.home, 'ledger.db-wal'));
    return spawnSync('prlimit', [`--pid=${player.pid}`, `--fsize=${size}:`]).status === 0;
  }

  it('shows the paid answer, keeps its spool, and has it on record after a resume', async (context) => {
    using place = project(files);
    const player = place.start(['ask', '-c', patient, '-c', 'scripted/quick', 'hi']);
    const gone = finished(player);
    await until(() => starts(place) === 1 && ends(place) === 1);
    const frozen = freeze(place, player);
    place.write('go', '');
    const ran = await gone;
    if (!frozen) return context.skip('prlimit cannot set a limit of a running process here');
    expectClearError(ran);
    expect(ran.stdout).toContain(`## ${patient} · ok · NOT RECORDED\n\nthe answer`);
    expect(ran.stdout).toContain('## scripted/quick · simulated · ok');
    expectWhole(place);
    expect(spools(place)).toHaveLength(1);
    // Releasing the lease fails as well, and must not hide what matters.
    expect(ran.stderr).toMatch(/the answer of \S+ could not be recorded: [\s\S]*spools[\s\S]*resume/);
    await expectImported(place, 2);
    expect(starts(place)).toBe(1);
  });

  it('lets those who were interrupted by the trouble play again after a resume', async (context) => {
    const later = [{ run: 'while [ ! -e later ]; do sleep 0.05; done' }, { say: 'a late answer' }];
    using place = project({ ...files, 'slow.json': script(...later) });
    const player = place.start(['ask', '-c', patient, '-c', 'scripted/./slow.json', 'hi']);
    const gone = finished(player);
    await until(() => starts(place) === 2);
    const frozen = freeze(place, player);
    place.write('go', '');
    const ran = await gone;
    if (!frozen) return context.skip('prlimit cannot set a limit of a running process here');
    expectClearError(ran);
    place.write('later', '');
    await expectImported(place, 2);
    expect(starts(place)).toBe(3);
  });

  it('loses and doubles nothing, wherever the limit is met', async () => {
    const limitsKb = Array.from({ length: 14 }, (_, step) => step * 8);
    const met = new Set<string>();
    const tryNext = async () => {
      for (let kb = limitsKb.shift(); kb !== undefined; kb = limitsKb.shift()) met.add(await underLimit(kb));
    };
    await Promise.all([tryNext(), tryNext()]);
    // The limits were neither all too low nor all too high to say something.
    expect([...met].sort()).toEqual(['before the contest', 'before the start', 'paid']);
  });

  async function underLimit(kb: number): Promise<string> {
    using place = project(files);
    // A shell counts in blocks of 512 bytes.
    const line = ['-c', `ulimit -S -f ${kb * 2}; exec "$@"`, 'sh', process.execPath, cliProgram];
    const options = { cwd: place.folder, env: place.env };
    const ran = await finished(spawn('/bin/sh', [...line, 'ask', '-c', brief, 'hi'], options));
    const opened = existsSync(join(place.home, 'ledger.db')) && contests(place) === 1;
    const paid = starts(place) === 1;
    expect(ran.stdout.includes('the answer'), `${kb} KB`).toBe(paid);
    if (ran.code !== 0) expectClearError(ran);
    expectWhole(place);
    if (!opened) {
      expect(starts(place), `${kb} KB`).toBe(0);
      expect(spools(place)).toEqual([]);
      return 'before the contest';
    }
    await expectImported(place, 1);
    expect(starts(place), `${kb} KB`).toBe(1);
    return paid ? 'paid' : 'before the start';
  }

  function contests(place: Project): number {
    const tables = query(place, "SELECT name FROM sqlite_master WHERE name = 'events'");
    if (tables.length === 0) return 0;
    return query(place, "SELECT 1 FROM events WHERE type = 'contest.opened'").length;
  }

  function ends(place: Project): number {
    return query(place, "SELECT 1 FROM events WHERE type = 'attempt.ended'").length;
  }
});

describe('a ledger that is not ours to write', () => {
  /** Root may write everything, so that joust plays as nobody. */
  const nobody = 65534;
  const asRoot = process.getuid?.() === 0;
  const prefix = asRoot ? ['setpriv', `--reuid=${nobody}`, '--clear-groups'] : ['env'];

  function startAsNobody(place: Project, args: readonly string[]): ChildProcess {
    const [program = '', ...words] = [...prefix, process.execPath, cliProgram, ...args];
    return spawn(program, words, { cwd: place.folder, env: place.env });
  }
  const joust = (place: Project, args: readonly string[]) => finished(startAsNobody(place, args));

  function skipUnlessPossible(context: TestContext, place: Project): void {
    if (asRoot) for (const path of everything(dirname(place.home))) chownSync(path, nobody, nobody);
    const [program = '', ...words] = [...prefix, process.execPath, cliProgram, '--version'];
    if (spawnSync(program, words, { cwd: place.folder, env: place.env }).status !== 0)
      context.skip('this runs as root, and setpriv cannot play as somebody else here');
  }

  function everything(folder: string): readonly string[] {
    const within = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return [folder, ...within.map((name) => join(folder, name))];
  }

  function setWritable({ home }: Project, writable: boolean): void {
    for (const path of everything(home)) {
      const folder = statSync(path).isDirectory();
      const open = folder ? 0o700 : 0o600;
      chmodSync(path, writable ? open : open & 0o555);
    }
  }

  it('is told before anything is started', async (context) => {
    using place = project(files);
    skipUnlessPossible(context, place);
    expect((await joust(place, ['ask', '-c', 'scripted/quick', 'hi'])).code).toBe(0);
    const before = query(place, 'SELECT seq FROM events');
    setWritable(place, false);
    const ran = await joust(place, ['ask', '-c', brief, 'hi']);
    setWritable(place, true);
    expectClearError(ran);
    expect(ran.stderr).toContain(place.home);
    expect(starts(place)).toBe(0);
    expect(spools(place)).toEqual([]);
    expectWhole(place);
    expect(query(place, 'SELECT seq FROM events')).toEqual(before);
  });

  it('is told where there is none yet and none can be made', async (context) => {
    using place = project(files);
    skipUnlessPossible(context, place);
    chmodSync(dirname(place.home), 0o555);
    const ran = await joust(place, ['ask', '-c', brief, 'hi']);
    chmodSync(dirname(place.home), 0o755);
    expectClearError(ran);
    expect(ran.stderr).toContain(place.home);
    expect(starts(place)).toBe(0);
    expect(existsSync(place.home)).toBe(false);
  });

  it('keeps an answer that came without a player until it can be put on record', async (context) => {
    using place = project(files);
    skipUnlessPossible(context, place);
    const player = startAsNobody(place, ['ask', '-c', patient, 'hi']);
    const gone = finished(player);
    await until(() => starts(place) === 1);
    player.kill('SIGKILL');
    await gone;
    place.write('go', '');
    await until(() => spools(place).some((name) => existsSync(join(place.home, 'spools', name, 'end'))));
    setWritable(place, false);
    const ran = await joust(place, ['resume', '@last']);
    setWritable(place, true);
    expectClearError(ran);
    expect(spools(place)).toHaveLength(1);
    expectWhole(place);
    const { code, stdout } = await joust(place, ['resume', '@last', '--json']);
    expect(code).toBe(0);
    expect(ended(stdout)[0]).toMatchObject({ outcome: 'ok', text: 'the answer' });
    expect(starts(place)).toBe(1);
    expect(spools(place)).toEqual([]);
  });
});
