// What every agent owes the port, whatever it runs: walked over the whole list.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  outputOf,
  type Recording,
  recordingOf,
  recordingWith,
  replay,
  replayOutput,
  requestFor,
} from '../../tests/replay.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { ProcessEnd, ProcessPlan } from '../domain/process-plan.ts';
import type { Agent, AgentRequest, ProcessOutput } from './agent.ts';
import { allAgents } from './all.ts';

const unicode = 'Grüße 👩‍🚀 日本語 e\u0301 "quoted"\nsecond line';
const callKinds = ['http', 'acp', 'scripted'];

/** A whole answer of this agent: recorded, or written by the protocol it is defined by. */
function whole(agent: Agent, scenario: 'ok' | 'unicode' = 'ok'): Recording | undefined {
  const answer = scenario === 'ok' ? 'Hello from the stub.' : unicode;
  if (agent.kind === 'command') return recordingWith(answer.split('\n'));
  if (!callKinds.includes(agent.kind)) return recordingOf(agent.id, scenario);
  const lines = [{ type: 'about', model: 'model-1' }, { type: 'text', delta: answer }, { type: 'done' }];
  return recordingWith(lines.map((line) => JSON.stringify(line)));
}

const named = allAgents.map((agent) => [agent.id, agent] as const);
const answering = named.flatMap(([id, agent]) => {
  const recording = whole(agent);
  return recording === undefined ? [] : [[id, agent, recording] as const];
});
/** Their answer is known to be whole by what they print; for a mere command only its exit tells. */
const conclusive = answering.filter(([, agent]) => agent.plain !== true);

async function planOf(agent: Agent, more: Partial<AgentRequest> = {}): Promise<ProcessPlan> {
  return (await replay(agent, recordingWith([]), requestFor(agent, more))).plan;
}

/** As a sandbox reads it: the XDG folders have their usual places. */
function isBelow(file: string, state: string): boolean {
  const usual = (path: string) => path.replace(/\$XDG_(?:DATA|CONFIG)_HOME|\.local\/share|\.config/, 'XDG');
  return usual(file).startsWith(usual(state));
}

function ended(cause: ProcessEnd['cause'], code: number | null = null): ProcessEnd {
  return { cause, code, stderrTail: '' };
}

