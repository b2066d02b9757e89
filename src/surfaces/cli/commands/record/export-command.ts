// joust export: a contest as a folder to read, keep and pass on.

import { resolve } from 'node:path';
import { openArchive } from '../../../../app/archive.ts';
import { contestFiles } from '../../../../app/export/contest-files.ts';
import { homeOf, writeFolder } from '../../../../app/host.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import type { ExportedFile } from '../../../../views/manifest.ts';
import { visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';

export const exportCommand: CommandProgram = async (input, { machine, stderr, signal }) => {
  const [name = '@last', folder = ''] = input.words;
  const operator = flag(input, 'operator');
  const home = homeOf(machine);
  await using archive = openArchive(home, machine);
  const id = await archive.find(name);
  const { files, manifest } = await contestFiles(archive, id, { machine, home, operator });
  const path = resolve(machine.cwd, folder);
  const done = await writeFolder(
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
};
