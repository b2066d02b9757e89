// Takes the vote from an answer, by the rule of the contest. What cannot be read is no vote; nothing is guessed.
import type { ZodType, z } from 'zod';
import { jsonInText } from '../../judging/text/json-in-text.ts';
import { spokenPart } from '../../judging/verdict/read-verdict.ts';
import { plainText } from '../plain-text.ts';

export interface Ballot {
  /** As people read it. */
  readonly answer: string;
  /** Equal for answers that say the same. */
  readonly plain: string;
}

export type BallotReader = (text: string) => Ballot | undefined;

/** A pattern sees the end of an answer only: what a slow one costs is bounded then. */
const patternSees = 1_000;
const jsonSees = 100_000;
const lineSees = 20_000;
const shownLength = 300;

/** Throws where the rule itself cannot be read. The schema library is loaded where there is a schema. */
export async function ballotReader(rule: BallotRule): Promise<BallotReader> {
  switch (rule.type) {
    case 'choices':
      return choiceReader(rule.choices);
    case 'pattern':
      return patternReader(new RegExp(rule.pattern, 'gm'));
    case 'schema':
      return schemaReader(await schemaFrom(rule.schema));
    case 'last-line':
      return (text) => ballot(withoutAnnouncement(linesOf(text).at(-1) ?? ''));
  }
}

/** The last line if it is a choice, else the last line that announces one ("Answer: b"). */
function choiceReader(choices: readonly string[]): BallotReader {
  const byPlain = new Map(choices.map((choice) => [plainText(choice), choice]));
  if (byPlain.size < choices.length) throw new Error('some of the choices cannot be told apart');
  const chosen = (line: string, listed: boolean) => {
    const said = plainText(line);
    const marked = listed ? said.replace(/^[([]?(.{1,200}?)[)\].:](?:\s.*)?$/u, '$1') : said;
    const bare = marked.replace(/^[([{](.*)[)\]}]$/u, '$1');
    return byPlain.get(said) ?? byPlain.get(plainText(bare));
  };
  return (text) => {
    const lines = linesOf(text);
    const announced = lines.findLast((line) => withoutAnnouncement(line) !== line);
    const last = lines.at(-1) ?? '';
    const found =
      chosen(last, false) ??
      (announced === undefined ? undefined : chosen(withoutAnnouncement(announced), true));
    return found === undefined ? undefined : { answer: found, plain: plainText(found) };
  };
}

function patternReader(pattern: RegExp): BallotReader {
  return (text) => {
    const last = [...spokenPart(text).slice(-patternSees).matchAll(pattern)].at(-1);
    return last === undefined ? undefined : ballot(last[1] ?? (last.length === 1 ? last[0] : ''));
  };
}

async function schemaFrom(schema: unknown): Promise<ZodType> {
  const { fromJSONSchema } = await import('zod');
  return fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
}

function schemaReader(schema: ZodType): BallotReader {
  return (text) => {
    const found = jsonInText(spokenPart(text).slice(-jsonSees)).findLast(
      ({ value }) => schema.safeParse(value).success,
    );
    if (found === undefined) return undefined;
    const value = hasAnswer(found.value) ? found.value.answer : found.value;
    return typeof value === 'string' ? ballot(value) : ballot(JSON.stringify(sorted(value)));
  };
}

function hasAnswer(value: unknown): value is { readonly answer: unknown } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'answer');
}

/** Keys in order, so that equal values are equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

function ballot(said: string): Ballot | undefined {
  const plain = plainText(said);
  if (plain === '') return undefined;
  const line = said
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/^(\*\*|__|`)(.*)\1([.!]?)$/u, '$2$3');
  return { plain, answer: line.length <= shownLength ? line : `${line.slice(0, shownLength - 1)}…` };
}

/** Lines that say something: no code fences, no rules. */
function linesOf(text: string): readonly string[] {
  return spokenPart(text)
    .slice(-lineSees)
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}\p{S}]/u.test(line) && !/^(?:`{3,}|~{3,})\w*$/u.test(line));
}

const announcement =
  /^[\s*_#>`-]*(?:(?:so|thus|therefore|hence),?\s+)?(?:(?:the|my|our)\s+)?(?:final\s+|short\s+)?(?:answer|vote|choice|pick|verdict)\b[*_`]*\s*(?:is\b|[:=])[:*_`\s]*/iu;

/** "**Final answer:** 42" is 42, and `\boxed{42}` too. */
function withoutAnnouncement(line: string): string {
  return line.replace(announcement, '').replace(/^\$?\\boxed\{(.*)\}\$?\.?$/u, '$1');
}

export type BallotRule =
  /** One of these, in the user's own words. */
  | { readonly type: 'choices'; readonly choices: readonly string[] }
  /** A regular expression: the first capture group of its last match, or the whole match. */
  | { readonly type: 'pattern'; readonly pattern: string }
  /** A JSON Schema: the field `answer` of the last JSON that fits it, or all of it. */
  | { readonly type: 'schema'; readonly schema: unknown }
  /** The last line, in any words: open answers. */
  | { readonly type: 'last-line' };

/**
 * Why a pattern is not used; undefined: it is. The rule is plain and a little strict: a group that is repeated holds
 * neither a repetition without limit nor alternatives, since their combinations grow beyond all bounds.
 */
export function checkPattern(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'gm');
  } catch (cause) {
    return (cause as Error).message;
  }
  return holdsRiskyRepeat(pattern) ? 'a repeated group holds a repetition or alternatives' : undefined;
}

/** Escapes and classes as a whole; groups with what repeats them; repetitions without limit; alternatives. */
const tokens = /\\.|\[(?:\\.|[^\]\\])*\]|\(|\)(?:[*+]|\{\d+,?\d*\})?|[*+|]|\{\d+,\}/gsu;

function holdsRiskyRepeat(pattern: string): boolean {
  const open = [false];
  for (const [token] of pattern.matchAll(tokens)) {
    if (token === '(') open.push(false);
    else if (token.startsWith(')')) {
      const risky = open.pop() === true;
      const repeated = token.length > 1;
      if (risky && repeated) return true;
      if (risky || repeated) open[open.length - 1] = true;
    } else if (/^[*+|{]/u.test(token)) open[open.length - 1] = true;
  }
  return false;
}
