// Loads the extensions that the config names, and says which of them a contest on record needs.
import { dirname } from 'node:path';
import { addAgent } from '../../agents/all.ts';
import { addParser } from '../../checks/parsers/all.ts';
import { type LoadedConfig, loadConfig, userConfigFile } from '../../config/load.ts';
import type { ContestOpened } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { nameShape } from '../../domain/settings/rule.ts';
import { addFormat } from '../../formats/all.ts';
import { besideJoust, loadModule } from '../../process/load-module.ts';
import type { Machine } from '../../process/machine.ts';
import type { Extended } from './define.ts';

/** What each extension of this process brings, by its name; a process loads each once. */
const loading = new Map<string, Promise<readonly Extended[]>>();
/** Who brought it: `agent foo`, `format bar`, `check-parser baz`. */
const broughtBy = new Map<string, string>();

type Loaded = Pick<LoadedConfig, 'values' | 'origins'>;

/** From now on their agents, formats and check parsers are known. */
export async function loadExtensions(
  { values: { extensions = [] }, origins }: Loaded,
  machine: Machine,
): Promise<void> {
  if (extensions.length === 0) return;
  const origin = origins.get('extensions');
  const project = origin?.from === 'project' ? [dirname(dirname(origin.file))] : [];
  const folders = [dirname(userConfigFile(machine)), besideJoust, ...project];
  for (const name of extensions) {
    const known = loading.get(name) ?? extensionNamed(name, folders);
    loading.set(name, known);
    // What failed may be mended, and is tried again.
    await known.catch((error) => {
      loading.delete(name);
      throw error;
    });
  }
}

/** The same for a folder: by its config. */
export async function extensionsAt(machine: Machine, cwd: string): Promise<void> {
  await loadExtensions(await loadConfig({ machine, cwd }), machine);
}

/** The extensions that brought its format, those who play in it, and what reads its checks. */
export function extensionsOf({
  format,
  roster,
  staff = [],
  options,
}: Pick<ContestOpened, 'format' | 'roster' | 'staff' | 'options'>): readonly string[] {
  const parts = [
    `format ${format}`,
    ...[...roster, ...staff].map(({ agent }) => `agent ${agent}`),
    ...parsersIn(options).map((name) => `check-parser ${name}`),
  ];
  return [...new Set(parts.flatMap((part) => broughtBy.get(part) ?? []))];
}

/** Whatever names a parser, wherever it stands among recorded options. */
function parsersIn(options: unknown): readonly string[] {
  if (typeof options !== 'object' || options === null) return [];
  return Object.entries(options).flatMap(([key, value]) =>
    key === 'parser' && typeof value === 'string' ? [value] : parsersIn(value),
  );
}

/** Loads what a contest on record was opened with; throws where some of it is not to be had here. */
export async function needExtensions(
  { extensions = [], task: { cwd } }: Pick<ContestOpened, 'extensions' | 'task'>,
  machine: Machine,
): Promise<void> {
  if (extensions.every((name) => loading.has(name))) return;
  await extensionsAt(machine, cwd);
  const missing = extensions.filter((name) => !loading.has(name));
  if (missing.length === 0) return;
  throw new JoustError(`the contest was opened with ${missing.join(' and ')}, which is no extension here`, {
    code: 'config',
    hint: `Name it in your config: extensions = [${missing.map((name) => JSON.stringify(name)).join(', ')}]`,
  });
}

async function extensionNamed(name: string, folders: readonly string[]): Promise<readonly Extended[]> {
  const module = await loadModule(name, folders).catch((cause) => {
    throw new JoustError(`the extension ${name} cannot be loaded: ${(cause as Error).message}`, {
      code: 'config',
      hint: 'Mend it, or take it out of `extensions` in your config.',
      cause,
    });
  });
  if (module === undefined)
    throw new JoustError(`there is no extension ${name}`, {
      code: 'config',
      hint: `Install the package in ${folders[0]}, or write the path of a file: "./my-agent.js".`,
    });
  const found = await extendedIn(module);
  if (found.length === 0)
    throw new JoustError(`the extension ${name} brings nothing`, {
      code: 'config',
      hint: 'It exports what defineAgent, defineFormat or defineCheckParser made, or a function `extend` that returns it.',
    });
  for (const one of found) add(one, name);
  return found;
}

/** What it exports, and what its `extend` makes of what it is handed: a file needs no package of ours then. */
async function extendedIn(module: Readonly<Record<string, unknown>>): Promise<readonly Extended[]> {
  const [{ extendedBy, ...kit }, { z }, { setting }] = await Promise.all([
    import('./define.ts'),
    import('zod'),
    import('../../domain/settings/setting.ts'),
  ]);
  const { extend } = module;
  const made: unknown = typeof extend === 'function' ? await extend({ ...kit, z, setting }) : [];
  return [...Object.values(module), ...(Array.isArray(made) ? made : [made])].flatMap(
    (value) => extendedBy(value) ?? [],
  );
}

function add(one: Extended, from: string): void {
  const name = nameOf(one);
  if (!nameShape.test(name))
    throw new JoustError(`the extension ${from} names a part of it "${name}"`, {
      code: 'config',
      hint: 'Names have letters, digits, dots, dashes and underscores.',
    });
  if (broughtBy.get(`${one.type} ${name}`) === from) return;
  if (one.type === 'agent') addAgent(one.agent);
  else if (one.type === 'format') addFormat(one.format, one.document);
  else addParser(name, one.parser);
  broughtBy.set(`${one.type} ${name}`, from);
}

function nameOf(one: Extended): string {
  if (one.type === 'check-parser') return one.name;
  return one.type === 'agent' ? one.agent.id : one.format.name;
}
