// Which extensions the config names: read before the rest of it is checked, for they bring keys of their own.
import { join, resolve } from 'node:path';
import type { SettingValue } from '../domain/settings/rule.ts';
import { findProject, type ProjectPlace, readConfigFile } from '../process/files/config-file.ts';
import { configFolder, type Machine } from '../process/machine.ts';
import { refuseOthersPlace } from '../process/others-write.ts';
import type { Entry } from './config.ts';
import type { TomlDocument } from './toml/toml.ts';

export type ConfigMachine = Pick<Machine, 'env' | 'home' | 'platform'>;

export interface NamedExtensions {
  /** Packages and absolute paths, the user's own before those of a trusted project. */
  readonly names: readonly string[];
  /** Where packages are looked for. */
  readonly folders: readonly string[];
}

export async function namedExtensions(machine: ConfigMachine, cwd: string): Promise<NamedExtensions> {
  const folder = configFolder(machine);
  const users = await documentAt(userConfigFile(machine));
  const place = findProject(cwd, machine.home);
  const projects = place === undefined ? undefined : await trustedDocument(place, machine, cwd);
  return {
    names: [...new Set([...namesIn(users, folder), ...namesIn(projects, place?.folder ?? '')])],
    folders: projects === undefined || place === undefined ? [folder] : [folder, place.folder],
  };
}

/** The file of the user's own settings, whether or not it exists. */
export function userConfigFile(machine: ConfigMachine): string {
  const folder = configFolder(machine);
  const file = join(folder, 'config.toml');
  refuseOthersPlace(folder, 'the folder of your config');
  refuseOthersPlace(file, 'your config');
  return file;
}

/** Paths of extensions count from where they are named. */
export function rooted(entries: readonly Entry[], folder: string): readonly Entry[] {
  return entries.map((entry) =>
    isExtensions(entry) && Array.isArray(entry.value)
      ? { ...entry, value: entry.value.map((name) => pathOf(name, folder)) }
      : entry,
  );
}

export const isExtensions = ({ path }: Pick<Entry, 'path'>) => path.length === 1 && path[0] === 'extensions';

function pathOf(name: SettingValue, folder: string): SettingValue {
  return String(name).startsWith('.') ? resolve(folder, String(name)) : name;
}

/** Undefined: it is not there, or names none. Most files do not: then no parser is loaded. */
async function documentAt(path: string): Promise<(TomlDocument & { readonly sha256: string }) | undefined> {
  const found = readConfigFile(path);
  if (found === undefined || !found.text.includes('extensions')) return undefined;
  const { readToml } = await import('./toml/toml.ts');
  const read = readToml(found.text, path);
  return Array.isArray(read.table['extensions']) ? { ...read, sha256: found.sha256 } : undefined;
}

async function trustedDocument(
  place: ProjectPlace,
  machine: ConfigMachine,
  cwd: string,
): Promise<TomlDocument | undefined> {
  // A config folder chosen inside a project is still the user's.
  const read = place.file === userConfigFile(machine) ? undefined : await documentAt(place.file);
  if (read === undefined) return undefined;
  const { configAsFile, whyUntrusted } = await import('./trust.ts');
  const { entriesOf } = await import('./file-layer.ts');
  const entries = rooted(entriesOf(read, 'project'), place.folder);
  const why = whyUntrusted(machine, configAsFile({ place, sha256: read.sha256, entries, cwd }));
  return why === undefined ? read : undefined;
}

/** What is no text there is told when the whole file is read. */
function namesIn(document: TomlDocument | undefined, folder: string): readonly string[] {
  const named = document?.table['extensions'];
  const texts = Array.isArray(named) ? named.filter((one) => typeof one === 'string') : [];
  return texts.map((name) => String(pathOf(name, folder)));
}
