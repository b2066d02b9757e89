// While contestants work there is nothing to do: an end of nobody is played, so that what an end calls for the first time, patterns
// above all, is ready when theirs come.
import type { Agent, AgentIo, AgentRequest } from '../../agents/agent.ts';
import { redactor } from '../../domain/kept-text.ts';
import { cleaned } from './watch.ts';

/** Those who have just been started come first. */
const afterMs = 40;
/** V8 makes a pattern quick when it is used for the second time. */
const times = 2;
const rehearsed = new Set<string>();

/** Once for each agent. What it is asked and what it decodes are pure: nothing comes of it. */
export function rehearseEnd(agent: Agent, request: AgentRequest): void {
  if (rehearsed.has(agent.id)) return;
  rehearsed.add(agent.id);
  setTimeout(() => void playNothing(agent, request).catch(() => undefined), afterMs).unref();
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
