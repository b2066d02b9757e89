// The tests of a promptfoo config, wherever they stand: in it, or in YAML, JSON, JSONL and CSV files beside it.
import { basename, join } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { readYaml, type YamlProblem } from '../brief/yaml-text.ts';
import { visible } from '../config.ts';
import { csvRows } from './csv.ts';
import { type Naming, readBeside } from './read-beside.ts';
import { maxColumns, maxRows } from './task-sources.ts';

/** A config as it is read: what is wrong with it is said, and the rest is read all the same. */
export interface Reading {
  readonly table: Readonly<Record<string, unknown>>;
  readonly folder: string;
  lineOf(...path: readonly (string | number)[]): number;
  say(at: number | Pick<YamlProblem, 'line' | 'file'>, text: string, hint: string): undefined;
}

export interface FoundTest {
  readonly id: string;
  readonly table: Readonly<Record<string, unknown>>;
  /** A row of a CSV file: what stands in its columns `__expected`. */
  readonly expected: readonly string[];
  /** Absent: the config. */
  readonly file?: string;
  lineOf(...path: readonly (string | number)[]): number;
}

export interface FoundTests {
  readonly tests: readonly FoundTest[];
  readonly problems: readonly YamlProblem[];
}

interface Place {
  readonly folder: string;
  lineOf(...path: readonly (string | number)[]): number;
}

const hint =
  'Write tests in the config, or name a .yaml, .json, .jsonl or .csv file beside it: file://tests.csv';

export function promptfooTests(said: unknown, { folder, lineOf }: Place): FoundTests {
  if (said === undefined || said === null) return { tests: [], problems: [] };
  if (typeof said === 'string') return ofFile(said, { folder, line: lineOf() });
  if (!Array.isArray(said)) return trouble(lineOf(), 'tests is neither a list nor the name of a file');
  const found = said.map((one: unknown, at): FoundTests => {
    if (typeof one === 'string') return ofFile(one, { folder, line: lineOf(at) });
    if (!isTable(one)) return trouble(lineOf(at), 'a test is no mapping');
    if ('path' in one) return trouble(lineOf(at), 'tests that a program makes are not supported');
    const test = {
      id: String(at + 1),
      table: one,
      expected: [],
      lineOf: (...more: (string | number)[]) => lineOf(at, ...more),
    };
    return { tests: [test], problems: [] };
  });
  return { tests: found.flatMap(({ tests }) => tests), problems: found.flatMap(({ problems }) => problems) };
}

function trouble(line: number, text: string): FoundTests {
  return { tests: [], problems: [{ line, text, hint }] };
}

export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ofFile(said: string, { folder, line }: Naming): FoundTests {
  const path = said.replace(/^file:\/\//, '');
  const kind = /\.(csv|ya?ml|json|jsonl)$/i.exec(path)?.[1]?.toLowerCase();
  if (kind === undefined || /[*?]|^[a-z]+:\/\//.test(path))
    return trouble(line, `tests from ${visible(said)} are not supported`);
  const read = readBeside(path, { folder, line });
  const file = join(folder, path);
  const stem = basename(path).replace(/\.[^.]*$/, '');
  const id = (at: number) => `${stem}-${at + 1}`;
  if (kind === 'csv') return ofCsv(read, { file, id });
  if (kind === 'jsonl') return ofLines(read, { file, id });
  return ofYaml(read, { file, id });
}

interface TestFile {
  readonly file: string;
  id(at: number): string;
}

function ofYaml(text: string, { file, id }: TestFile): FoundTests {
  const yaml = readYaml(text, file);
  const list = Array.isArray(yaml.value) ? yaml.value : [yaml.value];
  const bad = list.findIndex((one) => !isTable(one));
  if (bad >= 0)
    return { tests: [], problems: [{ line: yaml.lineOf([bad]), file, text: 'a test is no mapping', hint }] };
  return {
    problems: [],
    tests: list.map((table, at) => ({
      id: id(at),
      table,
      expected: [],
      file,
      lineOf: (...more) => yaml.lineOf(Array.isArray(yaml.value) ? [at, ...more] : more),
    })),
  };
}

function ofLines(text: string, { file, id }: TestFile): FoundTests {
  const lines = text.split('\n').flatMap((one, at) => (one.trim() === '' ? [] : [{ one, line: at + 1 }]));
  const read = lines.map(({ one, line }) => {
    try {
      return { line, table: JSON.parse(one) as unknown };
    } catch {
      return { line, table: undefined };
    }
  });
  const wrong = read.filter(({ table }) => !isTable(table));
  return {
    problems: wrong.map(({ line }) => ({ line, file, text: 'it is no JSON object', hint })),
    tests: read.flatMap(({ line, table }, at) =>
      isTable(table) ? [{ id: id(at), table, expected: [], file, lineOf: () => line }] : [],
    ),
  };
}

const ofColumns: Readonly<Record<string, string>> = {
  __description: 'description',
  __threshold: 'threshold',
  __metric: 'metric',
  __prefix: 'prefix',
  __suffix: 'suffix',
};

/** One test a row: columns are variables, those with two dashes before them say the rest. */
function ofCsv(text: string, { file, id }: TestFile): FoundTests {
  const { rows, problems } = csvRows(text, { maxRows, maxColumns });
  const names = Object.keys(rows[0]?.values ?? {});
  const odd = names.filter(
    (name) =>
      /^__/.test(name) && !/^__(?:expected\d*|metadata:.*)$/.test(name) && !Object.hasOwn(ofColumns, name),
  );
  return {
    problems: [
      ...problems.map((one) => ({ ...one, file })),
      ...odd.map((name) => ({
        line: 1,
        file,
        text: `the column ${visible(name)} is not supported`,
        hint: `Columns with a meaning: __expected, __expected1, ${Object.keys(ofColumns).join(', ')}.`,
      })),
    ],
    tests: rows.map(({ values, line }, at) => {
      const entries = Object.entries(values);
      const said = entries.flatMap(([name, value]) =>
        Object.hasOwn(ofColumns, name) && value !== '' ? [[ofColumns[name] ?? '', value] as const] : [],
      );
      const { threshold, prefix, suffix, ...rest } = Object.fromEntries(said);
      return {
        id: id(at),
        file,
        lineOf: () => line,
        expected: entries.flatMap(([name, value]) =>
          /^__expected\d*$/.test(name) && value.trim() !== '' ? [value] : [],
        ),
        table: {
          ...rest,
          vars: Object.fromEntries(entries.filter(([name]) => !name.startsWith('__'))),
          ...(threshold !== undefined && { threshold: Number(threshold) }),
          ...((prefix ?? suffix) !== undefined && { options: { prefix, suffix } }),
        },
      };
    }),
  };
}

/** Of what a file names that is read while a config is. */
export function tableIn(said: string, { folder, line }: Naming): Readonly<Record<string, unknown>> {
  const path = said.replace(/^file:\/\//, '');
  const { value } = readYaml(readBeside(path, { folder, line }), join(folder, path));
  if (isTable(value)) return value;
  throw new JoustError(`${visible(path)} is no mapping`, { code: 'usage', hint: 'Write a test there.' });
}
