// One task of a suite as it is played: variables filled in, asserts named, its place settled. What is wrong with it is told by line.
import { relative, resolve } from 'node:path';
import { nearest } from '../../domain/settings/nearest.ts';
import { describedFormats, settingsOf } from '../../domain/settings/settings.ts';
import type { SuiteAssert, SuiteTask, TaskPlace } from '../../domain/suite/suite-plan.ts';
import { addressTrouble, commitTrouble } from '../../process/git/fetch-commit.ts';
import type { YamlProblem } from '../brief/yaml-text.ts';
import { visible } from '../config.ts';
import { named, readAssert } from './suite-asserts.ts';
import type { SuiteTable } from './suite-schema.ts';
import type { TaskRow } from './task-sources.ts';

interface Reading {
  readonly table: Omit<SuiteTable, 'tasks'>;
  readonly row: TaskRow;
  readonly folder: string;
  /** Of a key of its entry. */
  lineOf(...path: readonly (string | number)[]): number;
}

type Say = (text: string, hint: string, line?: number) => void;

const idShape = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

export function readTask({ table, row, folder, lineOf }: Reading): {
  readonly task: SuiteTask | undefined;
  readonly line: number;
  readonly problems: readonly YamlProblem[];
} {
  const problems: YamlProblem[] = [];
  const { entry, line, file } = row;
  const say: Say = (text, hint, at = line) =>
    problems.push({ line: at, text, hint, file: at === line ? file : undefined });
  const vars = { ...table.vars, ...entry.vars, ...row.vars };
  const fill = (text: string) => filled(text, row.verbatim ? undefined : vars, say);
  if (!idShape.test(row.id))
    say(
      `the id ${visible(JSON.stringify(row.id))} cannot be used`,
      'Write letters, digits, spaces, dots, dashes and underscores.',
    );
  const isBrief = entry.brief !== undefined;
  const format = isBrief ? 'brief' : (entry.format ?? table.format ?? 'ask');
  const formatProblem = formatTrouble(format, isBrief);
  if (formatProblem !== undefined) say(formatProblem.text, formatProblem.hint, lineOf('format'));
  const prompt = entry.prompt ?? table.prompt;
  if (prompt === undefined && !isBrief)
    say(
      `the task ${visible(row.id)} has no prompt`,
      'Write what is asked: prompt: "Capital of {{country}}?"',
    );
  const settings = readSettings({ ...table.settings, ...entry.settings }, format, (text, hint) =>
    say(text, hint, lineOf('settings')),
  );
  const all = [...(table.assert ?? []), ...(entry.assert ?? [])];
  const asserts = all.flatMap((one, at) => {
    const inEntry = at - (table.assert?.length ?? 0);
    const where = inEntry < 0 ? undefined : lineOf('assert', inEntry);
    return readAssert(one, { folder, fill, say: (text, hint) => say(text, hint, where) }) ?? [];
  });
  const place = placeOf({ cwd: table.cwd, ...entry }, { folder, say });
  if (problems.length > 0 || place === undefined) return { task: undefined, line, problems };
  const { title, threshold, 'min-score': minScore } = entry;
  return {
    line,
    problems,
    task: {
      id: row.id,
      format,
      prompt: fill(prompt ?? ''),
      place,
      ...asChecks(named(asserts), settings, format),
      title: title === undefined ? undefined : fill(title),
      threshold,
      minScore,
    },
  };
}

