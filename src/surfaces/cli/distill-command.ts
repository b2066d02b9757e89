// joust distill: several answer, one merges.
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { blindCaveats, type DistillOptions } from '../../index.ts';
import { type CommandInput, flag, text } from './command.ts';
import type { ContestInput } from './contest-input.ts';
import { playCommand } from './play-command.ts';
import { type Serving, servingContestant } from './serving-contestant.ts';
import { wholeNumber } from './whole-number.ts';

const maxLayers = 3;

export const distillCommand = playCommand({
  format: 'distill',
  setUp(input, contest) {
    if (contest.roster.length < 2) throw tooFew(contest.roster);
    const { name: synthesizer, staff, notes } = synthesizerOf(input, contest);
    const options: DistillOptions = {
      synthesizer,
      layers: layersOf(input),
      sources: flag(input, 'sources'),
      council: flag(input, 'council'),
    };
    return { options: { ...options }, staff, notes };
  },
});

/** What can be settled now is; `auto` and `random` depend on who answers. */
function synthesizerOf(input: CommandInput, contest: ContestInput): Serving {
  const { roster, loaded } = contest;
  const wish = text(input, 'synthesizer') ?? loaded.values.synthesizer;
  if (wish === 'auto' || wish === 'random') return { name: wish, staff: [], notes: blindCaveats(roster) };
  return servingContestant(wish === 'first' ? (roster[0]?.name ?? wish) : wish, contest);
}

function layersOf(input: CommandInput): number {
  const said = text(input, 'layers');
  const layers = said === undefined ? 1 : wholeNumber(said);
  if (layers !== undefined && layers >= 1 && layers <= maxLayers) return layers;
  throw new JoustError(`--layers ${said} is not a number from 1 to ${maxLayers}`, {
    code: 'usage',
    hint: 'More layers cost more and hardly add anything.',
  });
}

function tooFew(roster: readonly Contestant[]): JoustError {
  const [only] = roster;
  return new JoustError(
    `distill takes at least 2 contestants, and only ${only?.name ?? 'nobody'} is selected`,
    {
      code: 'none-usable',
      hint: 'Name more with -c (claude*2 is two of one), or ask one alone with joust ask.',
    },
  );
}
