// Reads TOML with positions. The parser's own value reader is avoided: it writes `__proto__` tables into Object.prototype.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { JoustError } from '../../domain/joust-error.ts';
import { excerpt, keyText, quoted, visible } from '../config.ts';

export type TomlValue = string | number | boolean | Date | readonly TomlValue[] | TomlTable;
/** Without a prototype, so that every name is only a name. */
export interface TomlTable {
  [key: string]: TomlValue;
}

interface TomlLeaf {
  readonly path: readonly string[];
  /** An inline table is no leaf, its keys are. */
  readonly value: Exclude<TomlValue, TomlTable>;
  readonly node: AST.TOMLKeyValue;
}

export interface TomlDocument {
  readonly file: string;
  /** Without the byte order mark; positions count from here. */
  readonly text: string;
  readonly bom: string;
  readonly ast: AST.TOMLProgram;
  readonly leaves: readonly TomlLeaf[];
  readonly table: TomlTable;
  /** The line on which a key or table first appears. */
  lineOf(path: readonly string[]): number;
}

const maxDepth = 32;
const byteOrderMark = '\ufeff';

export function readToml(source: string, file: string): TomlDocument {
  const bom = source.startsWith(byteOrderMark) ? byteOrderMark : '';
  const text = source.slice(bom.length);
  const reading: Reading = { file, leaves: [], table: emptyTable(), lines: new Map() };
  const ast = read(reading, text);
  return {
    file,
    text,
    bom,
    ast,
    leaves: reading.leaves,
    table: reading.table,
    lineOf: (path) => nearestLine(reading.lines, path),
  };
}

/** The parts of a dotted key as TOML reads it; quoted parts may hold dots. */
export function parseKey(text: string): readonly string[] {
  try {
    const [node, ...others] = parseTOML(`${text.trim()} = 0`).body[0].body;
    if (node?.type === 'TOMLKeyValue' && others.length === 0 && node.key.range[0] === 0) {
      const path = keyParts(node.key);
      if (node.key.range[1] === text.trim().length && !path.includes('__proto__')) return path;
    }
  } catch {
    // Told below.
  }
  throw new JoustError(`${excerpt(text)} is not a key`, {
    code: 'config',
    hint: 'Write keys with dots, and quote parts with other characters: agents.claude.model, prices."gpt-5.5".input.',
  });
}

/** The value a text stands for in TOML; undefined when it is not exactly one value. */
export function parseValue(text: string): TomlValue | undefined {
  const trimmed = text.trim();
  try {
    const ast = parseLines(`x = ${trimmed}`);
    const [node, ...others] = ast.body[0].body;
    const whole = node?.type === 'TOMLKeyValue' && node.value.range[1] === trimmed.length + 4;
    if (!whole || others.length > 0 || ast.comments.length > 0) return undefined;
    return plainValue(node.value);
  } catch {
    return undefined;
  }
}

export function isTomlTable(value: TomlValue): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}

export function keyParts(key: AST.TOMLKey): readonly string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
}

interface Reading {
  readonly file: string;
  readonly leaves: TomlLeaf[];
  readonly table: TomlTable;
  readonly lines: Map<string, number>;
}

/** A lone 0 at the very end of a text gets an empty place from the parser. */
function parseLines(text: string): AST.TOMLProgram {
  return parseTOML(text.endsWith('0') ? `${text}\n` : text);
}

function read(reading: Reading, text: string): AST.TOMLProgram {
  try {
    const ast = parseLines(text);
    for (const node of ast.body[0].body) {
      if (node.type === 'TOMLKeyValue') readKeyValue(reading, node, []);
      else readTable(reading, node);
    }
    return ast;
  } catch (cause) {
    if (cause instanceof ParseError) throw syntaxError(cause, { file: reading.file, text });
    if (!(cause instanceof RangeError)) throw cause;
    throw new JoustError(`${visible(reading.file)}: nested too deeply to be read`, {
      code: 'config',
      hint: 'A joust config never nests more than four levels.',
      cause,
    });
  }
}

