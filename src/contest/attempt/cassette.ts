// Cassettes: what a process printed and how it ended, kept in a folder without secrets, and played back through the same decoder in its place.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AgentRequest, ProcessOutput } from '../../agents/agent.ts';
import type { AgentEvent } from '../../domain/agent-event.ts';
import type { Redactor } from '../../domain/kept-text.ts';
import { readInside } from '../../process/files/read-inside.ts';
import { replaceFile } from '../../process/files/small-file.ts';
import { sha256 } from '../../process/machine.ts';
import type { Player } from '../play/player.ts';
import {
  type AgentAttempt,
  type AttemptRun,
  type LiveRun,
  nextRun,
  type RunSetup,
  recordStart,
} from './run.ts';

const maxBytes = 64 * 1024 * 1024;

/** Made for whoever plays one back. */
const cassette = () =>
  z.object({
    joustCassette: z.literal(1),
    contestant: z.string(),
    agent: z.string(),
    model: z.string().optional(),
    prompt: z.string(),
    trial: z.int(),
    output: z.array(z.object({ stream: z.enum(['stdout', 'stderr']), lines: z.array(z.string()) })),
    end: z.looseObject({ cause: z.string(), code: z.number().nullable(), stderrTail: z.string() }),
  });

type Cell = Pick<AgentAttempt, 'step'>;

/** The same for who, what is asked, how, and which trial; nothing of it tells a secret. */
function nameOf({ step }: Cell, { settings }: Player): string {
  const { contestant, prompt, tier, role, bare } = step;
  const { name, agent, model, effort, settings: own } = contestant;
  const how = [agent, model, effort, own ?? {}, tier, role, bare === true];
  const sum = sha256(JSON.stringify([name, how, prompt, settings.trial ?? 1]));
  return `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 40)}-${sum.slice(0, 24)}.json`;
}

/** Passes it on as it comes; at its end, what can be told of it is kept. A run that nobody let end is not. */
export async function* keeping(
  outputs: AsyncIterable<ProcessOutput>,
  player: Player,
  { step, clean }: Cell & { readonly clean: Redactor },
): AsyncGenerator<ProcessOutput> {
  const folder = player.settings.cassettes?.record;
  if (folder === undefined) {
    yield* outputs;
    return;
  }
  const output: { stream: 'stdout' | 'stderr'; lines: string[] }[] = [];
  let bytes = 0;
  for await (const one of outputs) {
    if (one.type === 'lines' && bytes <= maxBytes) {
      const lines = one.lines.map(clean);
      bytes += lines.reduce((sum, line) => sum + line.length, 0);
      output.push({ stream: one.stream, lines });
    }
    if (
      one.type === 'end' &&
      one.end.cause !== 'cancelled' &&
      one.end.cause !== 'lost' &&
      bytes <= maxBytes
    ) {
      const { contestant, prompt } = step;
      const { name, agent, model } = contestant;
      const about = { contestant: name, agent, model, prompt: clean(prompt) };
      const end = JSON.parse(clean(JSON.stringify(one.end))) as unknown;
      const kept = { joustCassette: 1, ...about, trial: player.settings.trial ?? 1, output, end };
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      replaceFile(join(folder, nameOf({ step }, player)), `${JSON.stringify(kept)}\n`);
    }
    yield one;
  }
}

/** Nothing is started; the agent's decoder hears what was printed then. */
export function cassetteRun(player: Player, attempt: AgentAttempt, folder: string): AttemptRun {
  const run = nextRun(attempt);
  return {
    run,
    id: `cassette-${player.machine.random(12)}`,
    attached: false,
    begin: (setup) => begin(player, attempt, { ...setup, run, folder }),
  };
}

interface Playback extends RunSetup {
  readonly run: number;
  readonly folder: string;
}

function begin(player: Player, attempt: AgentAttempt, setup: Playback): LiveRun {
  const { step, agent } = attempt;
  let times: ReturnType<LiveRun['left']['times']>;
  async function* events(): AsyncGenerator<AgentEvent> {
    await recordStart(player, attempt, setup);
    const startedAt = player.machine.now();
    times = { startedAt, endedAt: startedAt };
    const request: AgentRequest = {
      ...step,
      own: attempt.own,
      scratch: '/nowhere',
      asRoot: false,
      cwd: setup.workspace?.folder ?? player.folderOf(step.cwd),
    };
    const played = outputsOf(attempt, player, setup.folder);
    if (typeof played === 'string') yield { type: 'ended', outcome: 'missing', text: '', reason: played };
    else
      for await (const event of agent.run(request, { run: () => played })) {
        if (event.type === 'ended') times = { startedAt, endedAt: player.machine.now() };
        yield event;
      }
  }
  return {
    events: events(),
    stop: () => undefined,
    begun: () => times !== undefined,
    secrets: () => ({}),
    clear: async () => undefined,
    left: { bytes: () => 0, times: () => times, remove: () => undefined },
  };
}

/** Why there is nothing to play. */
function outputsOf(attempt: Cell, player: Player, folder: string): AsyncIterable<ProcessOutput> | string {
  const name = nameOf(attempt, player);
  const text = readInside(folder, name, 2 * maxBytes);
  const trial = player.settings.trial === undefined ? '' : `, trial ${player.settings.trial}`;
  if (text === undefined)
    return `there is no recording of ${attempt.step.contestant.name}${trial} for this prompt in ${folder} (${name}); record it with --record ${folder}`;
  const read = cassette().safeParse(parsed(text));
  if (!read.success) return `${join(folder, name)} is no recording of joust`;
  return played(read.data);
}

async function* played({
  output,
  end,
}: z.output<ReturnType<typeof cassette>>): AsyncGenerator<ProcessOutput> {
  for (const one of output) yield { type: 'lines', ...one };
  yield { type: 'end', end: end as Extract<ProcessOutput, { type: 'end' }>['end'] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
