// What the updates of an ACP session mean, as lines of the call protocol.
import type { Usage } from '../../domain/usage.ts';
import type { CallLine } from '../call-protocol.ts';
import { count, list, number, object, present, text } from '../decoder.ts';

type Json = Readonly<Record<string, unknown>>;

interface KnownTool {
  readonly name: string;
  readonly kind: string | undefined;
  readonly paths: readonly string[];
}

const writingKinds = new Set(['edit', 'delete', 'move']);

/** Reads the updates of one session in order. */
export class SessionReader {
  readonly #tools = new Map<string, KnownTool>();
  #spoke = false;
  #paused = false;
  costUsd: number | undefined;

  read(update: Json): readonly CallLine[] {
    switch (update['sessionUpdate']) {
      case 'agent_message_chunk':
        return this.#speech(text(object(update['content'])?.['text']) ?? '');
      case 'agent_thought_chunk':
        return [{ type: 'thought', delta: text(object(update['content'])?.['text']) ?? '' }];
      case 'tool_call':
      case 'tool_call_update':
        return this.#tool(update);
      case 'usage_update':
        this.#cost(object(update['cost']));
        return [];
      default:
        return [];
    }
  }

  /** The tool a permission is asked for: what the question says, and what was said of it before. */
  tool(asked: Json): KnownTool {
    const known = this.#tools.get(text(asked['toolCallId']) ?? '');
    return {
      name: text(asked['title']) ?? known?.name ?? 'tool',
      kind: text(asked['kind']) ?? known?.kind,
      paths: [...new Set([...(known?.paths ?? []), ...pathsOf(asked)])],
    };
  }

  /** What is said after a tool call is a new paragraph of the answer. */
  #speech(delta: string): readonly CallLine[] {
    if (delta === '') return [];
    const gap = this.#paused && this.#spoke ? '\n\n' : '';
    this.#spoke = true;
    this.#paused = false;
    return [{ type: 'text', delta: gap + delta }];
  }

  #tool(update: Json): readonly CallLine[] {
    const id = text(update['toolCallId']) ?? '';
    const isNew = !this.#tools.has(id);
    const tool = this.tool(update);
    this.#tools.set(id, tool);
    this.#paused = true;
    const wrote =
      update['status'] === 'completed' && writingKinds.has(tool.kind ?? '') && tool.paths.length > 0;
    if (!isNew && !wrote) return [];
    const about = { type: 'tool', name: tool.kind ?? 'tool', detail: tool.name } as const;
    return [wrote ? { ...about, writes: tool.paths } : about];
  }

  #cost(cost: Json | undefined): void {
    if (cost?.['currency'] === 'USD') this.costUsd = number(cost['amount']) ?? this.costUsd;
  }
}

/** The usage of a whole turn, from the response or from what Gemini puts beside it. */
export function usageOf(response: Json): Usage | undefined {
  const usage = object(response['usage']);
  if (usage !== undefined) return sessionUsage(usage);
  const quota = object(object(object(response['_meta'])?.['quota'])?.['token_count']);
  if (quota === undefined) return undefined;
  return present<Usage>({
    inputTokens: count(quota['input_tokens']),
    outputTokens: count(quota['output_tokens']),
  });
}

export function modelOf(response: Json): string | undefined {
  const used = list(object(object(response['_meta'])?.['quota'])?.['model_usage']);
  return text(object(used.at(-1))?.['model']);
}

/** Agents differ in whether input includes what was cached and output what was thought; their total tells. */
function sessionUsage(usage: Json): Usage {
  const known = (name: string) => count(usage[name]);
  const orZero = (name: string) => known(name) ?? 0;
  const cached = orZero('cachedReadTokens') + orZero('cachedWriteTokens');
  const thought = orZero('thoughtTokens');
  const rest = orZero('totalTokens') - orZero('inputTokens') - orZero('outputTokens');
  const cachedApart = rest > 0 && (rest === cached || rest === cached + thought);
  const thoughtApart = rest > 0 && (rest === thought || rest === cached + thought);
  return present<Usage>({
    inputTokens: plus(known('inputTokens'), cachedApart ? cached : 0),
    cachedInputTokens: known('cachedReadTokens'),
    cacheWriteTokens: known('cachedWriteTokens'),
    outputTokens: plus(known('outputTokens'), thoughtApart ? thought : 0),
    reasoningTokens: known('thoughtTokens'),
  });
}

function plus(tokens: number | undefined, more: number): number | undefined {
  return tokens === undefined ? undefined : tokens + more;
}

function pathsOf(tool: Json): readonly string[] {
  const places = [...list(tool['locations']), ...list(tool['content']).filter(isDiff)];
  return places.flatMap((place) => text(object(place)?.['path']) ?? []);
}

function isDiff(content: unknown): boolean {
  return object(content)?.['type'] === 'diff';
}
