// Takes out of the judge's copy what says who wrote an entry; code, patches and the task's own names stay.

import { redactor } from '../../domain/kept-text.ts';
import { textZones } from '../text/text-zones.ts';
import { hiding } from './plain-letters.ts';

const redacted = redactor({});

interface ScrubContext {
  /** The task as it was asked: what it names, an entry may name. */
  readonly task: string;
  readonly names: Names;
  /** Folders the contestants worked in, whose paths must not show. */
  readonly workspaces?: readonly string[];
  /** As copies were made before: with hidden characters, and trailers only on lines of their own. */
  readonly asBefore?: boolean;
}

interface Scrubbed {
  readonly text: string;
  readonly scrubbed: readonly { readonly what: ScrubbedKind; readonly count: number }[];
  /** Names that remain and may tell the judge who wrote it: not the task's, or said of itself. */
  readonly leaks: readonly string[];
}

export function scrub(
  text: string,
  { task, names, workspaces = [], asBefore = false }: ScrubContext,
): Scrubbed {
  const foreign = namesOutside(task, names);
  const everywhere = [...lineRules(names), ...(asBefore ? [] : midLineRules(names))];
  const inProse = [...everywhere, ...proseRules(foreign), ...pathRules(workspaces)];
  const counts = new Map<ScrubbedKind, number>();
  const apply = (part: string, { what, pattern, to }: ScrubRule): string =>
    part.replace(pattern, (...match: readonly unknown[]) => {
      const found = String(match[0]);
      if (task.includes(found.trim())) return found;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      return to.replace(/\$(\d)/gu, (_, group: string) => String(match[Number(group)] ?? ''));
    });
  const seen = asBefore
    ? text
    : text.replace(hiding, (_, kept?: string) => {
        if (kept === undefined) counts.set('hidden', (counts.get('hidden') ?? 0) + 1);
        return kept ?? '';
      });
  // Judges see no secret, whoever wrote it.
  const clean = textZones(asBefore ? seen : redacted(seen))
    .map((zone) => (zone.kind === 'code' ? everywhere : inProse).reduce(apply, zone.text))
    .join('');
  return {
    text: clean,
    scrubbed: [...counts].map(([what, count]) => ({ what, count })),
    leaks: leaksIn(clean, foreign, names),
  };
}

/** A path without names that the task does not name: `claude-notes.md` is `author-notes.md`. */
export function scrubPath(path: string, { task, names }: Pick<ScrubContext, 'task' | 'names'>): string {
  return path.replace(new RegExp(anyName(namesOutside(task, names)), 'giu'), 'author');
}

function leaksIn(text: string, foreign: Names, names: Names): readonly string[] {
  const remaining = all(foreign).filter((name) => holdsName(text, name));
  const said = selfRules(names).flatMap(({ pattern }) => [...text.matchAll(pattern)].map(([found]) => found));
  const self = all(names).filter((name) => said.some((found) => holdsName(found, name)));
  return [...new Set([...remaining, ...self])];
}

function all({ agents, families, models }: Names): readonly string[] {
  return [...agents, ...families, ...models];
}

type ScrubbedKind =
  | 'self-identification'
  | 'author'
  | 'trailer'
  | 'generated-with'
  | 'session-id'
  | 'path'
  | 'hidden';

interface ScrubRule {
  readonly what: ScrubbedKind;
  readonly pattern: RegExp;
  /** `$1`, `$2` are the pattern's groups. */
  readonly to: string;
}

const b = '[ \\t]';
const comment = '(?:\\/\\/+|#+|\\*+|--|;+|<!--|\\/\\*+|"""|>)';
/** Indentation and a patch's mark. */
const margin = `${b}{0,60}(?:[+-](?![+-])${b}{0,60})?`;
const lineEnd = `(${b}{0,9}(?:\\*\\/|-->)?)${b}{0,9}\\r?$`;
const mail = '<[^\\n<>]{0,200}@[^\\n<>]{0,200}>';
const trailer = '(?:co-authored-by|signed-off-by|reviewed-by|assisted-by|generated-by)';
const making = '(?:made|created|built|developed|trained|designed)';
const version = '(?:[ \\t-]+(?:\\d[\\w.]{0,20}|code|opus|sonnet|haiku|pro|flash|mini|turbo|nano|cli))*';

