// What the JSON lines of the Antigravity CLI mean: each names its event and holds it under that name.
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import type { Usage } from '../../domain/usage.ts';
import {
  count,
  type Decoder,
  type JsonObject,
  jsonLine,
  object,
  present,
  type Step,
  text,
} from '../decoder.ts';
import {
  classifyFailure,
  exitReason,
  type Failure,
  type FailurePattern,
  failedEnd,
  statusIn,
} from '../failure.ts';

interface AgyState {
  readonly known: Pick<AgentEnd, 'model' | 'sessionId'>;
  readonly result?: JsonObject;
}

export const agyDecoder: Decoder<AgyState> = {
  start: { known: {} },
  line(state, line) {
    const found = jsonLine(line);
    const event = text(found?.['event']);
    if (found === undefined || event === undefined) return [state, []];
    return step(withSession(state, found), event, object(found[event]) ?? {});
  },
  end: endOf,
};

function withSession(state: AgyState, line: JsonObject): AgyState {
  const sessionId = text(line['conversation_id']);
  return sessionId === undefined ? state : { ...state, known: { ...state.known, sessionId } };
}

function step(state: AgyState, event: string, data: JsonObject): Step<AgyState> {
  switch (event) {
    case 'init': {
      const known = { ...state.known, ...present<{ model?: string }>({ model: text(data['model']) }) };
      return [{ ...state, known }, [{ type: 'about', ...known }]];
    }
    case 'step_update':
      return [state, data['step_type'] === 'tool' ? toolEvents(data) : []];
    case 'result':
      return [{ ...state, result: data }, resultEvents(data)];
    default:
      return [state, []];
  }
}

function toolEvents(data: JsonObject): readonly AgentEvent[] {
  if (data['state'] !== 'DONE') return [];
  const info = object(data['tool_info']) ?? {};
  return [{ type: 'tool', name: text(data['tool_name']) ?? text(info['name']) ?? 'tool' }];
}

function resultEvents(result: JsonObject): readonly AgentEvent[] {
  const usage = usageOf(result);
  const events: AgentEvent[] = usage === undefined ? [] : [{ type: 'usage', usage }];
  if (result['status'] !== 'SUCCESS') return events;
  return [...events, { type: 'text', delta: answerOf(result) }, { type: 'answered' }];
}

function answerOf(result: JsonObject): string {
  return (text(result['response']) ?? '').replace(/\n$/, '');
}

function usageOf(result: JsonObject): Usage | undefined {
  const found = object(result['usage']);
  if (found === undefined) return undefined;
  return present<Usage>({
    inputTokens: count(found['input_tokens']),
    cachedInputTokens: count(found['cache_read_tokens']),
    outputTokens: count(found['output_tokens']),
    reasoningTokens: count(found['thinking_tokens']),
  });
}

const failures: readonly FailurePattern[] = [
  [/^(?:Error: )?(?:Authentication required|You are not logged in|Please sign in)\b/im, 'unauthenticated'],
  [/^.{0,40}\b(?:RESOURCE_EXHAUSTED|quota (?:reached|exhausted))\b/im, 'rate-limited'],
  [/headless mode cannot prompt for, so it was auto-denied/, 'blocked'],
];

function endOf({ result, known }: AgyState, process: ProcessEnd): AgentEnd {
  const facts = { ...known, ...present<{ usage?: Usage }>({ usage: usageOf(result ?? {}) }) };
  if (result === undefined) return { ...failedEnd(fromStderr(process)), ...facts };
  if (result['status'] !== 'SUCCESS') return { ...failedEnd(fromResult(result, process)), ...facts };
  const answer = answerOf(result);
  if (answer.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...facts };
  return { type: 'ended', outcome: 'ok', text: answer, ...facts };
}

function fromResult(result: JsonObject, process: ProcessEnd): Failure {
  const error = result['error'];
  const message = text(error) ?? text(object(error)?.['message']);
  if (message === undefined) return fromStderr(process);
  return classifyFailure({ message, status: statusIn(message) }, failures);
}

function fromStderr({ code, stderrTail }: ProcessEnd): Failure {
  const reason = exitReason(code, stderrTail);
  return classifyFailure({ message: stderrTail, status: statusIn(stderrTail), reason }, failures);
}
