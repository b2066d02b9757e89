// What joust's own call programs (http, acp, scripted) write: one JSON object a line, the agent events and two ends.
import type { AgentEnd, AgentEvent, NoticeKind } from '../domain/agent-event.ts';
import { addText, type KeptText, noText } from '../domain/kept-text.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { ProcessEnd } from '../domain/process-plan.ts';
import type { Usage } from '../domain/usage.ts';
import { count, type Decoder, jsonLine, list, number, object, present, type Step, text } from './decoder.ts';
import { classifyFailure, exitReason, type Failure, failedEnd } from './failure.ts';

/** `done` says that the answer is whole; `failed` that there will be none. */
export type CallLine =
  | Extract<AgentEvent, { type: 'text' | 'thought' | 'tool' | 'usage' | 'about' | 'notice' }>
  | {
      readonly type: 'done';
      readonly costUsd?: number;
      readonly outcome?: 'refused' | 'incomplete';
      readonly reason?: string;
    }
  | {
      readonly type: 'failed';
      readonly message: string;
      readonly status?: number;
      readonly retryAfterMs?: number;
      readonly resetAt?: string;
      readonly outcome?: Outcome;
    };

interface CallState {
  readonly answer: KeptText;
  /** What it printed that is not protocol; a quota message may hide there. */
  readonly loose: KeptText;
  readonly usage?: Usage;
  readonly model?: string;
  readonly sessionId?: string;
  readonly done?: Extract<CallLine, { type: 'done' }>;
  readonly failed?: Failure;
}

const looseLimit = 4096;

export const callDecoder: Decoder<CallState> = {
  start: { answer: noText, loose: noText },
  line(state, line) {
    const found = jsonLine(line);
    if (found === undefined) return [{ ...state, loose: addText(state.loose, `${line}\n`, looseLimit) }, []];
    return step(state, found);
  },
  end,
};

export function readUsage(value: unknown): Usage | undefined {
  const found = object(value);
  if (found === undefined) return undefined;
  return present<Usage>({
    inputTokens: count(found['inputTokens']),
    cachedInputTokens: count(found['cachedInputTokens']),
    cacheWriteTokens: count(found['cacheWriteTokens']),
    outputTokens: count(found['outputTokens']),
    reasoningTokens: count(found['reasoningTokens']),
  });
}

function step(state: CallState, line: Readonly<Record<string, unknown>>): Step<CallState> {
  switch (line['type']) {
    case 'text': {
      const delta = text(line['delta']) ?? '';
      return [{ ...state, answer: addText(state.answer, delta) }, [{ type: 'text', delta }]];
    }
    case 'thought':
      return [state, [{ type: 'thought', delta: text(line['delta']) ?? '' }]];
    case 'tool':
      return [state, [toolEvent(line)]];
    case 'usage': {
      const usage = readUsage(line['usage']);
      return usage === undefined ? [state, []] : [{ ...state, usage }, [{ type: 'usage', usage }]];
    }
    case 'about': {
      const about = present<{ model?: string; sessionId?: string }>({
        model: text(line['model']),
        sessionId: text(line['sessionId']),
      });
      return [{ ...state, ...about }, [{ type: 'about', ...about }]];
    }
    case 'notice':
      return [state, [noticeEvent(line)]];
    case 'done':
      return [{ ...state, done: line as Extract<CallLine, { type: 'done' }> }, [{ type: 'answered' }]];
    case 'failed':
      return [{ ...state, failed: readFailure(line) }, []];
    default:
      return [state, []];
  }
}

function toolEvent(line: Readonly<Record<string, unknown>>): AgentEvent {
  const writes = list(line['writes']).filter((path) => typeof path === 'string');
  return {
    type: 'tool',
    name: text(line['name']) ?? 'tool',
    ...present<{ detail?: string }>({ detail: text(line['detail']) }),
    ...(writes.length === 0 ? {} : { writes }),
  };
}

function noticeEvent(line: Readonly<Record<string, unknown>>): AgentEvent {
  const kind = line['kind'];
  const known: NoticeKind = kind === 'rate-limit' || kind === 'retry' ? kind : 'warning';
  return {
    type: 'notice',
    kind: known,
    text: text(line['text']) ?? '',
    ...present<{ retryAfterMs?: number }>({ retryAfterMs: number(line['retryAfterMs']) }),
  };
}

function readFailure(line: Readonly<Record<string, unknown>>): Failure {
  const evidence = {
    message: text(line['message']) ?? 'the call failed',
    status: number(line['status']),
    retryAfterMs: number(line['retryAfterMs']),
    resetAt: text(line['resetAt']),
  };
  const outcome = text(line['outcome']) as Outcome | undefined;
  const found = classifyFailure(evidence);
  if (outcome === undefined || outcome === found.outcome) return found;
  const { outcome: _other, ...told } = classifyFailure({ ...evidence, status: undefined }, [[/^/, outcome]]);
  return { ...found, ...told, outcome };
}

function end(state: CallState, process: ProcessEnd): AgentEnd {
  const known = present<Pick<AgentEnd, 'usage' | 'model' | 'sessionId' | 'costUsd'>>({
    usage: state.usage,
    model: state.model,
    sessionId: state.sessionId,
    costUsd: number(state.done?.costUsd),
  });
  const { text: answer, truncated } = state.answer;
  const cut = truncated ? { truncated } : {};
  if (state.failed !== undefined) return { ...failedEnd(state.failed, answer), ...known, ...cut };
  if (state.done !== undefined) return { ...whole(answer, state.done), ...known, ...cut };
  return { ...failedEnd(unfinished(state, process), answer), ...known, ...cut };
}

function whole(answer: string, done: Extract<CallLine, { type: 'done' }>): AgentEnd {
  const reason = done.reason === undefined ? {} : { reason: done.reason };
  if (done.outcome !== undefined) return { type: 'ended', outcome: done.outcome, text: answer, ...reason };
  if (answer.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing' };
  return { type: 'ended', outcome: 'ok', text: answer };
}

/** It neither said done nor failed: what it printed besides may tell why. */
function unfinished(state: CallState, process: ProcessEnd): Failure {
  const loose = state.loose.text.trim();
  const found = classifyFailure({ message: loose === '' ? process.stderrTail : loose });
  if (found.outcome !== 'crashed' || found.transient === true) return found;
  if (process.code === 0 && state.answer.text === '' && loose === '')
    return { outcome: 'empty', reason: 'it answered with nothing' };
  return { outcome: 'crashed', reason: exitReason(process.code, process.stderrTail) };
}
