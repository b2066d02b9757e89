// The durable attempt with real processes: recorded ends come back, living ones are re-attached, nothing runs twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Interrupted } from '../../src/contest/handle/halt.ts';
import type { Observer } from '../../src/domain/agent-event.ts';
import type { Contestant } from '../../src/domain/contestant.ts';
import { eventSchema } from '../../src/domain/event.ts';
import { listProcesses } from '../../src/process/tree/process-list.ts';
import { type ContestPlace, contestPlace, ended } from '../setup/contest-place.ts';
import { until } from '../setup/until.ts';

let folder: string;
let play: ContestPlace;

beforeEach(() => {
  play = contestPlace();
  folder = play.folder;
});
afterEach(() => play[Symbol.dispose]());

const step = (contestant: Contestant) => play.step(contestant);
const shell: ContestPlace['shell'] = (...given) => play.shell(...given);
const scripted: ContestPlace['scripted'] = (...given) => play.scripted(...given);
const events: ContestPlace['events'] = (id) => play.events(id);
const again: ContestPlace['again'] = (...given) => play.again(...given);
const withPlayer: ContestPlace['withPlayer'] = (...given) => play.withPlayer(...given);
const open: ContestPlace['open'] = (...given) => play.open(...given);

function starts(): number {
  const notes = join(folder, 'starts');
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
}

describe('an attempt', () => {
  it('says when its first token came, and whether its lane was its own', async () => {
    const steps = [{ wait: 50 }, { say: 'one' }, { wait: 50 }, { say: 'two' }];
    const lone = scripted('lone', steps, { lane: 'one' });
    const shared = scripted('shared', steps, { lane: 'two' });
    await withPlayer(
      async (player) => {
        const contest = await open(player, [lone, shared]);
        const ends = await Promise.all([lone, shared].map((one) => contest.attempt(step(one))));
        const [own, other] = ends.map((one) => ended(one).end);
        expect(own).toMatchObject({ lane: 'one', alone: true });
        expect(other).toMatchObject({ lane: 'two' });
        expect(other?.alone).toBeUndefined();
        // On a busy machine it may be read after the end, and is unknown then.
        expect(own?.timing.firstTokenMs ?? 0).toBeLessThanOrEqual(own?.timing.ranMs ?? 0);
      },
      { lanes: { capacities: { two: 2 }, cloud: 16 } },
    );
  });

  it('shows no secret while it speaks, also where that comes in pieces', async () => {
    const said: string[] = [];
    const contestant = scripted('leaky', [
      { say: 'It is ghp_0123456789' },
      { wait: 200 },
      { say: `${'0'.repeat(30)} indeed.` },
    ]);
    const observe: Observer = (seen) => {
      if (seen.type === 'live' && seen.event.type === 'text') said.push(seen.event.delta);
    };
    await withPlayer(
      async (player) => {
        const contest = await open(player, [contestant]);
        const { text } = ended(await contest.attempt(step(contestant)));
        expect(await text()).toBe('It is [redacted token] indeed.');
      },
      { observe },
    );
    expect(said.join('')).toBe('It is [redacted token] indeed.');
  });

  it('is recorded from start to end, in events that the schemas accept', async () => {
    const contestant = shell('one', 'cat; echo " indeed"; echo note >&2');
    const id = await withPlayer(async (player) => {
      const contest = await open(player, [contestant]);
      const { end, text } = ended(await contest.attempt(step(contestant)));
      expect(await text()).toBe('why? indeed');
      expect(end).toMatchObject({ outcome: 'ok', run: 1, contestant: 'one' });
      expect((await player.ledger.blob(end.stdout ?? { sha256: '', bytes: 0 })).toString()).toBe(
        'why? indeed\n',
      );
      expect((await player.ledger.blob(end.stderr ?? { sha256: '', bytes: 0 })).toString()).toBe('note\n');
      return contest.id;
    });
    const recorded = await events(id);
    expect(recorded.map(({ type }) => type)).toEqual(['contest.opened', 'attempt.started', 'attempt.ended']);
    for (const event of recorded) expect(eventSchema.parse(event)).toEqual(event);
    expect(readdirSync(join(folder, 'joust-home', 'spools'))).toEqual([]);
  });

  it('comes back from the record without a process when it is played again', async () => {
    const contestant = shell('one', 'echo started >>starts; echo answer');
    const id = await withPlayer(async (player) => {
      const contest = await open(player, [contestant]);
      await contest.attempt(step(contestant));
      return contest.id;
    });
    const before = await events(id);
    const replayed = await again(id, step(contestant));
    expect(replayed.text).toBe('answer');
    expect(starts()).toBe(1);
    expect(await events(id)).toEqual(before);
  });

  it('runs anew when its inputs changed', async () => {
    const contestant = shell('one', 'echo started >>starts; cat');
    const id = await withPlayer(async (player) => {
      const contest = await open(player, [contestant]);
      await contest.attempt(step(contestant));
      return contest.id;
    });
    const other = { ...step(contestant), prompt: 'and now?' };
    const replayed = await again(id, other);
    expect(replayed.text).toBe('and now?');
    expect(starts()).toBe(2);
  });

  it('refuses a key that was used twice', async () => {
    const contestant = shell('one', 'echo answer');
    await withPlayer(async (player) => {
      const contest = await open(player, [contestant]);
      await contest.attempt(step(contestant));
      await expect(contest.attempt(step(contestant))).rejects.toThrow('used twice');
    });
  });
});

