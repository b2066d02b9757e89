// While contestants work there is nothing to do: an end of nobody is played, so that what an end calls for the first time is loaded, and
// patterns above all are made, when theirs come.
import type { Agent, AgentIo, AgentRequest } from '../../agents/agent.ts';
import { redactor } from '../../domain/kept-text.ts';
import { loadHashes } from '../../process/machine.ts';
import { LineReader } from '../../process/spawn/follow.ts';
import { type Spool, spoolEnd, spoolTree } from '../../process/spawn/spool.ts';
import { findTrees } from '../../process/tree/tree-scan.ts';
import { cleaned } from './watch.ts';

/** Those who have just been started come first. */
const afterMs = 40;
/** V8 makes a pattern quick when it is used for the second time. */
const times = 2;
const rehearsed = new Set<string>();

/** Once for each agent. What it is asked and what it decodes are pure, and the rest only looks: nothing comes of it. */
export function rehearseEnd(agent: Agent, request: AgentRequest, spool: Spool): void {
  if (rehearsed.has(agent.id)) return;
  rehearsed.add(agent.id);
  const rehearse = async () => {
    loadHashes();
    lookAround(spool);
    await playNothing(agent, request);
  };
  setTimeout(() => void rehearse().catch(() => undefined), afterMs).unref();
}

/** As one looks for what it said and for what it left running. */
function lookAround(spool: Spool): void {
  using stdout = new LineReader(spool.stdout);
  stdout.next();
  spoolEnd(spool);
  findTrees([spoolTree(spool)], new Set());
}

async function playNothing(agent: Agent, request: AgentRequest): Promise<void> {
  const clean = redactor({});
  for (let time = 0; time < times; time += 1)
    for await (const event of cleaned(agent.run(request, nobody), {}))
      if (event.type === 'ended') clean(event.text);
}

const nobody: AgentIo = {
  async *run() {
    yield { type: 'lines', stream: 'stdout', lines: ['nothing'] };
    yield { type: 'end', end: { cause: 'exited', code: 0, stderrTail: '' } };
  },
};
