// Choices before a contest: formats with their settings, folders, and the names that a shell completes.
import { z } from 'zod';
import { agentIds } from '../../agents/known-agents.ts';
import { knownNames } from '../../config/roster-specs.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { needed, setting } from '../../domain/settings/setting.ts';
import { contestSettings, describedFormats } from '../../domain/settings/settings.ts';
import { extendedConfig, extensionsAt } from '../../play/extensions/extended-config.ts';
import { code } from '../../views/document.ts';
import { foldersSchema } from '../../views/wire/folders-json.ts';
import { type OperationContext, operation } from '../operation.ts';
import { foldersBelow, recentFolders } from './known-folders.ts';

const loose = z.looseObject({});
const about = { effect: 'read', page: 'serve' } as const;

export const formats = operation({
  ...about,
  name: 'formats',
  summary: 'list the formats and their settings, which forms are made of',
  examples: ['joust formats'],
  input: z.strictObject({
    cwd: setting(textRule, {
      value: 'FOLDER',
      help: "the folder whose project's config counts (default: here)",
      complete: 'folder',
    }),
  }),
  output: z.object({ contest: z.array(loose), formats: z.array(loose) }),
  async run({ cwd }, { machine }) {
    await extensionsAt(machine, cwd ?? machine.cwd);
    return plainFormats();
  },
});

export const folders = operation({
  ...about,
  name: 'folders',
  summary: 'list folders to start in: those on record and this one, or what is below a path',
  examples: ['joust folders --path /home/me/code'],
  input: z.strictObject({
    path: setting(textRule, {
      value: 'FOLDER',
      help: 'an absolute path: what is below it',
      complete: 'folder',
    }),
  }),
  output: foldersSchema,
  run: async ({ path }, { archive, machine }) => ({
    recent: path === undefined ? await recentFolders(archive) : undefined,
    here: foldersBelow(path ?? machine.cwd),
  }),
});

const kinds = ['agent', 'contestant', 'contest'] as const;

export const names = operation({
  name: 'names',
  summary: 'list the names that a shell completes',
  examples: ['joust names contestant'],
  page: 'getting-started',
  effect: 'read',
  words: ['kind'],
  input: z.strictObject({
    kind: needed({ type: 'word', words: kinds }, { help: 'the kind of names', flag: false }),
  }),
  output: z.object({ names: z.array(z.string()).readonly() }),
  // A broken config or ledger is an error of every other command.
  run: async ({ kind }, context) => ({ names: await namesOf[kind](context).catch(() => agentIds) }),
  document: ({ names }) => [code(...names)],
});

const mostContests = 50;

const namesOf: Readonly<
  Record<(typeof kinds)[number], (context: OperationContext) => Promise<readonly string[]>>
> = {
  async agent({ machine }) {
    await extensionsAt(machine, machine.cwd);
    return agentIds;
  },
  contestant: async ({ machine }) =>
    knownNames({ config: await extendedConfig({ machine, cwd: machine.cwd }), agentIds }),
  contest: async ({ archive }) => [
    '@last',
    ...(await archive.contests({ top: true, limit: mostContests })).map(({ contest }) => contest),
  ],
};

/** Shapes as the text of a regular expression. */
function plainFormats() {
  const text = JSON.stringify({ contest: contestSettings, formats: describedFormats }, (_name, value) =>
    value instanceof RegExp ? value.source : value,
  );
  return z.object({ contest: z.array(loose), formats: z.array(loose) }).parse(JSON.parse(text));
}
