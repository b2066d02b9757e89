// joust demo: a question and a race, played by simulated agents in a temporary folder, and what to try next.
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { playContest } from '../../../../app/play/play.ts';
import type { Contestant } from '../../../../domain/contestant.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { joustVersion } from '../../../../domain/version.ts';
import { visible } from '../../../../views/visible.ts';
import { parseLine } from '../../grammar/arguments.ts';
import type { CliWorld, CommandProgram } from '../../grammar/command.ts';
import { screenFor } from '../../screens/play-on-screen.ts';

const question = 'Our test suite takes 20 minutes. Where should we start?';

const roster: readonly Contestant[] = [
  { name: 'quick', agent: 'scripted', model: 'quick' },
  { name: 'careful', agent: 'scripted', model: 'careful' },
  { name: 'thorough', agent: 'scripted', model: 'thorough' },
  { name: 'out-of-quota', agent: 'scripted', model: 'quota' },
];

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

/** What they race for: a program that adds up wrongly, with its tests, and three scripts that set about it. It needs a shell only. */
const program = (line: string) => `# Adds up all prices it is given.
total() {
  sum=0
  for price in "$@"; do
    ${line}
  done
  echo "$sum"
}
`;

const tests = `# Prints TAP.
. ./total.sh
number=0
failed=0
expect() {
  number=$((number + 1))
  # Words of the second argument are prices.
  if [ "$(total $2)" = "$1" ]; then echo "ok $number"; else echo "not ok $number" && failed=1; fi
}
echo 1..4
expect 0 ""
expect 5 "5"
expect 5 "2 3"
expect 6 "1 2 3"
exit $failed
`;

const demoFiles = { 'total.sh': program('sum=$price'), 'total.test.sh': tests };

const demoCheck = 'test=sh total.test.sh';

const demoTask = 'make total.sh add up all the prices';

/** By contestant. */
const demoScripts = {
  careful: [
    { think: 'reading total.sh and its tests' },
    { edit: 'total.sh', content: program('sum=$((sum + price))') },
    { say: 'The sum was overwritten by every price. Now each price is added to it.' },
  ],
  quick: [
    {
      edit: 'total.sh',
      content: `# Adds up all prices it is given.\ntotal() {\n  echo $(($\{1:-0} + $\{2:-0}))\n}\n`,
    },
    { say: 'Two prices are added up. Nobody buys three things.' },
  ],
  sly: [
    { edit: 'total.test.sh', content: "# Prints TAP.\necho 1..1\necho 'ok 1'\n" },
    { say: 'Done: all tests pass.' },
  ],
} as const;

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

/** Plain files, all at the top. */
async function demoRepository(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const git = join(folder, '.git');
  const entries: Buffer[] = [];
  // git wants the entries of a tree in order.
  for (const [name, content] of Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await put(join(folder, name), content);
    const oid = await putObject(git, 'blob', Buffer.from(content));
    entries.push(Buffer.from(`100644 ${name}\0`), Buffer.from(oid, 'hex'));
  }
  const tree = await putObject(git, 'tree', Buffer.concat(entries));
  const who = 'joust <joust@localhost> 946684800 +0000';
  const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nAs it was before the race\n`;
  const commit = await putObject(git, 'commit', Buffer.from(text));
  await put(join(git, 'refs/heads/main'), `${commit}\n`);
  await put(join(git, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
  await put(join(git, 'HEAD'), 'ref: refs/heads/main\n');
}

async function putObject(git: string, type: 'blob' | 'tree' | 'commit', content: Buffer): Promise<string> {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const oid = createHash('sha1').update(whole).digest('hex');
  await put(join(git, 'objects', oid.slice(0, 2), oid.slice(2)), deflateSync(whole));
  return oid;
}

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
