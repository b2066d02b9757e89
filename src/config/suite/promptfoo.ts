// A config of promptfoo as a suite: each of its prompts with each of its tests is a task. What has no counterpart is named, with its line.
import { dirname } from 'node:path';
import type { ActorWords } from '../brief/brief-schema.ts';
import type { YamlProblem, YamlText } from '../brief/yaml-text.ts';
import { visible } from '../config.ts';
import { expectedAssert, promptfooAssert } from './promptfoo-asserts.ts';
import { type Prompt, promptfooPrompts } from './promptfoo-prompts.ts';
import { type FoundProviders, promptfooProviders } from './promptfoo-providers.ts';
import { type FoundTest, isTable, promptfooTests, type Reading, tableIn } from './promptfoo-tests.ts';
import { readBeside, SourceError } from './read-beside.ts';
import type { AssertTable, SuiteTable } from './suite-schema.ts';
import type { TaskRow } from './task-sources.ts';

/** What a file of another program comes to. */
export interface ImportedSuite {
  readonly table: Omit<SuiteTable, 'tasks'>;
  readonly contestantLines: readonly number[];
  readonly rows: readonly TaskRow[];
  readonly problems: readonly YamlProblem[];
  /** What was not taken over, in sentences. */
  readonly notes: readonly string[];
}

export function isPromptfoo(value: unknown): boolean {
  return isTable(value) && !('tasks' in value) && ('prompts' in value || 'tests' in value);
}

/** Keys that are about promptfoo itself: how it shows, keeps and shares. */
const own = new Set([
  '$schema',
  'description',
  'tags',
  'outputPath',
  'sharing',
  'writeLatestResults',
  'commandLineOptions',
  'metadata',
  'env',
  'tracing',
  'evaluateOptions',
  'prompts',
  'providers',
  'targets',
  'tests',
  'defaultTest',
]);

export function promptfooSuite(yaml: YamlText, path: string, agents: readonly string[]): ImportedSuite {
  const problems: YamlProblem[] = [];
  const table = isTable(yaml.value) ? yaml.value : {};
  const reading: Reading = {
    table,
    folder: dirname(path),
    lineOf: (...at) => yaml.lineOf(at),
    say(at, text, hint) {
      problems.push({ ...(typeof at === 'number' ? { line: at } : at), text, hint });
      return undefined;
    },
  };
  for (const key of Object.keys(table))
    if (!own.has(key))
      reading.say(
        yaml.lineOf([key]),
        `promptfoo's ${visible(key)} is not supported`,
        'Take it out, or write a suite file.',
      );
  try {
    const prompts = promptfooPrompts(reading);
    const providers = providersOf(reading, agents);
    const rows = rowsOf(prompts, reading, problems);
    return {
      table: suiteOf(table, providers.contestants),
      rows,
      problems,
      notes: providers.notes,
      contestantLines: providers.lines,
    };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const empty = { table: suiteOf(table, []), contestantLines: [], rows: [], notes: [] };
    return { ...empty, problems: [...problems, error.problem] };
  }
}

