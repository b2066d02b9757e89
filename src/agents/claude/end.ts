// What a run of Claude Code came to, from its result line or from its absence; and what its tools do to files.
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import { addText, type KeptText } from '../../domain/kept-text.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import type { Usage } from '../../domain/usage.ts';
import { count, type JsonObject, list, number, object, present, text } from '../decoder.ts';
import {
  classifyFailure,
  cutShort,
  exitReason,
  type Failure,
  type FailureEvidence,
  type FailurePattern,
  failedEnd,
} from '../failure.ts';
import { longPause } from '../retry-after.ts';

/** Texts of the CLI's own, at the start of a result that is marked as an error. */
const patterns: readonly FailurePattern[] = [
  [/^API Error: .*unable to respond to this request, which appears to violate/, 'refused'],
  [/^You(?:'|’)(?:ve (?:hit|reached) your|re out of usage credits)\b/, 'rate-limited'],
  [/^Claude (?:AI )?usage limit reached/, 'rate-limited'],
  [/^(?:Not logged in|Failed to authenticate|Invalid API key|OAuth token)\b/, 'unauthenticated'],
  [/^API Error: .*\bexceeded the [\d,]+ output token maximum\b/, 'incomplete'],
  [/^API Error: (?:Connection|Request timed out)\b/, 'crashed', { transient: true }],
];

/** The CLI's categories for an error it could not put a status to. */
const categories: Readonly<Record<string, Pick<Failure, 'outcome' | 'transient'>>> = {
  rate_limit: { outcome: 'rate-limited' },
  authentication_failed: { outcome: 'unauthenticated' },
  oauth_org_not_allowed: { outcome: 'unauthenticated' },
  cloud_credential_error: { outcome: 'unauthenticated' },
  overloaded: { outcome: 'crashed', transient: true },
  server_error: { outcome: 'crashed', transient: true },
};

export function endOf(state: ClaudeState, process: ProcessEnd): AgentEnd {
  const { result, about } = state;
  if (result === undefined) return { ...failed(state, unfinished(state, process)), ...about };
  const known = { ...about, ...figuresOf(result) };
  if (result['is_error'] === true || result['stop_reason'] === 'refusal')
    return { ...failed(state, failureOf(state, result)), ...known };
  if (text(result['subtype']) !== 'success')
    return { ...failed(state, { outcome: 'incomplete', reason: messageOf(result) }), ...known };
  if (result['stop_reason'] === 'max_tokens') return { ...failed(state, cutShort), ...known };
  const { text: answer, truncated } = addText(state.parts, text(result['result']) ?? '');
  if (answer.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...known };
  return { type: 'ended', outcome: 'ok', text: answer, ...known, truncated: truncated || undefined };
}

/** With what was heard of it, interim messages included. */
function failed(state: ClaudeState, failure: Failure): AgentEnd {
  const { text: heard, truncated } = addText(state.said, state.message.text);
  const limited = failure.outcome === 'rate-limited' && state.resetAt !== undefined;
  // The window the plan named says more than any pause.
  const { retryAfterMs: _pause, ...rest } = failure;
  const known = limited ? { ...rest, resetAt: state.resetAt } : failure;
  return { ...failedEnd(known, heard), ...(truncated && { truncated }) };
}

function failureOf(state: ClaudeState, result: JsonObject): Failure {
  const message = messageOf(result);
  if (result['stop_reason'] === 'refusal') return { outcome: 'refused', reason: message };
  return classify({ message, status: number(result['api_error_status']) }, state.apiError);
}

/** The CLI's category speaks where status and text said nothing. */
function classify(evidence: FailureEvidence, category = ''): Failure {
  const found = classifyFailure(evidence, patterns);
  const known = categories[category];
  if (known === undefined || found.outcome !== 'crashed' || found.transient === true) return found;
  return { ...classifyFailure({ ...evidence, status: undefined }, [[/^/, known.outcome]]), ...known };
}

function messageOf(result: JsonObject): string {
  const said = text(result['result']);
  if (said !== undefined && said.trim() !== '') return said;
  const errors = list(result['errors']).filter((entry) => typeof entry === 'string');
  return errors.join('\n') || (text(result['subtype']) ?? 'it failed').replaceAll('_', ' ');
}

/** No result line: killed, crashed, or still retrying when its time was up. */
function unfinished(state: ClaudeState, process: ProcessEnd): Failure {
  const { retrying } = state;
  if (retrying !== undefined) {
    const error = text(retrying['error']);
    const message = `gave up while it was still retrying: ${error ?? 'an error'}`;
    const pause = longPause(number(retrying['retry_delay_ms']));
    return classify({ message, status: number(retrying['error_status']), ...pause }, error);
  }
  const said = [state.loose.text, process.stderrTail];
  const found = said.map((message) => classifyFailure({ message }, patterns));
  const known = found.find((failure) => failure.outcome !== 'crashed' || failure.transient === true);
  const loose = state.loose.text.trim();
  return known ?? { outcome: 'crashed', reason: exitReason(process.code, loose || process.stderrTail) };
}

/** Tokens and money of all models the run used, side calls and subagents included. */
export function figuresOf(result: JsonObject): Pick<AgentEnd, 'usage' | 'costUsd'> {
  const models = Object.values(object(result['modelUsage']) ?? {}).map((entry) => object(entry) ?? {});
  const usage = models.length > 0 ? sumOf(models) : usageOf(object(result['usage']) ?? {});
  // The CLI's guess for a model that is not on its price list is not a price.
  const priced = models.length > 0 && models.every((model) => model['costBasis'] !== 'unknown');
  const cost = priced ? number(result['total_cost_usd']) : undefined;
  return present<Pick<AgentEnd, 'usage' | 'costUsd'>>({ usage, costUsd: cost });
}

function sumOf(models: readonly JsonObject[]): Usage | undefined {
  const total = (name: string) => {
    const counts = models.map((model) => count(model[name])).filter((value) => value !== undefined);
    return counts.length === 0 ? undefined : counts.reduce((sum, value) => sum + value, 0);
  };
  return toUsage({
    fresh: total('inputTokens'),
    read: total('cacheReadInputTokens'),
    written: total('cacheCreationInputTokens'),
    output: total('outputTokens'),
    thinking: total('thinkingTokens'),
  });
}

function usageOf(usage: JsonObject): Usage | undefined {
  return toUsage({
    fresh: count(usage['input_tokens']),
    read: count(usage['cache_read_input_tokens']),
    written: count(usage['cache_creation_input_tokens']),
    output: count(usage['output_tokens']),
    thinking: count(object(usage['output_tokens_details'])?.['thinking_tokens']),
  });
}

interface Counts {
  readonly fresh: number | undefined;
  readonly read: number | undefined;
  readonly written: number | undefined;
  readonly output: number | undefined;
  readonly thinking: number | undefined;
}

/** The CLI counts cached tokens beside its input. Nothing at all means that no model was reached: unknown, not zero. */
function toUsage({ fresh, read, written, output, thinking }: Counts): Usage | undefined {
  const input = fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0);
  if (!input && !output) return undefined;
  return present<Usage>({
    inputTokens: input,
    cachedInputTokens: read,
    cacheWriteTokens: written,
    outputTokens: output,
    reasoningTokens: thinking,
  });
}

export interface ClaudeState {
  /** The messages before the current one. */
  readonly said: KeptText;
  /** The current message; given up by the CLI when its stream broke, and then replaced by the next one. */
  readonly message: KeptText;
  readonly abandoned: boolean;
  /** The messages right before the current one that were cut at the output limit: it goes on where they ended. */
  readonly parts: KeptText;
  /** The current message was cut there too. */
  readonly cut: boolean;
  /** The current message came in pieces, so its whole need not be read again. */
  readonly streamed: boolean;
  /** Writing tools whose result is not known yet, by their id. */
  readonly pending: Readonly<Record<string, Pending>>;
  readonly about: Pick<AgentEnd, 'sessionId' | 'model' | 'version'>;
  /** What was printed besides the protocol. */
  readonly loose: KeptText;
  /** The last refusal the CLI was told of while it went on trying. */
  readonly retrying?: JsonObject;
  readonly resetAt?: string;
  /** The category of an error the CLI put in the place of an answer. */
  readonly apiError?: string;
  readonly result?: JsonObject;
}

interface Pending {
  readonly id: string;
  readonly name: string;
  readonly detail?: string;
  readonly writes?: readonly string[];
}

/** As far as their input says. */
const writing = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

export function toolOf(block: JsonObject): Pending {
  const input = object(block['input']) ?? {};
  const name = text(block['name']) ?? 'tool';
  const path = text(input['file_path']) ?? text(input['notebook_path']);
  const detail =
    path ??
    ['command', 'pattern', 'path', 'url', 'query', 'description']
      .map((key) => text(input[key]))
      .find(Boolean);
  return {
    id: text(block['id']) ?? '',
    name,
    detail,
    writes: writing.has(name) && path !== undefined ? [path] : undefined,
  };
}

export function toolEvent({ name, detail = '', writes }: Pending, failed?: string): AgentEvent {
  const said = failed === undefined ? detail : `${detail} (${failed})`;
  return {
    type: 'tool',
    name,
    detail: said || undefined,
    writes: writes !== undefined && failed === undefined ? writes : undefined,
  };
}
