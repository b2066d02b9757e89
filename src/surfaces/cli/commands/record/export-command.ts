// joust export: a contest as a folder to read, keep and pass on, or as one page.

import { resolve } from 'node:path';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { contestFiles, contestReport } from '../../../../operations/export/contest-files.ts';
import { writeReport } from '../../../../operations/export/report-files.ts';
import { makeFolder } from '../../../../process/files/new-folder.ts';
import { joustHome } from '../../../../process/machine.ts';
import { openArchive } from '../../../../record/archive.ts';
import type { ExportedFile } from '../../../../views/manifest.ts';
import { visible } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text } from '../../grammar/command.ts';

export const exportCommand: CommandProgram = async (input, world) => {
  const html = text(input, 'html');
  if (html !== undefined) return await exportPage(html, input, world);
  if (flag(input, 'hide-names'))
    throw new JoustError('--hide-names is for --html FILE', {
      code: 'usage',
      hint: 'A folder holds files by the names of contestants.',
    });
  return await exportFolder(input, world);
};

/** A single word is the contest here, and not the folder: the page is named by the option. */
async function exportPage(html: string, input: CommandInput, { machine, stderr }: CliWorld): Promise<number> {
  const [first = '@last', name = first] = input.words;
  if (first !== '@last')
    throw new JoustError('say a folder or --html FILE, not both', {
      code: 'usage',
      hint: 'The folder holds the page as report.html.',
    });
  const home = joustHome(machine);
  await using archive = openArchive(home, machine);
  const id = await archive.find(name);
  const wish = { operator: flag(input, 'operator'), hideNames: flag(input, 'hide-names') };
  const path = resolve(machine.cwd, html);
  await writeReport(path, await contestReport(archive, id, { machine, home, ...wish }));
  stderr.write(`Contest ${id} is in ${visible(path)}: it opens in a browser, without a server.\n`);
  return exitCode.ok;
}

async function exportFolder(input: CommandInput, { machine, stderr, signal }: CliWorld): Promise<number> {
  const [name = '@last', folder] = input.words;
  if (folder === undefined)
    throw new JoustError('export takes a folder, or --html FILE', {
      code: 'usage',
      hint: 'joust export ID FOLDER',
    });
  const operator = flag(input, 'operator');
  const home = joustHome(machine);
  await using archive = openArchive(home, machine);
  const id = await archive.find(name);
  const { files, manifest } = await contestFiles(archive, id, { machine, home, operator });
  const path = resolve(machine.cwd, folder);
  const done = await makeFolder(
    { path, isPrivate: operator, nonce: machine.random(12) },
    async ({ write }) => {
      const written: ExportedFile[] = [];
      for (const { path: inside, visibility, content } of files) {
        if (signal.aborted) return false;
        written.push({ path: inside, visibility, ...(await write(inside, await content())) });
      }
      await write('manifest.json', manifest(written));
      return true;
    },
  );
  if (!done) return exitCode.interrupted;
  stderr.write(
    `Contest ${id} is in ${visible(path)}${operator ? ', with what only its operator may see' : ''}.\n`,
  );
  return exitCode.ok;
}
