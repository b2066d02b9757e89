// joust config: shows what holds and where it comes from, and changes the user's or the project's file.

import type { ChangeTarget } from '../../../../config/change-config.ts';
import { type ConfigValue, type Entry, keyText, originText } from '../../../../config/config.ts';
import { type LoadedConfig, loadConfig } from '../../../../config/load.ts';
import { tomlText } from '../../../../config/toml/toml.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { extensionsAt } from '../../../../play/extensions/extended-config.ts';
import type { Machine } from '../../../../process/machine.ts';
import { safeJson, visible } from '../../../../views/visible.ts';

export interface ConfigOptions {
  readonly action: string;
  readonly rest: readonly string[];
  readonly project: boolean;
  readonly json: boolean;
}

export interface ConfigWorld {
  readonly machine: Machine;
  /** Standard output; lines end themselves. */
  out(text: string): void;
  /** One sentence on standard error. */
  note(text: string): void;
}

type Action = (options: ConfigOptions, world: ConfigWorld) => Promise<number>;

const actions: ReadonlyMap<string, { readonly words: string; readonly run: Action }> = new Map([
  ['show', { words: '', run: show }],
  ['path', { words: '', run: path }],
  ['get', { words: 'KEY', run: get }],
  ['set', { words: 'KEY VALUE', run: set }],
  ['unset', { words: 'KEY', run: unset }],
  ['edit', { words: '', run: edit }],
]);

export async function configCommand(options: ConfigOptions, world: ConfigWorld): Promise<number> {
  const action = actions.get(options.action);
  const wanted = action === undefined || action.words === '' ? 0 : action.words.split(' ').length;
  if (action === undefined || options.rest.length !== wanted) {
    const usage = [...actions].map(([name, { words }]) => `${name} ${words}`.trim()).join(' | ');
    throw new JoustError(
      action === undefined
        ? `config has no action "${visible(options.action)}"`
        : `config ${options.action} takes ${action.words === '' ? 'no further words' : action.words}`,
      { code: 'usage', hint: `Usage: joust config ${usage} [--project] [--json]` },
    );
  }
  await withExtensions(world);
  return await action.run(options, world);
}

/** Their keys are known then. One that cannot be loaded is said, and is no reason to keep it. */
async function withExtensions({ machine, note }: ConfigWorld): Promise<void> {
  await extensionsAt(machine, machine.cwd).catch((error) => {
    if (!(error instanceof JoustError)) throw error;
    note(error.message);
  });
}

async function show({ json }: ConfigOptions, world: ConfigWorld): Promise<number> {
  const loaded = await load(world);
  const entries = inOrder(loaded.entries).map(masked);
  if (json) {
    const settings = entries.map(({ path, value, origin }) => ({ key: keyText(path), value, origin }));
    world.out(`${safeJson({ v: 1, settings, notices: loaded.notices })}\n`);
  } else for (const entry of entries) world.out(`${lineOf(entry)}  # ${originText(entry.origin)}\n`);
  return exitCode.ok;
}

async function path({ project, json }: ConfigOptions, world: ConfigWorld): Promise<number> {
  const { configFileOf } = await import('../../../../config/change-config.ts');
  const file = configFileOf(targetOf(world, project));
  world.out(json ? `${safeJson({ v: 1, path: file })}\n` : `${visible(file)}\n`);
  return exitCode.ok;
}

async function get({ rest: [key = ''], json }: ConfigOptions, world: ConfigWorld): Promise<number> {
  const { checkedKey } = await import('../../../../config/change-config.ts');
  const wanted = checkedKey(key);
  const { entries } = await load(world);
  const found = inOrder(entries).filter((entry) => wanted.every((part, index) => entry.path[index] === part));
  if (found.length === 0) {
    world.note(`${keyText(wanted)} is not set.`);
    return exitCode.nothingUsable;
  }
  const [only] = found;
  const isLeaf = only !== undefined && only.path.length === wanted.length;
  if (json) {
    const list = found.map((entry) => ({
      key: keyText(entry.path),
      value: entry.value,
      origin: entry.origin,
    }));
    world.out(`${safeJson(isLeaf ? { v: 1, ...list[0] } : { v: 1, settings: list })}\n`);
  } else if (isLeaf) world.out(`${bare(only.value)}\n`);
  else for (const entry of found) world.out(`${lineOf(entry)}\n`);
  return exitCode.ok;
}

async function set(
  { rest: [key = '', value = ''], project }: ConfigOptions,
  world: ConfigWorld,
): Promise<number> {
  const { setConfig, configFileOf } = await import('../../../../config/change-config.ts');
  const target = targetOf(world, project);
  const name = setConfig(target, { key, value });
  const file = configFileOf(target);
  world.note(`${name} is set in ${visible(file)}.`);
  const { origins } = await load(world);
  const origin = origins.get(name);
  const isElsewhere = origin !== undefined && !('file' in origin && origin.file === file);
  if (isElsewhere) world.note(`Another value holds at present: ${originText(origin)}.`);
  return exitCode.ok;
}

async function unset({ rest: [key = ''], project }: ConfigOptions, world: ConfigWorld): Promise<number> {
  const { unsetConfig, configFileOf } = await import('../../../../config/change-config.ts');
  const target = targetOf(world, project);
  const file = visible(configFileOf(target));
  const done = unsetConfig(target, key);
  world.note(
    done ? `${visible(key)} is no longer set in ${file}.` : `${visible(key)} is not set in ${file}.`,
  );
  return done ? exitCode.ok : exitCode.nothingUsable;
}

async function edit({ project }: ConfigOptions, world: ConfigWorld): Promise<number> {
  const { editConfig } = await import('../../../../config/change-config.ts');
  const code = await editConfig(targetOf(world, project));
  if (code !== 0) world.note(`The editor ended with ${code}.`);
  return code === 0 ? exitCode.ok : exitCode.nothingUsable;
}

function targetOf({ machine }: ConfigWorld, project: boolean): ChangeTarget {
  return { machine, cwd: machine.cwd, project };
}

async function load(world: ConfigWorld): Promise<LoadedConfig> {
  const loaded = await loadConfig({ machine: world.machine, cwd: world.machine.cwd });
  for (const notice of loaded.notices) world.note(notice);
  return loaded;
}

/** As a file would have it: plain keys first, then tables by name. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const plain = entries.filter(({ path }) => path.length === 1);
  const tables = entries.filter(({ path }) => path.length > 1);
  return [...plain, ...tables.sort((a, b) => (keyText(a.path) < keyText(b.path) ? -1 : 1))];
}

/** What is set for a process, and the ledger's address, may be secrets: `get` tells them, `show` does not. */
function masked(entry: Entry): Entry {
  return entry.path.at(-2) === 'environment' || entry.path[0] === 'ledger'
    ? { ...entry, value: '(hidden)' }
    : entry;
}

function lineOf({ path, value }: Entry): string {
  return `${keyText(path)} = ${tomlText(value)}`;
}

/** For scripts: a text without quotes, unless it holds what a terminal would act upon. */
function bare(value: ConfigValue): string {
  return typeof value === 'string' && visible(value) === value && !value.includes('\n')
    ? value
    : tomlText(value);
}
