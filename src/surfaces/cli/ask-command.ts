// joust ask: plays the format and shows it, on a terminal, in a pipe or as JSON.
import type { Tier } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { joustVersion } from '../../domain/version.ts';
import { agentOf, playContest } from '../../index.ts';
import { type CommandInput, type CommandProgram, flag } from './command.ts';
import { type ContestInput, contestInput } from './contest-input.ts';
import { detach } from './detach.ts';
import { playOnScreen, screenFor } from './play-on-screen.ts';

export const askCommand: CommandProgram = async (input, cli) => {
  const contest = await contestInput(input, cli);
  const tier = tierOf(input, contest);
  if (flag(input, 'detach')) {
    const notes = [...contest.notes, ...tierNotes(contest, tier)];
    return await detach({ ...contest, format: 'ask', tier, joustVersion }, { input, cli, notes });
  }
  const screen = await screenFor(input, contest.roster, { cli });
  for (const note of [...contest.notes, ...tierNotes(contest, tier)]) screen.note(note);
  return await playOnScreen({ screen, cli, yes: flag(input, 'yes') }, (world) =>
    playContest({ ...contest, format: 'ask', tier, joustVersion }, { ...contest.world, ...world }),
  );
};

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
