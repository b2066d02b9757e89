// joust ask: plays the format and shows it, on a terminal, in a pipe or as JSON.
import type { Tier } from '../../domain/contestant.ts';
import { exitCode } from '../../domain/exit-code.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { joustVersion } from '../../domain/version.ts';
import { type AskResult, type AttemptResult, agentOf, playAsk } from '../../index.ts';
import type { CliWorld, CommandInput, CommandProgram } from './command.ts';
import { flag } from './command.ts';
import { type ContestInput, contestInput } from './contest-input.ts';
import { folderNotes } from './folder-notes.ts';
import type { Screen } from './screen.ts';

export const askCommand: CommandProgram = async (input, cli) => {
  const contest = await contestInput(input, cli);
  const tier = tierOf(input, contest);
  const screen = await screenFor(input, contest, cli);
  for (const note of [...contest.notes, ...tierNotes(contest, tier)]) screen.note(note);
  const result = await play(contest, { tier, screen, cli });
  if (result.interrupted)
    cli.stderr.write(`Interrupted. What was answered is in the ledger (contest ${result.contest}).\n`);
  return codeOf(result);
};

async function play(
  contest: ContestInput,
  { tier, screen, cli }: { tier: Tier; screen: Screen; cli: CliWorld },
): Promise<AskResult> {
  const { machine, signal } = cli;
  try {
    return await playAsk(
      { ...contest, tier, joustVersion },
      {
        ...contest.world,
        machine,
        signal,
        observe(observation) {
          screen.observe(observation);
          if (observation.type !== 'recorded' || observation.event.type !== 'folder.watched') return;
          for (const note of folderNotes(observation.event)) screen.note(note);
        },
      },
    );
  } finally {
    screen.close();
  }
}

/** Loaded one by one: measuring the width of text costs more at start-up than all of the rest. */
async function screenFor(input: CommandInput, { roster }: ContestInput, cli: CliWorld): Promise<Screen> {
  if (flag(input, 'json')) return (await import('./json-screen.ts')).jsonScreen(cli);
  if (cli.stderr.isTty) return (await import('./board-screen.ts')).boardScreen(roster, cli);
  return (await import('./plain-screen.ts')).plainScreen(roster, cli);
}

/** Several contestants never write in the user's folder at once, unless that was said aloud. */
function tierOf(input: CommandInput, { roster }: ContestInput): Tier {
  const asked = flag(input, 'write') ? 'write' : 'read';
  const tier = flag(input, 'yolo') ? 'full' : asked;
  if (tier === 'read' || roster.length === 1 || flag(input, 'in-place')) return tier;
  throw new JoustError(`${roster.length} contestants would write in the same folder at the same time`, {
    code: 'usage',
    hint: 'Name one contestant with -c, or say --in-place if that is what you want.',
  });
}

/** A tier an agent cannot keep is said before it plays. */
function tierNotes({ roster }: ContestInput, tier: Tier): readonly string[] {
  const agents = [...new Set(roster.map(({ agent }) => agent))].map((id) => agentOf(id));
  return agents
    .filter((agent) => !agent.tiers[tier].honoured && agent.kind !== 'scripted')
    .map(
      (agent) =>
        `${agent.id}: the ${tier} tier is not kept, ${agent.tiers[tier].caveat ?? 'as far as is known'}.`,
    );
}

function codeOf({ interrupted, results }: AskResult): number {
  if (interrupted) return exitCode.interrupted;
  const ended = (outcome: AttemptResult['end']['outcome']) =>
    results.filter(({ end }) => end.outcome === outcome).length;
  if (ended('ok') > 0) return exitCode.ok;
  return ended('timed-out') === results.length ? exitCode.timedOut : exitCode.nothingUsable;
}
