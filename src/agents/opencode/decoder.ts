// Reads the JSON lines of `opencode run`: whole parts, step by step, and its retries from the log on standard error.
import type { AgentEnd, AgentEvent, NoticeKind } from '../../domain/agent-event.ts';
import { addText, type KeptText, noText } from '../../domain/kept-text.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import type { Usage } from '../../domain/usage.ts';
import {
  count,
  type Decoder,
  type JsonObject,
  jsonLine,
  number,
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
  firstLine,
} from '../failure.ts';
import { waitIn } from '../retry-after.ts';

interface OpencodeState {
  /** What was said in the last step that said anything. */
  readonly answer: KeptText;
  /** Whether anything was said at all, and in the step that is open. */
  readonly spoken: boolean;
  readonly stepSpoken: boolean;
  /** A step is open; a second start without an end in between is a retry. */
  readonly open: boolean;
  readonly spent: Spent;
  readonly sessionId?: string;
  readonly finish?: string;
  readonly failed?: Failure;
}

const patterns: readonly FailurePattern[] = [
  [/^AI_APICallError: .*\b(?:rate limit|usage limit|quota|too many requests)\b/i, 'rate-limited'],
  [/^AI_APICallError: .*\b(?:api key|unauthorized|authentication)\b/i, 'unauthenticated'],
  [/^(?:AI_LoadAPIKeyError|ProviderAuthError)\b/, 'unauthenticated'],
  [/^AI_APICallError: /, 'crashed', { transient: true }],
];

export const opencodeDecoder: Decoder<OpencodeState> = {
  start: { answer: noText, spoken: false, stepSpoken: false, open: false, spent: {} },
  line(state, line) {
    const found = jsonLine(line);
    if (found === undefined) return [state, []];
    const [known, about] = session(state, text(found['sessionID']));
    const [next, events] = step(known, found);
    return [next, [...about, ...events]];
  },
  stderr: retryNotice,
  end,
};

function session(state: OpencodeState, sessionId: string | undefined): Step<OpencodeState> {
  if (sessionId === undefined || state.sessionId !== undefined) return [state, []];
  return [{ ...state, sessionId }, [{ type: 'about', sessionId }]];
}

function step(state: OpencodeState, line: JsonObject): Step<OpencodeState> {
  const part = object(line['part']) ?? {};
  switch (line['type']) {
    case 'step_start':
      return stepStart(state);
    case 'text':
      return speak(state, text(part['text']) ?? '');
    case 'reasoning':
      return [state, [{ type: 'thought', delta: text(part['text']) ?? '' }]];
    case 'tool_use':
      return [state, [toolEvent(part)]];
    case 'step_finish':
      return stepFinish(state, part);
    case 'error':
      return [{ ...state, failed: failureOf(object(line['error']) ?? {}) }, []];
    default:
      return [state, []];
  }
}

/** What a broken stream had said is said again by the next one. */
function stepStart(state: OpencodeState): Step<OpencodeState> {
  const retry: readonly AgentEvent[] = state.open
    ? [{ type: 'notice', kind: 'retry', text: 'the step was started again' }]
    : [];
  return [{ ...state, open: true, stepSpoken: false }, retry];
}

function speak(state: OpencodeState, said: string): Step<OpencodeState> {
  if (said === '') return [state, []];
  const delta = state.spoken ? `\n\n${said}` : said;
  const answer = state.stepSpoken ? addText(state.answer, delta) : addText(noText, said);
  return [{ ...state, spoken: true, stepSpoken: true, answer }, [{ type: 'text', delta }]];
}

const writing = new Set(['write', 'edit', 'multiedit', 'patch', 'apply_patch']);

function toolEvent(part: JsonObject): AgentEvent {
  const state = object(part['state']) ?? {};
  const input = object(state['input']) ?? {};
  const name = text(part['tool']) ?? 'tool';
  const path = text(input['filePath']);
  const detail =
    path ??
    ['command', 'pattern', 'path', 'url', 'description', 'error']
      .map((key) => text(input[key]))
      .find(Boolean);
  const failed = state['status'] === 'completed' ? undefined : firstLine(text(state['error']) ?? 'failed');
  const writes = writing.has(name) && failed === undefined && path !== undefined ? { writes: [path] } : {};
  const said = failed === undefined ? (detail ?? '') : `${detail ?? ''} (${failed})`.trim();
  return { type: 'tool', name, detail: said || undefined, ...writes };
}

