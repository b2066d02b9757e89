// brief status: the state of a brief, with its files brought up to date.
import { z } from 'zod';
import { setting } from '../../domain/settings/setting.ts';
import { operation } from '../../operations/operation.ts';
import { note } from '../../views/document.ts';
import { readBriefStatus, statusDocument } from '../upkeep/read-status.ts';
import { statusFields } from './brief-outputs.ts';
import { briefFolder, folderAt } from './brief-request.ts';

export const briefStatus = operation({
  name: 'brief status',
  group: 'brief',
  summary: 'show the state of each contestant, the entries, and changes by hand',
  details: 'It also brings the files that joust keeps in the folder up to date.',
  examples: ['joust brief status', 'joust brief status 261115-landing-page --json'],
  page: 'briefs',
  effect: 'record',
  words: ['folder'],
  input: z.strictObject({
    folder: briefFolder,
    restore: setting(
      { type: 'switch' },
      { help: 'also restore files that brief prune deleted', builtIn: false },
    ),
  }),
  output: z.strictObject({ v: z.literal(1), ...statusFields }),
  async run({ folder, restore }, context) {
    const said = folder === '.' ? undefined : folder;
    const status = await readBriefStatus({ folder: folderAt(folder, context), said, restore }, context);
    return { v: 1 as const, ...status };
  },
  document: (status) => [
    ...statusDocument(status),
    note(...status.next.map(({ why, command }) => `${why}: ${command}`)),
  ],
});
