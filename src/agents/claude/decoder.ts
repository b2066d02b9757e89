// Reads Claude Code's stream-json lines. A failed run says subtype "success": only is_error and the status tell.
import type { AgentEvent } from '../../domain/agent-event.ts';
import { addText, noText } from '../../domain/kept-text.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
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
} from '../decoder.ts';
import { firstLine } from '../failure.ts';
import { type ClaudeState, endOf, figuresOf, toolEvent, toolOf } from './end.ts';

const looseLimit = 4096;

export const claudeDecoder: Decoder<ClaudeState> = {
  start: {
    said: noText,
    message: noText,
    parts: noText,
    cut: false,
    abandoned: false,
    streamed: false,
    pending: {},
    about: {},
    loose: noText,
  },
  line(state, line) {
    const found = jsonLine(line);
    if (found === undefined) return [aside(state, line), []];
    // What a subagent says is its own business; only its file changes are told.
    const inner = text(found['parent_tool_use_id']) !== undefined;
    switch (found['type']) {
      case 'system':
        return system(state, found);
      case 'stream_event':
        return inner ? [state, []] : streamed(state, object(found['event']) ?? {}, found);
      case 'assistant':
        return assistant(state, found, inner);
      case 'user':
        return toolResults(state, found);
      case 'rate_limit_event':
        return rateLimit(state, object(found['rate_limit_info']) ?? {});
      case 'result':
        return result(state, found);
      default:
        return [state, []];
    }
  },
  end: (state: ClaudeState, process: ProcessEnd) => endOf(state, process),
};

/** Half a line of the protocol is no text of the CLI. */
function aside(state: ClaudeState, line: string): ClaudeState {
  if (line.startsWith('{')) return state;
  return { ...state, loose: addText(state.loose, `${line}\n`, looseLimit) };
}

function system(state: ClaudeState, line: JsonObject): Step<ClaudeState> {
  if (line['subtype'] === 'init') {
    const about = present<ClaudeState['about']>({
      sessionId: text(line['session_id']),
      model: text(line['model']),
      version: text(line['claude_code_version']),
    });
    return [{ ...state, about }, [{ type: 'about', ...about }]];
  }
  if (line['subtype'] !== 'api_retry') return [state, []];
  const status = number(line['error_status']);
  const limited = status === 429 || line['error'] === 'rate_limit';
  const what = text(line['error']) ?? 'error';
  const notice: AgentEvent = {
    type: 'notice',
    kind: limited ? 'rate-limit' : 'retry',
    text: `${what}${status === undefined ? '' : ` (${status})`}, attempt ${number(line['attempt']) ?? '?'} of ${number(line['max_retries']) ?? '?'}`,
    ...present<{ retryAfterMs?: number }>({ retryAfterMs: number(line['retry_delay_ms']) }),
  };
  return [{ ...state, retrying: line }, [notice]];
}

function streamed(state: ClaudeState, event: JsonObject, line: JsonObject): Step<ClaudeState> {
  const delta = object(event['delta']) ?? {};
  switch (event['type']) {
    case 'message_start':
      return [nextMessage({ ...state, streamed: false }), []];
    case 'content_block_delta': {
      const thought = text(delta['thinking']);
      if (thought !== undefined) return [state, [{ type: 'thought', delta: thought }]];
      const said = text(delta['text']);
      return said === undefined ? [state, []] : speak({ ...state, streamed: true }, said);
    }
    case 'message_delta':
      return [{ ...state, cut: delta['stop_reason'] === 'max_tokens' }, []];
    case 'message_stop':
      return [{ ...state, abandoned: line['abandoned_blocks'] !== undefined }, []];
    default:
      return [state, []];
  }
}

