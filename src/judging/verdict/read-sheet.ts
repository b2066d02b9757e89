// A judge's sheet: scores of several entries on several dimensions, read only where they stand right beside the nonce of this
// look; and around them its review. What stands behind the first free text of a sheet may be quoted from an entry: it is not
// read any more.
import { fieldOf, jsonAt } from '../text/json-in-text.ts';
import {
  asNonce,
  type Dimension,
  type Given,
  givenIn,
  inRange,
  labelNamed,
  lineBegun,
  noncePlaces,
  plainKey,
  quote,
  shortRationale,
  spokenPart,
  whyNothing,
} from './read-verdict.ts';

export interface SheetQuestion {
  /** In the order in which the entries were shown. */
  readonly labels: readonly string[];
  readonly dimensions: readonly Dimension[];
  readonly nonce: string;
}

export type Sheet =
  | {
      readonly type: 'sheet';
      /** By label and dimension; only those on the scale, and 0. Nothing is filled in or clamped. */
      readonly scores: SheetScores;
      /** Labels that were not shown. */
      readonly unknown: readonly string[];
    }
  | { readonly type: 'none'; readonly why: string };

export type SheetScores = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** As forgiving as it can be: wrapped, flat, lists, fractions, figures in quotes; totals and truth values are no scores. */
export function readSheet(reply: string, question: SheetQuestion): Sheet {
  const text = spokenPart(reply);
  const unknown = new Set<string>();
  const byLabel = new Map<string, Readonly<Record<string, number>>>();
  for (const { value, line } of sheetsIn(text, question.nonce)) {
    const reading: Reading = { ...question, given: new Map(), unknown, over: false };
    if (line === undefined) readEntries(reading, value, 0);
    else readLine(reading, line);
    for (const [label, given] of reading.given) {
      const scores = inRange(given, { dimensions: question.dimensions, zeroCounts: true });
      const before = byLabel.get(label);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(scores))
        return { type: 'none', why: 'contradictory' };
      byLabel.set(label, scores);
    }
  }
  const scores = Object.fromEntries([...byLabel].filter(([, given]) => Object.keys(given).length > 0));
  if (Object.keys(scores).length === 0) return { type: 'none', why: whyNothing(reply, question.nonce) };
  return { type: 'sheet', scores, unknown: [...unknown] };
}

interface Reading extends SheetQuestion {
  readonly given: Map<string, Map<string, Given | undefined>>;
  readonly unknown: Set<string>;
  /** Free text was met. */
  over: boolean;
}

export interface SheetPlace {
  /** Where it begins in the text. */
  readonly at: number;
  /** What `scores` holds; without that word the whole object is the sheet. */
  readonly value?: unknown;
  readonly isWhole?: boolean;
  readonly line?: string;
}

const scoresBegun = new RegExp(`^${quote}?[\\s,]+${quote}?scores${quote}?\\s*:\\s*`, 'iu');
const nonceEnd = new RegExp(`^${quote}?\\s*,?`, 'u');
/** How far a sheet may go, in characters. */
const reach = 60_000;

export function* sheetsIn(text: string, nonce: string): Generator<SheetPlace> {
  for (const { before, at, start } of noncePlaces(text, nonce)) {
    const after = text.slice(start, start + reach);
    if (asNonce.test(before)) {
      const begun = scoresBegun.exec(after)?.[0];
      const found =
        begun === undefined ? jsonAt(`{${after.replace(nonceEnd, '')}`, 0) : jsonAt(after, begun.length);
      if (found !== undefined)
        yield { at: text.lastIndexOf('{', at), value: found.value, isWhole: begun === undefined };
    } else if (lineBegun.test(before)) {
      yield { at: text.lastIndexOf('\n', at) + 1, line: /^[^\n]{0,4000}/u.exec(after)?.[0].trim() ?? '' };
    }
  }
}

/** `A correctness=4, depth=3` */
function readLine({ given, labels }: Reading, line: string): void {
  const [, named = '', rest = ''] = /^(\S{1,20}?)[\s:,-]+(.*)$/u.exec(line) ?? [];
  const label = labelNamed(named, labels);
  if (typeof label === 'string') given.set(label, new Map(givenIn(rest)));
  else if (labels.length === 1) given.set(labels[0] ?? '', new Map(givenIn(line)));
}

const maxDepth = 3;

function readEntries(reading: Reading, value: unknown, depth: number): void {
  if (depth > maxDepth || reading.over || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const one of value) readEntries(reading, one, depth + 1);
  else if (!isListed(reading, value)) {
    const only = onlyLabel(reading, value);
    if (only === undefined) readTable(reading, value, depth);
    else readScoresOf(reading, only, value);
  }
}

