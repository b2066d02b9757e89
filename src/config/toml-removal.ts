// What to cut from a TOML text to remove a key or table: its lines or its place in an inline table, never a comment.
import type { AST } from 'toml-eslint-parser';
import { keyText } from './entry.ts';
import { keyParts, type TomlDocument } from './toml.ts';
import { type Edit, type KeyValue, lineEnd, lineStart, newline } from './toml-place.ts';

/** Cuts that can be made at once; members of inline tables share commas and go one at a time, so ask again until none is left. */
export function removals(
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
