// What a suite file would make joust run, reach or spend: it waits for the user's trust, with the files that it names.
import { join, relative } from 'node:path';
import { describedFormats, settingsOf } from '../../domain/settings/settings.ts';
import type { SuiteTask } from '../../domain/suite/suite-plan.ts';
import { namingTexts, trustReasons } from '../brief/trust-reasons.ts';
import { type ConfigValue, type Entry, excerpt, visible } from '../config.ts';
import { judgeEntries, runsModel } from '../project-rule.ts';
import type { PlacedTask, SuiteFile } from './suite-file.ts';
import { isBeside } from './suite-tasks.ts';

interface Line {
  readonly line: number;
  readonly text: string;
}

/** One line each, as `joust trust` shows it. `below`: the user's config. */
export function suiteRuns(file: SuiteFile, below: ReadonlyMap<string, Entry>): readonly Line[] {
  const runs = (name: string) => runsModel(name, { below, project: new Map() });
  const found = [
    ...[...file.contestants, ...file.judges].flatMap((actor) =>
      trustReasons(actor, runs).map((reason) => ({
        line: actor.line,
        text: `${visible(actor.name)}: ${reason}`,
      })),
    ),
    ...withheldFrom(limitEntries(file), below).map((text) => ({ line: file.lineOf('limits'), text })),
    ...file.tasks.flatMap(({ task, line, harbor }) => [
      ...ofTask(task, file, below).map((text) => ({ line, text })),
      ...(harbor === undefined
        ? []
        : [{ line, text: `tests/test.sh of ${visible(task.id)}  # it runs a program, on this machine` }]),
    ]),
  ];
  const seen = new Set<string>();
  return found.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** What in it may name files of its folder, which are trusted along with it. */
export function suiteTexts({ contestants, judges, tasks, folder }: SuiteFile): readonly string[] {
  return [
    ...[...contestants, ...judges].flatMap(namingTexts),
    ...tasks.flatMap(({ harbor }) =>
      (harbor?.tests ?? []).map(({ path }) => join(relative(folder, harbor?.folder ?? ''), 'tests', path)),
    ),
    ...tasks.flatMap(({ task: { asserts, settings } }: PlacedTask) => [
      ...asserts.flatMap((assert) => (assert.kind === 'command' ? [assert.value] : [])),
      ...Object.values(settings).flatMap((value) =>
        Array.isArray(value) ? value.map(String) : [String(value)],
      ),
    ]),
  ];
}

function ofTask(
  { asserts, place, settings, format }: SuiteTask,
  { folder }: SuiteFile,
  below: ReadonlyMap<string, Entry>,
): readonly string[] {
  const outside = (path: string, key: string) =>
    isBeside(folder, path) ? [] : [`${key} ${excerpt(path)}  # contestants read it, and it lies elsewhere`];
  return [
    ...asserts.flatMap((one) =>
      one.kind === 'command' ? [`command ${excerpt(one.value)}  # it runs a program`] : [],
    ),
    ...(place.kind === 'folder' ? outside(place.path, 'cwd') : []),
    ...(place.kind === 'brief' ? outside(place.path, 'brief') : []),
    ...(place.kind === 'repository' ? [`repo ${excerpt(place.from)}  # it is fetched`] : []),
    ...ofSettings(settings, format, below),
  ];
}

/** Flags that have no key in the config and do nothing but choose. */
const harmless = new Set(['noFoundChecks', 'choices', 'pattern', 'schema', 'even', 'tag', 'model', 'judge']);
const plainRules: ReadonlySet<string> = new Set(['count', 'amount', 'number', 'word', 'duration']);

function ofSettings(
  settings: SuiteTask['settings'],
  format: string,
  below: ReadonlyMap<string, Entry>,
): readonly string[] {
  const described = describedFormats.find(({ name }) => name === format);
  const known = described === undefined ? [] : settingsOf(described);
  return Object.entries(settings).flatMap(([name, value]) => {
    const setting = known.find((one) => one.name === name);
    if (setting?.config !== undefined)
      return withheldFrom([entryOf(setting.config.split('.'), value)], below);
    const plain = setting !== undefined && (plainRules.has(setting.rule.type) || harmless.has(name));
    return plain && name !== 'sandbox'
      ? []
      : [
          `${name} ${excerpt(JSON.stringify(value))}  # it may run a program or lift what holds contestants back`,
        ];
  });
}

function limitEntries({ limits }: SuiteFile): readonly Entry[] {
  return Object.entries(limits).map(([name, value]) =>
    entryOf(['budget', name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)], value),
  );
}

function entryOf(path: readonly string[], value: unknown): Entry {
  return { path, value: value as ConfigValue, origin: { from: 'flag', flag: path.join('.') } };
}

function withheldFrom(entries: readonly Entry[], below: ReadonlyMap<string, Entry>): readonly string[] {
  return judgeEntries(entries, below).withheld.map(
    ({ entry, reason }) => `${entry.path.join('.')} ${excerpt(JSON.stringify(entry.value))}  # ${reason}`,
  );
}
