// joust demo: a question and a race, played by simulated agents in a temporary folder, and what to try next.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playContest } from '../../../../app/play/play.ts';
import type { Contestant } from '../../../../domain/contestant.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { joustVersion } from '../../../../domain/version.ts';
import type { CommandProgram } from '../../grammar/command.ts';
import { boardScreen } from '../../screens/board-screen.ts';
import { plainScreen } from '../../screens/screen.ts';
import { demoRace } from './demo-race.ts';

const question = 'Our test suite takes 20 minutes. Where should we start?';

const roster: readonly Contestant[] = [
  { name: 'quick', agent: 'scripted', model: 'quick' },
  { name: 'careful', agent: 'scripted', model: 'careful' },
  { name: 'thorough', agent: 'scripted', model: 'thorough' },
  { name: 'out-of-quota', agent: 'scripted', model: 'quota' },
];

export const demoCommand: CommandProgram = async (_input, cli) => {
  const { machine, signal, stdout, stderr } = cli;
  const folder = await mkdtemp(join(tmpdir(), 'joust-demo-'));
  const screen = (stderr.isTty ? boardScreen : plainScreen)({ players: roster, shows: () => true }, cli);
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
