// What the updates of an ACP session mean, as lines of the call protocol.
import { addText, type KeptText, noText } from '../../domain/kept-text.ts';
import type { Usage } from '../../domain/usage.ts';
import type { CallLine } from '../call-protocol.ts';
import { count, list, number, object, present, text } from '../decoder.ts';

type Json = Readonly<Record<string, unknown>>;

interface KnownTool {
  readonly name: string;
  readonly kind: string | undefined;
  readonly paths: readonly string[];
}

/** Longer than any complaint. */
const saidLimit = 2000;
const writingKinds = new Set(['edit', 'delete', 'move']);

/** Reads the updates of one session in order. */
export class SessionReader {
  readonly #tools = new Map<string, KnownTool>();
  #asked = false;
  /** What was said so far; its beginning is enough to tell an answer from a complaint. */
  said: KeptText = noText;
  #paused = false;
  costUsd: number | undefined;
  /** Added up from what came with the answer; undefined where nothing came. */
  usage: Usage | undefined;

  /** From now on: what an agent says before it was asked is about itself, not an answer. */
  begin(): void {
    this.#asked = true;
  }

  read(update: Json): readonly CallLine[] {
    if (!this.#asked) return [];
    switch (update['sessionUpdate']) {
      case 'agent_message_chunk':
        this.#spend(object(object(update['_meta'])?.['usage']));
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
    const gap = this.#paused && this.said.text !== '' ? '\n\n' : '';
    this.said = addText(this.said, gap + delta, saidLimit);
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

  #spend(usage: Json | undefined): void {
    if (usage === undefined) return;
    const spent = sessionUsage(usage);
    const before = this.usage ?? {};
    const names = Object.keys({ ...before, ...spent }) as (keyof Usage)[];
    this.usage = Object.fromEntries(names.map((name) => [name, (before[name] ?? 0) + (spent[name] ?? 0)]));
  }

  #cost(cost: Json | undefined): void {
    if (cost?.['currency'] === 'USD') this.costUsd = number(cost['amount']) ?? this.costUsd;
  }
}

/** The usage of a whole turn, from the response or from what agents put beside it. */
export function usageOf(response: Json): Usage | undefined {
  const beside = object(response['_meta']);
  const usage = object(response['usage']) ?? object(beside?.['usage']);
  if (usage !== undefined) return sessionUsage(usage);
  const quota = object(object(beside?.['quota'])?.['token_count']);
  if (quota === undefined) return undefined;
  return present<Usage>({
    inputTokens: count(quota['input_tokens']),
    outputTokens: count(quota['output_tokens']),
  });
}

export function modelOf(response: Json): string | undefined {
  const beside = object(response['_meta']);
  const used = list(object(beside?.['quota'])?.['model_usage']);
  return text(object(used.at(-1))?.['model']) ?? text(beside?.['modelId']);
}

/** Agents differ in whether input includes what was cached and output what was thought; their total tells. */
function sessionUsage(usage: Json): Usage {
  const known = (name: string) => count(usage[name]);
  const orZero = (name: string) => known(name) ?? 0;
  const cached = orZero('cachedReadTokens') + orZero('cachedWriteTokens');
  const thoughts = known('thoughtTokens') ?? known('reasoningTokens');
  const thought = thoughts ?? 0;
  const rest = orZero('totalTokens') - orZero('inputTokens') - orZero('outputTokens');
  const cachedApart = rest > 0 && (rest === cached || rest === cached + thought);
  const thoughtApart = rest > 0 && (rest === thought || rest === cached + thought);
  return present<Usage>({
    inputTokens: plus(known('inputTokens'), cachedApart ? cached : 0),
    cachedInputTokens: known('cachedReadTokens'),
    cacheWriteTokens: known('cachedWriteTokens'),
    outputTokens: plus(known('outputTokens'), thoughtApart ? thought : 0),
    reasoningTokens: thoughts,
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
