// Changes one key of a TOML text and nothing else: comments and formatting elsewhere stay byte for byte.
import type { AST } from 'toml-eslint-parser';
import { JoustError } from '../../domain/joust-error.ts';
import { keyText, visible } from '../config.ts';
import {
  isTomlTable,
  keyParts,
  readToml,
  type TomlDocument,
  type TomlTable,
  type TomlValue,
  tomlText,
} from './toml.ts';
import { type Edit, type KeyValue, lineEnd, lineStart, newline, placeFor, valueEdit } from './toml-place.ts';

interface TomlSource {
  readonly file: string;
  readonly text: string;
}

export interface Setting {
  readonly path: readonly string[];
  readonly value: TomlValue;
  /** How the value is to be spelled; otherwise in the plainest way. */
  readonly spelling?: string;
}

/** A table as value takes the place of the keys that are there: those it does not name go. */
export function setToml(source: TomlSource, setting: Setting): string {
  const { path, value } = setting;
  if (!isTomlTable(value)) return setLeaf(source, setting);
  const leaves = leavesOf(value, path);
  if (leaves.length === 0)
    throw refusal(source.file, path, 'an empty table says nothing; unset the key instead');
  const wanted = new Set(leaves.map((leaf) => keyText(leaf.path)));
  let { text } = source;
  for (const leaf of readToml(text, source.file).leaves)
    if (startsWith(leaf.path, path) && !wanted.has(keyText(leaf.path)))
      text = unsetToml({ ...source, text }, leaf.path) ?? text;
  for (const leaf of leaves) text = setLeaf({ ...source, text }, leaf);
  return text;
}

/** Removes a key or a whole table; undefined when there is no such key. Every comment stays. */
export function unsetToml(source: TomlSource, path: readonly string[]): string | undefined {
  const document = readToml(source.text, source.file);
  let current = document;
  for (;;) {
    const edits = removals(current, keyValuesOf(current.ast), path);
    if (edits.length === 0) break;
    current = readToml(document.bom + applied(current.text, edits), source.file);
  }
  if (current === document) return undefined;
  const text = document.bom + current.text;
  verify(text, { document, path, value: undefined });
  return text;
}

function setLeaf(source: TomlSource, { path, value, spelling = tomlText(value) }: Setting): string {
  const document = readToml(source.text, source.file);
  const keyValues = keyValuesOf(document.ast);
  const own = keyText(path);
  const existing = keyValues.find((candidate) => keyText(candidate.path) === own);
  if (existing === undefined && isTable(document, path))
    throw refusal(source.file, path, 'it is a table; set the keys in it');
  const edits =
    existing === undefined
      ? [placeFor({ document, keyValues, path, spelling })]
      : valueEdit(document, existing.node, spelling);
  const text = document.bom + applied(document.text, edits);
  verify(text, { document, path, value });
  return text;
}

function isTable({ table }: TomlDocument, path: readonly string[]): boolean {
  let found: TomlValue | undefined = table;
  for (const part of path) found = found !== undefined && isTomlTable(found) ? found[part] : undefined;
  return found !== undefined;
}

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((part, index) => path[index] === part);
}

function keyValuesOf(ast: AST.TOMLProgram): readonly KeyValue[] {
  const found: KeyValue[] = [];
  const walk = (node: AST.TOMLKeyValue, above: readonly string[]): void => {
    const path = [...above, ...keyParts(node.key)];
    found.push({ path, node });
    if (node.value.type === 'TOMLInlineTable') for (const inner of node.value.body) walk(inner, path);
  };
  for (const node of ast.body[0].body) {
    if (node.type === 'TOMLKeyValue') walk(node, []);
    else for (const inner of node.body) walk(inner, keyParts(node.key));
  }
  return found;
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: piece } of [...edits].sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + piece + result.slice(end);
  return result;
}

interface Expectation {
  readonly document: TomlDocument;
  readonly path: readonly string[];
  /** Undefined: the key is gone. */
  readonly value: TomlValue | undefined;
}

