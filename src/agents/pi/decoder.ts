// What the JSON lines of pi mean. Its exit code is 0 whatever happened; the last message tells.
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import { addText, type KeptText, noText } from '../../domain/kept-text.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import type { Usage } from '../../domain/usage.ts';
import {
  count,
  type Decoder,
  type JsonObject,
  jsonLine,
  list,
  number,
  object,
  present,
  type Step,
  text,
} from '../decoder.ts';
import { classifyFailure, exitReason, type Failure, failedEnd } from '../failure.ts';

interface PiState {
  /** What has arrived of the message that is being written. */
  readonly partial: KeptText;
  readonly known: Pick<AgentEnd, 'model' | 'sessionId' | 'usage' | 'costUsd'>;
  /** Arguments of the tools that are running, by their id. */
  readonly running: Readonly<Record<string, JsonObject>>;
  /** The last whole message of the model. */
  readonly last?: JsonObject;
  readonly over: boolean;
}

const writers = new Set(['write', 'edit']);

export const piDecoder: Decoder<PiState> = {
  start: { partial: noText, known: {}, running: {}, over: false },
  line(state, line) {
    const delta = deltaOf(line);
    if (delta !== undefined) return speak(state, delta);
    // Every update repeats the whole message so far; only its piece is read.
    if (line.startsWith('{"type":"message_update"')) return [state, []];
    const found = jsonLine(line);
    return found === undefined ? [state, []] : step(state, found);
  },
  end: endOf,
};

