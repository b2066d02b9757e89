// Makes an agent out of two pure halves: what to run, and what its lines mean. Calls over HTTP and ACP are
// programs of our own and so agents of this kind too.
import type { AgentEnd, AgentEvent } from '../domain/agent-event.ts';
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { ProcessEnd, ProcessPlan } from '../domain/process-plan.ts';
import type { Agent, AgentIo, AgentRequest } from './agent.ts';
import type { Decoder } from './decoder.ts';
import { onlyWords, withoutJoiners } from './prompt-syntax.ts';

export type CliAgentSpec<State> = Omit<Agent, 'run' | 'servedFrom'> & {
  plan(request: AgentRequest): ProcessPlan;
  decoder(request: AgentRequest): Decoder<State>;
  servedFrom?: Agent['servedFrom'];
};

export function cliAgent<State>(spec: CliAgentSpec<State>): Agent {
  // All of them are made in every start: copied as a whole, which is quicker than one by one.
  return {
    ...spec,
    servedFrom: spec.servedFrom ?? unknownService,
    run(given, io) {
      const request = { ...given, prompt: onlyWords(given, spec.syntax ?? {}) };
      const events = play({ plan: spec.plan(request), decoder: spec.decoder(request) }, io);
      return request.prompt === given.prompt ? events : clean(events);
    },
  };
}

const unknownService = () => undefined;

/** The CLI itself, or the program the contestant's settings name for it, whose own arguments come first. */
export function launch(
  { settings }: Contestant,
  executable: string,
  args: readonly string[],
): Pick<ProcessPlan, 'program' | 'args'> {
  const [program = executable, ...first] = settings?.command ?? [];
  return { program, args: [...first, ...args] };
}

/** A bare request has less than the read tier, whatever tier it names. */
export function tierOrBare({ tier, bare }: AgentRequest): Tier | 'bare' {
  return bare === true ? 'bare' : tier;
}

/** Variables that are set unless the contestant's own environment sets them. */
export function unlessSet(
  { environment = {} }: Contestant,
  defaults: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => environment[name] === undefined));
}

async function* clean(events: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
  for await (const event of events) yield withoutJoiners(event);
}

async function* play<State>(
  attempt: { plan: ProcessPlan; decoder: Decoder<State> },
  io: AgentIo,
): AsyncGenerator<AgentEvent> {
  const { plan, decoder } = attempt;
  let state = decoder.start;
  for await (const output of io.run(plan)) {
    if (output.type === 'end') {
      yield settle(decoder.end(state, output.end), output.end);
      return;
    }
    const heard: AgentEvent[] = [];
    for (const line of output.lines) {
      if (output.stream === 'stderr') heard.push(...(decoder.stderr?.(line) ?? []));
      else {
        const [next, events] = decoder.line(state, line);
        state = next;
        heard.push(...events);
      }
    }
    yield* joined(heard);
  }
  const lost: ProcessEnd = { cause: 'lost', code: null, stderrTail: '' };
  yield settle(decoder.end(state, lost), lost);
}

/** Pieces of text that came together are told together. */
function* joined(events: readonly AgentEvent[]): Generator<AgentEvent> {
  let said: string[] = [];
  for (const event of events) {
    if (event.type === 'text') {
      said.push(event.delta);
      continue;
    }
    if (said.length > 0) yield { type: 'text', delta: said.join('') };
    said = [];
    yield event;
  }
  if (said.length > 0) yield { type: 'text', delta: said.join('') };
}

/**
 * A whole answer counts however the process ended, and so does a quota or login failure that a CLI was still
 * retrying when its time was up; everything else is named by what ended it.
 */
function settle(end: AgentEnd, process: ProcessEnd): AgentEnd {
  if (end.outcome === 'ok' || process.cause === 'exited') return end;
  const waited = process.cause === 'timed-out' || process.cause === 'idle';
  if (waited && (end.outcome === 'rate-limited' || end.outcome === 'unauthenticated')) return end;
  const partial = end.text === '' ? {} : { partial: true };
  const { reason, ...by } = endedBy(process);
  // What it was still trying to get over says more than the clock.
  const why = waited && end.transient === true ? `${reason}: ${end.reason}` : reason;
  return { ...end, ...partial, ...by, ...(why !== undefined && { reason: why }) };
}

function endedBy({ cause, why = 'it could not be started' }: ProcessEnd): Partial<AgentEnd> {
  switch (cause) {
    case 'exited':
      return {};
    case 'timed-out':
      return { outcome: 'timed-out', reason: 'the time limit was reached' };
    case 'idle':
      return { outcome: 'timed-out', reason: 'nothing was heard of it for too long' };
    case 'output-cap':
      return { outcome: 'crashed', reason: 'it wrote more than the output limit' };
    case 'cancelled':
      return { outcome: 'cancelled', reason: 'stopped' };
    case 'skipped':
      return { outcome: 'skipped', reason: 'ended at a limit of the contest' };
    case 'lost':
      return { outcome: 'crashed', reason: 'the process is gone and left no end', transient: true };
    case 'not-found':
      return { outcome: 'missing', reason: why };
    case 'unauthenticated':
      return { outcome: 'unauthenticated', reason: why };
    case 'impossible':
      return { outcome: 'crashed', reason: why };
  }
}