describe.each(named)('%s', (_id, agent) => {
  test('declares what it is', () => {
    expect(agent.id).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(agent.family).not.toBe('');
    expect(agent.title).not.toBe('');
    expect(agent.presence.install).not.toBe('');
    expect(Object.values(agent.verified).join('')).not.toBe('');
    for (const tier of ['read', 'write', 'full'] as const) {
      const { honoured, caveat } = agent.tiers[tier];
      expect(honoured || caveat !== undefined, `${tier} says why it is not honoured`).toBe(true);
      expect(caveat).not.toBe('');
    }
    expect(new Set(agent.efforts).size).toBe(agent.efforts.length);
    expect(agent.staggerMs).toBeGreaterThanOrEqual(0);
    expect(agent.idleMs).toBeGreaterThanOrEqual(0);
    if (agent.kind === 'cli') expect(agent.presence.executable).toBeTruthy();
  });

  test('keeps its login and state at places of its own', () => {
    for (const path of agent.state) {
      expect(path).toMatch(/^(?:\$[A-Z_]+\/|\.)[^\0]*$/);
      expect(path.split('/')).not.toContain('..');
      expect(['.', './', '.config/', '.local/', '.cache/', '.local/share/']).not.toContain(path);
    }
    if (agent.kind === 'cli') expect(agent.state).not.toEqual([]);
    for (const file of agent.presence.login?.files ?? [])
      expect(
        agent.state.some((path) => isBelow(file, path)),
        `${file} is in its state`,
      ).toBe(true);
  });

  test('says what a bare request switches off, and what remains', async () => {
    const { tools, instructions, caveat } = agent.bare;
    expect((tools && instructions) || caveat !== undefined, 'says what remains').toBe(true);
    expect(caveat).not.toBe('');
    const [plain, bare] = await Promise.all([planOf(agent), planOf(agent, { bare: true })]);
    if (caveat === undefined) expect(bare).not.toEqual(plain);
  });

  test('is no freer bare than in the read tier, whatever tier is named', async () => {
    const [bare, bareWrite, bareFull] = await Promise.all(
      (['read', 'write', 'full'] as const).map((tier) => planOf(agent, { bare: true, tier })),
    );
    expect(bareWrite).toEqual(bare);
    expect(bareFull).toEqual(bare);
    const [read, ...freer] = await Promise.all(
      (['read', 'write', 'full'] as const).map((tier) => planOf(agent, { tier })),
    );
    const words = (plan: ProcessPlan | undefined) => [
      ...(plan?.args ?? []),
      ...Object.entries(plan?.env ?? {}).map((entry) => entry.join('=')),
    ];
    const widening = freer.flatMap(words).filter((word) => !words(read).includes(word));
    expect(words(bare).filter((word) => widening.includes(word))).toEqual([]);
  });

  test('reads no version and no login out of nothing', () => {
    const { version, login } = agent.presence;
    expect(version?.read('')).toBeUndefined();
    expect(version?.read('command not found')).toBeUndefined();
    const state = login?.read({ code: null, output: '', files: {}, env: {} }).state ?? 'unknown';
    expect(['unknown', 'logged-out']).toContain(state);
  });

  test('takes a prompt of a mebibyte without putting it into an argument', async () => {
    const prompt = `${'0123456789abcdef'.repeat(65_536)} "quoted" 日本語`;
    const { plan } = await replay(agent, recordingWith([]), requestFor(agent, { prompt }));
    const places = [plan.stdin, ...plan.files.map((file) => file.content)];
    const encoded = JSON.stringify(prompt).slice(1, -1);
    expect(places.some((place) => place.includes(prompt) || place.includes(encoded))).toBe(true);
    for (const argument of [...plan.args, ...Object.values(plan.env)])
      expect(argument.length).toBeLessThan(100 * 1024);
  });

  test('plans the same for the same request', async () => {
    const plans = await Promise.all([1, 2].map(() => replay(agent, recordingWith([]))));
    expect(plans[0]?.plan).toEqual(plans[1]?.plan);
  });

  const silences: readonly (readonly [string, readonly string[], number])[] = [
    ['no output', [], 0],
    ['blank lines', ['', '   ', '\t'], 0],
    ['no output and exit code 1', [], 1],
  ];
  test.each(silences)('is never ok with %s', async (_name, lines, code) => {
    const { end, events } = await replay(agent, recordingWith(lines, { code }));
    expect(end.outcome).not.toBe('ok');
    expect(end.reason).toBeTruthy();
    expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
    expect(end).not.toHaveProperty('usage');
    expect(end).not.toHaveProperty('costUsd');
  });

  const causes: readonly (readonly [ProcessEnd['cause'], Outcome])[] = [
    ['timed-out', 'timed-out'],
    ['idle', 'timed-out'],
    ['cancelled', 'cancelled'],
    ['output-cap', 'crashed'],
    ['lost', 'crashed'],
    ['not-found', 'missing'],
    ['unauthenticated', 'unauthenticated'],
  ];
  test.each(causes)('that ended by %s is %s', async (cause, outcome) => {
    const { end } = await replay(agent, { stdout: [], stderr: [], end: ended(cause) });
    expect(end.outcome).toBe(outcome);
    expect(end.reason).toBeTruthy();
  });

  test('ends even when its process never does', async () => {
    const { end } = await replayOutput(agent, []);
    expect(end.outcome).toBe('crashed');
  });

  test('never throws, whatever it is fed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(oddLine, { maxLength: 12 }), async (lines) => {
        const { events } = await replay(agent, recordingWith(lines, { stderr: lines, code: 1 }));
        expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  });

  test('never takes odd lines for an answer', async () => {
    const lines = ['garbage', '{', '{"type":', '[1,2]', 'null', '"text"', '{"type":null}', '{"type":"resu'];
    const { end } = await replay(agent, recordingWith(lines, { code: agent.plain === true ? 1 : 0 }));
    expect(end.outcome).not.toBe('ok');
  });
});

