// The formats as functions, played in this process: events as they come, what each came to, functions that play and judge.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answer,
  arena,
  ask,
  type ContestEvent,
  type ContestRun,
  type FunctionPlayer,
  memoryLedger,
  operations,
  readContest,
  resume,
  tournament,
  vote,
} from '../../src/index.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';

let ledger: Ledger;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'joust-library-'));
  ledger = memoryLedger(() => new Date());
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const at = () => ({ ledger, home });
const here = () => ({ ...at(), cwd: home });
const says = (name: string, text: string, more: Partial<FunctionPlayer> = {}): FunctionPlayer => ({
  name,
  play: async () => text,
  ...more,
});
const streamed: FunctionPlayer = {
  name: 'streamed',
  async *play({ prompt, contestant }) {
    yield `${contestant} `;
    yield { type: 'thought', delta: 'hm' };
    yield prompt;
    yield { type: 'ended', usage: { inputTokens: 1, outputTokens: 2 }, costUsd: 0.25 };
  },
};

async function eventsOf(run: ContestRun): Promise<ContestEvent[]> {
  const events: ContestEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

describe('a format as a function', () => {
  it('is its events, its id and what it came to, and can be awaited', async () => {
    const run = ask({ prompt: 'why?', contestants: [streamed, says('plain', 'because')], ...here() });
    const events = await eventsOf(run);
    const { answers, state, outcome, id } = await run;
    expect({ state, outcome }).toEqual({ state: 'closed', outcome: 'ok' });
    expect(await run.id).toBe(id);
    expect(answers.map(({ contestant, text }) => [contestant, text])).toEqual([
      ['streamed', 'streamed why?'],
      ['plain', 'because'],
    ]);
    expect(answers[0]).toMatchObject({ usage: { outputTokens: 2 }, cost: { usd: 0.25 } });
    const pieces = events.flatMap((event) =>
      event.type === 'text' && event.contestant === 'streamed' ? [event.delta] : [],
    );
    expect(pieces).toEqual(['streamed ', 'why?']);
    const recorded = events.flatMap((event) => (event.type === 'recorded' ? [event.event.type] : []));
    expect(recorded[0]).toBe('contest.opened');
    expect(recorded.at(-1)).toBe('contest.closed');
  });

  it('is not for a pool where the ledger is its own, or a file', async () => {
    const asked = { prompt: 'why?', contestants: ['scripted/quick'], pool: true } as const;
    await expect(ask({ ...asked, ...here() })).rejects.toThrow('hosts of a pool cannot play on a ledger');
    await expect(ask(asked)).rejects.toThrow('a pool of hosts needs a ledger in PostgreSQL');
    expect(await operations.hosts()).toMatchObject({ isThere: false, hosts: [] });
  });

  it('has the result of its format', async () => {
    const voters = ['a', 'b', 'c'].map((name) => says(name, name === 'c' ? 'no' : 'yes'));
    const { result } = await vote({
      prompt: 'ship?',
      contestants: voters,
      choices: ['yes', 'no'],
      ...here(),
    });
    expect(result?.type).toBe('vote');
    expect(result?.groups[0]).toMatchObject({ answer: 'yes', voters: ['a', 'b'] });
  });

  it('lets a function judge what others wrote', async () => {
    const asked: (string | undefined)[] = [];
    const first: FunctionPlayer = {
      name: 'first',
      async play({ prompt, role }) {
        asked.push(role);
        return prompt;
      },
    };
    const played = await tournament({
      prompt: 'a poem',
      contestants: [says('a', 'roses'), says('b', 'violets')],
      judges: [first],
      ...here(),
    });
    expect(played.state).toBe('closed');
    expect(new Set(asked)).toEqual(new Set(['judge']));
    const [opening] = await ledger.events(played.id);
    expect(opening?.event).toMatchObject({ staff: [{ name: 'first', agent: 'inline', family: 'first' }] });
  });

  it.each([
    ['a setting that is none', { round: 3 }, 'no setting round'],
    ['a value that is none', { quorum: 7 }, 'quorum'],
    ['a limit that is none', { limits: { money: 3 } }, 'money'],
    ['contestants that are none', { contestants: [{ name: 'x' }] }, 'contestants'],
    ['a signal that is none', { signal: {} }, 'AbortSignal'],
    [
      'a function that cannot be detached',
      { detached: true, ledger: undefined },
      'no other process can play it',
    ],
  ])('refuses %s before anything is on record', async (_, bad, why) => {
    const options = {
      prompt: 'x',
      contestants: [says('a', 'yes'), says('b', 'yes')],
      choices: ['yes', 'no'],
      ...here(),
      ...bad,
    };
    const run = vote(options as never);
    await expect(run.result).rejects.toMatchObject({
      name: 'JoustError',
      message: expect.stringContaining(why),
    });
    await expect(run.id).rejects.toThrow(why);
    expect(await ledger.contests()).toEqual([]);
  });

  it('throws from its events what went wrong', async () => {
    await expect(eventsOf(ask({ prompt: '', contestants: [says('a', '')], ...here() }))).rejects.toThrow(
      'there is no prompt',
    );
  });

  it('is interrupted by its signal, with what had landed', async () => {
    const stop = new AbortController();
    const run = ask({
      prompt: 'x',
      contestants: [
        says('quick', 'done'),
        { name: 'slow', play: () => new Promise<string>(() => undefined) },
      ],
      signal: stop.signal,
      ...here(),
    });
    for await (const event of run) if (event.type === 'landed') stop.abort();
    expect(await run).toMatchObject({
      state: 'interrupted',
      answers: [{ contestant: 'quick', text: 'done' }],
    });
  });

  it('asks a function where it would ask a person, and waits where nobody knows', async () => {
    const asked: string[] = [];
    const options = { prompt: 'x', contestants: [says('a', 'one'), says('b', 'two')], ...here() };
    const open = await arena(options);
    expect(open).toMatchObject({ state: 'waiting', answers: [], waiting: { choices: expect.any(Array) } });
    const picked = await arena({
      ...options,
      ledger: memoryLedger(() => new Date()),
      approve({ question, choices }) {
        asked.push(question);
        return choices[0];
      },
    });
    expect(picked.state).toBe('closed');
    expect(asked).toHaveLength(1);
  });

  it('is played on from its record, by those who have its functions', async () => {
    const stop = new AbortController();
    const slow = { name: 'slow', play: () => new Promise<string>(() => stop.abort()) };
    const { id } = await ask({ prompt: 'x', contestants: [slow], signal: stop.signal, ...here() });
    await expect(resume(id, at()).result).rejects.toThrow('a function of the program that opened');
    const run = resume(id.slice(0, 6), { functions: [says('slow', 'now')], ...at() });
    expect(await run).toMatchObject({ id, state: 'closed', answers: [{ text: 'now' }] });
    expect(await readContest(id, at())).toMatchObject({
      state: 'closed',
      outcome: 'ok',
      answers: [{ text: 'now' }],
    });
    expect(await operations.list({ format: 'ask' }, at())).toMatchObject({
      contests: [{ id, state: 'closed' }],
    });
    await expect(resume(id, { faster: true } as never).result).rejects.toThrow('faster');
  });

  it('that waits goes on when somebody answered, and ends when somebody cancels', async () => {
    const functions = [says('a', 'one'), says('b', 'two')];
    const { id, waiting } = await arena({ prompt: 'x', contestants: functions, ...here() });
    await answer(id, waiting?.choices[0] ?? '', at());
    expect(await resume(id, { functions, ...at() })).toMatchObject({
      state: 'closed',
      result: { type: 'arena' },
    });
    const other = await arena({ prompt: 'y', contestants: functions, ...here() });
    await operations.cancel({ id: other.id }, at());
    expect(await readContest(other.id, at())).toMatchObject({ state: 'cancelled' });
  });

  it('keeps what nobody takes within bounds, and says how much was skipped', async () => {
    const chatty: FunctionPlayer = {
      name: 'chatty',
      async *play() {
        for (let at = 0; at < 12_000; at += 1) yield 'a';
      },
    };
    const run = ask({ prompt: 'x', contestants: [chatty], ...here() });
    expect((await run).answers[0]?.text).toHaveLength(12_000);
    const events = await eventsOf(run);
    expect(events[0]).toMatchObject({ type: 'skipped' });
    expect(events.length).toBeLessThan(10_001);
    const recorded = events.flatMap((event) => (event.type === 'recorded' ? [event.event.type] : []));
    expect(recorded[0]).toBe('contest.opened');
    await expect(eventsOf(run)).rejects.toThrow('once');
  });
});
