// Reads Gemini CLI's stream-json lines, and its retries from standard error.
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import { addText, type KeptText, noText } from '../../domain/kept-text.ts';
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
  cutShort,
  exitReason,
  type Failure,
  type FailureEvidence,
  type FailurePattern,
  failedEnd,
  firstLine,
  statusIn,
} from '../failure.ts';

/** A failed try and the next one share a message, about a second apart: the pauses tell them apart. */
interface Said {
  readonly text: KeptText;
  /** The beginning and the end of each pause, as times and lengths of the text before them. */
  readonly starts: readonly { readonly at: number; readonly length: number }[];
  /** The time of the last piece. */
  readonly lastAt: number;
}

const nothing: Said = { text: noText, starts: [], lastAt: 0 };

export const geminiDecoder: Decoder<GeminiState> = {
  start: { current: nothing, earlier: nothing, pending: {}, about: {} },
  line(state, line) {
    const found = jsonLine(line);
    switch (found?.['type']) {
      case 'init':
        return init(state, found);
      case 'message':
        return message(state, found);
      case 'tool_use':
        return toolUse(state, found);
      case 'tool_result':
        return toolResult(state, found);
      case 'error':
        return trouble(state, found);
      case 'result':
        return result(state, found);
      default:
        return [state, []];
    }
  },
  stderr: retryNotice,
  end: endOf,
};

function init(state: GeminiState, line: JsonObject): Step<GeminiState> {
  const about = present<GeminiState['about']>({
    sessionId: text(line['session_id']),
    model: text(line['model']),
  });
  return [{ ...state, about }, [{ type: 'about', ...about }]];
}

function message(state: GeminiState, line: JsonObject): Step<GeminiState> {
  const said = text(line['content']) ?? '';
  if (line['role'] !== 'assistant' || said === '') return [state, []];
  const gap = isBlank(state.current) && !isBlank(state.earlier) ? '\n\n' : '';
  const at = Date.parse(text(line['timestamp']) ?? '');
  return [{ ...state, current: added(state.current, said, at) }, [{ type: 'text', delta: gap + said }]];
}

const pauseMs = 300;

function added({ text: kept, starts, lastAt }: Said, piece: string, at: number): Said {
  const isStart = starts.length === 0 || at - lastAt >= pauseMs;
  return {
    text: addText(kept, piece),
    starts: isStart ? [...starts, { at, length: kept.text.length }] : starts,
    lastAt: at,
  };
}

function isBlank({ text: { text: said } }: Said): boolean {
  return said.trim() === '';
}

const writing = new Set(['write_file', 'replace', 'edit']);

/** Only a tool marks where one message ends; what was said before it is not the answer. */
function toolUse(state: GeminiState, line: JsonObject): Step<GeminiState> {
  const input = object(line['parameters']) ?? {};
  const name = text(line['tool_name']) ?? 'tool';
  const path = text(input['file_path']);
  const detail =
    path ??
    ['command', 'pattern', 'dir_path', 'query', 'prompt'].map((key) => text(input[key])).find(Boolean) ??
    '';
  const next = isBlank(state.current) ? state : { ...state, earlier: state.current, current: nothing };
  if (!writing.has(name) || path === undefined) return [next, [{ type: 'tool', name, detail }]];
  const id = text(line['tool_id']) ?? '';
  return [{ ...next, pending: { ...next.pending, [id]: { name, path } } }, []];
}

/** A writing tool is told of when its result is there: a refused one wrote nothing. */
function toolResult(state: GeminiState, line: JsonObject): Step<GeminiState> {
  const { [text(line['tool_id']) ?? '']: tool, ...pending } = state.pending;
  if (tool === undefined) return [state, []];
  const { name, path } = tool;
  if (line['status'] === 'success')
    return [{ ...state, pending }, [{ type: 'tool', name, detail: path, writes: [path] }]];
  const why = firstLine(text(object(line['error'])?.['message']) ?? 'failed');
  return [{ ...state, pending }, [{ type: 'tool', name, detail: `${path} (${why})` }]];
}

function trouble(state: GeminiState, line: JsonObject): Step<GeminiState> {
  const said = text(line['message']) ?? '';
  const notice: AgentEvent = { type: 'notice', kind: 'warning', text: firstLine(said) };
  return [line['severity'] === 'error' ? { ...state, trouble: said } : state, [notice]];
}

