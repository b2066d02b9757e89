// Contests that outlive their player: resume, list, show and cancel, with real processes killed for real.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { carries, listProcesses, readProcess } from '../../src/process/tree/process-list.ts';
import { openArchive } from '../../src/record/archive.ts';
import { finished, type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended } from './output-lines.ts';

/** Notes each start in a file, says one word, waits for a file to appear, and says another. */
const patient = {
  'patient.json': JSON.stringify({
    rate: 1000,
    steps: [
      { append: 'starts', content: 'started\n' },
      { say: 'before ' },
      { run: 'while [ ! -e go ]; do sleep 0.05; done' },
      { say: 'after' },
    ],
  }),
};
const contestant = 'scripted/./patient.json';

/** What the process has printed so far. */
function hear(child: ChildProcess): () => string {
  let stdout = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  return () => stdout;
}

/** It has taken the signals over. */
function catchesQuit(pid: number): boolean {
  const [, caught = '0'] = /^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return ((BigInt(`0x${caught}`) >> 2n) & 1n) === 1n;
}

function starts({ folder }: Project): number {
  const notes = join(folder, 'starts');
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
}

function rows(place: Project): unknown[] {
  const db = new DatabaseSync(join(place.home, 'ledger.db'), { timeout: 5000 });
  const all = db.prepare('SELECT seq, type FROM events ORDER BY seq').all();
  db.close();
  return all;
}

/** Whatever of this project's attempts lives. */
function alive({ home }: Project): number {
  return listProcesses().filter(({ pid }) => carries(pid, `JOUST_PROJECT_OF_TEST=${home}`)).length;
}

