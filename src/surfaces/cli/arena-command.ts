// joust arena: two answers without names, a pick, and then the names. Alone, as a series, or those that still wait.
import type { Contestant } from '../../domain/contestant.ts';
import { exitCode, JoustError } from '../../domain/joust-error.ts';
import { agentOf, joustHome, openArchive } from '../../index.ts';
import { safeJson, visibleLine } from '../../views/visible.ts';
import { playSeries } from './arena-series.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text, texts } from './command.ts';
import type { ContestInput } from './contest-input.ts';
import { type PendingArena, pendingArenas } from './pending-arenas.ts';
import { type PlaySpec, playCommand, type SetUp } from './play-command.ts';

export const arenaCommand: CommandProgram = async (input, cli) => {
  if (flag(input, 'pending')) return await tellPending(input, cli);
  const series = text(input, 'series');
  if (series !== undefined) return await playSeries({ input, cli, file: series }, (spec) => arenaWith(spec));
  return await arenaWith({})(input, cli);
};

function arenaWith(more: Pick<PlaySpec, 'played'>): CommandProgram {
  return playCommand({ format: 'arena', num: 2, setUp, ...more });
}

async function setUp(input: CommandInput, contest: ContestInput, cli: CliWorld): Promise<SetUp> {
  const roster = contest.roster.map(withKnobs);
  checkPair(roster);
  const waiting = (await pendingIn(cli)).find((one) => isSamePair(one.roster, roster));
  if (waiting !== undefined) {
    throw new JoustError(`contest ${waiting.id} of the same two is still to be picked`, {
      code: 'usage',
      hint: `See it with: joust show ${waiting.id}; pick with: joust pick ${waiting.id} a|b|tie|bad|skip`,
    });
  }
  return {
    roster,
    options: {
      blindUntil: 'pick',
      styleBlind: flag(input, 'style-blind'),
      tags: [...new Set(texts(input, 'tag').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    },
    notes: [
      `${roster.map(({ name }) => name).join(' and ')} are asked; their answers come together, as A and B.`,
    ],
  };
}

const temperature = 0.7;
const maxOutputTokens = 2000;

/** The same for both, where the agent has such settings and the user has set none. */
function withKnobs(contestant: Contestant): Contestant {
  if (agentOf(contestant.agent).kind !== 'http') return contestant;
  return { ...contestant, settings: { temperature, maxOutputTokens, ...contestant.settings } };
}

function checkPair(roster: readonly Contestant[]): void {
  const [a, b] = roster;
  if (a === undefined || b === undefined || roster.length > 2) {
    const found = roster.map(({ name }) => name).join(', ');
    throw new JoustError(
      `an arena is between two, and here ${roster.length === 1 ? 'is' : 'are'}: ${found}`,
      {
        code: 'usage',
        hint: 'Name two: joust arena -c claude -c codex "..."',
      },
    );
  }
  if (identity(a) !== identity(b)) return;
  throw new JoustError(`${a.name} and ${b.name} are the same: agent, model and effort do not differ`, {
    code: 'usage',
    hint: 'Name two that differ, such as -c claude/opus -c claude/sonnet.',
  });
}

function isSamePair(one: readonly Contestant[], other: readonly Contestant[]): boolean {
  const pair = (roster: readonly Contestant[]) => roster.map(identity).sort().join('\n');
  return pair(one) === pair(other);
}

/** Agent, model and effort, and what stands for the model where a program or server of the user's own plays. */
function identity({ agent, model, effort, settings }: Contestant): string {
  const { command, baseUrl, script } = settings ?? {};
  return JSON.stringify([agent, model ?? null, effort ?? null, command, baseUrl, script]);
}

async function pendingIn({ machine }: CliWorld): Promise<readonly PendingArena[]> {
  await using archive = openArchive(joustHome(machine), machine);
  return await pendingArenas(archive);
}

async function tellPending(input: CommandInput, cli: CliWorld): Promise<number> {
  for (const { id, openedAt, state, roster, prompt, question } of await pendingIn(cli)) {
    const names = roster.map(({ name }) => name);
    const time = openedAt.slice(0, 16).replace('T', ' ');
    const line = [id, time, state, names.join(' and '), visibleLine(prompt.slice(0, 400)).slice(0, 60)];
    const json = { contest: id, openedAt, state, roster: names, prompt: prompt.slice(0, 200), question };
    cli.stdout.write(`${flag(input, 'json') ? safeJson(json) : visibleLine(line.join(' · '))}\n`);
  }
  return exitCode.ok;
}
