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

export const geminiDecoder: Decoder<GeminiState> = {
  start: { current: noText, earlier: noText, pending: {}, about: {} },
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
  const gap = state.current.text === '' && state.earlier.text !== '' ? '\n\n' : '';
  return [{ ...state, current: addText(state.current, said) }, [{ type: 'text', delta: gap + said }]];
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
  const next =
    state.current.text.trim() === '' ? state : { ...state, earlier: state.current, current: noText };
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

/** It tries for minutes, and only standard error says so. */
function retryNotice(line: string): readonly AgentEvent[] {
  const [, attempt, status] = /^Attempt (\d+) failed with (?:status )?(\w+)\b.*Retrying/.exec(line) ?? [];
  if (attempt === undefined) return [];
  const limited = status === '429';
  return [
    { type: 'notice', kind: limited ? 'rate-limit' : 'retry', text: `attempt ${attempt} failed (${status})` },
  ];
}

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
  const said = state.current.text.trim() === '' ? state.earlier : state.current;
  const known = {
    ...state.about,
    ...present<Pick<AgentEnd, 'usage' | 'truncated'>>({
      usage: state.usage,
      truncated: said.truncated ? true : undefined,
    }),
  };
  const { result } = state;
  if (result?.['status'] !== 'success')
    return { ...failedEnd(failureOf(state, process), said.text), ...known };
  if (isCut(process.answerFile)) return { ...failedEnd(cutShort, said.text), ...known };
  if (said.text.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...known };
  return { type: 'ended', outcome: 'ok', text: said.text, ...known };
}

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
  const { code, stderrTail } = process;
  const retries = [...stderrTail.matchAll(/^Attempt \d+ failed with status (\d+)\..*$/gm)].at(-1);
  if (retries !== undefined) {
    const reason = `ended while it was still retrying: ${firstLine(retries[0])}`;
    return classify({ message: retries[0], status: Number(retries[1]), reason }, process);
  }
  const reason = exitReason(code, stderrTail);
  return classify({ message: stderrTail, retryAfterMs: resetIn(stderrTail), reason }, process);
}

/** "Your quota will reset after 3h12m5s." */
function resetIn(message: string): number | undefined {
  const match = /\breset after (?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?/.exec(message);
  const [hours, minutes, seconds] = (match ?? []).slice(1).map((part) => Number(part ?? 0));
  const total = ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
  return total > 0 ? total : undefined;
}

interface GeminiState {
  /** What was said since the last tool. */
  readonly current: KeptText;
  /** The last thing said before a tool; the answer where nothing follows it. */
  readonly earlier: KeptText;
  /** Writing tools whose result is not known yet, by their id. */
  readonly pending: Readonly<Record<string, { readonly name: string; readonly path: string }>>;
  readonly about: Pick<AgentEnd, 'sessionId' | 'model'>;
  readonly usage?: Usage;
  /** The last error line. */
  readonly trouble?: string;
  readonly result?: JsonObject;
}
