// Runs one attempt of an agent with the real wrapper, in the environment joust would give it.
import { join } from 'node:path';
import type { Agent, AgentRequest, ProcessOutput } from '../../src/agents/agent.ts';
import type { AgentEnd, AgentEvent } from '../../src/domain/agent-event.ts';
import type { AgentSettings } from '../../src/domain/contestant.ts';
import type { ProcessEnd, ProcessPlan } from '../../src/domain/process-plan.ts';
import { childEnvironment } from '../../src/process/environment.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { follow } from '../../src/process/spawn/follow.ts';
import { findProgram } from '../../src/process/spawn/programs.ts';
import { endSpool, fillSpool, removeSpool, spoolAt } from '../../src/process/spawn/spool.ts';
import { startWrapper } from '../../src/process/spawn/start.ts';
import type { Home } from './home.ts';

export interface Drive {
  readonly home: Home;
  readonly cwd: string;
  /** Absent: what the CLI itself is set to. */
  readonly model?: string;
  readonly prompt: string;
  readonly tier?: AgentRequest['tier'];
  readonly effort?: string;
  readonly bare?: boolean;
  /** Bare, but for the files of its folder. */
  readonly reads?: boolean;
  readonly own?: number;
  readonly settings?: AgentSettings;
  readonly timeoutMs?: number;
}

export interface Driven {
  readonly events: readonly AgentEvent[];
  readonly end: AgentEnd;
  readonly process: ProcessEnd;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

const defaultTimeoutMs = 90_000;

export async function drive(agent: Agent, options: Drive): Promise<Driven> {
  const machine = thisMachine();
  const spool = spoolAt(join(options.home.path, 'spools', machine.random(12)));
  const seen: ProcessOutput[] = [];
  const io = {
    async *run(plan: ProcessPlan) {
      for await (const output of start(agent, options, { plan, spool })) {
        seen.push(output);
        yield output;
      }
    },
  };
  const events = await all(agent.run(requestOf(agent, options, spool.scratch), io));
  await endSpool(spool);
  removeSpool(spool);
  const end = events.find((event) => event.type === 'ended');
  const last = seen.at(-1);
  if (end === undefined || last?.type !== 'end') throw new Error(`${agent.id} ended without an end`);
  const lines = (stream: 'stdout' | 'stderr') =>
    seen.flatMap((output) => (output.type === 'lines' && output.stream === stream ? output.lines : []));
  return { events, end, process: last.end, stdout: lines('stdout'), stderr: lines('stderr') };
}

function requestOf(agent: Agent, options: Drive, scratch: string): AgentRequest {
  const { model, prompt, tier = 'read', cwd, effort, bare = false, reads = false, settings, own } = options;
  const contestant = {
    name: agent.id,
    agent: agent.id,
    model,
    effort,
    settings,
  };
  const { asRoot } = thisMachine();
  return { prompt, contestant, tier, bare, reads, cwd, scratch, asRoot, own };
}

function start(
  agent: Agent,
  { home, cwd, timeoutMs = defaultTimeoutMs }: Drive,
  { plan, spool }: { plan: ProcessPlan; spool: ReturnType<typeof spoolAt> },
): AsyncIterable<ProcessOutput> {
  const { passes, keys, removes } = agent.environment;
  const [marker = ''] = spool.marker.split('=');
  const rules = { passes, keys, removes, withholdKeys: false, sets: { [marker]: '1' } };
  const { env } = childEnvironment(home.env, rules);
  const program = findProgram(plan.program, { path: env['PATH'], cwd });
  if (program === undefined) throw new Error(`${plan.program} is not installed`);
  fillSpool(spool, plan);
  const wrapperGone = startWrapper(spool, {
    argv: [program, ...plan.args],
    cwd,
    env: { ...env, ...plan.env },
    limits: { timeoutMs, idleMs: agent.idleMs, outputBytes: 64 * 1024 * 1024 },
  });
  return follow(spool, {
    wrapperGone,
    answerFile: plan.answerFile,
  });
}

async function all<T>(events: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const event of events) found.push(event);
  return found;
}
