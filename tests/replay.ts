// Plays what a program printed to an agent again, without the program.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentRequest, ProcessOutput } from '../src/agents/agent.ts';
import type { AgentEnd, AgentEvent } from '../src/domain/agent-event.ts';
import type { Contestant } from '../src/domain/contestant.ts';
import type { ProcessEnd, ProcessPlan } from '../src/domain/process-plan.ts';

export interface Recording {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly end: ProcessEnd;
}

export interface Replayed {
  readonly events: readonly AgentEvent[];
  readonly end: AgentEnd;
  readonly plan: ProcessPlan;
}

const folder = join(import.meta.dirname, 'fixtures', 'transcripts');
const tailLimit = 4096;

/** `scenario` of the newest recorded version of an agent; undefined where there is none. */
export function recordingOf(agent: string, scenario: string): Recording | undefined {
  const shape = new RegExp(`^${agent}-\\d[\\w.]*-${scenario}\\.jsonl$`);
  const name = readdirSync(folder)
    .filter((file) => shape.test(file))
    .sort()
    .at(-1)
    ?.slice(0, -'.jsonl'.length);
  if (name === undefined) return undefined;
  const stderr = linesOf(`${name}.stderr`);
  const how = JSON.parse(read(`${name}.end.json`) ?? '{"cause":"exited","code":0}') as ProcessEnd;
  return recordingWith(linesOf(`${name}.jsonl`), { ...how, stderr });
}

/** A recording that must be there. */
export function recorded(agent: string, scenario: string): Recording {
  const found = recordingOf(agent, scenario);
  if (found === undefined) throw new Error(`there is no recording of ${agent}: ${scenario}`);
  return found;
}

export interface HowItEnded extends Partial<ProcessEnd> {
  readonly stderr?: readonly string[];
}

export function recordingWith(
  stdout: readonly string[],
  { stderr = [], ...end }: HowItEnded = {},
): Recording {
  const stderrTail = stderr
    .map((line) => `${line}\n`)
    .join('')
    .slice(-tailLimit);
  return { stdout, stderr, end: { cause: 'exited', code: 0, stderrTail, ...end } };
}

export async function replay(
  agent: Agent,
  recording: Recording,
  request: AgentRequest = requestFor(agent),
): Promise<Replayed> {
  return await replayOutput(agent, outputOf(recording), request);
}

export async function replayOutput(
  agent: Agent,
  output: readonly ProcessOutput[],
  request: AgentRequest = requestFor(agent),
): Promise<Replayed> {
  const plans: ProcessPlan[] = [];
  const events: AgentEvent[] = [];
  const io = {
    async *run(plan: ProcessPlan) {
      plans.push(plan);
      yield* output;
    },
  };
  for await (const event of agent.run(request, io)) events.push(event);
  const [plan] = plans;
  const end = events.at(-1);
  if (plan === undefined || end?.type !== 'ended') throw new Error(`${agent.id} did not end with an end`);
  return { events, end, plan };
}

export function outputOf({ stdout, stderr, end }: Recording): readonly ProcessOutput[] {
  const line = (stream: 'stdout' | 'stderr') => (text: string) =>
    ({ type: 'lines', stream, lines: [text] }) as const;
  return [...stdout.map(line('stdout')), ...stderr.map(line('stderr')), { type: 'end', end }];
}

/** A request the agent has all it needs for. */
export function requestFor(agent: Agent, more: Partial<AgentRequest> = {}): AgentRequest {
  const plain: Contestant = { name: agent.id, agent: agent.id, model: 'maker/model-1' };
  const settings = { command: ['some-program'], baseUrl: 'http://127.0.0.1:9/v1' };
  const contestant = agent.presence.missing?.(plain) === undefined ? plain : { ...plain, settings };
  return {
    prompt: 'say hi',
    contestant,
    tier: 'read',
    cwd: '/work',
    scratch: '/scratch',
    asRoot: false,
    ...more,
  };
}

function linesOf(name: string): readonly string[] {
  const lines = (read(name) ?? '').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function read(name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}
