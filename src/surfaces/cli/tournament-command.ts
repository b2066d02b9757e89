// joust tournament: several answer, judges compare, the best is what is left.
import { JoustError } from '../../domain/joust-error.ts';
import type { TournamentOptions } from '../../index.ts';
import { type CommandInput, flag, text } from './command.ts';
import { type JudgeInput, judgeInput, oneOf, paraphraserInput } from './judge-input.ts';
import { playCommand } from './play-command.ts';
import { wholeNumber } from './whole-number.ts';

const systems = ['bracket', 'double', 'swiss', 'round-robin', 'adaptive'] as const;
/** Judge calls for each contestant of an adaptive one. */
const usualCalls = 6;

export const tournamentCommand = playCommand({
  format: 'tournament',
  setUp(input, contest) {
    const judging = judgeInput(input, contest);
    const restates = paraphraserInput(input, { ...contest, staff: judging.staff });
    const system = oneOf(input, 'system', systems) ?? 'bracket';
    const adaptive = system === 'adaptive';
    const options: TournamentOptions = {
      ...judging.options,
      ...(adaptive && { orders: oneOrder(judging, input) }),
      system,
      panel: numberOf(input, 'panel') ?? 0,
      calls: callsOf(input, adaptive, usualCalls * contest.roster.length),
      answers: flag(input, 'answers'),
      paraphraser: restates.name,
    };
    return { options: { ...options }, staff: restates.staff, notes: judging.notes };
  },
});

function oneOrder({ options }: JudgeInput, input: CommandInput): 'one' {
  if (text(input, 'orders') !== 'both' || options.orders === 'one') return 'one';
  throw new JoustError('an adaptive tournament shows a pair in one order a call', {
    code: 'usage',
    hint: 'Leave --orders out; who is shown first is balanced over the calls.',
  });
}

function callsOf(input: CommandInput, adaptive: boolean, usual: number): number {
  const calls = numberOf(input, 'calls');
  if (adaptive) return calls ?? usual;
  if (calls === undefined) return 0;
  throw new JoustError('--calls is for --system adaptive; the other systems have a fixed number of matches', {
    code: 'usage',
    hint: 'Use --max-attempts to limit what the whole contest may take.',
  });
}

function numberOf(input: CommandInput, option: string): number | undefined {
  const said = text(input, option);
  const number = said === undefined ? undefined : wholeNumber(said);
  if (said === undefined || (number !== undefined && number >= 1)) return number;
  throw new JoustError(`--${option} ${said} is not a number from 1 on`, {
    code: 'usage',
    hint: `Write a whole number, as in --${option} 3.`,
  });
}
