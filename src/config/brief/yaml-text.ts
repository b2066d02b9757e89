// A YAML text that people write, with the line of everything in it. Aliases are few, keys stand once, tags are none.
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import { nearest } from '../../domain/settings/nearest.ts';
import { nestedTooDeep, parseTrouble } from '../../domain/settings/parse-trouble.ts';
import { excerpt, visible } from '../config.ts';

export interface YamlText {
  readonly file: string;
  readonly value: unknown;
  /** Of what stands at a path, else of what is nearest above it. */
  lineOf(path: readonly PropertyKey[]): number;
}

export interface YamlProblem {
  readonly line: number;
  readonly text: string;
  readonly hint: string;
  /** Absent: the file that is read. */
  readonly file?: string;
}

const maxCharacters = 256 * 1024;
/** Enough for a few anchors; what multiplies by them is refused. */
const maxAliases = 50;
const maxProblems = 50;

export function readYaml(text: string, file: string): YamlText {
  if (text.length > maxCharacters)
    throw problemsIn(file, [
      {
        line: 1,
        text: `it is longer than ${maxCharacters / 1024} KiB`,
        hint: 'Put long texts into files beside it.',
      },
    ]);
  const counter = new LineCounter();
  const document = parsed(() => parseDocument(text, { lineCounter: counter, merge: true }), file);
  const [trouble] = [...document.errors, ...document.warnings];
  if (trouble !== undefined)
    throw problemsIn(file, [
      {
        line: counter.linePos(trouble.pos[0]).line,
        text: yamlTrouble(trouble.code, trouble.message),
        hint: 'Write it as plain YAML: keys with a colon, lists with a dash, indented by spaces.',
      },
    ]);
  const value: unknown = parsed(() => document.toJS({ maxAliasCount: maxAliases }), file);
  return {
    file,
    value,
    lineOf: (path) => counter.linePos(placeOf(document.contents, path)).line,
  };
}

function parsed<T>(read: () => T, file: string): T {
  try {
    return read();
  } catch (cause) {
    const isAlias = /alias/i.test(String(cause));
    const text = isAlias ? `it uses more than ${maxAliases} aliases` : nestedTooDeep;
    const hint = isAlias ? 'Write out what the aliases stand for.' : 'Write what belongs there, and no more.';
    throw problemsIn(file, [{ line: 1, text, hint }]);
  }
}

function yamlTrouble(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'a key stands here that stood before';
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here';
  const first = parseTrouble(message);
  if (first === nestedTooDeep) return first;
  return `it is not YAML: ${excerpt(first.replace(/ at line \d+, column \d+:?$/, ''))}`;
}

function placeOf(root: Node | null, path: readonly PropertyKey[]): number {
  let node: unknown = root;
  let place = root?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair === undefined) break;
      place = (pair.key as Node).range?.[0] ?? place;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      place = (node as Node | undefined)?.range?.[0] ?? place;
    } else break;
  }
  return place;
}

/** One error that names them all, in the order of the file. */
export function problemsIn(file: string, problems: readonly YamlProblem[]): JoustError {
  const sorted = problems.toSorted((a, b) => a.line - b.line);
  const lines = new Set(sorted.map((one) => `${visible(one.file ?? file)}:${one.line}: ${one.text}`));
  const more = lines.size > maxProblems ? [`and ${lines.size - maxProblems} more`] : [];
  return new JoustError([...[...lines].slice(0, maxProblems), ...more].join('\n'), {
    code: 'usage',
    hint: sorted[0]?.hint,
  });
}

/** What a schema refuses, in sentences; `known` are the keys that may stand at a path. */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  { value, lineOf }: YamlText,
  known: (path: readonly PropertyKey[]) => readonly string[],
): readonly YamlProblem[] {
  return issues.flatMap((issue) => {
    const { path } = issue;
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => {
        const keys = known(path);
        const near = nearest(key, keys);
        const hint = `Known there: ${keys.join(', ')}.`;
        return {
          line: lineOf([...path, key]),
          text: `unknown key ${keyName([...path, key])}`,
          hint: near === undefined ? hint : `Did you mean ${near}? ${hint}`,
        };
      });
    if (issue.code === 'invalid_union') {
      const inner = meantBranch(issue.errors);
      if (inner !== undefined) {
        const below = inner.map((one) => ({ ...one, path: [...path, ...one.path] }));
        return schemaProblems(below, { value, lineOf, file: '' }, known);
      }
    }
    return [problemOf(issue, { value, lineOf })];
  });
}

/** The one whose kind of value it is: its errors lie deeper, or are about more than the kind. */
function meantBranch(
  branches: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] | undefined {
  return branches.find(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
}

function problemOf(
  issue: z.core.$ZodIssue,
  { value, lineOf }: Pick<YamlText, 'value' | 'lineOf'>,
): YamlProblem {
  const { path, message } = issue;
  const found = valueAt(value, path);
  const key = keyName(path);
  const hint = `Write ${message}.`;
  if (found === undefined)
    return { line: lineOf(path), text: `${key} is missing: expected ${message}`, hint };
  const said = path.includes('environment') ? '' : ` is ${shown(found)}`;
  const text =
    path.length === 0 ? `it is ${shown(found)}: expected ${message}` : `${key}${said}: expected ${message}`;
  return { line: lineOf(path), text, hint };
}

/** Undefined: there is nothing at this path. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Record<PropertyKey, unknown>)[part];
  }
  return found;
}

function shown(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return excerpt(JSON.stringify(value) ?? String(value));
}

/** `contestants[1].model` counts from 1, as people do. */
export function keyName(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) =>
      typeof part === 'number' ? `[${part + 1}]` : `${at === 0 ? '' : '.'}${visible(String(part))}`,
    )
    .join('');
}