/** In code too, since they are no code: trailers, author comments and headers that name one of `names`. */
function lineRules(names: Names): readonly ScrubRule[] {
  const name = anyName(names);
  const rest = `[^\\n]{0,200}?${name}[^\\n]{0,300}?`;
  return [
    rule(
      'trailer',
      `^(${margin}(?:${comment}${b}{0,20})?${trailer}:${b}{0,9})${rest}${lineEnd}`,
      '$1[author]$2',
    ),
    rule(
      'author',
      `^(${margin}${comment}${b}{0,20}(?:@authors?:?|(?:authors?|written by|created by|from):?)${b}{1,9})${rest}${lineEnd}`,
      '$1[author]$2',
    ),
    rule(
      'author',
      `^((?:author|from|committer|commit):${b}{0,9})[^\\n]{0,200}?${name}[^\\n]{0,100}?${mail}()${b}{0,9}\\r?$`,
      '$1[author]$2',
    ),
    rule(
      'generated-with',
      `^(${margin}(?:${comment}${b}{0,20})?)[^\\p{L}\\p{N}\\n]{0,8}(?:generated|created|written|made|produced|authored)${b}{1,9}(?:with|by|using|via)${b}{1,9}\\[?${name}${version}\\]?(?:\\([^()\\n]{0,200}\\))?[ \\t.*_!]{0,6}${lineEnd}`,
      '$1[author]$2',
    ),
  ];
}

/** The same in the middle of a line. */
function midLineRules(names: Names): readonly ScrubRule[] {
  const by = `${anyName(names)}${version}`;
  return [
    rule('trailer', `(${trailer}:${b}{0,9})\\[?${by}\\]?(?:${b}{0,3}${mail})?`, '$1[author]'),
    rule(
      'generated-with',
      `\\b(?:generated|authored)${b}{1,9}(?:with|by|using|via)${b}{1,9}\\[?${by}\\]?(?:\\([^()\\n]{0,200}\\))?(?=${b}{0,9}(?:[.,;:)|*_]|-{2}|[—–]|$))`,
      '[author]',
    ),
  ];
}