function stepFinish(state: OpencodeState, part: JsonObject): Step<OpencodeState> {
  const finish = text(part['reason']) ?? 'unknown';
  const spent = addUsage(state.spent, part);
  const events: AgentEvent[] = spent.usage === undefined ? [] : [{ type: 'usage', usage: spent.usage }];
  if (finish === 'stop') events.push({ type: 'answered' });
  return [{ ...state, open: false, spent, finish }, events];
}

function failureOf(error: JsonObject): Failure {
  const data = object(error['data']) ?? {};
  const message = text(data['message']) ?? text(error['name']) ?? 'it failed';
  const wait = waitIn(object(data['responseHeaders']) ?? {});
  const found = classifyFailure({ message, status: number(data['statusCode']), ...wait }, patterns);
  if (error['name'] === 'ProviderAuthError') return { ...found, outcome: 'unauthenticated' };
  if (data['isRetryable'] === true && found.outcome === 'crashed') return { ...found, transient: true };
  return found;
}

/** level=ERROR ... message="stream error" ... error.error="AI_APICallError: ..." */
function retryNotice(line: string): readonly AgentEvent[] {
  const error = streamError(line);
  if (error === undefined) return [];
  const { outcome } = classifyFailure({ message: error }, patterns);
  return [{ type: 'notice', kind: noticeKinds[outcome] ?? 'retry', text: firstLine(error) }];
}

/** A wrong key is not tried again. */
const noticeKinds: Partial<Record<Outcome, NoticeKind>> = {
  'rate-limited': 'rate-limit',
  unauthenticated: 'warning',
};

function streamError(line: string): string | undefined {
  return /^timestamp=\S+ level=ERROR .*\bmessage="stream error" .*\berror\.error="((?:[^"\\]|\\.)*)"/.exec(
    line,
  )?.[1];
}

function end(state: OpencodeState, process: ProcessEnd): AgentEnd {
  const { answer, finish, failed } = state;
  const known = {
    ...present<Pick<AgentEnd, 'sessionId'>>({ sessionId: state.sessionId }),
    ...state.spent,
    ...(answer.truncated && { truncated: true }),
  };
  if (failed !== undefined) return { ...failedEnd(failed, answer.text), ...known };
  if (finish === undefined || finish === 'tool-calls' || state.open)
    return { ...failedEnd(unfinished(process), answer.text), ...known };
  if (finish === 'content-filter')
    return {
      ...failedEnd({ outcome: 'refused', reason: 'stopped by a content filter' }, answer.text),
      ...known,
    };
  if (finish === 'length')
    return {
      ...failedEnd({ outcome: 'incomplete', reason: 'the output limit was reached' }, answer.text),
      ...known,
    };
  if (answer.text.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...known };
  return { type: 'ended', outcome: 'ok', text: answer.text, ...known };
}

/** No last step: what the log says of the stream is all there is. */
function unfinished({ code, stderrTail }: ProcessEnd): Failure {
  const last = stderrTail.split('\n').map(streamError).findLast(Boolean);
  if (last !== undefined) return classifyFailure({ message: last }, patterns);
  if (code === 0) return { outcome: 'crashed', reason: 'it ended without a last step' };
  return { outcome: 'crashed', reason: exitReason(code, stderrTail) };
}

type Spent = Pick<AgentEnd, 'usage' | 'costUsd'>;

function addUsage(spent: Spent, part: JsonObject): Spent {
  const usage = usageOf(object(part['tokens']) ?? {});
  const cost = number(part['cost']);
  return present<Spent>({
    usage: usage === undefined ? spent.usage : sum(spent.usage ?? {}, usage),
    // A model without a price in its catalogue costs 0 there: that is not known, not free.
    costUsd: cost === undefined || cost <= 0 ? spent.costUsd : (spent.costUsd ?? 0) + cost,
  });
}

function usageOf(tokens: JsonObject): Usage | undefined {
  const cache = object(tokens['cache']) ?? {};
  const [fresh, visible] = [count(tokens['input']), count(tokens['output'])];
  const [read, written, reasoning] = [
    count(cache['read']),
    count(cache['write']),
    count(tokens['reasoning']),
  ];
  const input = fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0);
  const output = visible === undefined ? undefined : visible + (reasoning ?? 0);
  if (!input && !output) return undefined;
  return present<Usage>({
    inputTokens: input,
    cachedInputTokens: read,
    cacheWriteTokens: written,
    outputTokens: output,
    reasoningTokens: reasoning,
  });
}

function sum(a: Usage, b: Usage): Usage {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof Usage)[];
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}
