// Reads the JSON lines of `codex exec`. Only turn.completed and turn.failed are final; "error" lines and items are not.
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
  statusIn,
} from '../failure.ts';

interface CodexState {
  /** The last message: interim texts and the answer are of one kind. */
  readonly answer: KeptText;
  readonly spoken: boolean;
  readonly sessionId?: string;
  readonly usage?: Usage;
  /** The last error line; it counts when no final line follows. */
  readonly trouble?: string;
  readonly turn?: Turn | undefined;
}

type Turn = { readonly type: 'completed' } | { readonly type: 'failed'; readonly message: string };

const patterns: readonly FailurePattern[] = [
  [/^You(?:'|’)ve (?:hit|reached) your (?:usage|spend) (?:limit|cap)/, 'rate-limited'],
  [/^(?:Quota exceeded|usage limit reached|rate limit exceeded)\b/i, 'rate-limited'],
  [/^Missing environment variable: /, 'unauthenticated'],
  [
    /^Your (?:access token|authentication session|refresh token)\b.*(?:sign in|log in) again/,
    'unauthenticated',
  ],
  [/^Incomplete response returned, reason: max_output_tokens/, 'incomplete'],
  [/^This (?:request|content) (?:has been|was) (?:flagged|blocked)\b.*(?:risk|policy|violat)/, 'refused'],
  [/^We(?:'|’)re currently experiencing high demand/, 'crashed', { transient: true }],
  [
    /^(?:stream disconnected before completion|Selected model is at capacity)/,
    'crashed',
    { transient: true },
  ],
];

export const codexDecoder: Decoder<CodexState> = {
  start: { answer: noText, spoken: false },
  line(state, line) {
    const found = jsonLine(line);
    switch (found?.['type']) {
      case 'thread.started':
        return thread(state, text(found['thread_id']));
      case 'item.started':
        return [state, startedItem(object(found['item']) ?? {})];
      case 'item.completed':
        return item(state, object(found['item']) ?? {});
      case 'turn.started':
        return [{ ...state, turn: undefined }, []];
      case 'turn.completed':
        return completed(state, object(found['usage']));
      case 'turn.failed': {
        const message = text(object(found['error'])?.['message']) ?? state.trouble ?? 'the turn failed';
        return [{ ...state, turn: { type: 'failed', message } }, []];
      }
      case 'error':
        return trouble(state, text(found['message']) ?? '');
      default:
        return [state, []];
    }
  },
  end,
};

function thread(state: CodexState, sessionId: string | undefined): Step<CodexState> {
  return sessionId === undefined ? [state, []] : [{ ...state, sessionId }, [{ type: 'about', sessionId }]];
}

/** A command is told of when it starts, for it may run long. */
function startedItem(item: JsonObject): readonly AgentEvent[] {
  if (item['type'] !== 'command_execution') return [];
  return [{ type: 'tool', name: 'command', detail: text(item['command']) ?? '' }];
}

function item(state: CodexState, found: JsonObject): Step<CodexState> {
  switch (found['type']) {
    case 'agent_message': {
      const said = text(found['text']) ?? '';
      if (said === '') return [{ ...state, answer: noText }, []];
      const delta = state.spoken ? `\n\n${said}` : said;
      return [{ ...state, spoken: true, answer: addText(noText, said) }, [{ type: 'text', delta }]];
    }
    case 'reasoning':
      return [state, [{ type: 'thought', delta: text(found['text']) ?? '' }]];
    case 'file_change':
      return [state, [fileChange(found)]];
    case 'command_execution':
      return [state, brokenSandbox(found)];
    case 'mcp_tool_call':
      return [
        state,
        [{ type: 'tool', name: text(found['tool']) ?? 'mcp', detail: text(found['server']) ?? '' }],
      ];
    case 'web_search':
      return [state, [{ type: 'tool', name: 'web search', detail: text(found['query']) ?? '' }]];
    case 'error':
      return [state, [{ type: 'notice', kind: 'warning', text: firstLine(text(found['message']) ?? '') }]];
    default:
      return [state, []];
  }
}

function fileChange(found: JsonObject): AgentEvent {
  const paths = list(found['changes'])
    .map((change) => text(object(change)?.['path']))
    .filter((path) => path !== undefined);
  const done = found['status'] === 'completed';
  return {
    type: 'tool',
    name: 'edit',
    detail: done ? paths.join(', ') : `${paths.join(', ')} (${text(found['status']) ?? 'failed'})`,
    writes: done && paths.length > 0 ? paths : undefined,
  };
}

/** With its home below the temporary folder every sandboxed command fails this way, and the run still exits with 0. */
function brokenSandbox(found: JsonObject): readonly AgentEvent[] {
  const output = text(found['aggregated_output']) ?? '';
  if (found['exit_code'] === 0 || !/^bwrap: .*codex-linux-sandbox/m.test(output)) return [];
  return [{ type: 'notice', kind: 'warning', text: `its sandbox does not work: ${firstLine(output)}` }];
}

function completed(state: CodexState, found: JsonObject | undefined): Step<CodexState> {
  const usage = found === undefined ? undefined : usageOf(found);
  const done: CodexState = { ...state, turn: { type: 'completed' } };
  if (usage === undefined) return [done, [{ type: 'answered' }]];
  return [{ ...done, usage }, [{ type: 'usage', usage }, { type: 'answered' }]];
}

/** Cached tokens are part of its input already. */
function usageOf(found: JsonObject): Usage | undefined {
  const usage = present<Usage>({
    inputTokens: count(found['input_tokens']),
    cachedInputTokens: count(found['cached_input_tokens']),
    cacheWriteTokens: count(found['cache_write_input_tokens']),
    outputTokens: count(found['output_tokens']),
    reasoningTokens: count(found['reasoning_output_tokens']),
  });
  return usage.inputTokens || usage.outputTokens ? usage : undefined;
}

function trouble(state: CodexState, message: string): Step<CodexState> {
  const retry = /^Reconnecting\.\.\. (\d+\/\d+)(?: \((.*)\))?$/s.exec(message);
  const why = retry?.[2] ?? message;
  const next = { ...state, trouble: why };
  if (retry === null) return [next, []];
  const kind = failureOf(why).outcome === 'rate-limited' ? 'rate-limit' : 'retry';
  return [next, [{ type: 'notice', kind, text: `reconnecting ${retry[1]}: ${firstLine(why)}` }]];
}

function end(state: CodexState, process: ProcessEnd): AgentEnd {
  const { answer, turn } = state;
  const known = present<Pick<AgentEnd, 'usage' | 'sessionId'>>({
    usage: state.usage,
    sessionId: state.sessionId,
  });
  const cut = answer.truncated ? { truncated: true } : {};
  if (turn?.type !== 'completed')
    return { ...failedEnd(unfinished(state, process), answer.text), ...known, ...cut };
  if (answer.text.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...known };
  return { type: 'ended', outcome: 'ok', text: answer.text, ...known, ...cut };
}

function unfinished({ turn, trouble: last }: CodexState, process: ProcessEnd): Failure {
  if (turn?.type === 'failed') return failureOf(turn.message);
  if (last !== undefined) return failureOf(last);
  const found = classifyFailure({ message: process.stderrTail }, patterns);
  if (found.outcome !== 'crashed' || found.transient === true) return found;
  return { outcome: 'crashed', reason: exitReason(process.code, process.stderrTail) };
}

function failureOf(message: string): Failure {
  return classifyFailure({ message, status: statusIn(message) }, patterns);
}
