// Decodes the stream of messages that several CLIs print: one JSON object a line, from `system` to `result`.
import type { AgentEnd, AgentEvent } from '../domain/agent-event.ts';
import { addText, type KeptText, noText } from '../domain/kept-text.ts';
import type { ProcessEnd } from '../domain/process-plan.ts';
import type { Usage } from '../domain/usage.ts';
import {
  type Decoder,
  type JsonObject,
  jsonLine,
  list,
  number,
  object,
  present,
  type Step,
  text,
} from './decoder.ts';
import {
  classifyFailure,
  cutShort,
  exitReason,
  type Failure,
  type FailureEvidence,
  type FailurePattern,
  failedEnd,
  statusIn,
} from './failure.ts';

/** What differs between the CLIs that print such a stream. */
export interface MessageDialect {
  usage(found: JsonObject): Usage;
  /** Tools that write, and the argument that names the file. */
  readonly writers: Readonly<Record<string, string>>;
  readonly failures: readonly FailurePattern[];
  /** A failure that is dressed as an answer. */
  failureIn?(result: JsonObject): string | undefined;
  /** Whether the file it leaves says that the last answer was cut at the output limit. */
  isCut?(answerFile: string): boolean;
  /** An error the CLI was still retrying when its process ended. */
  retrying?(process: ProcessEnd): FailureEvidence | undefined;
  stderr?(line: string): readonly AgentEvent[];
}

interface State {
  /** What has arrived of the message that is being written. */
  readonly partial: KeptText;
  readonly writes: Readonly<Record<string, { readonly name: string; readonly path: string }>>;
  readonly known: Pick<AgentEnd, 'model' | 'sessionId' | 'usage' | 'costUsd'>;
  readonly answer?: string;
  readonly failed?: Failure;
}

export function messageStream(dialect: MessageDialect): Decoder<State> {
  return {
    start: { partial: noText, writes: {}, known: {} },
    line(state, line) {
      const found = jsonLine(line);
      return found === undefined ? [state, []] : step(state, found, dialect);
    },
    stderr: dialect.stderr,
    end: (state, process) => endOf(state, process, dialect),
  };
}

function step(state: State, line: JsonObject, dialect: MessageDialect): Step<State> {
  // What a helper of the agent says is not the agent's answer.
  const ownWords = line['parent_tool_use_id'] === null || line['parent_tool_use_id'] === undefined;
  switch (line['type']) {
    case 'system':
      if (line['subtype'] === 'init') return about(state, line);
      // What it said before it began anew is not part of what it says now.
      return [line['subtype'] === 'retry' ? { ...state, partial: noText } : state, []];
    case 'stream_event':
      return ownWords ? streamEvent(state, object(line['event']) ?? {}) : [state, []];
    case 'assistant':
      return assistant(state, object(line['message']) ?? {}, { dialect, ownWords });
    case 'user':
      return toolResults(state, object(line['message']) ?? {});
    case 'result':
      return result(state, line, dialect);
    default:
      return [state, []];
  }
}

function about(state: State, line: JsonObject): Step<State> {
  const known = present<{ model?: string; sessionId?: string }>({
    model: text(line['model']),
    sessionId: text(line['session_id']),
  });
  return [{ ...state, known: { ...state.known, ...known } }, [{ type: 'about', ...known }]];
}

function streamEvent(state: State, event: JsonObject): Step<State> {
  if (event['type'] === 'message_start') return [{ ...state, partial: noText }, []];
  if (event['type'] !== 'content_block_delta') return [state, []];
  const delta = object(event['delta']) ?? {};
  const said = text(delta['text']);
  if (delta['type'] === 'text_delta' && said !== undefined)
    return [{ ...state, partial: addText(state.partial, said) }, [{ type: 'text', delta: said }]];
  const thought = text(delta['thinking']);
  return thought === undefined ? [state, []] : [state, [{ type: 'thought', delta: thought }]];
}

/** The whole message: its tools, and its text where none of it was streamed. */
function assistant(
  state: State,
  message: JsonObject,
  { dialect, ownWords }: { dialect: MessageDialect; ownWords: boolean },
): Step<State> {
  let next = state;
  const events: AgentEvent[] = [];
  for (const block of list(message['content']).map((one) => object(one) ?? {})) {
    const said = text(block['text']);
    if (block['type'] === 'text' && said !== undefined && ownWords && state.partial.text === '') {
      next = { ...next, partial: addText(next.partial, said) };
      events.push({ type: 'text', delta: said });
    }
    if (block['type'] !== 'tool_use') continue;
    const name = text(block['name']) ?? 'tool';
    const path = text(object(block['input'])?.[dialect.writers[name] ?? '']);
    events.push({ type: 'tool', name, ...present<{ detail?: string }>({ detail: path }) });
    const id = text(block['id']);
    if (path !== undefined && id !== undefined)
      next = { ...next, writes: { ...next.writes, [id]: { name, path } } };
  }
  return [next, events];
}