function readTable(reading: Reading, value: object, depth: number): void {
  for (const [key, own] of Object.entries(value)) {
    if (reading.over) return;
    const label = labelNamed(key, reading.labels);
    if (typeof label === 'string') readScoresOf(reading, label, own);
    else if (/^(?:scores|entries|sheet|ratings)$/iu.test(key)) readEntries(reading, own, depth + 1);
    else noteOther(reading, key, own);
  }
}

/** Where one entry was shown, its scores may stand there without its label. */
function onlyLabel(reading: Reading, value: object): string | undefined {
  const [only, ...others] = reading.labels;
  if (others.length > 0 || fieldOf(value, 'scores') !== undefined) return undefined;
  const isNamed = (key: string) =>
    typeof labelNamed(key, reading.labels) === 'string' && !isDimension(reading, key);
  return Object.keys(value).some(isNamed) ? undefined : only;
}

/** `{"label": "A", "correctness": 4}`, by itself or in a list. */
function isListed(reading: Reading, value: unknown): boolean {
  const named = labelFields.map((name) => fieldOf(value, name)).find(isText);
  if (named === undefined) return false;
  const label = labelNamed(named, reading.labels);
  if (typeof label === 'string') readScoresOf(reading, label, value);
  else reading.unknown.add(shortRationale(named));
  return true;
}

const labelFields = ['label', 'entry', 'id', 'name', 'candidate', 'submission'];
const wraps = /^(?:scores|dimensions|ratings)$/iu;

function readScoresOf(reading: Reading, label: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) readNamed(reading, label, one);
    return;
  }
  for (const [key, own] of Object.entries(value)) {
    if (reading.over) return;
    if (wraps.test(key) && typeof own === 'object') readScoresOf(reading, label, own);
    else if (isDimension(reading, key)) note(reading, label, { key, value: own });
    else if (!labelFields.includes(key.toLowerCase())) reading.over = isFreeText(own);
  }
}

const names = ['dimension', 'name', 'id', 'criterion'];

/** `{"dimension": "correctness", "score": 4}` */
function readNamed(reading: Reading, label: string, value: unknown): void {
  const name = names.map((key) => fieldOf(value, key)).find(isText);
  if (!reading.over && name !== undefined && isDimension(reading, name))
    note(reading, label, { key: name, value });
}

function note(
  reading: Reading,
  label: string,
  { key, value }: { readonly key: string; readonly value: unknown },
): void {
  const given = reading.given.get(label) ?? new Map<string, Given | undefined>();
  const name = plainKey(key);
  const now = figureIn(value);
  const before = given.get(name);
  const isSame = !given.has(name) || before?.value === now?.value;
  given.set(name, isSame ? now : undefined);
  reading.given.set(label, given);
  if (typeof value === 'object' && value !== null)
    reading.over = Object.entries(value).some(
      ([field, own]) => !names.includes(field.toLowerCase()) && isFreeText(own),
    );
}

/** 4, "4", "4/5", {"score": 4}: never a truth value. */
function figureIn(value: unknown): Given | undefined {
  if (typeof value === 'number') return { value };
  if (typeof value === 'string') {
    const [, figure, outOf] =
      /^\s*(-?\d+(?:\.\d+)?)(?:\s*(?:\/|out of)\s*(\d+(?:\.\d+)?))?\s*$/iu.exec(value) ?? [];
    if (figure === undefined) return undefined;
    return { value: Number(figure), outOf: outOf === undefined ? undefined : Number(outOf) };
  }
  const own = ['score', 'value', 'rating']
    .map((key) => fieldOf(value, key))
    .find((found) => found !== undefined);
  return typeof own === 'number' || typeof own === 'string' ? figureIn(own) : undefined;
}

/** What is neither a label nor a score: totals go by, other tables of figures are for entries that were not shown. */
function noteOther(reading: Reading, key: string, value: unknown): void {
  reading.over = isFreeText(value);
  const isTable = typeof value === 'object' && value !== null && !/^(?:sub)?totals?$/iu.test(key);
  if (isTable) reading.unknown.add(shortRationale(key));
}

function isDimension({ dimensions }: SheetQuestion, key: string): boolean {
  return dimensions.some(({ name }) => plainKey(name) === plainKey(key));
}

/** Words of the judge's, which may hold anything that it quotes. */
function isFreeText(value: unknown): boolean {
  return typeof value === 'string' && figureIn(value) === undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