function result(state: GeminiState, line: JsonObject): Step<GeminiState> {
  const stats = object(line['stats']) ?? {};
  const usage = usageOf(stats);
  // It may begin as "auto"; afterwards it knows which model it was.
  const [model, ...others] = Object.keys(object(stats['models']) ?? {});
  const about = model === undefined || others.length > 0 ? state.about : { ...state.about, model };
  const next = { ...state, about, result: line, ...(usage !== undefined && { usage }) };
  const events: AgentEvent[] = usage === undefined ? [] : [{ type: 'usage', usage }];
  if (line['status'] === 'success') events.push({ type: 'answered' });
  return [next, events];
}

/** Thoughts are counted in the total only. No tokens at all: no model was reached, so the figures are unknown. */
function usageOf(stats: JsonObject): Usage | undefined {
  const input = count(stats['input_tokens']);
  const visible = count(stats['output_tokens']);
  const total = count(stats['total_tokens']);
  if (!input && !visible) return undefined;
  const thoughts = input === undefined || visible === undefined ? undefined : (total ?? 0) - input - visible;
  const reasoning = thoughts !== undefined && thoughts > 0 ? thoughts : undefined;
  return present<Usage>({
    inputTokens: input,
    cachedInputTokens: count(stats['cached']),
    outputTokens: visible === undefined ? undefined : visible + (reasoning ?? 0),
    reasoningTokens: reasoning,
  });
}

/** It retries for minutes and switches models without a limit. Only standard error says so. */
function retryNotice(line: string): readonly AgentEvent[] {
  const [, models] = fallback.exec(line) ?? [];
  if (models !== undefined) return [{ type: 'notice', kind: 'retry', text: `switched models: ${models}` }];
  const [, attempt, status] = /^Attempt (\d+) failed with (?:status )?(\w+)\b.*Retrying/.exec(line) ?? [];
  if (attempt === undefined) return [];
  const limited = status === '429';
  return [
    { type: 'notice', kind: limited ? 'rate-limit' : 'retry', text: `attempt ${attempt} failed (${status})` },
  ];
}

/** A line of its debug log. */
const fallback = /^\[\S+\] \[\w+\] Model fallback activated: switching from (\S+ to \S+)/m;

const patterns: readonly FailurePattern[] = [
  [
    /^You (?:exceeded your current quota|have exhausted your (?:daily |hourly )?(?:quota|capacity))/,
    'rate-limited',
  ],
  [/^(?:Terminal|Retryable)?QuotaError: /m, 'rate-limited'],
  [/^Please set an Auth method in your |^Invalid auth method selected/m, 'unauthenticated'],
  [/^(?:terminated|fetch failed|premature close)/i, 'crashed', { transient: true }],
  [/^The model returned an empty response/, 'empty'],
  [/\b(?:blocked|stopped) (?:by|due to) (?:safety|prohibited content)|^Request was blocked/i, 'refused'],
];

const exits: Readonly<Record<number, Pick<Failure, 'outcome' | 'transient'>>> = {
  41: { outcome: 'unauthenticated' },
  145: { outcome: 'unauthenticated' },
  147: { outcome: 'unauthenticated' },
  173: { outcome: 'rate-limited' },
  244: { outcome: 'crashed', transient: true },
  247: { outcome: 'crashed', transient: true },
};

/**
 * What a run of Gemini CLI came to. Told to end, it exits with 0 and without a result; failing, with the HTTP
 * status mod 256.
 */
function endOf(state: GeminiState, process: ProcessEnd): AgentEnd {
  const { text: all, starts } = isBlank(state.current) ? state.earlier : state.current;
  const { result } = state;
  const said = result?.['status'] === 'success' ? lastTry({ all, starts }, process.answerFile) : all;
  const known = {
    ...state.about,
    ...present<Pick<AgentEnd, 'usage' | 'truncated'>>({
      usage: state.usage,
      truncated: said.truncated ? true : undefined,
    }),
  };
  if (result?.['status'] !== 'success')
    return { ...failedEnd(failureOf(state, process), said.text), ...known };
  if (isCut(process.answerFile)) return { ...failedEnd(cutShort, said.text), ...known };
  if (said.text.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...known };
  return { type: 'ended', outcome: 'ok', text: said.text, ...known };
}

