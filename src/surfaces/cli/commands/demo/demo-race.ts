// The second half of the demo: the commands of a race, typed by the demo, on a repository and a ledger of its own.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { visible } from '../../../../views/visible.ts';
import { parseLine } from '../../grammar/arguments.ts';
import type { CliWorld } from '../../grammar/command.ts';
import { demoCheck, demoFiles, demoRepository, demoScripts, demoTask } from './demo-project.ts';

const intro = `A race: three simulated agents make the same change, each in a private checkout of a small repository.
One does it right, one does half of it, and one changes the tests instead.

`;

const names = Object.keys(demoScripts);

const lines: readonly (readonly string[])[] = [
  ['race', ...names.flatMap((name) => ['-c', name]), '--check', demoCheck, demoTask],
  ['diff', '@last'],
  ['apply', '@last', '--yes'],
  ['undo', '@last'],
];

/** Where there can be no race, for want of git or of room, it says so. */
export async function demoRace(folder: string, cli: CliWorld): Promise<number> {
  const { stdout } = cli;
  stdout.write(intro);
  const world = await worldIn(folder, cli);
  try {
    for (const line of lines) {
      stdout.write(`$ joust ${line.map(quoted).join(' ')}\n`);
      const { command, input } = parseLine(line, cli.commands);
      const code = await (await command.load())(input, world);
      if (code !== exitCode.ok) return code;
      stdout.write('\n');
    }
  } catch (error) {
    if (!(error instanceof JoustError)) throw error;
    const hint = error.hint === undefined ? '' : ` ${error.hint}`;
    stdout.write(`The race is left out: ${visible(error.message)}.${visible(hint)}\n\n`);
  }
  return exitCode.ok;
}

/** Neither the user's settings nor the user's ledger. */
async function worldIn(folder: string, cli: CliWorld): Promise<CliWorld> {
  const cwd = join(folder, 'prices');
  const config = join(folder, 'config');
  const scripts = join(folder, 'scripts');
  for (const each of [cwd, config, scripts]) await mkdir(each);
  await demoRepository(cwd, demoFiles);
  let tables = '';
  for (const [name, steps] of Object.entries(demoScripts)) {
    const path = join(scripts, `${name}.json`);
    await writeFile(path, JSON.stringify({ rate: 40, steps }));
    tables += `[contestants.${name}]\nagent = "scripted"\nscript = ${JSON.stringify(path)}\n`;
  }
  await writeFile(join(config, 'config.toml'), tables);
  const { machine } = cli;
  const others = Object.entries(machine.env).filter(
    ([name]) => !name.startsWith('JOUST_') || name === 'JOUST_DEPTH',
  );
  const own = { JOUST_HOME: join(folder, 'joust-home'), JOUST_CONFIG_DIR: config };
  return { ...cli, machine: { ...machine, cwd, env: { ...Object.fromEntries(others), ...own } } };
}

function quoted(word: string): string {
  return word.includes(' ') ? `"${word}"` : word;
}
