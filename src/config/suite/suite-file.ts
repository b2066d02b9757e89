// suite.yaml: what a suite plays, read and checked as a whole before anything is spent.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { durationMs } from '../../domain/settings/rule.ts';
import type { SuitePlan, SuiteTask } from '../../domain/suite/suite-plan.ts';
import { type Actor, readActors } from '../brief/actors.ts';
import { keysAt } from '../brief/brief-schema.ts';
import { problemsIn, readYaml, schemaProblems, type YamlProblem, type YamlText } from '../brief/yaml-text.ts';
import { visible } from '../config.ts';
import type { HarborTask } from './harbor.ts';
import { isPromptfoo, promptfooSuite } from './promptfoo.ts';
import { type SuiteTable, suiteSchema } from './suite-schema.ts';
import { readTask } from './suite-tasks.ts';
import { harborRows, type TaskRow, taskRows } from './task-sources.ts';

/** A task, where it stands, and what of it waits for the user's trust. */
export interface PlacedTask {
  readonly task: SuiteTask;
  readonly line: number;
  /** It was written for Harbor: where it is played, and what measures it, is made before anything starts. */
  readonly harbor?: HarborTask;
}

export interface SuiteFile {
  readonly name: string;
  /** The folder it lies in: paths count from there. */
  readonly folder: string;
  readonly contestants: readonly Actor[];
  readonly judges: readonly Actor[];
  readonly trials: number;
  readonly parallel?: number;
  readonly tasks: readonly PlacedTask[];
  readonly thresholds: SuitePlan['thresholds'];
  /** By the names of their settings. */
  readonly limits: Readonly<Record<string, number>>;
  /** It is of another program, whose contestants may not be taken over: whoever starts it may name any. */
  readonly open: boolean;
  /** What was not taken over of it, in sentences. */
  readonly notes: readonly string[];
  lineOf(...path: readonly (string | number)[]): number;
}

/** `agents`: those that are built in. */
export function readSuiteFile(text: string, path: string, agents: readonly string[]): SuiteFile {
  const yaml = readYaml(text, path);
  const source = isPromptfoo(yaml.value) ? imported(yaml, path, agents) : written(yaml, path);
  return checked(source, path, agents);
}

/** A folder of Harbor's tasks, or one of them. */
export function readHarborFolder(path: string, agents: readonly string[]): SuiteFile {
  const rows = harborRows(path);
  const source = {
    table: { name: basename(path), contestants: [] },
    open: true,
    notes: [],
    problems: [],
    lineOf: () => 1,
    rows: rows.map((row) => ({ row, lineOf: () => 1 })),
  };
  return checked(source, join(path, 'task.toml'), agents);
}

function checked(source: SuiteSource, path: string, agents: readonly string[]): SuiteFile {
  const folder = dirname(resolve(path));
  const { table, lineOf } = source;
  const people = (key: 'contestants' | 'judges') =>
    readActors({
      key,
      actors: table[key] ?? [],
      dummy: key === 'judges' ? 'judge' : 'dummy',
      paidKeys: false,
      agents,
      ofFlavors: false,
      lineOf: (at) => lineOf(key, at),
    });
  const [contestants, judges] = [people('contestants'), people('judges')];
  const read = source.rows.map(({ row, lineOf: inRow }) => readTask({ table, row, folder, lineOf: inRow }));
  const problems = [
    ...[contestants, judges, ...read].flatMap((one) => one.problems),
    ...source.problems,
    ...(table.contestants.length === 0 && !source.open ? [nobody(lineOf('contestants'))] : []),
    ...sameIds(source.rows.map(({ row }) => row)),
  ];
  if (problems.length > 0) throw problemsIn(path, problems);
  return {
    name: table.name,
    folder,
    lineOf,
    contestants: contestants.actors.map((one) => besideFile(one, folder)),
    judges: judges.actors.map((one) => besideFile(one, folder)),
    open: source.open,
    notes: [...source.notes, ...source.rows.flatMap(({ row }) => row.harbor?.notes ?? [])],
    trials: table.trials ?? 1,
    parallel: table.parallel,
    tasks: read.flatMap(({ task, line }, at) => {
      const harbor = source.rows[at]?.row.harbor;
      return task === undefined ? [] : [{ task, line, harbor }];
    }),
    thresholds: thresholdsOf(table),
    limits: limitsOf(table),
  };
}

interface SuiteSource extends Pick<SuiteFile, 'open' | 'notes' | 'lineOf'> {
  readonly table: Omit<SuiteTable, 'tasks'>;
  readonly rows: readonly { readonly row: TaskRow; readonly lineOf: SuiteFile['lineOf'] }[];
  readonly problems: readonly YamlProblem[];
}

