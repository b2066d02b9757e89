// Loads the configuration: built-in < user file < project file < environment < flags, each value with its origin.
//
// const { values, origins, notices } = await loadConfig({ machine, cwd, flags });
//   values   the effective settings in domain types (config.ts: timeoutMs, maxParallel, agents, contestants, ...)
//   origins  by key as TOML writes it ("timeout", "agents.claude.model"): where the effective value came from
//   notices  sentences for stderr: what an untrusted project file was not allowed to do, unknown JOUST_* variables
import { JoustError } from '../domain/joust-error.ts';
import type { Setting } from '../domain/settings/settings.ts';
import {
  type ConfigFile,
  findProject,
  type ProjectPlace,
  readConfigFile,
} from '../process/files/config-file.ts';
import { configFolder } from '../process/machine.ts';
import {
  builtInEntries,
  type CastMember,
  type Config,
  type Entry,
  keyText,
  type Origin,
  originText,
  toConfig,
} from './config.ts';
import { type ConfigMachine, isExtensions, rooted, userConfigFile } from './named-extensions.ts';
import type { InlinePlayer } from './roster-specs.ts';
import { type ConfigFlags, environmentLayer, flagLayer, type ModelFlag, modelFlags } from './text-layers.ts';
import { readPlain } from './toml/plain-layer.ts';

export interface ConfigSources {
  readonly machine: ConfigMachine;
  /** Where the search for a project's file begins. */
  readonly cwd: string;
  readonly flags?: ConfigFlags;
}

export interface LoadedConfig {
  readonly values: Config;
  readonly origins: ReadonlyMap<string, Origin>;
  readonly notices: readonly string[];
  /** Whom one contest knows by names of its own; no file says that. */
  readonly cast?: Readonly<Record<string, CastMember>> | undefined;
  /** Functions of the program that plays it, likewise. */
  readonly functions?: Readonly<Record<string, InlinePlayer>> | undefined;
  /** Names that each host of the pool can play. Absent: this machine plays. */
  readonly hosts?: readonly (readonly string[])[] | undefined;
  /** The effective settings as a file would spell them, for `config show` and `config get`. */
  readonly entries: readonly Entry[];
}

