// The passages of a TypeScript file: comments, strings and JSX text that read like prose, and the names of tests.
import ts from 'typescript';
import { filledIn, type Passage, passage } from './passages.ts';

interface Reading {
  readonly path: string;
  readonly source: ts.SourceFile;
  /** In a test only comments and names count. Its other strings are test data. */
  readonly isTest: boolean;
  readonly passages: Passage[];
  /** The spans of literals: two slashes inside one don't start a comment. */
  readonly literals: { readonly from: number; readonly to: number }[];
}

export function codePassages(path: string, text: string): Passage[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const isTest = path.startsWith('tests/') || /[.]test[.]tsx?$/.test(path);
  const reading: Reading = { path, source, isTest, passages: [], literals: [] };
  visit(reading, source);
  return [...reading.passages, ...commentPassages(reading)];
}

function visit(reading: Reading, node: ts.Node): void {
  if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || isHeadOrJsx(node))
    reading.literals.push({ from: node.getStart(reading.source), to: node.getEnd() });
  if (ts.isCallExpression(node) && isTestCall(node)) addText(reading, 'test', node.arguments[0]);
  else if (!reading.isTest) addMessages(reading, node);
  ts.forEachChild(node, (child) => visit(reading, child));
}

const isHeadOrJsx = (node: ts.Node) => ts.isTemplateHead(node) || ts.isJsxText(node);

function isTestCall({ expression }: ts.CallExpression): boolean {
  let root: ts.Expression = expression;
  while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = root.expression;
  return ts.isIdentifier(root) && /^(?:it|test|describe)$/.test(root.text);
}

function addMessages(reading: Reading, node: ts.Node): void {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) addJsx(reading, node.children);
  else if (isProse(textOf(node))) addText(reading, 'string', node);
}

/** A child or a value between the words of an element counts as one word. */
function addJsx(reading: Reading, children: readonly ts.JsxChild[]): void {
  if (!children.some((child) => ts.isJsxText(child) && child.text.trim() !== '')) return;
  const text = children.map((child) => (ts.isJsxText(child) ? child.text : jsxValue(child))).join('');
  const [first] = children;
  if (first) add(reading, 'string', { text: text.trimStart(), at: startOf(first, text) });
}

function jsxValue(child: ts.JsxChild): string {
  if (!ts.isJsxExpression(child)) return filledIn;
  return child.expression && ts.isStringLiteralLike(child.expression) ? child.expression.text : filledIn;
}

const startOf = (node: ts.Node, text: string) => node.pos + (text.length - text.trimStart().length);

function addText(reading: Reading, kind: Passage['kind'], node: ts.Node | undefined): void {
  const text = node && textOf(node);
  if (node && text !== undefined) add(reading, kind, { text, at: node.getStart(reading.source) });
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => filledIn + literal.text).join('');
}

/** Commands, queries, class names and the like aren't for readers. */
function isProse(text: string | undefined): boolean {
  if (text === undefined || /\b(?:SELECT|INSERT INTO|CREATE|UPDATE|DELETE FROM|PRAGMA)\b/.test(text))
    return false;
  const words = text.split(/\s+/).filter((word) => word !== '');
  const plain = words.filter((word) => /^["'“(*_`]*[A-Za-z][a-z'’-]*["'”)*_`.,;:!?…]*$/.test(word));
  return plain.length >= 2 && plain.length >= words.length * 0.6;
}

function add(reading: Reading, kind: Passage['kind'], { text, at }: { text: string; at: number }): void {
  const first = reading.source.getLineAndCharacterOfPosition(at).line + 1;
  const lines = text.split('\n').map((line, index) => ({ text: line, line: first + index }));
  reading.passages.push(...paragraphs(reading.path, kind, lines));
}

/** A comment at the end of a line stands alone. Comments on lines of their own go together. */
function commentPassages({ path, source, literals }: Reading): Passage[] {
  const lines: { text: string; line: number }[] = [];
  const spans = literals.toSorted((a, b) => a.from - b.from);
  const anything = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  let next = 0;
  for (let found = anything.exec(source.text); found; found = anything.exec(source.text)) {
    while ((spans[next]?.to ?? Infinity) <= found.index) next += 1;
    const span = spans[next];
    if (span && span.from <= found.index) {
      anything.lastIndex = span.to;
      continue;
    }
    const line = source.getLineAndCharacterOfPosition(found.index).line + 1;
    if ((lines.at(-1)?.line ?? 0) + 1 !== line || found[0].startsWith('/*')) lines.push({ text: '', line });
    for (const [index, text] of found[0].split('\n').entries())
      lines.push({
        text: text.replace(/^\s*(?:\/\/+|\/\*+|\*(?!\/))|\*+\/\s*$/g, '').trim(),
        line: line + index,
      });
    if (found[0].startsWith('/*')) lines.push({ text: '', line });
  }
  return paragraphs(
    path,
    'comment',
    lines.filter(({ text }) => !/^(?:biome-|@ts-|!\/|\/ <)/.test(text)),
  );
}

/** Blank lines, list items and tags start a new paragraph. */
function paragraphs(
  path: string,
  kind: Passage['kind'],
  lines: readonly { readonly text: string; readonly line: number }[],
): Passage[] {
  const groups: { text: string; line: number }[][] = [[]];
  for (const line of lines) {
    if (line.text.trim() === '' || /^\s*(?:[-*] |\d+[.)] |#|@\w)/.test(line.text)) groups.push([]);
    groups.at(-1)?.push(line);
  }
  return groups.flatMap((group) => passage(path, kind, group) ?? []);
}
