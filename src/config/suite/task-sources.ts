// Where tasks of a suite come from: written out, rows of a CSV or JSONL file, or the folders in a folder. All of it lies beside the suite file.
import { lstatSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { YamlProblem } from '../brief/yaml-text.ts';
import { visible } from '../config.ts';
import { csvRows } from './csv.ts';
import { type HarborTask, harborTask, isHarbor } from './harbor.ts';
import { type Naming, readBeside, SourceError } from './read-beside.ts';
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
  /** Nothing is filled into its prompt. */
  readonly verbatim?: true;
  /** It was written for Harbor. */
  readonly harbor?: HarborTask;
}

interface Source extends Naming {
  /** Its place among the entries, from 0. */
  readonly at: number;
}

interface Rows {
  readonly rows: readonly TaskRow[];
  readonly problems: readonly YamlProblem[];
}

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
      entry,
      vars: values,
      line,
      file,
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

/** Each folder in it with a prompt.md, or written for Harbor. */
function ofFolder(entry: TaskTable, path: string, source: Source): Rows {
  const { folder } = source;
  const top = resolve(folder, path);
  const way = relative(folder, top);
  const found = way.startsWith('..') ? undefined : lstatSync(top, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true)
    return problem(
      source,
      `${visible(path)} is no folder beside the suite file`,
      'Name a folder below that of the suite file.',
    );
  const names = namesIn(top);
  const rows = names.flatMap((name) => rowOf(entry, join(way, name), source));
  if (rows.length === 0)
    return problem(
      source,
      `no folder in ${visible(path)} holds a prompt.md, or an instruction.md with a task.toml`,
      'Put each task into a folder of its own there.',
    );
  return { rows, problems: [] };
}

function rowOf(entry: TaskTable, way: string, { folder, line }: Source): readonly TaskRow[] {
  const id = basename(way);
  if (isHarbor(join(folder, way))) {
    const { entry: found, ...more } = harborTask(way, { folder, line });
    const settings = { ...found.settings, ...entry.settings };
    return [{ ...more, entry: { ...found, ...entry, settings }, id, vars: {}, line }];
  }
  if (lstatSync(join(folder, way, 'prompt.md'), { throwIfNoEntry: false }) === undefined) return [];
  const prompt = readBeside(join(way, 'prompt.md'), { folder, line });
  return [{ entry: { ...entry, prompt }, id, vars: {}, line }];
}

/** A folder of Harbor's as it is: one task, or a folder of them. */
export function harborRows(folder: string): readonly TaskRow[] {
  const names = isHarbor(folder) ? ['.'] : namesIn(folder);
  return names.flatMap((name) =>
    isHarbor(join(folder, name))
      ? [{ ...harborTask(name, { folder, line: 1 }), id: basename(join(folder, name)), vars: {}, line: 1 }]
      : [],
  );
}

export function holdsHarbor(folder: string): boolean {
  return isHarbor(folder) || namesIn(folder).some((name) => isHarbor(join(folder, name)));
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}
