// config show, config path, config get: the settings that hold, and where each comes from.
import { z } from 'zod';
import { checkedKey, configFileOf } from '../../config/change-config.ts';
import { type ConfigValue, type Entry, keyText, originText } from '../../config/config.ts';
import { loadConfig } from '../../config/load.ts';
import { tomlText } from '../../config/toml/toml.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { needed, setting } from '../../domain/settings/setting.ts';
import { extensionsAt } from '../../play/extensions/extended-config.ts';
import type { Machine } from '../../process/machine.ts';
import { code, note } from '../../views/document.ts';
import { visible } from '../../views/visible.ts';
import { operation } from '../operation.ts';

const version = z.literal(1);
const entrySchema = z.object({
  key: z.string(),
  value: z.custom<ConfigValue>(),
  origin: z.custom<Entry['origin']>(),
});
const notices = z.array(z.string()).readonly().describe('settings that were ignored, and why');

export const ofProject = setting(
  { type: 'switch' },
  { help: "the project's .joust/config.toml instead of your own file", builtIn: false },
);

const about = { group: 'setup', page: 'configuration', effect: 'read' } as const;

export const configShow = operation({
  ...about,
  name: 'config show',
  usual: true,
  summary: 'show every setting, and where its value comes from',
  examples: ['joust config', 'joust config show --json'],
  input: z.strictObject({}),
  output: z.object({ v: version, settings: z.array(entrySchema), notices }),
  async run(_input, { machine }) {
    const { entries, notices } = await loaded(machine);
    return { v: 1 as const, settings: entries.map(masked).map(told), notices };
  },
  document: ({ settings, notices }) => [
    code(...settings.map((one) => `${lineOf(one)}  # ${originText(one.origin)}`)),
    note(...notices),
  ],
});

export const configPath = operation({
  ...about,
  name: 'config path',
  summary: 'show the path of your config file, which may not exist yet',
  examples: ['joust config path', 'joust config path --project'],
  input: z.strictObject({ project: ofProject }),
  output: z.object({ v: version, path: z.string() }),
  run: async ({ project }, { machine }) => ({
    v: 1 as const,
    path: configFileOf({ machine, cwd: machine.cwd, project }),
  }),
  document: ({ path }) => [code(path)],
});

export const configGet = operation({
  ...about,
  name: 'config get',
  summary: 'show one setting, or all settings of a table',
  examples: ['joust config get num', 'joust config get agents.claude --json'],
  words: ['key'],
  input: z.strictObject({
    key: needed(textRule, { value: 'KEY', help: 'a key such as num or agents.claude', flag: false }),
  }),
  output: z.union([
    entrySchema.extend({ v: version, notices }),
    z.object({ v: version, key: z.string(), settings: z.array(entrySchema), notices }),
  ]),
  async run({ key }, { machine }) {
    const extensions = await extensionNotices(machine);
    const wanted = checkedKey(key);
    const { entries, notices } = await loaded(machine, extensions);
    const found = entries.filter(({ path }) => isBelow(path, wanted));
    const [only] = found;
    if (only !== undefined && only.path.length === wanted.length)
      return { v: 1 as const, ...told(only), notices };
    return { v: 1 as const, key: keyText(wanted), settings: found.map(told), notices };
  },
  document(output) {
    const isOne = 'value' in output;
    const isUnset = !isOne && output.settings.length === 0;
    return [
      code(...(isOne ? [bare(output.value)] : output.settings.map(lineOf))),
      note(...output.notices, isUnset ? `${output.key} is not set.` : undefined),
    ];
  },
  exit: (output) => ('value' in output || output.settings.length > 0 ? 'ok' : 'nothingUsable'),
});

/** Loads the extensions first, since they bring keys. If one can't be loaded, the settings are shown all the same. */
export async function extensionNotices(machine: Machine): Promise<readonly string[]> {
  try {
    await extensionsAt(machine, machine.cwd);
    return [];
  } catch (error) {
    if (error instanceof JoustError) return [error.message];
    throw error;
  }
}

async function loaded(machine: Machine, extensions?: readonly string[]) {
  const before = extensions ?? (await extensionNotices(machine));
  const { entries, notices } = await loadConfig({ machine, cwd: machine.cwd });
  return { entries: inOrder(entries), notices: [...before, ...notices] };
}

/** In the order of a file: plain keys first, then tables by name. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const plain = entries.filter(({ path }) => path.length === 1);
  const tables = entries.filter(({ path }) => path.length > 1);
  return [...plain, ...tables.toSorted((a, b) => (keyText(a.path) < keyText(b.path) ? -1 : 1))];
}

export function isBelow(path: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((part, at) => path[at] === part);
}

/** The variables of a process and the address of the ledger may be secrets: only `config get` shows them. */
export function masked(entry: Entry): Entry {
  return entry.path.at(-2) === 'environment' || entry.path[0] === 'ledger'
    ? { ...entry, value: '(hidden)' }
    : entry;
}

export function told({ path, value, origin }: Entry): z.output<typeof entrySchema> {
  return { key: keyText(path), value, origin };
}

export function lineOf({ key, value }: Pick<z.output<typeof entrySchema>, 'key' | 'value'>): string {
  return `${key} = ${tomlText(value)}`;
}

/** For scripts: a text stands without quotes unless it holds control characters or line ends. */
function bare(value: ConfigValue): string {
  return typeof value === 'string' && visible(value) === value && !value.includes('\n')
    ? value
    : tomlText(value);
}
