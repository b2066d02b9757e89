// Watches an attempt that somebody else plays: the same lines from its spool, decoded again from the first byte.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentRequest } from '../../agents/agent.ts';
import type { AgentEvent } from '../../domain/agent-event.ts';
import { follow } from '../../process/spawn/follow.ts';
import { spoolAt } from '../../process/spawn/spool.ts';

/** A wrapper that has not said who it is gets this long. */
const introductionMs = 2000;

/** Ends with the attempt, or at once when its spool is gone: then its end is on record. */
export async function* tailAttempt(
  agent: Agent,
  request: Omit<AgentRequest, 'scratch'>,
  path: string,
): AsyncGenerator<AgentEvent> {
  const spool = spoolAt(path);
  if (!existsSync(spool.path)) return;
  const wrapperGone = sleep(introductionMs, undefined, { ref: false });
  yield* agent.run(
    { ...request, scratch: spool.scratch },
    { run: () => follow(spool, { wrapperGone, attached: true }) },
  );
}