/** A file counts as written when its tool said so. */
function toolResults(state: State, message: JsonObject): Step<State> {
  const events: AgentEvent[] = [];
  for (const block of list(message['content']).map((one) => object(one) ?? {})) {
    const write = state.writes[text(block['tool_use_id']) ?? ''];
    if (block['type'] !== 'tool_result' || block['is_error'] === true || write === undefined) continue;
    events.push({ type: 'tool', name: write.name, detail: write.path, writes: [write.path] });
  }
  return [state, events];
}

function result(state: State, line: JsonObject, dialect: MessageDialect): Step<State> {
  const usage = dialect.usage(object(line['usage']) ?? {});
  const spent = Object.values(usage).some((tokens) => (tokens ?? 0) > 0);
  const costUsd = number(line['total_cost_usd']);
  const known = {
    ...state.known,
    // Nothing but zeros is what a CLI prints when it does not know.
    ...(spent && { usage }),
    ...(costUsd !== undefined && costUsd > 0 && { costUsd }),
    ...present<{ sessionId?: string; model?: string }>({
      sessionId: text(line['session_id']) ?? state.known.sessionId,
      model: Object.keys(object(line['modelUsage']) ?? {})[0] ?? state.known.model,
    }),
  };
  const failed = failureOf(line, dialect);
  const events: AgentEvent[] = spent ? [{ type: 'usage', usage }] : [];
  if (failed !== undefined) return [{ ...state, known, failed }, events];
  return [
    { ...state, known, answer: text(line['result']) ?? state.partial.text },
    [...events, { type: 'answered' }],
  ];
}

function failureOf(line: JsonObject, dialect: MessageDialect): Failure | undefined {
  const stop = line['stop_reason'];
  if (stop === 'refusal') return { outcome: 'refused', reason: 'the model refused' };
  if (stop === 'max_tokens') return cutShort;
  const message = errorIn(line) ?? dialect.failureIn?.(line);
  if (stop === 'cancelled')
    return { outcome: 'blocked', reason: 'it asked for a permission that nobody was there to give' };
  if (message !== undefined) return classify({ message }, dialect);
  return line['is_error'] === true
    ? { outcome: 'crashed', reason: `it ended with ${text(line['subtype']) ?? 'an error'}` }
    : undefined;
}

function errorIn(line: JsonObject): string | undefined {
  if (line['is_error'] !== true) return undefined;
  const first = text(list(line['errors'])[0]);
  return inWords(text(object(line['error'])?.['message']) ?? first ?? text(line['result']));
}

/** `Internal error: {"message": "..."}`, over several lines. */
function inWords(error: string | undefined): string | undefined {
  return (
    text(jsonLine((error?.replace(/^[\w ]+: (?=\{)/, '') ?? '').replaceAll('\n', ' '))?.['message']) ?? error
  );
}

function classify(evidence: FailureEvidence, { failures }: MessageDialect): Failure {
  return classifyFailure({ ...evidence, status: statusIn(evidence.message) }, failures);
}

function endOf(state: State, process: ProcessEnd, dialect: MessageDialect): AgentEnd {
  const cut = state.partial.truncated ? { truncated: true } : {};
  if (state.failed !== undefined)
    return { ...failedEnd(state.failed, textOf(state, state.failed)), ...state.known, ...cut };
  if (state.answer === undefined)
    return { ...failedEnd(unfinished(process, dialect), state.partial.text), ...state.known, ...cut };
  if (dialect.isCut?.(process.answerFile ?? '') === true)
    return { ...failedEnd(cutShort, state.answer), ...state.known };
  if (state.answer.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...state.known };
  return { type: 'ended', outcome: 'ok', text: state.answer, ...state.known };
}

/** Some CLIs say their error as if it were the answer, or its end; it is not kept as one. */
function textOf({ partial }: State, { reason }: Failure): string {
  return partial.text.endsWith(reason) ? partial.text.slice(0, -reason.length) : partial.text;
}

function unfinished(process: ProcessEnd, dialect: MessageDialect): Failure {
  const reason = exitReason(process.code, process.stderrTail);
  return classify(dialect.retrying?.(process) ?? { message: process.stderrTail, reason }, dialect);
}
