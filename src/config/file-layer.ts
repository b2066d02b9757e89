// A config file's text as checked entries, or an error that names line, value, what is allowed and the nearest known key.
import type { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';
import { nearest } from '../domain/settings/nearest.ts';
import { type ConfigValue, type Entry, excerpt, keyText, visible } from './config.ts';
import { configSchema, knownKeys } from './schema.ts';
import { readToml, type TomlDocument } from './toml/toml.ts';

export interface LayerSource {
  readonly from: 'user' | 'project';
  readonly file: string;
  readonly text: string;
  /** It is not trusted yet: tables may belong to extensions it names, which nobody loads before. */
  readonly waits?: boolean;
}

export function readLayer({ from, file, text, waits = false }: LayerSource): readonly Entry[] {
  const document = readToml(text, file);
  checkDocument(document, waits);
  if (from === 'project') refuseUsersOwn(document);
  return entriesOf(document, from);
}

/**
 * Trusted or not: whoever says where the record is reads everything that is played, and says what is played on; what an account
 * may take holds for everything that is played with it.
 */
export function refuseUsersOwn({ table, file, lineOf }: TomlDocument): void {
  const key = (['ledger', 'accounts'] as const).find((one) => one in table);
  if (key === undefined) return;
  const what = key === 'ledger' ? 'where the record is' : 'what your accounts may take';
  throw new JoustError(`${visible(file)}:${lineOf([key])}: a project's file may not say ${what}`, {
    code: 'config',
    hint: `Put [${key}] into your own file (joust config path)${key === 'ledger' ? ', or set JOUST_LEDGER' : ''}.`,
  });
}

/** Not checked. */
export function entriesOf({ leaves, file }: TomlDocument, from: LayerSource['from']): readonly Entry[] {
  return leaves.map(({ path, value, node }) => ({
    path,
    value: value as ConfigValue,
    origin: { from, file, line: node.loc.start.line },
  }));
}

/** Throws one error that names every problem, in the order of the file. */
export function checkDocument(document: TomlDocument, waits = false): void {
  const result = configSchema().safeParse(waits ? withoutStrangers(document.table) : document.table);
  if (result.success) return;
  const problems = result.error.issues
    .flatMap((issue) => problemsOf(issue, document))
    .sort((a, b) => a.line - b.line)
    .filter(
      ({ line, text }, at, all) => all.findIndex((one) => one.line === line && one.text === text) === at,
    )
    .slice(0, maxProblems);
  const [first] = problems;
  throw new JoustError(
    problems.map(({ line, text }) => `${visible(document.file)}:${line}: ${text}`).join('\n'),
    { code: 'config', hint: first?.hint },
  );
}

/** Without tables that an extension named there may bring. */
function withoutStrangers(table: TomlDocument['table']): TomlDocument['table'] {
  const known = knownKeys([]) ?? [];
  const isStranger = ([key, value]: readonly [string, unknown]) =>
    !known.includes(key) && typeof value === 'object' && !Array.isArray(value);
  return 'extensions' in table
    ? Object.fromEntries(Object.entries(table).filter((one) => !isStranger(one)))
    : table;
}

/** An unknown key told on its own, for commands that name one. */
export function unknownKey(path: readonly string[]): { readonly text: string; readonly hint: string } {
  const above = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  const known = knownKeys(above) ?? [];
  const where = above.length === 0 ? '' : ` in [${keyText(above)}]`;
  // The word of another council of CLIs.
  const near = keyText(path) === 'providers' ? 'agents' : nearest(key, known);
  const hint = known.length === 0 ? 'Nothing may stand there.' : `Known there: ${known.join(', ')}.`;
  return {
    text: `unknown key ${keyText([key])}${where}`,
    hint: near === undefined ? hint : `Did you mean ${near}? ${hint}`,
  };
}

interface Problem {
  readonly line: number;
  readonly text: string;
  readonly hint: string;
}

const maxProblems = 10;

function problemsOf(issue: z.core.$ZodIssue, document: TomlDocument): readonly Problem[] {
  const path = issue.path.filter((part) => typeof part === 'string');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      line: document.lineOf([...path, key]),
      ...unknownKey([...path, key]),
    }));
  const line = document.lineOf(path);
  if (issue.code === 'invalid_key') {
    const expected = issue.issues[0]?.message ?? 'another name';
    return [{ line, text: `${keyText(path)} is not allowed: expected ${expected}`, hint: hintOf(expected) }];
  }
  const { message: expected } = issue;
  const source = sourceOf(path, document);
  const text =
    source === undefined
      ? `${keyText(path.slice(0, -1))} has no ${path.at(-1) ?? 'value'}: expected ${expected}`
      : `${keyText(path)}${source} is not allowed: expected ${expected}`;
  return [{ line, text, hint: hintOf(expected) }];
}

function hintOf(expected: string): string {
  return `Write ${expected}.`;
}

/** How the value reads in the file; what is set for a process may be a secret and is not repeated. */
function sourceOf(path: readonly string[], { leaves, table, text }: TomlDocument): string | undefined {
  const key = keyText(path);
  const leaf = leaves.find((candidate) => keyText(candidate.path) === key);
  if (leaf === undefined) return hasTable(table, path) ? ' (a table)' : undefined;
  if (path.includes('environment') || path[0] === 'ledger') return '';
  return ` = ${excerpt(text.slice(...leaf.node.value.range))}`;
}

function hasTable(table: TomlDocument['table'], path: readonly string[]): boolean {
  let found: unknown = table;
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return false;
    found = (found as Record<string, unknown>)[part];
  }
  return found !== undefined;
}
