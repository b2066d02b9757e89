// brief archive: copies the public files of a brief, to share them.
import { z } from 'zod';
import { plural } from '../../domain/figures.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { operation } from '../../operations/operation.ts';
import { note } from '../../views/document.ts';
import { type ArchivedBrief, archiveBrief } from '../upkeep/archive-brief.ts';
import { leftOutFiles, noteLines } from './brief-outputs.ts';
import { briefFolder, folderAt } from './brief-request.ts';

export const briefArchive = operation({
  name: 'brief archive',
  group: 'brief',
  summary: 'copy the public files of a brief, to share them',
  details:
    'BRIEF.md, JUDGE_BRIEF.md, entries, scores, reviews and reports; artifacts.json lists them. It skips links, pipes and files that may hold a secret, and names them.',
  examples: [
    'joust brief archive',
    'joust brief archive 261115-landing-page --format tar --out ../landing-page.tar',
  ],
  page: 'briefs',
  effect: 'record',
  words: ['folder'],
  input: z.strictObject({
    folder: briefFolder,
    out: setting(textRule, {
      value: 'PATH',
      help: 'the copy, outside of the folder (default: beside it, as FOLDER-archive)',
      complete: 'folder',
    }),
    includeOperator: setting(
      { type: 'switch' },
      {
        help: 'add brief.yaml, raw/ and feedback, and from the record labels, prompts, logs and events',
        builtIn: false,
      },
    ),
    format: setting(
      { type: 'word', words: ['dir', 'tar'] },
      { value: 'FORMAT', help: 'dir (default) or tar', builtIn: 'dir' },
    ),
  }),
  output: z
    .strictObject({
      path: z.string(),
      files: z.custom<ArchivedBrief['files']>().describe('the entries of artifacts.json'),
      leftOut: leftOutFiles,
      notes: noteLines,
    })
    .nullable()
    .describe('null: it was interrupted, and wrote nothing'),
  async run({ folder, out, includeOperator: operator, format }, context) {
    const request = { folder: folderAt(folder, context), operator, format, signal: context.signal };
    const to = out === undefined ? {} : { out: folderAt(out, context) };
    return (await archiveBrief({ ...request, ...to }, context)) ?? null;
  },
  document: (archived) => (archived === null ? [] : [note(...archivedLines(archived))]),
  exit: (archived) => (archived === null ? 'interrupted' : 'ok'),
});

function archivedLines({ path, files, leftOut, notes }: ArchivedBrief): readonly string[] {
  const own = files.filter(({ visibility }) => visibility === 'operator').length;
  const whose = own === 0 ? '' : `, ${own} of them for its operator only`;
  return [
    ...notes,
    ...leftOut.map(({ path: name, why }) => `${name} is left out: ${why}.`),
    `${plural(files.length, 'file')} are in ${path}${whose}.`,
  ];
}
