// joust demo: a question and a race, played by simulated agents in a temporary folder, and what to try next.
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { joustVersion } from '../../../../domain/version.ts';
import {
  demoCheck,
  demoProject,
  demoRacerNames,
  demoRacers,
  demoTask,
  demoQuestion as question,
  demoCast as roster,
} from '../../../../operations/demo/demo-contests.ts';
import { playContest } from '../../../../play/play.ts';
import { visible } from '../../../../views/visible.ts';
import { parseLine } from '../../grammar/arguments.ts';
import type { CliWorld, CommandProgram } from '../../grammar/command.ts';
import { screenFor } from '../../screens/play-on-screen.ts';

export const demoCommand: CommandProgram = async (input, cli) => {
  const { machine, signal, stdout } = cli;
  const folder = await mkdtemp(join(tmpdir(), 'joust-demo-'));
  const screen = await screenFor(input, roster, { cli });
  stdout.write(
    `joust demo: four simulated agents are asked "${question}"\nNobody is asked for real; one of them is out of quota.\n\n`,
  );
  try {
    const { state } = await playContest(
      { format: 'ask', prompt: question, files: [], cwd: folder, roster, tier: 'read', joustVersion },
      {
        machine,
        signal,
        home: join(folder, 'joust-home'),
        observe: screen.observe,
        settings: { timeoutMs: 15_000, outputBytes: 1024 * 1024, envPass: [], prices: {} },
        lanes: { capacities: {}, cloud: roster.length },
      },
    );
    screen.close();
    if (state === 'interrupted') return exitCode.interrupted;
    const code = await demoRace(folder, cli);
    if (code !== exitCode.interrupted) stdout.write(next);
    return code;
  } finally {
    screen.close();
    await clear(folder);
  }
};

/** An interrupted race leaves its workspaces for a resume, in a folder that may not be listed. */
async function clear(folder: string): Promise<void> {
  const workspaces = join(folder, 'joust-home', 'workspaces');
  for (const name of await readdir(workspaces).catch(() => [])) await chmod(join(workspaces, name), 0o700);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

const next = `What to try next:
  joust doctor                                    which agents you have, and what they need
  joust ask "why is this test flaky?" -f log.txt  ask the first three you have, side by side
  joust ask -c claude -c codex "review HEAD"      ask these two
  joust ask -c 'scripted*3' "hello"               simulated ones, recorded in your ledger
  joust race "add retry with back-off"            in a git repository: several make the change, you take the best
`;

const intro = `A race: three simulated agents make the same change, each in a private checkout of a small repository.
One does it right, one does half of it, and one changes the tests instead.

`;

const lines: readonly (readonly string[])[] = [
  ['race', ...demoRacerNames.flatMap((name) => ['-c', name]), '--check', demoCheck, demoTask],
  ['diff', '@last'],
  ['apply', '@last', '--yes'],
  ['undo', '@last', '--yes'],
];

/** The commands of a race, typed by the demo, on a repository and a ledger of its own. Where there can be no race, for want of git or of room, it says so. */
async function demoRace(folder: string, cli: CliWorld): Promise<number> {
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
  const cwd = join(folder, demoProject);
  const config = join(folder, 'config');
  await mkdir(config);
  const tables = Object.entries(await demoRacers(folder)).map(
    ([name, path]) => `[contestants.${name}]\nagent = "scripted"\nscript = ${JSON.stringify(path)}\n`,
  );
  await writeFile(join(config, 'config.toml'), tables.join(''));
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
