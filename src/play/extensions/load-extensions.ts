// Loads the extensions that the config names, and says which of them a contest on record needs.
import { addAgent } from '../../agents/all.ts';
import { type ConfigMachine, type NamedExtensions, namedExtensions } from '../../config/named-extensions.ts';
import type { ContestOpened } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { nameShape } from '../../domain/settings/rule.ts';
import { addDescribed, type DescribedFormat } from '../../domain/settings/settings.ts';
import { addFormat } from '../../formats/all.ts';
import type { Format } from '../../formats/format.ts';
import { besideJoust, loadModule } from '../../process/load-module.ts';
import type { Extended } from './define.ts';

/** What each extension of this process brings, by its name; a process loads each once. */
const loading = new Map<string, Promise<readonly Extended[]>>();
/** Who brought it: `agent foo`, `format bar`, `check-parser baz`. */
const broughtBy = new Map<string, string>();

/** From now on their agents, formats and check parsers are known. */
export async function loadNamed({ names, folders }: NamedExtensions): Promise<void> {
  const [users, ...projects] = folders;
  const near = [...(users === undefined ? [] : [users]), besideJoust, ...projects];
  for (const name of names) {
    const known = loading.get(name) ?? extensionNamed(name, near);
    loading.set(name, known);
    // What failed may be mended, and is tried again.
    await known.catch((error) => {
      loading.delete(name);
      throw error;
    });
  }
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
  machine: ConfigMachine,
): Promise<void> {
  if (extensions.every((name) => loading.has(name))) return;
  await loadNamed(await namedExtensions(machine, cwd));
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
  const { found, described } = await extendedIn(module);
  if (found.length === 0)
    throw new JoustError(`the extension ${name} brings nothing`, {
      code: 'config',
      hint: 'It exports what defineAgent, defineFormat or defineCheckParser made, or a function `extend` that returns it.',
    });
  for (const one of found) await add(one, name, described);
  return found;
}

/** What it exports, and what its `extend` makes of what it is handed: a file needs no package of ours then. */
async function extendedIn(module: Readonly<Record<string, unknown>>) {
  const [{ extendedBy, ...kit }, { z }, { setting, describedIn: described }] = await Promise.all([
    import('./define.ts'),
    import('zod'),
    import('../../domain/settings/setting.ts'),
  ]);
  const { extend } = module;
  const made: unknown = typeof extend === 'function' ? await extend({ ...kit, z, setting }) : [];
  const values = [...Object.values(module), ...(Array.isArray(made) ? made : [made])];
  return { found: values.flatMap((value) => extendedBy(value) ?? []), described };
}

/** `described`: its settings. That needs the schema library, which is loaded where there are extensions; so are parsers. */
async function add(
  one: Extended,
  from: string,
  described: (request: Format['request']) => DescribedFormat['settings'],
): Promise<void> {
  const name = nameOf(one);
  if (!nameShape.test(name))
    throw new JoustError(`the extension ${from} names a part of it "${name}"`, {
      code: 'config',
      hint: 'Names have letters, digits, dots, dashes and underscores.',
    });
  if (broughtBy.get(`${one.type} ${name}`) === from) return;
  if (one.type === 'agent') addAgent(one.agent);
  else if (one.type === 'format') {
    const { about, request } = one.format;
    addDescribed({ name, ...about, settings: described(request), extension: from });
    addFormat(one.format, one.document);
  } else (await import('../../checks/parsers/all.ts')).addParser(name, one.parser);
  broughtBy.set(`${one.type} ${name}`, from);
}

function nameOf(one: Extended): string {
  if (one.type === 'check-parser') return one.name;
  return one.type === 'agent' ? one.agent.id : one.format.name;
}