function suiteOf(table: Reading['table'], contestants: ActorWords[]): ImportedSuite['table'] {
  const { description } = table;
  const { repeat, maxConcurrency } = isTable(table['evaluateOptions'])
    ? table['evaluateOptions']
    : ({} as never);
  return {
    name:
      typeof description === 'string' && description.trim() !== ''
        ? description.trim().slice(0, 200)
        : 'promptfoo',
    contestants,
    trials: isCount(repeat) ? repeat : undefined,
    parallel: isCount(maxConcurrency) ? maxConcurrency : undefined,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 1000;
}

function providersOf({ table, folder, lineOf }: Reading, agents: readonly string[]): FoundProviders {
  const key = 'targets' in table ? 'targets' : 'providers';
  const said = table[key];
  const list = Array.isArray(said) ? said : [said];
  return promptfooProviders(said === undefined ? [] : list, {
    agents,
    folder,
    lineOf: (at) => (Array.isArray(said) ? lineOf(key, at) : lineOf(key)),
  });
}

function rowsOf(prompts: readonly Prompt[], reading: Reading, problems: YamlProblem[]): readonly TaskRow[] {
  const { table, folder, lineOf } = reading;
  const found = promptfooTests(table['tests'], { folder, lineOf: (...at) => lineOf('tests', ...at) });
  problems.push(...found.problems);
  if (found.tests.length === 0 && found.problems.length === 0)
    reading.say(lineOf('tests'), 'it has no tests', 'Write at least one: tests: [{vars: {country: France}}]');
  const said = table['defaultTest'];
  const usual = typeof said === 'string' ? tableIn(said, { folder, line: lineOf('defaultTest') }) : said;
  const defaults = isTable(usual) ? usual : {};
  return found.tests.flatMap((test) =>
    variants(test, defaults, reading).flatMap((vars, variant, all) =>
      prompts.map((prompt) => {
        const parts = [
          test.id,
          ...(all.length > 1 ? [variant + 1] : []),
          ...(prompts.length > 1 ? [prompt.label] : []),
        ];
        return rowOf(test, { defaults, vars, prompt, id: parts.join('-'), reading });
      }),
    ),
  );
}

const maxVariants = 1000;

/** A list of values is one test for each of them. */
function variants(
  { table, file, lineOf }: FoundTest,
  defaults: Reading['table'],
  { folder, say }: Reading,
): readonly Readonly<Record<string, string>>[] {
  const vars = { ...tableAt(defaults, 'vars'), ...tableAt(table, 'vars') };
  let all: Readonly<Record<string, string>>[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = (Array.isArray(value) ? value : [value]).map((one: unknown) => {
      const text = typeof one === 'string' ? one : JSON.stringify(one ?? '');
      if (!text.startsWith('file://')) return text;
      return readBeside(text.slice('file://'.length), { folder, line: lineOf('vars', name) });
    });
    all = all.flatMap((one) => values.map((text) => ({ ...one, [name]: text })));
    if (all.length > maxVariants) {
      say(
        { line: lineOf('vars'), file },
        `its variables make more than ${maxVariants} tests`,
        'Write fewer values.',
      );
      return [];
    }
  }
  return all;
}

function tableAt(table: Reading['table'], key: string): Reading['table'] {
  const value = table[key];
  return isTable(value) ? value : {};
}

interface RowOf {
  readonly defaults: Reading['table'];
  readonly vars: Readonly<Record<string, string>>;
  readonly prompt: Prompt;
  readonly id: string;
  readonly reading: Reading;
}

const testKeys = new Set([
  'description',
  'vars',
  'assert',
  'threshold',
  'options',
  'metadata',
  'metric',
  'provider',
]);

function rowOf(test: FoundTest, { defaults, vars, prompt, id, reading }: RowOf): TaskRow {
  const { table, file } = test;
  const say = (line: number, text: string, hint: string) => reading.say({ line, file }, text, hint);
  for (const key of [...Object.keys(table), ...Object.keys(tableAt(table, 'options'))])
    if (!testKeys.has(key) && !optionKeys.has(key))
      say(
        test.lineOf(key),
        `${visible(key)} of a test is not supported`,
        'Take it out, or write a suite file.',
      );
  const options = { ...tableAt(defaults, 'options'), ...tableAt(table, 'options') };
  const asserts = [
    ...assertsOf(defaults, 'defaultTest', { reading, vars }),
    ...ownAsserts(test, { vars, say }),
  ];
  const threshold = table['threshold'] ?? defaults['threshold'];
  if (threshold !== undefined && !(typeof threshold === 'number' && threshold >= 0 && threshold <= 1))
    say(test.lineOf('threshold'), 'the threshold of a test is a share from 0 to 1', 'Write threshold: 0.8');
  const { description } = table;
  const around = (key: string) => (typeof options[key] === 'string' ? options[key] : '');
  return {
    id,
    vars,
    line: test.lineOf(),
    file,
    assertLines: asserts.map(({ line }) => line),
    entry: {
      prompt: `${around('prefix')}${prompt.text}${around('suffix')}`,
      assert: asserts.map(({ assert }) => assert),
      ...(typeof description === 'string' && description !== '' && { title: description.slice(0, 1000) }),
      ...(typeof threshold === 'number' && { 'min-score': threshold }),
    },
  };
}

const optionKeys = new Set(['prefix', 'suffix', 'provider', 'rubricPrompt', 'disableVarExpansion']);

interface Placed {
  readonly assert: AssertTable;
  readonly line: number;
}

function assertsOf(
  defaults: Reading['table'],
  key: string,
  { reading, vars }: { readonly reading: Reading; readonly vars: Readonly<Record<string, string>> },
): readonly Placed[] {
  const list = defaults['assert'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown, at) => {
    const line = reading.lineOf(key, 'assert', at);
    const assert = promptfooAssert(one, vars, (text, hint) => reading.say(line, text, hint));
    return assert === undefined ? [] : [{ assert, line }];
  });
}

interface Saying {
  readonly vars: Readonly<Record<string, string>>;
  say(line: number, text: string, hint: string): undefined;
}

function ownAsserts({ table, expected, lineOf }: FoundTest, { vars, say }: Saying): readonly Placed[] {
  const list = Array.isArray(table['assert']) ? (table['assert'] as unknown[]) : [];
  const { metric } = table;
  const read = [
    ...list.map((one, at) => {
      const line = lineOf('assert', at);
      return { line, assert: promptfooAssert(one, vars, (text, hint) => say(line, text, hint)) };
    }),
    ...expected.map((text) => {
      const how = { vars, metric: typeof metric === 'string' ? metric : undefined };
      return { line: lineOf(), assert: expectedAssert(text, how, (said, hint) => say(lineOf(), said, hint)) };
    }),
  ];
  return read.flatMap(({ line, assert }) => (assert === undefined ? [] : [{ line, assert }]));
}
