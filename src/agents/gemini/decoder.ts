// Reads Gemini CLI's stream-json lines, and its retries from standard error.
import type { AgentEvent } from '../../domain/agent-event.ts';
import { addText, noText } from '../../domain/kept-text.ts';
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
import { firstLine } from '../failure.ts';
import { endOf, type GeminiState } from './end.ts';

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
