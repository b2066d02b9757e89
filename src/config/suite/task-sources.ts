// Where tasks of a suite come from: written out, rows of a CSV or JSONL file, or the folders in a folder. All of it lies beside the suite file.
import { lstatSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { bytesInside } from '../../process/files/read-inside.ts';
import type { YamlProblem } from '../brief/yaml-text.ts';
import { visible } from '../config.ts';
import { csvRows } from './csv.ts';
import type { TaskTable } from './suite-schema.ts';

/** One task, before its variables are filled in. */
export interface TaskRow {
  readonly entry: TaskTable;
  readonly id: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly line: number;
  /** Where the line is, if that is not the suite file. */
  readonly file?: string;
  /** Of its asserts, where they do not stand as in a suite file. */
  readonly assertLines?: readonly number[];
}

interface Source {
  readonly folder: string;
  readonly line: number;
  /** Its place among the entries, from 0. */
  readonly at: number;
}

interface Rows {
  readonly rows: readonly TaskRow[];
  readonly problems: readonly YamlProblem[];
}

const maxBytes = 32 * 1024 * 1024;
export const maxRows = 20_000;
export const maxColumns = 500;

export function taskRows(entry: TaskTable, source: Source): Rows {
  const { file, folder, brief } = entry;
  const named = [file, folder, brief].filter((one) => one !== undefined);
  if (named.length > 1)
    return problem(source, 'a task has only one of file, folder and brief', 'Make two tasks of it.');
  try {
    if (file !== undefined) return ofFile(entry, file, source);
    if (folder !== undefined) return ofFolder(entry, folder, source);
  } catch (error) {
    if (error instanceof SourceError) return { rows: [], problems: [error.problem] };
    throw error;
  }
  const usual = brief === undefined ? String(source.at + 1) : basename(resolve(source.folder, brief));
  return { rows: [{ entry, id: entry.id ?? usual, vars: {}, line: source.line }], problems: [] };
}

export class SourceError extends Error {
  readonly problem: YamlProblem;

  constructor(problem: YamlProblem, options?: ErrorOptions) {
    super(problem.text, options);
    this.problem = problem;
  }
}

function problem({ line }: Pick<Source, 'line'>, text: string, hint: string): Rows {
  return { rows: [], problems: [{ line, text, hint }] };
}

function ofFile(entry: TaskTable, path: string, source: Source): Rows {
  const text = readBeside(path, source);
  const isCsv = /\.csv$/i.test(path);
  if (!isCsv && !/\.(?:jsonl|ndjson)$/i.test(path))
    return problem(source, `${visible(path)} is neither .csv nor .jsonl`, 'Save the rows as one of them.');
  const file = join(source.folder, path);
  const { rows, problems } = isCsv ? csvRows(text, { maxRows, maxColumns }) : jsonRows(text);
  const stem = basename(path).replace(/\.[^.]*$/, '');
  return {
    rows: rows.map(({ values, line }, at) => ({
      ...{ entry, vars: values, line, file },
      id: values['id'] ?? `${entry.id ?? stem}-${at + 1}`,
    })),
    problems: problems.map((one) => ({ ...one, file })),
  };
}

interface DataRows {
  readonly rows: readonly { readonly values: Readonly<Record<string, string>>; readonly line: number }[];
  readonly problems: readonly YamlProblem[];
}

function jsonRows(text: string): DataRows {
  const hint = 'Write one JSON object a line: {"id": "one", "country": "France"}.';
  const lines = text.split('\n').flatMap((one, at) => (one.trim() === '' ? [] : [{ one, line: at + 1 }]));
  if (lines.length > maxRows)
    return {
      rows: [],
      problems: [{ line: 1, text: `it has more than ${maxRows} rows`, hint: 'Make several of it.' }],
    };
  const read = lines.map(({ one, line }) => ({ line, values: objectIn(one) }));
  return {
    rows: read.flatMap(({ line, values }) => (values === undefined ? [] : [{ line, values }])),
    problems: read.flatMap(({ line, values }) =>
      values === undefined ? [{ line, text: 'it is no JSON object', hint }] : [],
    ),
  };
}

function objectIn(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]),
    );
  } catch {
    return undefined;
  }
}

/** Each folder in it with a prompt.md. */
function ofFolder(entry: TaskTable, path: string, source: Source): Rows {
  const { folder, line } = source;
  const top = resolve(folder, path);
  const way = relative(folder, top);
  const found = way.startsWith('..') ? undefined : lstatSync(top, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true)
    return problem(
      source,
      `${visible(path)} is no folder beside the suite file`,
      'Name a folder below that of the suite file.',
    );
  const names = readdirSync(top, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
  const rows = names.flatMap((name): TaskRow[] => {
    const inside = join(way, name);
    if (lstatSync(join(folder, inside, 'prompt.md'), { throwIfNoEntry: false }) === undefined) return [];
    const prompt = readBeside(join(inside, 'prompt.md'), source);
    return [{ entry: { ...entry, prompt }, id: name, vars: {}, line }];
  });
  if (rows.length === 0)
    return problem(
      source,
      `no folder in ${visible(path)} holds a prompt.md`,
      'Put each task into a folder of its own there.',
    );
  return { rows, problems: [] };
}

/** A plain file that lies below the suite file's folder; a pipe or a link out of it is none. */
export function readBeside(path: string, { folder, line }: Source): string {
  const read = bytesInside(folder, path, maxBytes);
  const isOut = relative(folder, resolve(folder, path)).startsWith('..');
  const hint = 'Name a plain file below the folder of the suite file.';
  if (isOut || !('content' in read))
    throw new SourceError({
      ...{ line, hint },
      text: `${visible(path)} cannot be read: ${'why' in read && !isOut ? read.why : 'it lies outside of the folder'}`,
    });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(read.content);
  } catch (cause) {
    const text = `${visible(path)} is not UTF-8 text`;
    throw new SourceError({ line, text, hint: 'Save it as UTF-8.' }, { cause });
  }
}