/** Without the text of tries that failed: the telemetry has the time of each retry. */
function lastTry(
  { all, starts }: Pick<Said, 'starts'> & { readonly all: KeptText },
  telemetry = '',
): KeptText {
  const retriedAt = Date.parse([...telemetry.matchAll(contentRetry)].at(-1)?.[1] ?? '');
  const { length = 0 } = starts.find(({ at }) => at > retriedAt) ?? {};
  return length === 0 ? all : { ...all, text: all.text.slice(length) };
}

const contentRetry = /"gemini_cli\.chat\.content_retry",\s*"event\.timestamp": "([^"]+)"/g;

/** Why an answer ended stands in its telemetry alone: once for each piece, of which the last counts. */
function isCut(telemetry = ''): boolean {
  return /"length"\s*$/.test([...telemetry.matchAll(mainEnds)].at(-1)?.[1] ?? '');
}

const mainEnds =
  /"gemini_cli\.api_response"(?:(?!"event\.name")[\s\S])*?"finish_reasons": \[([^\]]*)\],\s*"role": "main"/g;

function failureOf(state: GeminiState, process: ProcessEnd): Failure {
  const { result } = state;
  const told =
    result === undefined ? undefined : (text(object(result['error'])?.['message']) ?? state.trouble);
  if (told !== undefined) {
    const message = told.replace(/^\[API Error: /, '');
    const reason = firstLine(message).replace(/\]$/, '');
    return classify({ message, status: statusIn(message), retryAfterMs: resetIn(message), reason }, process);
  }
  return unfinished(process);
}

/** The exit code speaks where the text said nothing. */
function classify(evidence: FailureEvidence, { cause, code }: ProcessEnd): Failure {
  const found = classifyFailure(evidence, patterns);
  const vague = found.outcome === 'crashed' && found.transient !== true;
  const known = vague && cause === 'exited' ? exits[code ?? -1] : undefined;
  if (known === undefined) return found;
  return { ...classifyFailure({ ...evidence, status: undefined }, [[/^/, known.outcome]]), ...known };
}

/** No result: ended from outside, or refused before it began. A retry it was busy with tells why it took so long. */
function unfinished(process: ProcessEnd): Failure {
  const { code } = process;
  const stderrTail = process.stderrTail.replaceAll(debugLine, '');
  if (fallback.test(process.stderrTail)) return classify(fallbackFailure(process), process);
  const retries = [...stderrTail.matchAll(/^Attempt \d+ failed with status (\d+)\..*$/gm)].at(-1);
  if (retries !== undefined) {
    const reason = `ended while it was still retrying: ${firstLine(retries[0])}`;
    return classify({ message: retries[0], status: Number(retries[1]), reason }, process);
  }
  const reason = exitReason(code, stderrTail);
  return classify({ message: stderrTail, retryAfterMs: resetIn(stderrTail), reason }, process);
}

const debugLine = /^\[\d{4}-[^\]]*\] \[(?:DEBUG|LOG|WARN|ERROR)\] .*\n?/gm;

/** Its telemetry says why its models failed, if it had the time to write it. */
function fallbackFailure({ answerFile = '', stderrTail }: ProcessEnd): FailureEvidence {
  const [, quoted = '""', status] = [...answerFile.matchAll(apiError)].at(-1) ?? [];
  const message = text(JSON.parse(quoted)) ?? '';
  if (message !== '') return { message, status: status === undefined ? undefined : Number(status) };
  const models = fallback.exec(stderrTail)?.[1];
  return { message: `none of its models answered; it went on switching, such as from ${models}` };
}

const apiError =
  /"gemini_cli\.api_error"(?:(?!"event\.name")[\s\S])*?"error\.message": ("(?:[^"\\]|\\.)*")(?:(?:(?!"event\.name")[\s\S])*?"status_code": (\d+))?/g;

/** "Your quota will reset after 3h12m5s." */
function resetIn(message: string): number | undefined {
  const match = /\breset after (?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?/.exec(message);
  const [hours, minutes, seconds] = (match ?? []).slice(1).map((part) => Number(part ?? 0));
  const total = ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
  return total > 0 ? total : undefined;
}

interface GeminiState {
  /** Said since the last tool. */
  readonly current: Said;
  /** The last thing said before a tool; the answer if nothing follows it. */
  readonly earlier: Said;
  /** Writing tools whose result is not known yet, by their id. */
  readonly pending: Readonly<Record<string, { readonly name: string; readonly path: string }>>;
  readonly about: Pick<AgentEnd, 'sessionId' | 'model'>;
  readonly usage?: Usage;
  /** The last error line. */
  readonly trouble?: string;
  readonly result?: JsonObject;
}