function syntaxError(cause: ParseError, { file, text }: { readonly file: string; readonly text: string }) {
  const line = text.split('\n')[cause.lineNumber - 1] ?? '';
  const problem = firstLower(visible(cause.message));
  return new JoustError(`${visible(file)}:${cause.lineNumber}: ${problem}: ${excerpt(line)}`, {
    code: 'config',
    hint: `The mistake is at column ${cause.column + 1} of line ${cause.lineNumber}; see https://toml.io.`,
    cause,
  });
}

function readTable(reading: Reading, table: AST.TOMLTable): void {
  const path = keyParts(table.key);
  const { line } = table.loc.start;
  guard(reading, path, line);
  if (table.kind === 'array')
    throw new JoustError(`${visible(reading.file)}:${line}: [[${keyText(path)}]] is a list of tables`, {
      code: 'config',
      hint: `Write [${keyText(path)}]; joust's config has no lists of tables.`,
    });
  note(reading, path, line);
  tableAt(reading.table, path);
  for (const node of table.body) readKeyValue(reading, node, path);
}

function readKeyValue(reading: Reading, node: AST.TOMLKeyValue, above: readonly string[]): void {
  const path = [...above, ...keyParts(node.key)];
  const { line } = node.loc.start;
  guard(reading, path, line);
  note(reading, path, line);
  if (node.value.type === 'TOMLInlineTable') {
    tableAt(reading.table, path);
    for (const inner of node.value.body) readKeyValue(reading, inner, path);
    return;
  }
  const value = plainValue(node.value) as TomlLeaf['value'];
  tableAt(reading.table, path.slice(0, -1))[path.at(-1) ?? ''] = value;
  reading.leaves.push({ path, value, node });
}

function guard({ file }: Reading, path: readonly string[], line: number): void {
  const problem = path.includes('__proto__') && 'the key "__proto__" is not allowed';
  const depth = path.length > maxDepth && 'a key with too many parts';
  if (problem || depth)
    throw new JoustError(`${visible(file)}:${line}: ${problem || depth}`, {
      code: 'config',
      hint: 'Remove it; no setting of joust has such a name.',
    });
}

function note({ lines }: Reading, path: readonly string[], line: number): void {
  for (let length = 1; length <= path.length; length += 1) {
    const key = keyText(path.slice(0, length));
    if (!lines.has(key)) lines.set(key, line);
  }
}

function nearestLine(lines: ReadonlyMap<string, number>, path: readonly string[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(keyText(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}

function tableAt(root: TomlTable, path: readonly string[]): TomlTable {
  let table = root;
  for (const part of path) {
    const found = table[part];
    const next = found !== undefined && isTomlTable(found) ? found : emptyTable();
    table[part] = next;
    table = next;
  }
  return table;
}

function plainValue(node: AST.TOMLContentNode): TomlValue {
  if (node.type === 'TOMLValue') return node.value;
  if (node.type === 'TOMLArray') return node.elements.map(plainValue);
  const table = emptyTable();
  for (const { key, value } of node.body) {
    const path = keyParts(key);
    tableAt(table, path.slice(0, -1))[path.at(-1) ?? ''] = plainValue(value);
  }
  return table;
}

function emptyTable(): TomlTable {
  return Object.create(null) as TomlTable;
}

function firstLower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A value in TOML, spelled in the plainest way and on one line. */
export function tomlText(value: TomlValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '""' : value.toISOString();
  if (Array.isArray(value)) return `[${value.map(tomlText).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, inner]) => `${keyText([key])} = ${tomlText(inner)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  // 1e21 is a float in TOML too; a whole number beyond 64 bits would not be read.
  return Number.isInteger(value) && !text.includes('e') && Math.abs(value) > Number.MAX_SAFE_INTEGER
    ? `${text}.0`
    : text;
}
