// Where a key belongs in a TOML text: over its old value, in its inline table, in its table, or in a new one.
import type { AST } from 'toml-eslint-parser';
import { JoustError } from '../../domain/joust-error.ts';
import { keyText, visible } from '../config.ts';
import { keyParts, type TomlDocument } from './toml.ts';

/** A piece of the text between two offsets and what takes its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every key and value of the document with its full path; those of inline tables too. */
export interface KeyValue {
  readonly path: readonly string[];
  readonly node: AST.TOMLKeyValue;
}

interface Addition {
  readonly document: TomlDocument;
  readonly keyValues: readonly KeyValue[];
  readonly path: readonly string[];
  readonly spelling: string;
}

/** Comments inside the old value move above the key. */
export function valueEdit(document: TomlDocument, node: AST.TOMLKeyValue, spelling: string): readonly Edit[] {
  const [start, end] = node.value.range;
  const inside = document.ast.comments.filter(({ range }) => range[0] >= start && range[1] <= end);
  const edits: Edit[] = [{ start, end, text: spelling }];
  if (inside.length === 0) return edits;
  const line = lineStart(document.text, statementOf(node).range[0]);
  const indent = /^[ \t]*/.exec(document.text.slice(line))?.[0] ?? '';
  const moved = inside.map(
    ({ range }) => `${indent}${document.text.slice(...range)}${newline(document.text)}`,
  );
  return [...edits, { start: line, end: line, text: moved.join('') }];
}

export function placeFor(addition: Addition): Edit {
  const { keyValues, path } = addition;
  const holder = keyValues.findLast((candidate) => isPrefix(candidate.path, path));
  if (holder !== undefined) return insideInline(holder, addition);
  const sibling = dottedSibling(addition);
  if (sibling !== undefined) return afterNode(sibling.node, addition, relativeKey(sibling, path));
  const table = tableOf(addition);
  if (table !== undefined) return endOfTable(table, addition);
  return path.length === 1 ? topLevel(addition) : newTable(addition);
}

/** The line end that the text uses. */
export function newline(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Just behind the line's end, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** The key and value on a line of its own that this one is a part of. */
function statementOf(node: AST.TOMLKeyValue): AST.TOMLKeyValue {
  let statement = node;
  let above: AST.TOMLNode | null = node;
  while (above !== null) {
    if (above.type === 'TOMLKeyValue') statement = above;
    above = above.parent;
  }
  return statement;
}

function insideInline({ path: above, node }: KeyValue, { document, path, spelling }: Addition): Edit {
  const table = node.value;
  if (table.type !== 'TOMLInlineTable')
    throw new JoustError(
      `${visible(document.file)}:${node.loc.start.line}: ${keyText(above)} is not a table`,
      {
        code: 'config',
        hint: `Unset ${keyText(above)} first.`,
      },
    );
  const pair = `${keyText(path.slice(above.length))} = ${spelling}`;
  const last = table.body.at(-1);
  if (last !== undefined) return { start: last.range[1], end: last.range[1], text: `, ${pair}` };
  const start = table.range[0] + 1;
  return { start, end: start, text: ` ${pair} ` };
}

/** A statement whose dotted key already makes the table that the new key belongs to; that table can have no header. */
function dottedSibling({ keyValues, path }: Addition): KeyValue | undefined {
  const above = path.slice(0, -1);
  return keyValues.findLast(({ path: other, node }) => {
    const written = node.key.keys.length;
    const isDotted = other.length - written < above.length && other.length > above.length;
    return isDotted && node.parent.type !== 'TOMLInlineTable' && isPrefix(above, other);
  });
}

function relativeKey({ path: other, node }: KeyValue, path: readonly string[]): string {
  return keyText(path.slice(other.length - node.key.keys.length));
}

function tableOf({ document, path }: Addition): AST.TOMLTable | undefined {
  const above = keyText(path.slice(0, -1));
  if (path.length === 1) return undefined;
  return document.ast.body[0].body.find(
    (node): node is AST.TOMLTable => node.type === 'TOMLTable' && keyText(keyParts(node.key)) === above,
  );
}

function endOfTable(table: AST.TOMLTable, addition: Addition): Edit {
  const key = keyText(addition.path.slice(-1));
  return afterNode(table.body.at(-1) ?? table, addition, key);
}

/** On a line of its own behind the node, indented like it. */
function afterNode(
  node: AST.TOMLKeyValue | AST.TOMLTable,
  { document, spelling }: Addition,
  key: string,
): Edit {
  const { text } = document;
  const eol = newline(text);
  const at = lineEnd(text, node.range[1]);
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, node.range[0])))?.[0] ?? '';
  const isOpen = at === text.length && !text.endsWith('\n');
  return {
    start: at,
    end: at,
    text: `${isOpen ? eol : ''}${indent}${key} = ${spelling}${isOpen ? '' : eol}`,
  };
}

/** Behind the last top-level key; otherwise at the top, behind a comment that stands apart. */
function topLevel(addition: Addition): Edit {
  const { document, path, spelling } = addition;
  const { text, ast } = document;
  const statements = ast.body[0].body;
  const last = statements.findLast((node): node is AST.TOMLKeyValue => node.type === 'TOMLKeyValue');
  if (last !== undefined) return afterNode(last, addition, keyText(path));
  const eol = newline(text);
  const head = /^(?:#[^\n]*\r?\n)+\r?\n/.exec(text)?.[0].length ?? 0;
  const line = `${keyText(path)} = ${spelling}${eol}`;
  if (statements.length > 0) return { start: head, end: head, text: `${line}${eol}` };
  const isOpen = text !== '' && !text.endsWith('\n');
  return { start: text.length, end: text.length, text: `${isOpen ? eol : ''}${line}` };
}

function newTable({ document: { text }, path, spelling }: Addition): Edit {
  const eol = newline(text);
  const isOpen = text !== '' && !text.endsWith('\n');
  const gap = `${isOpen ? eol : ''}${text.trim() === '' ? '' : eol}`;
  const header = `[${keyText(path.slice(0, -1))}]${eol}`;
  const line = `${keyText(path.slice(-1))} = ${spelling}${eol}`;
  return { start: text.length, end: text.length, text: `${gap}${header}${line}` };
}

function isPrefix(prefix: readonly string[], path: readonly string[]): boolean {
  return prefix.length < path.length && prefix.every((part, index) => path[index] === part);
}