/** `{{name}}`, and nothing more: no expressions. */
function filled(text: string, vars: Readonly<Record<string, string>> | undefined, say: Say): string {
  if (vars === undefined) return text;
  return text.replaceAll(/\{\{\s*([^{}]{1,100}?)\s*\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
    if (value === undefined)
      say(`there is no variable ${visible(name)}`, `There are: ${Object.keys(vars).join(', ') || 'none'}.`);
    return value ?? whole;
  });
}

function formatTrouble(
  format: string,
  isBrief: boolean,
): { readonly text: string; readonly hint: string } | undefined {
  if (isBrief) return undefined;
  const usable = describedFormats.filter(
    ({ takes, contestants = 1 }) => takes === 'prompt' && contestants === 1,
  );
  const names = usable.map(({ name }) => name);
  if (names.includes(format)) return undefined;
  const near = nearest(format, names);
  return {
    text: `a task cannot be played as ${visible(format)}`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are: ${names.join(', ')}; a brief is named by brief: FOLDER.`,
  };
}

/** Who plays, and where, is the suite's to say. */
const ofTheSuite = new Set([
  'contestant',
  'num',
  'exclude',
  'plan',
  'adopt',
  'adoptAs',
  'replyTo',
  'inPlace',
]);

function readSettings(
  said: Readonly<Record<string, unknown>>,
  format: string,
  say: Say,
): Readonly<Record<string, unknown>> {
  const known = describedFormats.find(({ name }) => name === format);
  const names =
    known === undefined
      ? []
      : settingsOf(known)
          .map(({ name }) => name)
          .filter((name) => !ofTheSuite.has(name));
  return Object.fromEntries(
    Object.entries(said).map(([key, value]) => {
      const name = key.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
      if (!names.includes(name)) {
        const near = nearest(name, names);
        say(
          `${format} has no setting ${visible(key)} that a suite may say`,
          `${near === undefined ? '' : `Did you mean ${near}? `}Settings there: ${names.join(', ')}.`,
        );
      }
      return [name, value];
    }),
  );
}

/** Where the format measures what contestants change, commands are checks of it: run on their work, with its tests put back. */
function asChecks(
  asserts: readonly SuiteAssert[],
  settings: Readonly<Record<string, unknown>>,
  format: string,
): Pick<SuiteTask, 'asserts' | 'settings'> {
  const measures = describedFormats
    .find(({ name }) => name === format)
    ?.settings.some(({ name }) => name === 'check');
  const commands = asserts.filter(({ kind }) => kind === 'command');
  if (measures !== true || commands.length === 0) return { asserts: [...asserts], settings: { ...settings } };
  const { check = [] } = settings;
  const more = commands.map(
    (assert, at) => `assert-${at + 1}=${'value' in assert ? String(assert.value) : ''}`,
  );
  return {
    asserts: asserts.filter(({ kind }) => kind !== 'command'),
    settings: { ...settings, check: [...(Array.isArray(check) ? check : [check]), ...more] },
  };
}

function placeOf(
  { cwd, repo, commit, brief }: Pick<TaskRow['entry'], 'cwd' | 'repo' | 'commit' | 'brief'>,
  { folder, say }: Pick<Reading, 'folder'> & { readonly say: Say },
): TaskPlace | undefined {
  if (brief !== undefined) return { kind: 'brief', path: resolve(folder, brief) };
  if (repo === undefined) {
    if (commit !== undefined) say('a commit needs a repository', 'Name it: repo: ../app');
    return cwd === undefined ? { kind: 'empty' } : { kind: 'folder', path: resolve(folder, cwd) };
  }
  const isAddress = /^[A-Za-z][A-Za-z0-9+.-]*:|@.*:/.test(repo);
  const from = isAddress || repo.startsWith('-') ? repo : resolve(folder, repo);
  const why = addressTrouble(from);
  if (why !== undefined)
    say(`repo ${visible(repo)} cannot be used: ${why}`, 'Write https://host/path, git@host:path or a path.');
  if (commit === undefined) {
    if (isAddress) say(`repo ${visible(repo)} needs a commit`, 'Add commit: with a hash, a tag or a branch.');
    return { kind: 'folder', path: from };
  }
  const wrong = commitTrouble(commit);
  if (wrong !== undefined)
    say(`commit ${visible(commit)} cannot be used: ${wrong}`, 'Write a hash, a tag or a branch.');
  return { kind: 'repository', from, commit };
}

/** Whether a path lies in the folder of the suite file, or below it. */
export function isBeside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !/^(?:\/|[A-Za-z]:)/.test(way);
}