describe('resume', () => {
  it('goes on after kill -9: the living attempt is re-attached and paid once', async () => {
    using place = project(patient);
    const player = place.start(['ask', '-c', contestant, '-c', 'scripted/quick', 'hi']);
    const gone = finished(player);
    await until(() => starts(place) === 1);
    player.kill('SIGKILL');
    await gone;
    expect((await place.joust(['show', '@last'])).stdout).toMatch(/^interrupted: joust resume \w+$/m);
    place.write('go', '');
    const { code, stdout } = await place.joust(['resume', '@last', '--json']);
    expect(code).toBe(0);
    const answer = ended(stdout).find((line) => line.contestant === contestant);
    expect(answer).toMatchObject({ outcome: 'ok', text: 'before after' });
    expect(starts(place)).toBe(1);
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  });

  it('goes on after Ctrl-C, which says how', async () => {
    using place = project(patient);
    const player = place.start(['ask', '-c', contestant, '-c', 'scripted/quick', 'hi']);
    const gone = finished(player);
    await until(
      () => starts(place) === 1 && rows(place).some((row) => JSON.stringify(row).includes('attempt.ended')),
    );
    player.kill('SIGINT');
    const { code, stderr } = await gone;
    expect(code).toBe(130);
    const id = /joust resume (\w+)/.exec(stderr)?.[1] ?? '';
    place.write('go', '');
    const resumed = await place.joust(['resume', id.slice(0, 6), '--json']);
    expect(ended(resumed.stdout).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(starts(place)).toBe(2);
  });

  it('of a closed contest tells it again, starts nothing and writes nothing', async () => {
    using place = project({
      'note.json': JSON.stringify({ steps: [{ append: 'starts', content: 'started\n' }, { say: 'once' }] }),
    });
    await place.joust(['ask', '-c', 'scripted/./note.json', 'hi']);
    const before = rows(place);
    const { code, stdout } = await place.joust(['resume', '@last']);
    expect(code).toBe(0);
    expect(stdout).toContain('once');
    expect(starts(place)).toBe(1);
    expect(rows(place)).toEqual(before);
  });

  it('is refused while another player plays, and says who', async () => {
    using place = project(patient);
    const player = place.start(['ask', '-c', contestant, 'hi']);
    const gone = finished(player);
    await until(() => starts(place) === 1);
    const refused = await place.joust(['resume', '@last']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`is being played by process ${player.pid}`);
    expect((await place.joust(['list'])).stdout).toContain('playing');
    place.write('go', '');
    expect((await gone).code).toBe(0);
  });
});

describe('--detach', () => {
  it('prints the id and leaves; the contest is played to its end by a process of its own', async () => {
    using place = project(patient);
    const { code, stdout } = await place.joust(['ask', '--detach', '-c', contestant, 'hi']);
    expect(code).toBe(0);
    const id = stdout.trim();
    expect(id).toMatch(/^[a-z0-9]{10}$/);
    await until(() => starts(place) === 1);
    expect((await place.joust(['list'])).stdout).toMatch(new RegExp(`^${id} .* playing`));
    place.write('go', '');
    await until(() => rows(place).some((row) => JSON.stringify(row).includes('contest.closed')));
    expect((await place.joust(['show', id, '--answer', contestant])).stdout.trim()).toBe('before after');
    await until(() => listProcesses().every(({ pid }) => !commandLine(pid).includes(id)));
  });
});

describe('tail', () => {
  it('tells what is said elsewhere from its first word, of one or of all, and how each ended', async () => {
    using place = project(patient);
    const player = place.start(['ask', '-c', contestant, '-c', 'scripted/quick', 'hi']);
    const gone = finished(player);
    await until(() => starts(place) === 1);
    const [one, all] = [place.start(['tail', '@last', contestant]), place.start(['tail', '@last'])];
    const heard = [one, all].map(hear);
    const [live, answers] = [finished(one), finished(all)];
    await until(() => heard[0]?.() === 'before ' && heard[1]?.().includes('scripted/quick') === true);
    place.write('go', '');
    expect((await live).stdout).toBe('before after\n');
    const told = await answers;
    expect(told.stdout).toMatch(/scripted\/quick · simulated · ok[\s\S]*patient.json · simulated · ok/);
    // Each line behind a name; what was heard as it came is not told again.
    expect(told.stdout).toMatch(/^scripted\/\.\/patient\.… \| before after$/m);
    expect(told.stdout.match(/before/g)).toHaveLength(1);
    expect(told.stderr).toMatch(/^Contest \w+: answered/m);
    await gone;
    expect((await place.joust(['tail', '@last', contestant])).stdout).toContain('before after');
    expect((await place.joust(['tail', '@last', 'nobody'])).code).toBe(1);
  });
});

describe('tail', () => {
  it('ends with the first signal, and the contest goes on', async () => {
    using place = project(patient);
    const gone = finished(place.start(['ask', '-c', contestant, 'hi']));
    await until(() => starts(place) === 1);
    const signals = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP', 'SIGINT'] as const;
    // The last one watches all of it.
    const watchers = signals.map((_, at) => place.start(['tail', '@last', ...(at < 4 ? [contestant] : [])]));
    const heard = watchers.map(hear);
    const left = Promise.all(watchers.map((watcher) => finished(watcher)));
    await until(() => heard.slice(0, 4).every((said) => said() === 'before '));
    await until(() => watchers.every(({ pid = 0 }) => catchesQuit(pid)));
    for (const [at, watcher] of watchers.entries()) watcher.kill(signals[at]);
    for (const { code, stderr } of await left) {
      expect(code).toBe(130);
      expect(stderr).not.toContain('interrupted');
    }
    place.write('go', '');
    expect((await gone).code).toBe(0);
  });

  it('takes a player that lives for one that plays, though it has not come to that yet', async () => {
    using place = project();
    const { stdout } = await place.joust(['ask', '--json', '-c', 'scripted/quick', 'hi']);
    const id = String(JSON.parse(stdout.split('\n')[0] ?? '').contest);
    const starting = spawn('sleep', ['1000']);
    const { startTime } = readProcess(starting.pid ?? 0) ?? {};
    mkdirSync(join(place.home, 'players'));
    writeFileSync(join(place.home, 'players', `${id}.log.pid`), `${starting.pid} ${startTime}\n`);
    await using archive = openArchive(place.home, thisMachine());
    const seen: boolean[] = [];
    for await (const { playing } of archive.follow(id, new AbortController().signal)) {
      seen.push(playing);
      starting.kill();
    }
    expect([seen[0], seen.at(-1)]).toEqual([true, false]);
  });

  it('waits for the player of a contest that was just detached', async () => {
    using place = project({ 'slow.json': JSON.stringify({ rate: 1000, steps: [{ say: 'the answer' }] }) });
    const { stdout } = await place.joust(['ask', '--detach', '-c', 'scripted/./slow.json', 'hi']);
    const told = await place.joust(['tail', stdout.trim()]);
    expect(told.stderr).toMatch(/^Contest \w+: answered/m);
    expect(told.stdout).toContain('the answer');
  });
});

describe('cancel', () => {
  it('ends the player and its children, is final, and is never overwritten by closed', async () => {
    using place = project(patient);
    const env = { JOUST_PROJECT_OF_TEST: place.home };
    place.config('[env]\npass = ["JOUST_PROJECT_OF_TEST"]\n');
    const player = place.start(['ask', '-c', contestant, 'hi'], { env });
    const gone = finished(player);
    await until(() => starts(place) === 1);
    expect(alive(place)).toBeGreaterThan(1);
    expect((await place.joust(['cancel', '@last'])).code).toBe(0);
    expect((await gone).code).not.toBe(0);
    expect(alive(place)).toBe(0);
    expect((await place.joust(['list'])).stdout).toContain('cancelled');
    const types = rows(place).map((row) => (row as { type: string }).type);
    expect(types).toContain('contest.cancelled');
    expect(types).not.toContain('contest.closed');
    expect((await place.joust(['resume', '@last'])).stderr).toContain('cancelled, which is final');
    expect((await place.joust(['cancel', '@last'])).stderr).toContain('had ended already');
  });

  it('ends what lives on after its player was killed', async () => {
    using place = project(patient);
    const env = { JOUST_PROJECT_OF_TEST: place.home };
    place.config('[env]\npass = ["JOUST_PROJECT_OF_TEST"]\n');
    const player = place.start(['ask', '-c', contestant, 'hi'], { env });
    const gone = finished(player);
    await until(() => starts(place) === 1);
    player.kill('SIGKILL');
    await gone;
    expect(alive(place)).toBeGreaterThan(0);
    await place.joust(['cancel', '@last']);
    expect(alive(place)).toBe(0);
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  });
});

describe('cancel, where nobody can hear it', () => {
  it('wakes and ends a player and a wrapper that were stopped', async () => {
    using place = project();
    const env = { JOUST_PROJECT_OF_TEST: place.home };
    const stops = 'echo started >>starts; kill -STOP $PPID; sleep 1000';
    place.config(
      `[env]\npass = ["JOUST_PROJECT_OF_TEST"]\n[contestants.stops]\nagent = "command"\ncommand = ["sh", "-c", "${stops}"]\n`,
    );
    const player = place.start(['ask', '-c', 'stops', 'hi'], { env });
    const gone = finished(player);
    await until(() => starts(place) === 1);
    player.kill('SIGSTOP');
    const { code, stderr } = await place.joust(['cancel', '@last']);
    expect(code, stderr).toBe(0);
    expect(alive(place)).toBe(0);
    expect((await gone).code).toBe(130);
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  });
});

describe('show', () => {
  it('has answers, logs and events, and knows what there is', async () => {
    using place = project();
    await place.joust(['ask', '-c', 'scripted/quick', '-c', 'scripted/crash', 'what now?']);
    const whole = await place.joust(['show', '@last']);
    expect(whole.stdout).toMatch(/question: what now\?[\s\S]*## scripted\/quick · simulated · ok/);
    expect((await place.joust(['show', '@last', '--answer', 'scripted/quick'])).stdout).toMatch(
      /^Short answer/,
    );
    expect((await place.joust(['show', '@last', '--log', 'scripted/quick'])).stdout).toContain(
      '"type":"done"',
    );
    const events = (await place.joust(['show', '@last', '--events'])).stdout.trim().split('\n');
    expect(events.map((line) => JSON.parse(line).type).at(-1)).toBe('contest.closed');
    const missing = await place.joust(['show', '@last', '--answer', 'nobody']);
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.stderr).toContain('scripted/quick, scripted/crash');
    expect((await place.joust(['show', 'zzzz'])).stderr).toContain('joust list');
  });
});

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