describe('a player that was killed', () => {
  const program = `
    import { readFileSync } from 'node:fs';
    import { openContest } from '${new URL('../../src/contest/handle/opening.ts', import.meta.url).pathname}';
    import { createPlayer } from '${new URL('../../src/play/create-player.ts', import.meta.url).pathname}';
    import { world } from '${new URL('../setup/world.ts', import.meta.url).pathname}';
    const { folder, step } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
    const player = createPlayer(world(folder));
    const contest = await openContest(player, { format: 'test', formatVersion: 1, joustVersion: '0',
      task: { prompt: 'why?', cwd: folder, tier: 'read', files: [] }, roster: [step.contestant], options: {}, simulated: false });
    console.log(contest.id);
    await contest.attempt(step);
  `;

  /** Kills the player with -9 as soon as the attempt noted its start. */
  async function killedPlayer(contestant: Contestant): Promise<string> {
    writeFileSync(join(folder, 'player.mts'), program);
    writeFileSync(join(folder, 'play.json'), JSON.stringify({ folder, step: step(contestant) }));
    const child = spawn(process.execPath, [join(folder, 'player.mts'), join(folder, 'play.json')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let id = '';
    child.stdout.on('data', (chunk: Buffer) => {
      id += chunk.toString();
    });
    // It may be faster than the kill.
    const closed = once(child, 'close');
    await until(() => starts() > 0);
    child.kill('SIGKILL');
    await closed;
    expect(id.trim()).toMatch(/^[a-z0-9]{10}$/);
    return id.trim();
  }

  const spools = () => join(folder, 'joust-home', 'spools');
  /** Without a player; one that was killed while it cleared away has recorded the end. */
  const isOver = async (id: string) =>
    readdirSync(spools()).every((name) => existsSync(join(spools(), name, 'end'))) ||
    (await events(id)).some(({ type }) => type === 'attempt.ended');

  it('leaves its attempt running, and the next one re-attaches: paid once, answered once', async () => {
    const contestant = shell('one', 'echo started >>starts; echo half; sleep 1.5; echo whole');
    const id = await killedPlayer(contestant);
    const { end, text } = await again(id, step(contestant));
    expect(text).toBe('half\nwhole');
    expect(end).toMatchObject({ outcome: 'ok', run: 1 });
    expect(end.timing.ranMs).toBeGreaterThan(1400);
    expect(starts()).toBe(1);
  });

  it('leaves an end behind that the next one collects', async () => {
    const contestant = shell('one', 'echo started >>starts; echo done');
    const id = await killedPlayer(contestant);
    await until(() => isOver(id));
    const { text } = await again(id, step(contestant));
    expect(text).toBe('done');
    expect(starts()).toBe(1);
  });

  it('whose spool somebody deleted is run again, on record', async () => {
    const contestant = shell('one', 'echo started >>starts; until [ -e go ]; do sleep 0.05; done; echo done');
    const id = await killedPlayer(contestant);
    writeFileSync(join(folder, 'go'), '');
    await until(() => isOver(id));
    rmSync(spools(), { recursive: true });
    const { end, text } = await again(id, step(contestant));
    expect(text).toBe('done');
    expect(end.run).toBe(2);
    expect(starts()).toBe(2);
    const runs = (await events(id)).flatMap((event) => (event.type === 'attempt.started' ? [event.run] : []));
    expect(runs).toEqual([1, 2]);
  });

  it('does not suspend the time limit', async () => {
    const contestant = shell('one', 'echo started >>starts; echo half; sleep 100', { timeoutMs: 4000 });
    const id = await killedPlayer(contestant);
    await until(() => isOver(id));
    const { end, text } = await again(id, step(contestant));
    expect(end.outcome).toBe('timed-out');
    expect(text).toBe('half');
  });
});

describe('an interrupt', () => {
  it('ends a stubborn tree, keeps what was said, and stays open for a later player', async () => {
    const contestant = scripted('stubborn', [
      { ignoreTerm: true },
      { daemon: 100 },
      { say: 'half an answer' },
      { append: 'starts', content: 'started\n' },
      { hang: true },
    ]);
    const interrupt = new AbortController();
    const id = await withPlayer(
      async (player) => {
        const contest = await open(player, [contestant]);
        const attempt = contest.attempt(step(contestant));
        await until(() => starts() > 0);
        interrupt.abort();
        await expect(attempt).rejects.toBeInstanceOf(Interrupted);
        return contest.id;
      },
      { signal: interrupt.signal },
    );
    expect(listProcesses().filter(({ pid }) => commandLine(pid).includes(folder))).toEqual([]);
    const recorded = await events(id);
    expect(recorded.map(({ type }) => type)).toEqual([
      'contest.opened',
      'attempt.started',
      'attempt.interrupted',
    ]);
    const interrupted = recorded.find((event) => event.type === 'attempt.interrupted');
    await withPlayer(async (player) => {
      const partial = interrupted?.partial ?? { sha256: '', bytes: 0 };
      expect((await player.ledger.blob(partial)).toString()).toBe('half an answer');
    });
  });

  it('runs again when it is taken up, as a second run', async () => {
    const contestant = shell(
      'one',
      '[ -e starts ] && echo answer; echo started >>starts; [ -e again ] || sleep 100',
    );
    const interrupt = new AbortController();
    const id = await withPlayer(
      async (player) => {
        const contest = await open(player, [contestant]);
        const attempt = contest.attempt(step(contestant));
        await until(() => starts() > 0);
        interrupt.abort();
        await expect(attempt).rejects.toBeInstanceOf(Interrupted);
        return contest.id;
      },
      { signal: interrupt.signal },
    );
    writeFileSync(join(folder, 'again'), '');
    const { end } = await again(id, step(contestant));
    expect(end).toMatchObject({ outcome: 'ok', run: 2 });
    expect(starts()).toBe(2);
  });
});

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
