// What the JSON lines of the Copilot CLI mean; how many tokens it took stands in a file beside them.
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
import { classifyFailure, cutShort, exitReason, type Failure, failedEnd } from '../failure.ts';

interface CopilotState {
  /** What has arrived of the message that is being written. */
  readonly partial: KeptText;
  readonly known: Pick<AgentEnd, 'model' | 'sessionId'>;
  /** What was cut at the output limit right before that: such a turn ends without a whole message. */
  readonly parts: KeptText;
  readonly cuts: number;
  /** The last whole message, with the parts before it. */
  readonly answer: string;
  /** Nobody can tell whether it is cut as well. */
  readonly doubtful?: boolean;
  /** The last refusal of the model's server; not final while it tries again. */
  readonly status?: number;
  readonly failed?: Failure;
  readonly exitCode?: number;
}

export const copilotDecoder: Decoder<CopilotState> = {
  start: { partial: noText, known: {}, parts: noText, cuts: 0, answer: '' },
  line(state, line) {
    const found = jsonLine(line);
    return found === undefined ? [state, []] : step(state, found, object(found['data']) ?? {});
  },
  end: endOf,
};

function step(state: CopilotState, line: JsonObject, data: JsonObject): Step<CopilotState> {
  // What a helper of the agent says is not the agent's answer.
  if (typeof line['agentId'] === 'string') return [state, []];
  switch (line['type']) {
    case 'assistant.message_start':
      return [{ ...state, partial: noText }, []];
    case 'assistant.message_delta': {
      const delta = text(data['deltaContent']) ?? '';
      return [{ ...state, partial: addText(state.partial, delta) }, [{ type: 'text', delta }]];
    }
    case 'assistant.reasoning_delta':
      return [state, [{ type: 'thought', delta: text(data['deltaContent']) ?? '' }]];
    case 'assistant.message':
      return message(state, data);
    case 'assistant.turn_end':
      return [turnEnd(state), []];
    case 'tool.execution_start':
      return [state, [toolEvent(data)]];
    case 'tool.execution_complete':
      return [state, writesOf(data)];
    default:
      return trouble(state, line, data);
  }
}

function message(state: CopilotState, data: JsonObject): Step<CopilotState> {
  const model = text(data['model']);
  const known = { ...state.known, ...present<{ model?: string }>({ model }) };
  const events: AgentEvent[] =
    model === undefined || model === state.known.model ? [] : [{ type: 'about', model }];
  const answer = addText(state.parts, text(data['content']) ?? '').text;
  const next = { partial: noText, parts: noText, cuts: 0, answer, doubtful: state.cuts >= mostCuts };
  return [{ ...state, ...next, known }, events];
}

/** It goes on twice at most; what the third turn says is handed in as if it were whole. */
const mostCuts = 2;

function turnEnd(state: CopilotState): CopilotState {
  const { partial, parts, cuts } = state;
  if (partial.text === '') return state;
  return { ...state, partial: noText, parts: addText(parts, partial.text), cuts: cuts + 1 };
}

function trouble(state: CopilotState, line: JsonObject, data: JsonObject): Step<CopilotState> {
  switch (line['type']) {
    case 'model.call_failure':
      return [{ ...state, ...present<{ status?: number }>({ status: count(data['statusCode']) }) }, []];
    case 'assistant.turn_retry': {
      const kind = data['reason'] === 'rate_limit' ? 'rate-limit' : 'retry';
      return [state, [{ type: 'notice', kind, text: `it tries again (${text(data['reason']) ?? 'error'})` }]];
    }
    case 'session.error':
      return [{ ...state, failed: sessionError(state, data) }, []];
    case 'result': {
      const exitCode = number(line['exitCode']) ?? 1;
      const sessionId = text(line['sessionId']);
      const known = { ...state.known, ...present<{ sessionId?: string }>({ sessionId }) };
      const whole = exitCode === 0 && state.failed === undefined && state.doubtful !== true;
      return [{ ...state, exitCode, known }, whole ? [{ type: 'answered' }] : []];
    }
    default:
      return [state, []];
  }
}

function sessionError(state: CopilotState, data: JsonObject): Failure {
  const message = text(data['message']) ?? 'the session ended with an error';
  return classifyFailure({ message, status: count(data['statusCode']) ?? state.status }, [
    [/^No authentication information found/m, 'unauthenticated'],
    [/^Failed to get response from the AI model\b/m, 'crashed', { transient: true }],
    [/^No response was returned\b/m, 'empty'],
  ]);
}

function toolEvent(data: JsonObject): AgentEvent {
  const args = object(data['arguments']) ?? {};
  const detail = text(args['path']) ?? text(args['command']) ?? text(args['pattern']);
  return {
    type: 'tool',
    name: text(data['toolName']) ?? 'tool',
    ...present<{ detail?: string }>({ detail }),
  };
}

function writesOf(data: JsonObject): readonly AgentEvent[] {
  const writes = list(data['fileEdits']).flatMap((edit) => text(object(edit)?.['path']) ?? []);
  if (data['success'] !== true || writes.length === 0) return [];
  return [{ type: 'tool', name: 'edit', detail: writes.join(', '), writes }];
}

function endOf(state: CopilotState, process: ProcessEnd): AgentEnd {
  const { exitCode, failed } = state;
  const partial = addText(state.parts, state.partial.text);
  const cut = partial.truncated ? { truncated: true } : {};
  const known = { ...state.known, ...present<{ usage?: Usage }>({ usage: usageIn(process.answerFile) }) };
  if (failed !== undefined) return { ...failedEnd(failed, partial.text), ...known, ...cut };
  if (exitCode !== 0) return { ...failedEnd(unfinished(state, process), partial.text), ...known, ...cut };
  if (state.answer.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...known };
  if (state.doubtful === true) return { ...failedEnd(cutShort, state.answer), ...known };
  return { type: 'ended', outcome: 'ok', text: state.answer, ...known };
}

/** It was still trying, or it never began: then standard error tells why. */
function unfinished({ status }: CopilotState, process: ProcessEnd): Failure {
  const message = process.stderrTail.trim();
  if (status !== undefined)
    return classifyFailure({ message: `the model's server answered ${status}`, status });
  return classifyFailure({ message, reason: exitReason(process.code, firstWords(message)) });
}

/** Its explanations go on for a page; the first line says what happened. */
function firstWords(message: string): string {
  return message.split('\n').find((line) => line.trim() !== '') ?? '';
}

/** Models are counted apart, helpers of the agent included. */
function usageIn(file: string | undefined): Usage | undefined {
  const metrics = object(jsonLine((file ?? '').replaceAll('\n', ' '))?.['modelMetrics']);
  const usages = Object.values(metrics ?? {}).map((one) => object(object(one)?.['usage']) ?? {});
  const sum = (name: string) => {
    const counts = usages.flatMap((usage) => count(usage[name]) ?? []);
    return counts.length === 0 ? undefined : counts.reduce((total, tokens) => total + tokens, 0);
  };
  const usage = present<Usage>({
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cacheReadTokens'),
    cacheWriteTokens: sum('cacheWriteTokens'),
    outputTokens: sum('outputTokens'),
    reasoningTokens: sum('reasoningTokens'),
  });
  return Object.values(usage).some((tokens) => (tokens ?? 0) > 0) ? usage : undefined;
}
