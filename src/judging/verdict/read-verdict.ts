// What a judge's reply says: the choice or the scores that stand right behind the nonce of this look, in JSON or in one
// line. Nothing else counts, so that what an entry says never becomes the judge's word, however the judge quotes it.

export interface ChoiceQuestion {
  /** In the order in which the entries were shown. */
  readonly labels: readonly string[];
  readonly nonce: string;
}

/** no-nonce: it was not repeated. no-verdict: it was, but nothing that was asked for stands behind it. */
export type NoVerdict = 'empty' | 'no-nonce' | 'no-verdict' | 'unknown-label' | 'contradictory';

export type Choice =
  | { readonly type: 'label'; readonly label: string; readonly rationale: string }
  | { readonly type: 'tie'; readonly rationale: string }
  | { readonly type: 'none'; readonly why: NoVerdict };

export function readChoice(reply: string, { labels, nonce }: ChoiceQuestion): Choice {
  const found = [...saidIn(reply, nonce, 'choice')].flatMap(({ value, reason }) => {
    const named = value.replace(lineReason, '');
    return isPlaceholder(named, labels) ? [] : [{ label: labelNamed(named, labels), reason }];
  });
  const [first] = found;
  if (first === undefined) return { type: 'none', why: whyNothing(reply, nonce) };
  if (found.some(({ label }) => label !== first.label)) return { type: 'none', why: 'contradictory' };
  if (first.label === undefined) return { type: 'none', why: 'unknown-label' };
  const rationale = shortRationale(found.find(({ reason }) => reason !== '')?.reason ?? '');
  return first.label === null ? { type: 'tie', rationale } : { type: 'label', label: first.label, rationale };
}

