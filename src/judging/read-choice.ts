// Reads a judge's choice from its reply, or says why there is none. What cannot be read is never a side.
import { type FoundJson, jsonInText } from './json-in-text.ts';
import { jsonVerdict } from './json-verdict.ts';
import { type LabelNames, labelNames } from './label-names.ts';
import { markedVerdicts } from './marked-verdicts.ts';
import { proseVerdicts } from './prose-verdicts.ts';
import { shortRationale } from './short-rationale.ts';
import { spokenPart } from './spoken-part.ts';
import { type EntryTexts, standsIn } from './stands-in.ts';
import { type Settled, type Statement, settle } from './statement.ts';

export interface ChoiceQuestion {
  /** In the order in which the entries were shown. */
  readonly labels: readonly string[];
  /** The text a JSON verdict must repeat; left out only where none was asked for. */
  readonly nonce?: string;
  /** The entries as the judge saw them. */
  readonly entries: readonly string[];
}

export type NoChoice =
  | 'empty'
  | 'error-text'
  | 'wrong-nonce'
  | 'unknown-label'
  | 'quoted'
  | 'contradictory'
  | 'no-verdict';

export type Choice =
  | { readonly type: 'label'; readonly label: string; readonly rationale: string }
  | { readonly type: 'tie'; readonly rationale: string }
  | { readonly type: 'none'; readonly why: NoChoice };

/** A verdict stands at the end; a reply longer than this is read from its end. */
const maxLength = 200_000;

export function readChoice(reply: string, question: ChoiceQuestion): Choice {
  const text = spokenPart(reply.slice(-maxLength));
  if (text.trim() === '') return { type: 'none', why: 'empty' };
  if (isErrorText(text)) return { type: 'none', why: 'error-text' };
  const names = labelNames(question.labels);
  const entries = standsIn(question.entries);
  const found = jsonInText(text).filter(({ value }) => holdsObject(value));
  const json = jsonVerdict(found, { ...question, names, quoted: entries.quotesPacked });
  if (json.type === 'settled') return choice(json.statement, text);
  if (json.type === 'none') return { type: 'none', why: json.why };
  return readWords(text, { labels: question.labels, names, entries, found, why: json.why });
}

interface Words {
  readonly labels: readonly string[];
  readonly names: LabelNames;
  readonly entries: EntryTexts;
  readonly found: readonly FoundJson[];
  /** What was wrong with the JSON. */
  readonly why: NoChoice;
}

/** Verdicts outside JSON: a mark outweighs prose, unless the prose after it concludes otherwise. */
function readWords(text: string, { labels, names, entries, found, why }: Words): Choice {
  const words = withoutJson(text, found);
  const all = { marked: markedVerdicts(words, labels, names), prose: proseVerdicts(words, names) };
  const own = (statement: Statement) => !isQuoted(statement, entries, names);
  const marked = settle(all.marked.filter(own));
  const prose = settle(all.prose.filter(own));
  const settled = marked.type === 'unsaid' ? prose : marked;
  if (settled.type === 'contradictory' || contradicts(prose, marked))
    return { type: 'none', why: 'contradictory' };
  if (settled.type === 'settled') return choice(settled.statement, text);
  if (why !== 'no-verdict') return { type: 'none', why };
  const quoted = all.marked.length + all.prose.length > 0;
  return { type: 'none', why: quoted ? 'quoted' : 'no-verdict' };
}

function contradicts(prose: Settled, marked: Settled): boolean {
  if (prose.type !== 'settled' || marked.type !== 'settled') return false;
  const { statement } = prose;
  return (
    statement.weight !== 'mention' &&
    statement.at > marked.statement.at &&
    statement.label !== marked.statement.label
  );
}

/** A bare label stands in most texts by chance, so it is quoted only where the entry has it as a line. */
function isQuoted({ words }: Statement, entries: EntryTexts, names: LabelNames): boolean {
  const bare =
    /^\p{L}$|^\d+$/u.test(words) || (names.labelOfWhole(words) !== undefined && !/[[\]*`]/u.test(words));
  return bare ? entries.quotesLine(words) : entries.quotes(words);
}

function choice({ label, reason }: Statement, reply: string): Choice {
  const rationale = shortRationale(reason, reply);
  return label === null ? { type: 'tie', rationale } : { type: 'label', label, rationale };
}

/** An error that came in place of a reply. A judge that writes about errors does not begin like this. */
function isErrorText(text: string): boolean {
  const head = text.trim().slice(0, 400);
  return (
    /^(?:http\/?[\d.]*\s*)?(?:(?:error|status)(?: code)?:?\s*)?[45]\d\d\b[\s:,-]*(?:too many|bad|internal|service|gateway|unauthori|forbidden|not found|server|payment|request|rate|overloaded|\{)/iu.test(
      head,
    ) ||
    /^(?:\w+\.)*(?:\w*error|\w*exception|traceback|fatal|panic|curl)\b(?:\s*\(|:|\s+code\b|\s+\d{3}\b)/iu.test(
      head,
    ) ||
    /^(?:<!doctype html|<html)/iu.test(head) ||
    /^\{\s*"?(?:type"?\s*:\s*"error|error)"?/iu.test(head) ||
    /^(?:rate limit|too many requests|request timed out|you(?:'ve| have) (?:hit|reached|exceeded)|quota exceeded|usage limit)/iu.test(
      head,
    )
  );
}

function holdsObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsObject);
  return typeof value === 'object' && value !== null;
}

/** JSON that is no verdict is not read as prose either. */
function withoutJson(text: string, found: readonly FoundJson[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, text: json } of found) {
    parts.push(text.slice(from, start), ' '.repeat(json.length));
    from = start + json.length;
  }
  return `${parts.join('')}${text.slice(from)}`;
}
