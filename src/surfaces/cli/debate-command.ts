// joust debate: a few answer each other, a moderator writes the verdict.
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { DebateOptions } from '../../index.ts';
import { type CommandInput, type CommandProgram, text } from './command.ts';
import type { ContestInput } from './contest-input.ts';
import { playCommand, type SetUp } from './play-command.ts';
import { type Serving, servingContestant } from './serving-contestant.ts';
import { wholeNumber } from './whole-number.ts';

const fewest = 2;
const [mostDebaters, mostRounds] = [4, 4];
const usualRounds = 2;

export const debateCommand: CommandProgram = (input, cli) => {
  const debaters = debatersOf(input);
  return playCommand({
    format: 'debate',
    num: debaters,
    setUp: (_, contest) => setUp(input, contest, debaters),
  })(input, cli);
};

function setUp(input: CommandInput, contest: ContestInput, count: number): SetUp {
  const { roster } = contest;
  if (roster.length < fewest || roster.length < count) throw tooFew(roster, count);
  const debaters = roster.slice(0, count).map(({ name }) => name);
  const { name: moderator, staff, notes: caveats } = moderatorOf(input, contest, debaters);
  const { rounds, notes } = roundsOf(input);
  const idle = roster
    .map(({ name }) => name)
    .filter((name) => !debaters.includes(name) && name !== moderator);
  const calls = count * rounds + rounds;
  const options: DebateOptions = { debaters, moderator, rounds };
  return {
    options: { ...options },
    staff,
    notes: [
      ...notes,
      `A debate is the costliest format, and often no better than one good answer: up to ${calls} calls here, and debaters can talk each other into something wrong.`,
      `Debaters: ${debaters.join(', ')}. Moderator: ${moderator}${debaters.includes(moderator) ? ', who also debates' : ''}.`,
      ...caveats,
      ...(idle.length === 0
        ? []
        : [
            `Selected and without a part: ${idle.join(', ')} (--debaters ${roster.length} lets more debate).`,
          ]),
    ],
  };
}

function debatersOf(input: CommandInput): number {
  const said = text(input, 'debaters');
  const debaters = said === undefined ? fewest : wholeNumber(said);
  if (debaters !== undefined && debaters >= fewest && debaters <= mostDebaters) return debaters;
  throw new JoustError(`--debaters ${said} is not a number from ${fewest} to ${mostDebaters}`, {
    code: 'usage',
    hint: 'Without it two debate.',
  });
}

function moderatorOf(input: CommandInput, contest: ContestInput, debaters: readonly string[]): Serving {
  const wish = text(input, 'moderator') ?? contest.loaded.values.moderator;
  const names = contest.roster.map(({ name }) => name);
  const usual = names.find((name) => !debaters.includes(name)) ?? names[0] ?? wish;
  return servingContestant(wish === 'auto' ? usual : wish, contest);
}

/** More rounds hardly help, and none is no debate: the number is brought into its limits, aloud. */
function roundsOf(input: CommandInput): { rounds: number; notes: readonly string[] } {
  const said = text(input, 'rounds');
  const wish = said === undefined ? usualRounds : wholeNumber(said);
  if (wish === undefined) {
    throw new JoustError(`--rounds ${said} is not a whole number`, {
      code: 'usage',
      hint: `Give a number from 1 to ${mostRounds}.`,
    });
  }
  const rounds = Math.min(Math.max(wish, 1), mostRounds);
  const notes = rounds === wish ? [] : [`Rounds go from 1 to ${mostRounds}: ${rounds} instead of ${wish}.`];
  return { rounds, notes };
}

function tooFew(roster: readonly Contestant[], count: number): JoustError {
  const names = roster.map(({ name }) => name).join(', ');
  return new JoustError(`a debate of ${count} takes ${count} contestants, and selected: ${names}`, {
    code: 'usage',
    hint: 'Name more with -c (claude*2 is two of one), or select more with -n.',
  });
}
