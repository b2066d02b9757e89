// The steps of the contest handle besides attempts: draws, checks, questions, early stops; and the order of replay.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Contest } from '../../src/contest/handle/contest.ts';
import { reopenContest } from '../../src/contest/handle/opening.ts';
import type { Observation } from '../../src/domain/agent-event.ts';
import { eventSchema } from '../../src/domain/event.ts';
import { type ContestPlace, contestPlace, ended } from '../setup/contest-place.ts';
import { until } from '../setup/until.ts';

let play: ContestPlace;

beforeEach(() => {
  play = contestPlace();
});
afterEach(() => play[Symbol.dispose]());

function lines(name: string): number {
  const path = join(play.folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
}

describe('a draw', () => {
  it('depends on seed and key alone, and is recorded once', async () => {
    const id = await play.withPlayer(async (player) => {
      const contest = await play.open(player, []);
      const [a, b] = [
        await contest.draw('order', (random) => random()),
        await contest.draw('other', (random) => random()),
      ];
      expect(a).not.toBe(b);
      return contest.id;
    });
    const first = (await play.events(id))
      .filter((event) => event.type === 'draw.made')
      .map(({ value }) => value);
    const replayed = await play.withPlayer(async (player) => {
      const contest = await reopenContest(player, id);
      const other = await contest.draw('other', () => 'made anew');
      return [await contest.draw('order', () => 'made anew'), other];
    });
    expect(replayed).toEqual(first);
    expect(await play.events(id)).toHaveLength(3);
  });
});

describe('results', () => {
  /** Who landed in which order, as the format itself saw it. */
  async function order(contest: Contest, names: readonly string[]): Promise<string[]> {
    const seen: string[] = [];
    await Promise.all(
      names.map(async (name) => {
        const contestant = contest.opened.roster.find((one) => one.name === name);
        if (contestant === undefined) throw new Error(name);
        const { text } = ended(await contest.attempt(play.step(contestant)));
        seen.push(`${name} ${(await text()).length}`);
        await contest.draw(`draw/${name}`, (random) => random());
        seen.push(`${name} drawn`);
        writeFileSync(join(play.folder, `landed-${name}`), '');
      }),
    );
    return seen;
  }

  it('come in the order of the record when they are played again, one at a time', async () => {
    const names = ['slow', 'middle', 'fast'];
    const once = (name: string) => `until [ -e landed-${name} ]; do sleep 0.02; done;`;
    const roster = [
      play.shell('slow', `${once('middle')} head -c 300000 /dev/zero | tr "\\0" x`),
      play.shell('middle', `${once('fast')} echo middle`),
      play.shell('fast', 'echo fast'),
    ];
    const first = await play.withPlayer(async (player) => {
      const contest = await play.open(player, roster);
      return { id: contest.id, seen: await order(contest, names) };
    });
    expect(first.seen.map((line) => line.split(' ')[0])).toEqual(
      ['fast', 'middle', 'slow'].flatMap((name) => [name, name]),
    );
    const before = await play.events(first.id);
    const seen = await play.withPlayer(async (player) => order(await reopenContest(player, first.id), names));
    expect(seen).toEqual(first.seen);
    expect(await play.events(first.id)).toEqual(before);
  });
});

describe('a check', () => {
  const measure = (contest: Contest, script: string, more = {}) =>
    contest.check({
      key: 'check/tests',
      command: ['/bin/sh', '-c', script],
      cwd: play.folder,
      timeoutMs: 30_000,
      ...more,
    });

  it.each([
    ['echo fine', 'passed', 0],
    ['echo broken; exit 3', 'failed', 3],
    ['no-such-tool-here', 'unavailable', 127],
    ['exit 126', 'unavailable', 126],
  ] as const)('%s is %s', async (script, outcome, code) => {
    const id = await play.withPlayer(async (player) => {
      const contest = await play.open(player, []);
      const { end } = await measure(contest, script);
      expect(end).toMatchObject({ outcome, code });
      return contest.id;
    });
    for (const event of await play.events(id)) expect(eventSchema.parse(event)).toEqual(event);
    expect(readdirSync(join(play.folder, 'joust-home', 'spools'))).toEqual([]);
  });

  it('whose program is not there is unavailable, and nothing is started', async () => {
    await play.withPlayer(async (player) => {
      const contest = await play.open(player, []);
      const { end } = await contest.check({
        key: 'check/x',
        command: ['no-such-tool-here'],
        cwd: play.folder,
        timeoutMs: 1000,
      });
      expect(end).toMatchObject({ outcome: 'unavailable', run: 0, code: null });
    });
  });

  it('that hangs is timed out', async () => {
    await play.withPlayer(async (player) => {
      const contest = await play.open(player, []);
      expect((await measure(contest, 'sleep 100', { timeoutMs: 500 })).end.outcome).toBe('timed-out');
    });
  });

  it('comes back from the record, with its output, unless what it measures changed', async () => {
    const script = 'echo measured >>measured; echo out; echo err >&2';
    const id = await play.withPlayer(async (player) => {
      const contest = await play.open(player, []);
      await measure(contest, script, { subject: 'tree-1' });
      return contest.id;
    });
    await play.withPlayer(async (player) => {
      const { stdout, stderr } = await measure(await reopenContest(player, id), script, {
        subject: 'tree-1',
      });
      expect([await stdout(), await stderr()]).toEqual(['out\n', 'err\n']);
    });
    expect(lines('measured')).toBe(1);
    await play.withPlayer(async (player) =>
      measure(await reopenContest(player, id), script, { subject: 'tree-2' }),
    );
    expect(lines('measured')).toBe(2);
  });
});

describe('a question to a person', () => {
  const gate = { key: 'gate/pick', question: 'Which?', choices: ['left', 'right'] } as const;

  it('is put once and answered once, by whoever sits there', async () => {
    let asked = 0;
    const answer = async () => {
      asked += 1;
      return { answer: 'right', by: 'terminal' } as const;
    };
    const id = await play.withPlayer(
      async (player) => {
        const contest = await play.open(player, []);
        expect(await contest.decide(gate)).toBe('right');
        return contest.id;
      },
      { answer },
    );
    await play.withPlayer(
      async (player) => expect(await (await reopenContest(player, id)).decide(gate)).toBe('right'),
      {
        answer,
      },
    );
    expect(asked).toBe(1);
    const types = (await play.events(id)).map(({ type }) => type);
    expect(types).toEqual(['contest.opened', 'gate.asked', 'gate.answered']);
  });

  it('lets the player leave when nothing else is under way, and not before', async () => {
    const contestant = play.shell('one', 'sleep 0.5; echo done >>done; echo answer');
    const leave = new AbortController();
    const seen: Observation[] = [];
    await play.withPlayer(
      async (player) => {
        const contest = await play.open(player, [contestant]);
        const deciding = contest.decide(gate);
        deciding.catch(() => undefined);
        const attempt = contest.attempt(play.step(contestant));
        await contest.stuck;
        expect(lines('done')).toBe(1);
        expect(ended(await attempt).end.outcome).toBe('ok');
        leave.abort();
        await contest.idle();
      },
      { signal: leave.signal, observe: (one) => seen.push(one) },
    );
    expect(seen.find(({ type }) => type === 'waiting')).toMatchObject({ gate: { question: 'Which?' } });
  });

  it('that is answered from elsewhere reaches a player that is still there', async () => {
    await play.withPlayer(async (player) => {
      const contest = await play.open(player, []);
      const deciding = contest.decide(gate);
      const last = async () => (await player.ledger.events(contest.id)).map(({ event }) => event).at(-1);
      await until(async () => (await last())?.type === 'gate.asked');
      const asked = await last();
      if (asked?.type !== 'gate.asked') throw new Error('not asked');
      const { key, inputs } = asked;
      await player.ledger.append([
        {
          contest: contest.id,
          events: [{ type: 'gate.answered', v: 1, key, inputs, answer: 'left', by: 'command' }],
        },
      ]);
      expect(await deciding).toBe('left');
    });
  });
});

describe('an early stop', () => {
  const stop = { key: 'stop', attempts: ['answer/slow', 'answer/never'], reason: 'settled' } as const;

  it('ends who runs, keeps who waits from starting, and is a recorded decision', async () => {
    const slow = play.shell('slow', 'echo started >>slow; echo half; sleep 100');
    const never = play.shell('never', 'echo started >>never; echo x', { lane: 'one' });
    const holder = play.shell('holder', 'until [ -e stopped ]; do sleep 0.05; done; echo held', {
      lane: 'one',
    });
    const roster = [slow, never, holder];
    const id = await play.withPlayer(async (player) => {
      const contest = await play.open(player, roster);
      const [held, ...stopped] = [holder, slow, never].map((one) => contest.attempt(play.step(one)));
      await until(() => lines('slow') > 0);
      await contest.stop(stop);
      const ends = await Promise.all(stopped);
      writeFileSync(join(play.folder, 'stopped'), '');
      expect(ends.map((one) => ended(one).end)).toMatchObject([
        { outcome: 'cancelled', reason: 'settled', run: 1 },
        { outcome: 'cancelled', reason: 'settled', run: 0 },
      ]);
      expect(ended(await (held ?? Promise.reject(new Error('none')))).end.outcome).toBe('ok');
      return contest.id;
    });
    expect([lines('slow'), lines('never')]).toEqual([1, 0]);
    const before = await play.events(id);
    await play.withPlayer(async (player) => {
      const contest = await reopenContest(player, id);
      const attempts = roster.map((one) => contest.attempt(play.step(one)));
      await contest.stop(stop);
      expect((await Promise.all(attempts)).map((one) => ended(one).end.outcome)).toEqual([
        'cancelled',
        'cancelled',
        'ok',
      ]);
    });
    expect(await play.events(id)).toEqual(before);
  });
});

describe('a machine that slept', () => {
  it('is why an attempt that then failed is tried once more, and that is noted', async () => {
    const contestant = play.shell(
      'one',
      'echo started >>starts; until [ -e slept ]; do sleep 0.02; done; [ $(wc -l <starts) -gt 1 ] && echo answer || exit 7',
    );
    let offMs = 0;
    const id = await play.withPlayer(async (player) => {
      const machine = { ...player.machine, now: () => new Date(Date.now() + offMs) };
      const contest = await play.open({ ...player, machine }, [contestant]);
      const attempt = contest.attempt(play.step(contestant));
      await until(() => lines('starts') > 0);
      offMs = 3_600_000;
      writeFileSync(join(play.folder, 'slept'), '');
      expect(ended(await attempt).end).toMatchObject({ outcome: 'ok', run: 2 });
      return contest.id;
    }, {});
    const retried = (await play.events(id)).find((event) => event.type === 'attempt.retried');
    expect(retried?.reason).toMatch(/^the machine slept for 3[56]\d\d s: exit code 7/);
    expect(lines('starts')).toBe(2);
  });
});