const deltaPattern =
  /^\{"type":"message_update","assistantMessageEvent":\{"type":"(text|thinking)_delta",(?:"contentIndex":\d+,)?"delta":("(?:[^"\\]|\\.)*")/;

function deltaOf(line: string): { readonly kind: string; readonly delta: string } | undefined {
  const [, kind, json] = deltaPattern.exec(line) ?? [];
  if (kind === undefined || json === undefined) return undefined;
  const delta = text(jsonLine(`{"delta":${json}}`)?.['delta']);
  return delta === undefined ? undefined : { kind, delta };
}

function speak(state: PiState, { kind, delta }: { kind: string; delta: string }): Step<PiState> {
  if (kind === 'thinking') return [state, [{ type: 'thought', delta }]];
  return [{ ...state, partial: addText(state.partial, delta) }, [{ type: 'text', delta }]];
}

function step(state: PiState, line: JsonObject): Step<PiState> {
  switch (line['type']) {
    case 'session': {
      const sessionId = text(line['id']);
      if (sessionId === undefined) return [state, []];
      return [{ ...state, known: { ...state.known, sessionId } }, [{ type: 'about', sessionId }]];
    }
    case 'agent_start':
      return [{ ...state, over: false }, []];
    case 'message_start':
      return isModel(line) ? [{ ...state, partial: noText }, []] : [state, []];
    case 'message_end':
      return isModel(line) ? messageEnd(state, object(line['message']) ?? {}) : [state, []];
    case 'tool_execution_start':
      return toolStart(state, line);
    case 'tool_execution_end':
      return [state, toolEnd(state, line)];
    case 'auto_retry_start':
      return [state, [retryNotice(line)]];
    case 'agent_end':
      return [{ ...state, over: true }, failureOf(state) === undefined ? [{ type: 'answered' }] : []];
    default:
      return [state, []];
  }
}

function isModel(line: JsonObject): boolean {
  return object(line['message'])?.['role'] === 'assistant';
}

function messageEnd(state: PiState, message: JsonObject): Step<PiState> {
  const spent = addUsage(state.known, object(message['usage']) ?? {});
  const model = text(message['model']);
  const known = { ...state.known, ...spent, ...present<{ model?: string }>({ model }) };
  const events: AgentEvent[] = spent.usage === undefined ? [] : [{ type: 'usage', usage: spent.usage }];
  if (model !== undefined && model !== state.known.model) events.push({ type: 'about', model });
  return [{ ...state, known, last: message }, events];
}

/** One message is one request; a request that failed counts nothing. */
function addUsage(known: PiState['known'], found: JsonObject): Pick<AgentEnd, 'usage' | 'costUsd'> {
  const [input, output] = [count(found['input']), count(found['output'])];
  const [cached, written] = [count(found['cacheRead']) ?? 0, count(found['cacheWrite']) ?? 0];
  if (input === undefined || output === undefined || input + output + cached === 0) return {};
  const before = known.usage ?? {};
  const usage: Usage = {
    inputTokens: (before.inputTokens ?? 0) + input + cached + written,
    cachedInputTokens: (before.cachedInputTokens ?? 0) + cached,
    cacheWriteTokens: (before.cacheWriteTokens ?? 0) + written,
    outputTokens: (before.outputTokens ?? 0) + output,
  };
  const cost = number(object(found['cost'])?.['total']) ?? 0;
  return cost > 0 ? { usage, costUsd: (known.costUsd ?? 0) + cost } : { usage };
}

function toolStart(state: PiState, line: JsonObject): Step<PiState> {
  const args = object(line['args']) ?? {};
  const running = { ...state.running, [text(line['toolCallId']) ?? '']: args };
  return [
    { ...state, running },
    [{ type: 'tool', name: text(line['toolName']) ?? 'tool', ...detailOf(args) }],
  ];
}

function toolEnd({ running }: PiState, line: JsonObject): readonly AgentEvent[] {
  const name = text(line['toolName']) ?? 'tool';
  const path = text(running[text(line['toolCallId']) ?? '']?.['path']);
  if (line['isError'] === true || path === undefined || !writers.has(name)) return [];
  return [{ type: 'tool', name, detail: path, writes: [path] }];
}

function detailOf(args: JsonObject): { detail?: string } {
  return present<{ detail?: string }>({
    detail: text(args['path']) ?? text(args['command']) ?? text(args['pattern']),
  });
}

function retryNotice(line: JsonObject): AgentEvent {
  const message = text(line['errorMessage']) ?? 'it tries again';
  const { outcome } = classifyError(message);
  return {
    type: 'notice',
    kind: outcome === 'rate-limited' ? 'rate-limit' : 'retry',
    text: message,
    ...present<{ retryAfterMs?: number }>({ retryAfterMs: number(line['delayMs']) }),
  };
}

function failureOf({ last }: PiState): Failure | undefined {
  switch (last?.['stopReason']) {
    case undefined:
      return { outcome: 'empty', reason: 'it answered with nothing' };
    case 'error':
      return classifyError(text(last?.['errorMessage']) ?? 'the model ended with an error');
    case 'aborted':
      return { outcome: 'cancelled', reason: 'it was stopped' };
    case 'length':
      return { outcome: 'incomplete', reason: 'the answer reached the limit of output tokens' };
    default:
      return undefined;
  }
}

/** Its error texts begin with the status: "401 Incorrect API key provided". */
function classifyError(message: string, reason?: string): Failure {
  const status = /^([45]\d\d)\b/.exec(message)?.[1];
  return classifyFailure({ message, reason, status: status === undefined ? undefined : Number(status) }, [
    [/^(?:terminated|other side closed|Connection error)/, 'crashed', { transient: true }],
    [/^No API key\b/, 'unauthenticated'],
  ]);
}

function endOf(state: PiState, process: ProcessEnd): AgentEnd {
  const { known, partial, over } = state;
  const cut = partial.truncated ? { truncated: true } : {};
  if (!over) return { ...failedEnd(unfinished(state, process), partial.text), ...known, ...cut };
  const failure = failureOf(state);
  if (failure !== undefined) return { ...failedEnd(failure, partial.text), ...known, ...cut };
  const answer = textOf(state.last ?? {});
  if (answer.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...known };
  return { type: 'ended', outcome: 'ok', text: answer, ...known };
}

function textOf(message: JsonObject): string {
  const blocks = list(message['content']).map((block) => object(block) ?? {});
  return blocks.flatMap((block) => (block['type'] === 'text' ? (text(block['text']) ?? []) : [])).join('');
}

/** It was still trying, or it never began: then standard error tells why. */
function unfinished({ last }: PiState, process: ProcessEnd): Failure {
  if (last?.['stopReason'] === 'error') return classifyError(text(last['errorMessage']) ?? '');
  return classifyError(process.stderrTail.trim(), exitReason(process.code, process.stderrTail));
}