/** What the config says of these settings, by their names, as a file would spell it. */
export function configured(
  { entries }: Pick<LoadedConfig, 'entries'>,
  settings: readonly Setting[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    settings.flatMap(({ name, config }) => {
      const value = config === undefined ? undefined : valueAt(entries, config.split('.'));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A table is put together from what stands in it. */
function valueAt(entries: readonly Entry[], path: readonly string[]): unknown {
  const below = entries.filter((entry) => path.every((part, at) => entry.path[at] === part));
  const [own] = below;
  if (own === undefined || own.path.length === path.length) return own?.value;
  const names = [...new Set(below.map((entry) => entry.path[path.length] ?? ''))];
  return Object.fromEntries(names.map((name) => [name, valueAt(below, [...path, name])]));
}

type Merged = Map<string, Entry>;

export async function loadConfig({ machine, cwd, flags = {} }: ConfigSources): Promise<LoadedConfig> {
  const merged: Merged = new Map();
  const environment = environmentLayer(machine.env);
  const flagEntries = flagLayer(flags);
  put(merged, builtInEntries());
  put(merged, await userLayer(machine));
  const project = await projectLayer({ machine, cwd, below: merged });
  put(merged, project.entries);
  put(merged, environment.entries);
  clearOverruled(merged, flagEntries);
  put(merged, flagEntries);
  for (const flag of modelFlags(flags)) put(merged, [modelEntry(merged, flag)]);
  const entries = [...merged.values()];
  checkWhole(merged);
  return {
    values: toConfig(entries),
    origins: new Map(entries.map(({ path, origin }) => [keyText(path), origin])),
    notices: [...project.notices, ...environment.notices],
    entries,
  };
}

async function userLayer(machine: ConfigMachine): Promise<readonly Entry[]> {
  const found = readConfigFile(userConfigFile(machine));
  return found === undefined ? [] : rooted(await layerOf('user', found), configFolder(machine));
}

/** The extensions of a project come besides the user's own. */
function besides(entry: Entry, below: ReadonlyMap<string, Entry>): Entry {
  const users = isExtensions(entry) ? below.get('extensions')?.value : undefined;
  if (!Array.isArray(users) || !Array.isArray(entry.value)) return entry;
  return { ...entry, value: [...new Set([...users, ...entry.value])] };
}

interface ProjectSearch {
  readonly machine: ConfigMachine;
  readonly cwd: string;
  readonly below: ReadonlyMap<string, Entry>;
}

interface ProjectLayer {
  readonly entries: readonly Entry[];
  readonly notices: readonly string[];
}

async function projectLayer({ machine, cwd, below }: ProjectSearch): Promise<ProjectLayer> {
  const place = findProject(cwd, machine.home);
  const found = place === undefined ? undefined : readConfigFile(place.file);
  if (place === undefined || found === undefined || isUserFile(place, machine))
    return { entries: [], notices: [] };
  const [entries, { trustedOnly }] = await Promise.all([
    layerOf('project', found, true),
    import('./trust.ts'),
  ]);
  const judged = trustedOnly({
    place,
    sha256: found.sha256,
    below,
    cwd,
    machine,
    entries: rooted(entries, place.folder),
  });
  // What its extensions bring is known once it is trusted: then the rest is a mistake.
  if (judged.notices.length === 0 && entries.some(isExtensions)) await layerOf('project', found);
  return { ...judged, entries: judged.entries.map((entry) => besides(entry, below)) };
}

/** A config folder chosen inside a project is still the user's. */
function isUserFile(place: ProjectPlace, machine: ConfigMachine): boolean {
  return place.file === userConfigFile(machine);
}

/** The schema library and the TOML parser are loaded here, and only for a file that needs them. */
async function layerOf(
  from: 'user' | 'project',
  { path, text }: ConfigFile,
  waits = false,
): Promise<readonly Entry[]> {
  const plain = readPlain({ from, file: path, text });
  if (plain !== undefined) return plain;
  const { readLayer } = await import('./file-layer.ts');
  return readLayer({ from, file: path, text, waits });
}

function put(merged: Merged, entries: readonly Entry[]): void {
  for (const entry of entries) merged.set(keyText(entry.path), entry);
}

/** What is said on the command line holds for everybody: it also overrules what a file says for one agent or contestant. */
function clearOverruled(merged: Merged, flagEntries: readonly Entry[]): void {
  const said = new Set(flagEntries.map(({ path }) => keyText(path)));
  for (const [key, { path }] of merged) {
    const [section, , setting = ''] = path;
    const isOwn = (section === 'agents' || section === 'contestants') && path.length === 3;
    if (isOwn && said.has(setting) && overruled.has(setting)) merged.delete(key);
  }
}

const overruled: ReadonlySet<string> = new Set(['timeout', 'idle', 'effort']);

function modelEntry(merged: Merged, { name, model }: ModelFlag): Entry {
  const isContestant = merged.has(keyText(['contestants', name, 'agent']));
  const path = [isContestant ? 'contestants' : 'agents', name, 'model'];
  return { path, value: model, origin: { from: 'flag', flag: '--model' } };
}

/** What each table of a name must have, whichever layer says it. */
function checkWhole(merged: Merged): void {
  for (const { path, origin } of merged.values()) {
    const needed = neededKey(path);
    if (needed === undefined || merged.has(keyText([...needed.table, needed.key]))) continue;
    const table = keyText(needed.table);
    throw new JoustError(`${table} has no ${needed.key} (${originText(origin)})`, {
      code: 'config',
      hint: `Add ${needed.key} = "..." to [${table}]${needed.more}`,
    });
  }
}

function neededKey(path: readonly string[]) {
  if (path[0] === 'contestants')
    return { table: path.slice(0, 2), key: 'agent', more: '; `joust doctor` lists the agents.' };
  // A permission may be for a check that joust finds.
  if (path[0] === 'race' && path[1] === 'checks' && path[3] !== 'may_remove_tests')
    return {
      table: path.slice(0, 3),
      key: 'command',
      more: '; a found check is left out by its name under `without` in [race].',
    };
  return undefined;
}