/** Lines that look like some protocol and are not. */
const types = [
  'system assistant user stream_event result rate_limit_event init message tool tool_use tool_result error',
  'thread.started item.completed item.started turn.completed turn.failed',
  'text thought usage about notice done failed step_start step_finish',
].flatMap((line) => line.split(' '));
const names = 'message item part error event usage stats delta content rate_limit_info'.split(' ');
const oddLine = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.json(),
  fc
    .tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...names), fc.jsonValue()))
    .map(([type, fields]) => JSON.stringify({ type, ...fields })),
  fc
    .tuple(fc.constantFrom(...types), fc.nat(30))
    .map(([type, length]) => JSON.stringify({ type, message: { content: [] } }).slice(0, length)),
);

describe.each(answering)('%s with a whole answer', (_id, agent, recording) => {
  test('is ok', async () => {
    const { end, events } = await replay(agent, recording);
    expect(end.outcome).toBe('ok');
    expect(end.text.trim()).not.toBe('');
    expect(end).not.toHaveProperty('reason');
    expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
    const said = events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('');
    expect(said).toContain(end.text);
  });

  test('is decoded the same twice', async () => {
    const [first, second] = await Promise.all([replay(agent, recording), replay(agent, recording)]);
    expect(second?.events).toEqual(first?.events);
  });

  test('ends the same however standard error comes in between', async () => {
    const noisy = { ...recording, stderr: [...recording.stderr, 'warning: one', 'note: two', ''] };
    const { end } = await replay(agent, noisy);
    const output = outputOf(noisy);
    const stderr = output.filter((entry) => entry.type === 'lines' && entry.stream === 'stderr');
    const rest = output.filter((entry) => !stderr.includes(entry));
    for (const shift of [0, 1, 3, 7]) {
      const mixed = rest.flatMap((entry, index): ProcessOutput[] => {
        const due = stderr.filter((_line, number) => (number * 5 + shift) % rest.length === index);
        return [...due, entry];
      });
      expect((await replayOutput(agent, mixed)).end).toEqual(end);
    }
  });

  test('says and ends the same however its lines are bundled', async () => {
    const single = await replay(agent, recording);
    const all: ProcessOutput = { type: 'lines', stream: 'stdout', lines: recording.stdout };
    const bundled = await replayOutput(agent, [all, { type: 'end', end: recording.end }]);
    const said = ({ events }: typeof single) =>
      events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('');
    expect(bundled.end).toEqual(single.end);
    expect(said(bundled)).toBe(said(single));
  });

  test('may be abandoned', async () => {
    let heard = 0;
    const io = {
      async *run(_plan: ProcessPlan) {
        yield* outputOf(recording);
      },
    };
    for await (const _event of agent.run(requestFor(agent), io)) {
      heard += 1;
      break;
    }
    expect(heard).toBe(1);
  });

  test('survives the loss of any line and of half a line', async () => {
    const { stdout } = recording;
    const broken = stdout.flatMap((line, index) => [
      stdout.toSpliced(index, 1),
      stdout.toSpliced(index, 1, line.slice(0, line.length / 2)),
    ]);
    for (const lines of broken) {
      const { events } = await replay(agent, { ...recording, stdout: lines });
      expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
    }
  });
});

const spelled = named.flatMap(([id, agent]) => {
  const recording = whole(agent, 'unicode');
  return recording === undefined ? [] : [[id, agent, recording] as const];
});

test.each(spelled)('%s keeps every character', async (_id, agent, recording) => {
  const { end } = await replay(agent, recording);
  expect(end).toMatchObject({ outcome: 'ok', text: unicode });
});

describe.each(conclusive)('%s that has answered', (_id, agent, recording) => {
  test.each(['timed-out', 'idle', 'cancelled', 'output-cap', 'lost'] as const)(
    'stays ok when its process ends by %s',
    async (cause) => {
      const { end: exited } = await replay(agent, recording);
      const { end } = await replay(agent, { ...recording, end: ended(cause) });
      expect(end).toMatchObject({ outcome: 'ok', text: exited.text });
    },
  );

  test('says so before it ends', async () => {
    const { events } = await replay(agent, recording);
    expect(events.filter((event) => event.type === 'answered')).toHaveLength(1);
  });

  test('is not ok without its last line', async () => {
    const cut = recording.stdout.slice(0, -1);
    const { end, events } = await replay(agent, { ...recording, stdout: cut });
    const answered = events.some((event) => event.type === 'answered');
    expect(end.outcome === 'ok').toBe(answered);
  });
});