/** In prose only. `names` are the ones the task does not name. */
function proseRules(names: Names): readonly ScrubRule[] {
  const name = anyName(names);
  return [
    rule(
      'trailer',
      `^((?:co-authored-by|signed-off-by):${b}{0,9})[^\\n]{0,200}${mail}${b}{0,9}\\r?$`,
      '$1[author]',
    ),
    rule('author', `^((?:author|committer):${b}{0,9})[^\\n]{0,200}${mail}${b}{0,9}\\r?$`, '$1[author]'),
    rule(
      'author',
      `^([*_ \\t]{0,9}(?:author|written by|answered by|from)[*_]{0,2}:[*_ \\t]{0,9})${name}${version}[^\\n]{0,60}$`,
      '$1[author]',
    ),
    rule(
      'author',
      `^(${b}{0,9}(?:[-—–~]{1,3}|best(?: regards)?,|regards,|cheers,|signed,?)${b}{0,9})${name}${version}[.!]?${b}{0,9}\\r?$`,
      '$1[author]',
    ),
    ...selfRules(names),
    rule(
      'session-id',
      `\\b((?:session|thread|conversation|chat|run|rollout)(?:[ _-]?id)?["'*]{0,3}${b}{0,3}[:=#]?${b}{0,3}["'\`*]{0,3})${uuid}`,
      '$1[id]',
    ),
    rule('session-id', `((?:--resume|--session(?:-id)?|\\bresume)[ \\t=]{1,3})${uuid}`, '$1[id]'),
  ];
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Sentences in which a writer says who it is. "I am an OpenAI fan" and "as Google, Meta and others do" are none. */
function selfRules(names: Names): readonly ScrubRule[] {
  const name = anyName(names);
  const person = anyName({ ...names, families: [] });
  const made = `(?:[\\w-]{1,20}${b}+){0,4}?${making}${b}+by${b}+${name}`;
  const maker = `(?:,?${b}+(?:${made}|(?:an?${b}+)?(?:(?:AI|language)${b}+)*(?:model|assistant|agent)${b}+(?:by|from)${b}+${name}|(?:by|from)${b}+${name}))?`;
  const notA = `(?!['’]s|${b}+(?:user|fan|developer|engineer|api|client|employee|customer|library|sdk|key|certified|compatible|based)\\b|-(?:compatible|based|style))`;
  const me = `(?:I${b}+am|I['’]m|my${b}+name${b}+is|call${b}+me|speaking${b}+as)`;
  return [
    rule(
      'self-identification',
      `\\b(${me}${b}+)[\\w.-]{1,30}(?:${b}+[\\w.-]{1,20}){0,2},?${b}+${made}`,
      '$1[author]',
    ),
    rule(
      'self-identification',
      `\\b(${me}${b}+(?:(?:an?|the)${b}+)?)${name}${version}${notA}${maker}`,
      '$1[author]',
    ),
    rule(
      'self-identification',
      `\\b(this${b}+is${b}+)${name}${version}(?=[.,!]|${b}+(?:speaking|here)\\b)`,
      '$1[author]',
    ),
    rule(
      'self-identification',
      `\\b(as${b}+)${person}${version}${maker}(?=,${b}+(?!${name}|and\\b|or\\b))`,
      '$1[author]',
    ),
    rule(
      'self-identification',
      `\\b(as${b}+(?:(?:an?|the)${b}+)?)${name}${version}((?:${b}+(?:model|assistant|agent))?,${b}+(?:I|my|let${b}+me)\\b)`,
      '$1[author]$2',
    ),
    rule(
      'self-identification',
      `\\b((?:AI|language)${b}+(?:model|assistant|agent),?${b}+(?:${making}${b}+)?(?:by|from)${b}+)${name}`,
      '$1[author]',
    ),
    rule('self-identification', `\\b(I${b}+was${b}+${making}${b}+by${b}+)${name}`, '$1[author]'),
  ];
}

/** In prose only. Workspaces first: they usually lie in a home. */
function pathRules(workspaces: readonly string[]): readonly ScrubRule[] {
  const folders = workspaces.filter((folder) => folder.length > 1).toSorted((x, y) => y.length - x.length);
  const before = '(?<![\\w.:/-])';
  return [
    ...folders.map((folder) => ({
      what: 'path' as const,
      pattern: new RegExp(`${folder.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\\w-])`, 'gu'),
      to: '[workspace]',
    })),
    rule(
      'path',
      `${before}(?:\\/private)?(?:\\/tmp|\\/var\\/folders(?:\\/\\w{1,40}){2}\\/T)\\/joust-[\\w.-]{1,80}`,
      '[workspace]',
    ),
    rule(
      'path',
      `${before}(?:\\/home\\/[\\w.-]{1,60}|\\/Users\\/[\\w.-]{1,60}|\\/root)(?=[/\\s"'\`),:;]|\\.?$)`,
      '~',
    ),
    rule('path', '(?<!\\w)[A-Z]:\\\\Users\\\\[\\w.-]{1,60}', '~'),
  ];
}

function rule(what: ScrubbedKind, source: string, to: string): ScrubRule {
  return { what, pattern: new RegExp(source, 'gimu'), to };
}

/** The names that could tell a judge who wrote an entry. */
export interface Names {
  /** `claude`, `codex`: leave out those that are ordinary words, such as `command`. */
  readonly agents: readonly string[];
  /** The makers: `anthropic`, `openai`. */
  readonly families: readonly string[];
  readonly models: readonly string[];
}

/** Those the task does not name. */
function namesOutside(task: string, names: Names): Names {
  const outside = (list: readonly string[]) => list.filter((name) => !holdsName(task, name));
  return { agents: outside(names.agents), families: outside(names.families), models: outside(names.models) };
}

/** Source of a pattern (flags `iu`) for any of them as a word of its own. */
function anyName({ agents, families, models }: Names): string {
  const all = [...new Set([...agents, ...families, ...models])].filter((name) => name !== '');
  if (all.length === 0) return '(?!)';
  return word(
    all
      .toSorted((a, b) => b.length - a.length)
      .map(namePattern)
      .join('|'),
  );
}

function holdsName(text: string, name: string): boolean {
  return name !== '' && mayHold(text, name) && new RegExp(word(namePattern(name)), 'iu').test(text);
}

/** Without a pattern, each of which takes a third of a millisecond to make: no name that is there is missed. */
function mayHold(text: string, name: string): boolean {
  // Of other letters only a pattern knows which are the same.
  if (!/^[ -~]+$/u.test(name)) return true;
  const plain = text.toLowerCase().replaceAll('\u{17F}', 's');
  return name
    .toLowerCase()
    .split(/[\s_-]+/u)
    .every((part) => plain.includes(part));
}

function word(pattern: string): string {
  return `(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])`;
}

/** `gpt-5.5` is also written "GPT 5.5". */
function namePattern(name: string): string {
  return name
    .split(/[\s_-]+/u)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'))
    .join('[\\s_-]?');
}
