// export: writes a contest as a folder to read, keep and pass on, or as one page.
import { resolve } from 'node:path';
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { makeFolder } from '../../process/files/new-folder.ts';
import { note } from '../../views/document.ts';
import type { ExportedFile } from '../../views/manifest.ts';
import { contestId } from '../contest-id.ts';
import { type OperationContext, operation } from '../operation.ts';
import { contestFiles, contestReport } from './contest-files.ts';
import { writeReport } from './report-files.ts';

const output = z.object({
  id: z.string(),
  path: z.string().describe('the folder or the page'),
  isPage: z.boolean(),
  operator: z.boolean().describe('with events, logs and paths, which are not for everyone'),
  done: z.boolean().describe('false: the caller left, and nothing was written'),
});
type Exported = z.output<typeof output>;

export const exportContest = operation({
  name: 'export',
  group: 'record',
  summary: 'write a contest as a folder to read, keep and pass on, or as one page',
  details:
    'FOLDER must be new or empty. It holds answers, a report and a manifest with the hash of every file. The page shows the same as joust serve, with all of this contest in it. It opens from disk, without a server.',
  examples: ['joust export @last review-of-the-parser', 'joust export 4k2 --html report.html --hide-names'],
  page: 'record',
  effect: 'record',
  words: ['id', 'folder'],
  input: z.strictObject({
    id: contestId,
    folder: setting(textRule, {
      value: 'FOLDER',
      help: 'where to write it: a new or empty folder',
      flag: false,
      complete: 'folder',
    }),
    html: setting(textRule, { value: 'FILE', help: 'write only the report, as one page', complete: 'file' }),
    hideNames: setting({ type: 'switch' }, { help: 'the page names no contestant', builtIn: false }),
    operator: setting(
      { type: 'switch' },
      { help: 'with events, logs and paths, which are not for everyone', builtIn: false },
    ),
  }),
  output,
  async run({ id, folder, html, hideNames, operator }, context): Promise<Exported> {
    const { machine, home, archive } = context;
    if (html === undefined) {
      const path = resolve(machine.cwd, folderNamed(folder, hideNames));
      return { id, path, isPage: false, operator, done: await writeFolder({ id, path, operator }, context) };
    }
    if (folder !== undefined)
      throw new JoustError('say a folder or --html FILE, not both', {
        code: 'usage',
        setting: 'html',
        hint: 'The folder holds the page as report.html.',
      });
    const path = resolve(machine.cwd, html);
    await writeReport(path, await contestReport(archive, id, { machine, home, operator, hideNames }));
    return { id, path, isPage: true, operator, done: true };
  },
  document: exportedDocument,
  exit: ({ done }) => (done ? 'ok' : 'interrupted'),
});

function folderNamed(folder: string | undefined, hideNames: boolean): string {
  if (hideNames)
    throw new JoustError('--hide-names is for --html FILE', {
      code: 'usage',
      setting: 'hideNames',
      hint: 'A folder holds files by the names of contestants.',
    });
  if (folder !== undefined) return folder;
  throw new JoustError('export takes a folder, or --html FILE', {
    code: 'usage',
    setting: 'folder',
    hint: 'joust export ID FOLDER',
  });
}

async function writeFolder(
  { id, path, operator }: Pick<Exported, 'id' | 'path' | 'operator'>,
  { archive, machine, home, signal }: OperationContext,
): Promise<boolean> {
  const { files, manifest } = await contestFiles(archive, id, { machine, home, operator });
  const wanted = { path, isPrivate: operator, nonce: machine.random(12) };
  return await makeFolder(wanted, async ({ write }) => {
    const written: ExportedFile[] = [];
    for (const { path: inside, visibility, content } of files) {
      if (signal.aborted) return false;
      written.push({ path: inside, visibility, ...(await write(inside, await content())) });
    }
    await write('manifest.json', manifest(written));
    return true;
  });
}

function exportedDocument({ id, path, isPage, operator, done }: Exported) {
  if (!done) return [];
  if (isPage) return [note(`Contest ${id} is in ${path}: it opens in a browser, without a server.`)];
  return [note(`Contest ${id} is in ${path}${operator ? ', with what only its operator may see' : ''}.`)];
}