function written(yaml: YamlText, path: string): SuiteSource {
  const parsed = suiteSchema.safeParse(yaml.value);
  if (!parsed.success)
    throw problemsIn(
      path,
      schemaProblems(parsed.error.issues, yaml, (at) => keysAt(suiteSchema, at)),
    );
  const table = parsed.data;
  const folder = dirname(resolve(path));
  const lineOf = (...at: readonly (string | number)[]) => yaml.lineOf(at);
  const found = table.tasks.map((entry, at) => taskRows(entry, { folder, line: lineOf('tasks', at), at }));
  return {
    table,
    lineOf,
    open: false,
    notes: [],
    rows: found.flatMap(({ rows }, at) =>
      rows.map((row) => ({ row, lineOf: (...more: (string | number)[]) => lineOf('tasks', at, ...more) })),
    ),
    problems: found.flatMap(({ problems }) => problems),
  };
}

function imported(yaml: YamlText, path: string, agents: readonly string[]): SuiteSource {
  const { rows, contestantLines, ...suite } = promptfooSuite(yaml, resolve(path), agents);
  return {
    ...suite,
    open: true,
    lineOf: (key, at) =>
      (key === 'contestants' ? contestantLines[Number(at)] : undefined) ?? yaml.lineOf(['providers']),
    rows: rows.map((row) => ({
      row,
      lineOf: (key, at) => (key === 'assert' ? row.assertLines?.[Number(at)] : undefined) ?? row.line,
    })),
  };
}

/** Paths of scripts and programs count from the suite file, wherever its tasks are played. */
function besideFile(actor: Actor, folder: string): Actor {
  const { play } = actor;
  if (play?.settings === undefined) return actor;
  const { script, command, ...others } = play.settings;
  const placed = (word: string) =>
    /^\.{0,2}\/|\//.test(word) && existsSync(resolve(folder, word)) ? resolve(folder, word) : word;
  const isFile = script !== undefined && existsSync(resolve(folder, script));
  const settings = {
    ...others,
    ...(script !== undefined && { script: isFile ? resolve(folder, script) : script }),
    ...(command !== undefined && { command: command.map(placed) }),
  };
  return { ...actor, play: { ...play, settings } };
}

function nobody(line: number): YamlProblem {
  return {
    line,
    text: 'contestants names nobody',
    hint: 'Write at least one: contestants: [claude, codex]. `joust doctor` shows who can play.',
  };
}

function sameIds(rows: readonly TaskRow[]): readonly YamlProblem[] {
  const seen = new Set<string>();
  return rows.flatMap(({ id, line, file }): YamlProblem[] => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const where = file === undefined ? {} : { file };
    return [
      {
        line,
        ...where,
        text: `a task has the id ${visible(id)} already`,
        hint: 'Give each an id of its own.',
      },
    ];
  });
}

function thresholdsOf({ thresholds }: Pick<SuiteTable, 'thresholds'>): SuitePlan['thresholds'] {
  const { pass, 'max-usd': maxUsd, 'max-errors': maxErrors } = thresholds ?? {};
  return {
    pass,
    maxUsd,
    maxErrors,
  };
}

function limitsOf({ limits }: Pick<SuiteTable, 'limits'>): Readonly<Record<string, number>> {
  const {
    'max-usd': maxUsd,
    'max-tokens': maxTokens,
    'max-attempts': maxAttempts,
    'max-time': time,
  } = limits ?? {};
  return {
    ...(maxUsd !== undefined && { maxUsd }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(time !== undefined && { maxTime: (durationMs(time) ?? 0) / 1000 }),
  };
}

/** Only those whose id or format fits, and of these so many, the same ones each time. */
export interface Selection {
  readonly filters: readonly string[];
  readonly sample?: number;
}

export function selectTasks(
  tasks: readonly PlacedTask[],
  { filters, sample }: Selection,
  shuffled: (tasks: readonly PlacedTask[]) => readonly PlacedTask[],
): readonly PlacedTask[] {
  const fits = filters.map(filterOf);
  const wanted = tasks.filter(({ task }) => fits.every((one) => one(task)));
  if (wanted.length === 0)
    throw new JoustError(`no task fits --filter ${filters.join(' --filter ')}`, {
      code: 'usage',
      hint: `Ids there: ${tasks
        .slice(0, 20)
        .map(({ task }) => task.id)
        .join(', ')}${tasks.length > 20 ? ' and more' : ''}.`,
    });
  if (sample === undefined || sample >= wanted.length) return wanted;
  const chosen = new Set(shuffled(wanted).slice(0, sample));
  return wanted.filter((one) => chosen.has(one));
}

/** `fix-*` is about the id, `format=race` about the format; ! before it turns it round. */
function filterOf(expression: string): (task: SuiteTask) => boolean {
  if (expression.startsWith('!')) {
    const fits = filterOf(expression.slice(1));
    return (task) => !fits(task);
  }
  const [key, wanted] = expression.startsWith('format=')
    ? (['format', expression.slice(7)] as const)
    : (['id', expression] as const);
  const parts = wanted.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 'su');
  return (task) => pattern.test(task[key]);
}