export interface Dimension {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

export interface ScoresQuestion {
  readonly dimensions: readonly Dimension[];
  readonly nonce: string;
  /** A zero counts below the scale too: what a dimension is about is not there at all. */
  readonly zeroCounts?: boolean;
}

export type Scores =
  | {
      readonly type: 'scores';
      /** By dimension; only those in range. A score is never filled in or clamped. */
      readonly scores: Readonly<Record<string, number>>;
      /** Those not given, given twice, beyond the scale or on another scale. */
      readonly missing: readonly string[];
      readonly rationale: string;
    }
  | { readonly type: 'none'; readonly why: NoVerdict };

export function readScores(reply: string, question: ScoresQuestion): Scores {
  const { dimensions, nonce } = question;
  const found = [...saidIn(reply, nonce, 'scores')].flatMap(({ value, reason }) => {
    const given = givenIn(value);
    return given.size === 0 ? [] : [{ scores: inRange(given, question), reason }];
  });
  const [first] = found;
  if (first === undefined) return { type: 'none', why: whyNothing(reply, nonce) };
  const { scores, reason } = first;
  if (found.some((other) => JSON.stringify(other.scores) !== JSON.stringify(scores)))
    return { type: 'none', why: 'contradictory' };
  if (Object.keys(scores).length === 0) return { type: 'none', why: 'no-verdict' };
  const missing = dimensions.map(({ name }) => name).filter((name) => !Object.hasOwn(scores, name));
  return { type: 'scores', scores, missing, rationale: shortRationale(reason) };
}

/** A reply without the thinking that may stand before it; empty where the thinking never ended. */
export function spokenPart(reply: string): string {
  const spoken = reply.replace(thinking, '');
  return spoken === reply && unended.test(reply) ? '' : spoken;
}

/** At the very beginning only: further on a tag may be quoted from an entry. */
const tag = '(?:think|thinking|thoughts?|reasoning|scratchpad|analysis)';
const thinking = new RegExp(`^\\s*<${tag}>[\\s\\S]*?</${tag}>`, 'iu');
const unended = new RegExp(`^\\s*<${tag}>`, 'iu');

/** Which label a short text names: `B`, `(b)`, `Entry B`. Null is a tie, undefined neither. */
export function labelNamed(text: string, labels: readonly string[]): string | null | undefined {
  const said = text.replace(edges, '').replace(noun, '').replace(edges, '');
  const exact = labels.find((label) => label === said);
  if (exact !== undefined) return exact;
  const alike = labels.filter((label) => label.toLowerCase() === said.toLowerCase());
  if (alike.length === 1) return alike[0];
  return /^(?:an?\s+)?(?:tie|draw)$/iu.test(said) ? null : undefined;
}

const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const noun = /^(?:the\s+)?(?:entry|candidate|response|answer|option|label|output|assistant)\s*#?\s*(?=\S)/iu;

interface Said {
  /** What stands behind the nonce: a label, or the inside of the scores. */
  readonly value: string;
  readonly reason: string;
}

/** Every place where the nonce stands, with what stands right beside it. */
function* saidIn(reply: string, nonce: string, key: 'choice' | 'scores'): Generator<Said> {
  const text = spokenPart(reply);
  for (const { before, start } of noncePlaces(text, nonce)) {
    const after = text.slice(start, start + reach);
    const said = asNonce.test(before) ? saidInJson(before, after, key) : saidInLine(before, after);
    if (said !== undefined) yield said;
  }
}

export interface NoncePlace {
  /** The text right before it. */
  readonly before: string;
  /** Where it begins and where what is behind it starts. */
  readonly at: number;
  readonly start: number;
}

export function* noncePlaces(text: string, nonce: string): Generator<NoncePlace> {
  for (let at = text.indexOf(nonce); at !== -1; at = text.indexOf(nonce, at + 1)) {
    const before = text.slice(Math.max(0, at - nearby), at);
    const start = at + nonce.length;
    const isWord = /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(text.slice(start, start + 2));
    if (!isWord) yield { before, at, start };
  }
}

/** Right behind the nonce, or a choice that begins the object right before it: what stands between may be a quotation that ends a text of the judge's too early. */
function saidInJson(before: string, after: string, key: 'choice' | 'scores'): Said | undefined {
  const behind = (key === 'choice' ? choiceAfter : scoresAfter).exec(after);
  const found = behind ?? (key === 'choice' ? choiceBefore.exec(before) : null);
  if (found === null) return undefined;
  const rest = behind === null ? after.replace(closingQuote, '') : after.slice(behind[0].length);
  return { value: found[1] ?? found[2] ?? '', reason: reasonIn(rest) };
}

function saidInLine(before: string, after: string): Said | undefined {
  const value = lineBegun.test(before) ? (/^[^\n]{0,400}/u.exec(after)?.[0].trim() ?? '') : '';
  return value === '' ? undefined : { value, reason: lineReason.exec(value)?.[1] ?? '' };
}

/** How far around the nonce is looked, in characters. */
const nearby = 200;
const reach = 8_000;
export const quote = '\\\\{0,3}["\'“”‘’]';
/** "A" | "B" is the form that was asked for, repeated. */
const label = `(?:${quote}([^"'“”‘’\\\\|\\n]{1,60})${quote}|([\\w-]{1,20})(?=\\s*[,}\\n]))(?!\\s*[|/])`;
export const asNonce = new RegExp(`${quote}?nonce${quote}?\\s*:\\s*${quote}?$`, 'iu');
const choiceAfter = new RegExp(`^${quote}?[\\s,]+${quote}?choice${quote}?\\s*:\\s*${label}`, 'iu');
const choiceBefore = new RegExp(
  `\\{\\s*${quote}?choice${quote}?\\s*:\\s*${label}[\\s,]+${quote}?nonce${quote}?\\s*:\\s*${quote}?$`,
  'iu',
);
const scoresAfter = new RegExp(
  `^${quote}?[\\s,]+${quote}?scores${quote}?\\s*:\\s*\\{([^{}]{1,4000})\\}`,
  'iu',
);
export const lineBegun = /(?:^|\n)[^\p{L}\p{N}\n]{0,12}VERDICT[^\p{L}\p{N}\n]{1,8}$/iu;
const closingQuote = new RegExp(`^${quote}`, 'u');

/** `A - because it is right` */
const lineReason = /(?<=[\p{L}\p{N}][*_`)\]]{0,4})\s*(?:[:;(]|\s[-–—]+\s)\s*(.*)$/u;

const reasonBegun = new RegExp(
  `^[\\s,]*${quote}?(?:reason|rationale|explanation)${quote}?\\s*:\\s*${quote}`,
  'iu',
);

/** Up to the first quotation mark that can end it, or as far as it goes. */
function reasonIn(rest: string): string {
  const begun = reasonBegun.exec(rest)?.[0];
  if (begun === undefined) return '';
  const reason = rest.slice(begun.length);
  const end = /(?<!\\)["'”’]\s*(?:[,}]|$)/u.exec(reason)?.index ?? reason.length;
  return reason.slice(0, end).replace(/\\n/gu, ' ').replace(/\\(.)/gu, '$1');
}

/** The word that stands for a label in the forms shown to the judge. */
function isPlaceholder(text: string, labels: readonly string[]): boolean {
  return !labels.includes('LABEL') && text.replace(edges, '') === 'LABEL';
}

export interface Given {
  readonly value: number;
  readonly outOf?: number;
}

/** `"clarity": 4, "depth": "3/5"` or `clarity=4, depth=3`; by plain name. What is given twice is given once, if it is the same. */
export function givenIn(text: string): ReadonlyMap<string, Given | undefined> {
  const given = new Map<string, Given | undefined>();
  for (const part of text.split(/[,;\n]/u)) {
    const [, name, value, outOf] =
      /^\s*\W*?([\p{L}\p{N}][^"'“”‘’\\:=]{0,80})[\\"'“”‘’\s]*[:=][\\"'“”‘’\s]*(-?\d+(?:\.\d+)?)(?:\s*(?:\/|out of)\s*(\d+(?:\.\d+)?))?[\\"'“”‘’*_\s.]*$/iu.exec(
        part,
      ) ?? [];
    if (name === undefined) continue;
    const key = plainKey(name);
    const now = { value: Number(value), outOf: outOf === undefined ? undefined : Number(outOf) };
    const before = given.get(key);
    const isSame = before === undefined ? !given.has(key) : before.value === now.value;
    given.set(key, isSame ? now : undefined);
  }
  return given;
}

export function inRange(
  given: ReadonlyMap<string, Given | undefined>,
  { dimensions, zeroCounts = false }: Pick<ScoresQuestion, 'dimensions' | 'zeroCounts'>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    dimensions.flatMap((dimension) => {
      const { name, max } = dimension;
      const said = given.get(plainKey(name));
      if (said === undefined || !isOnScale(said.value, dimension, zeroCounts)) return [];
      return said.outOf === undefined || said.outOf === max ? [[name, said.value]] : [];
    }),
  );
}

export function isOnScale(value: number, { min, max }: Dimension, zeroCounts: boolean): boolean {
  return (value >= min && value <= max) || (zeroCounts && value === 0);
}

/** Case, dashes, underscores and blanks are no difference between names. */
export function plainKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/gu, '');
}

export function whyNothing(reply: string, nonce: string): NoVerdict {
  const text = spokenPart(reply);
  if (text.trim() === '') return 'empty';
  return text.includes(nonce) ? 'no-verdict' : 'no-nonce';
}

const maxRationale = 300;

/** One short line of the judge's own words, or a fixed sentence; never a dump of its reply. */
export function shortRationale(reason: string): string {
  const own = reason.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  if (own === '') return 'The judge gave no reason of its own.';
  return own.length <= maxRationale
    ? own
    : `${own.slice(0, maxRationale - 1).replace(/[\uD800-\uDBFF]$|\s+\S*$/u, '')}…`;
}