/** What was said in a message that stands moves up; what the CLI gave up is forgotten. */
function nextMessage(state: ClaudeState): ClaudeState {
  const { retrying: _over, ...rest } = state;
  if (state.abandoned) return { ...rest, message: noText, abandoned: false, cut: false };
  const { said, message, parts, cut } = state;
  // A message that was cut is gone on with in the next one; any other was said on the way.
  const before = cut ? addText(parts, parts.text === '' ? message.text.trimStart() : message.text) : noText;
  return { ...rest, said: addText(said, message.text), message: noText, parts: before, cut: false };
}

function speak(state: ClaudeState, said: string): Step<ClaudeState> {
  const begins = state.message.text === '' && state.said.text !== '' && said !== '';
  const gap = begins && state.parts.text === '' ? '\n\n' : '';
  const delta = gap + said;
  return [{ ...state, message: addText(state.message, delta) }, [{ type: 'text', delta }]];
}

function assistant(state: ClaudeState, line: JsonObject, inner: boolean): Step<ClaudeState> {
  const message = object(line['message']) ?? {};
  const apiError = text(line['error']);
  // The text of such a message is the CLI's error, not the model's answer; the result repeats it.
  if (apiError !== undefined) return [{ ...state, apiError }, []];
  let next = state;
  const events: AgentEvent[] = [];
  for (const block of list(message['content']).map((entry) => object(entry) ?? {})) {
    if (block['type'] === 'text' && !state.streamed && !inner) {
      const [spoken, said] = speak(nextMessage(next), text(block['text']) ?? '');
      next = spoken;
      events.push(...said);
    }
    if (block['type'] !== 'tool_use') continue;
    const tool = toolOf(block);
    if (tool.writes === undefined) events.push(toolEvent(tool));
    else next = { ...next, pending: { ...next.pending, [tool.id]: tool } };
  }
  return [next, events];
}

/** A writing tool is told of when its result is there: a refused one wrote nothing. */
function toolResults(state: ClaudeState, line: JsonObject): Step<ClaudeState> {
  let { pending } = state;
  const events: AgentEvent[] = [];
  for (const block of list(object(line['message'])?.['content']).map((entry) => object(entry) ?? {})) {
    const id = text(block['tool_use_id']) ?? '';
    const { [id]: tool, ...others } = pending;
    if (block['type'] !== 'tool_result' || tool === undefined) continue;
    pending = others;
    const failed =
      block['is_error'] === true ? firstLine(text(line['tool_use_result']) ?? 'failed') : undefined;
    events.push(toolEvent(tool, failed));
  }
  return [{ ...state, pending }, events];
}

/** Subscriptions report their windows here; `resetsAt` is in seconds. */
function rateLimit(state: ClaudeState, info: JsonObject): Step<ClaudeState> {
  const seconds = number(info['resetsAt']);
  const resetAt = seconds === undefined ? undefined : isoTime(seconds * 1000);
  const window = text(info['rateLimitType']) ?? 'usage';
  if (info['status'] !== 'rejected' && info['status'] !== 'allowed_warning') return [state, []];
  const rejected = info['status'] === 'rejected';
  const until = resetAt === undefined ? '' : `, resets at ${resetAt}`;
  const notice: AgentEvent = {
    type: 'notice',
    kind: rejected ? 'rate-limit' : 'warning',
    text: `${window} limit ${rejected ? 'reached' : 'almost reached'}${until}`,
  };
  return [{ ...state, ...(rejected && resetAt !== undefined && { resetAt }) }, [notice]];
}

function isoTime(ms: number): string | undefined {
  return Math.abs(ms) > 8.64e15 ? undefined : new Date(ms).toISOString();
}

function result(state: ClaudeState, line: JsonObject): Step<ClaudeState> {
  const { usage } = figuresOf(line);
  const events: AgentEvent[] = usage === undefined ? [] : [{ type: 'usage', usage }];
  if (line['is_error'] !== true && line['stop_reason'] !== 'max_tokens') events.push({ type: 'answered' });
  return [{ ...state, result: line }, events];
}
