// joust preferences export FILE: writes into a new file what is printed otherwise.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exitCode, unwritable } from '../../../../domain/joust-error.ts';
import type { CommandProgram } from '../../grammar/command.ts';
import { writingTo } from '../../screens/paper.ts';

export function exportPreferences(derived: CommandProgram): CommandProgram {
  return async (input, cli) => {
    const [file] = input.words;
    if (file === undefined || file === '-') return await derived(input, cli);
    let lines = '';
    const write = (text: string) => {
      lines += text;
    };
    const code = await derived({ ...input, words: [] }, writingTo(write, cli));
    if (code === exitCode.ok) await writeNew(resolve(cli.machine.cwd, file), lines);
    return code;
  };
}

async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    throw unwritable(path, 'Name a file that does not exist yet, in a folder that does.', cause);
  }
}