/** What was written is read again: the key says what it should, and no other key says anything else. */
function verify(text: string, { document, path, value }: Expectation): void {
  const after = readToml(text, document.file).leaves.map(plain);
  const others = document.leaves.filter((leaf) => !startsWith(leaf.path, path)).map(plain);
  const expected = value === undefined ? others : [...others, plain({ path, value })];
  if (after.sort().join('\n') === expected.sort().join('\n')) return;
  throw refusal(
    document.file,
    path,
    'it cannot be changed without touching its neighbours; edit the file by hand',
  );
}

function plain({ path, value }: { readonly path: readonly string[]; readonly value: TomlValue }): string {
  return `${keyText(path)} = ${tomlText(value)}`;
}

function leavesOf(table: TomlTable, above: readonly string[]): readonly Setting[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const path = [...above, key];
    return isTomlTable(value) ? leavesOf(value, path) : [{ path, value }];
  });
}

function refusal(file: string, path: readonly string[], why: string): JoustError {
  return new JoustError(`${visible(file)}: ${keyText(path)}: ${why}`, {
    code: 'config',
    hint: 'Open the file with `joust config edit`.',
  });
}

/** Cuts that can be made at once; members of inline tables share commas and go one at a time, so ask again until none is left. */
function removals(
  document: TomlDocument,
  keyValues: readonly KeyValue[],
  path: readonly string[],
): readonly Edit[] {
  const gone = keyValues.filter(({ path: other }) => isWithin(other, path));
  // What goes with its inline table needs no cut of its own.
  const nodes = new Set<AST.TOMLNode>(gone.map(({ node }) => node));
  const tops = gone.filter(({ node }) => !isInside(node, nodes));
  const inline = tops.filter(({ node }) => node.parent.type === 'TOMLInlineTable');
  const statements = tops.filter(({ node }) => node.parent.type !== 'TOMLInlineTable');
  const headers = document.ast.body[0].body.filter(
    (node): node is AST.TOMLTable => node.type === 'TOMLTable' && isWithin(keyParts(node.key), path),
  );
  return [
    ...statements.map(({ node }) => cutLines(document, node.range)),
    ...headers.map((table) => cutLines(document, headerRange(document, table))),
    ...inline.slice(0, 1).map(({ node }) => cutMember(document, node)),
  ];
}

function isWithin(path: readonly string[], prefix: readonly string[]): boolean {
  return path.length >= prefix.length && keyText(path.slice(0, prefix.length)) === keyText(prefix);
}

function isInside(node: AST.TOMLKeyValue, gone: ReadonlySet<AST.TOMLNode>): boolean {
  let above: AST.TOMLNode | null = node.parent;
  while (above !== null) {
    if (gone.has(above)) return true;
    above = above.parent;
  }
  return false;
}

function headerRange({ text }: TomlDocument, table: AST.TOMLTable): AST.Range {
  const close = text.indexOf(']', table.key.range[1]);
  return [table.range[0], close + (table.kind === 'array' ? 2 : 1)];
}

/** The whole lines of a statement; comments inside and behind it stay on lines of their own. */
function cutLines({ text, ast }: TomlDocument, [from, to]: AST.Range): Edit {
  const start = lineStart(text, from);
  const end = lineEnd(text, to);
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  const kept = ast.comments
    .filter(({ range }) => range[0] >= from && range[1] <= end)
    .map(({ range }) => `${indent}${text.slice(...range)}${newline(text)}`);
  return { start, end, text: kept.join('') };
}

/** A member of an inline table with one of the commas beside it. */
function cutMember({ text, ast }: TomlDocument, node: AST.TOMLKeyValue): Edit {
  const [from, to] = node.range;
  const comma = (token: AST.Token) => token.type === 'Punctuator' && token.value === ',';
  const before = ast.tokens.findLast((token) => token.range[1] <= from);
  const after = ast.tokens.find((token) => token.range[0] >= to);
  const isFirst = before === undefined || !comma(before);
  const start = isFirst ? from : before.range[0];
  const end = isFirst && after !== undefined && comma(after) ? behindSpaces(text, after.range[1]) : to;
  const kept = ast.comments.filter(({ range }) => range[0] >= start && range[1] <= end);
  const eol = newline(text);
  return { start, end, text: kept.map(({ range }) => `${eol}${text.slice(...range)}${eol}`).join('') };
}

function behindSpaces(text: string, offset: number): number {
  return offset + (/^[ \t]*/.exec(text.slice(offset))?.[0].length ?? 0);
}
