// Reads what an aggregator was asked to write with --sources: the answer, and behind it which entries support which part.
import type { Blinded } from '../../judging/blind/blind.ts';
import { jsonInText } from '../../judging/text/json-in-text.ts';
import { labelNamed } from '../../judging/verdict/read-verdict.ts';

export interface MergeSources {
  readonly parts: readonly { readonly text: string; readonly labels: string[] }[];
  readonly dropped: readonly { readonly text: string; readonly labels: string[]; readonly why?: string }[];
}

/** Where the sources cannot be read, the answer stands without them. */
export function readSources(
  reply: string,
  { shown, nonce }: Pick<Blinded, 'nonce'> & { readonly shown: readonly { readonly label: string }[] },
): { answer: string; sources?: MergeSources } {
  const marked = markOf(reply, nonce);
  const from = marked?.at ?? 0;
  const found = jsonInText(reply.slice(from)).filter(({ value }) => fieldsOf(value).get('nonce') === nonce);
  const json = found.at(-1);
  const end = marked?.at ?? json?.start;
  const answer = end === undefined ? reply.trimEnd() : withoutOpening(reply.slice(0, end));
  // Sources of nothing are no answer: then the reply is shown as it is.
  const whole = { answer: answer === '' ? reply : answer };
  // Two that differ say nothing.
  const differ = found.some(({ value }) => JSON.stringify(value) !== JSON.stringify(json?.value));
  if (json === undefined || differ) return whole;
  return {
    ...whole,
    sources: sourcesIn(
      fieldsOf(json.value),
      shown.map(({ label }) => label),
    ),
  };
}

/** Without the code fence and the bare word that may stand before the JSON. */
function withoutOpening(text: string): string {
  return text
    .trimEnd()
    .replace(/\n?`{3,}\w*$/u, '')
    .trimEnd()
    .replace(/(?:^|\n)[^\p{L}\p{N}\n]{0,12}SOURCES[^\p{L}\p{N}\n]{0,6}$/u, '')
    .trimEnd();
}

/** The line that was asked for; an answer may well have a heading "Sources" of its own, so only the nonce makes it one. */
function markOf(reply: string, nonce: string): { at: number } | undefined {
  const lines = [...reply.matchAll(/^[^\p{L}\p{N}\n]{0,12}SOURCES[^\p{L}\p{N}\n]{0,6}(\w+)\W*$/gmu)];
  const found = lines.findLast(([, said]) => said === nonce);
  return found === undefined ? undefined : { at: found.index };
}

type Fields = ReadonlyMap<string, unknown>;

const partKeys = ['parts', 'sources', 'support'];
const droppedKeys = ['dropped', 'minority', 'minorityreport', 'leftout'];
const textKeys = ['part', 'claim', 'text', 'quote', 'what'];
const labelKeys = ['labels', 'label', 'entries', 'from', 'supportedby', 'by'];
const whyKeys = ['why', 'reason', 'because'];

function sourcesIn(fields: Fields, known: readonly string[]): MergeSources {
  const rows = (keys: readonly string[]) => {
    const found = firstOf(fields, keys);
    return (Array.isArray(found) ? found : []).flatMap((row) => rowOf(row, known));
  };
  return { parts: rows(partKeys).map(({ text, labels }) => ({ text, labels })), dropped: rows(droppedKeys) };
}

function rowOf(row: unknown, known: readonly string[]): MergeSources['dropped'] {
  if (typeof row === 'string') return row.trim() === '' ? [] : [{ text: short(row), labels: [] }];
  const fields = fieldsOf(row);
  const text = firstOf(fields, textKeys);
  if (typeof text !== 'string' || text.trim() === '') return [];
  const why = firstOf(fields, whyKeys);
  return [
    {
      text: short(text),
      labels: labelsIn(firstOf(fields, labelKeys), known),
      why: typeof why === 'string' && why.trim() !== '' ? short(why) : undefined,
    },
  ];
}

/** A list, or one text such as "A and C"; what is no label is left out. */
function labelsIn(said: unknown, known: readonly string[]): string[] {
  const words = Array.isArray(said) ? said : String(said ?? '').split(/[,;&+]|\band\b/u);
  const found = words.flatMap((word) => labelNamed(String(word), known) ?? []);
  return [...new Set(found)].toSorted();
}

function firstOf(fields: Fields, keys: readonly string[]): unknown {
  return keys.map((key) => fields.get(key)).find((value) => value !== undefined);
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(
    Object.entries(value).map(([key, item]) => [key.toLowerCase().replace(/[\s_-]/gu, ''), item]),
  );
}

const maxLength = 300;

function short(text: string): string {
  const line = text
    .slice(0, 2_000)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length <= maxLength
    ? line
    : `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
