// What may be said of a tournament, and what goes on record of it.
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import { setting } from '../../domain/settings/setting.ts';
import type { SetUp } from '../format.ts';
import {
  judgeOptions,
  judgeSettings,
  judgingOf,
  paraphraserOf,
  paraphraseSetting,
} from '../judging-options.ts';
import type { Scene } from '../scene.ts';
import { bracket, doubleElimination, roundRobin, type System, swiss } from './system.ts';

const systemNames = ['bracket', 'double', 'swiss', 'round-robin', 'adaptive'] as const;
/** Judge calls for each contestant of an adaptive one. */
const usualCalls = 6;
const some = { type: 'count', min: 1, max: 100_000 } as const;

export const request = z.strictObject({
  ...judgeSettings,
  ...paraphraseSetting,
  system: setting(
    { type: 'word', words: systemNames },
    {
      often: true,
      value: 'SYSTEM',
      help: 'bracket (default), double, swiss, round-robin or adaptive',
      builtIn: 'bracket',
    },
  ),
  panel: setting(some, {
    value: 'N',
    help: 'how many of the judges sit on each match, by turns (default all)',
  }),
  calls: setting(some, {
    value: 'N',
    help: 'with adaptive: most judge calls, one order each (default 6 for each contestant)',
  }),
  answers: setting({ type: 'switch' }, { help: "show every answer as it lands, not only the champion's" }),
});
type Request = z.output<typeof request>;

export const options = z.strictObject({
  ...judgeOptions,
  system: z.enum(systemNames),
  /** How many judges sit on each match; 0: all. */
  panel: z.int(),
  /** How often judges may be asked in an adaptive one; 0 otherwise. */
  calls: z.int(),
  /** Every answer is shown, not only the champion's. */
  answers: z.boolean(),
  /** Who restates the entries before judges see them; null: nobody. */
  paraphraser: z.string().nullable(),
});
export type TournamentOptions = z.output<typeof options>;

export async function setUp(said: Request, scene: Scene): Promise<SetUp> {
  const judging = await judgingOf(said, scene);
  const restates = paraphraserOf(said.paraphrase, judging.staff, scene);
  const { system, panel = 0, answers = false } = said;
  const made: TournamentOptions = {
    ...judging.options,
    judges: [...judging.options.judges],
    ...(system === 'adaptive' && { orders: oneOrder(said) }),
    system,
    panel,
    calls: callsOf(said, usualCalls * scene.roster.length),
    answers,
    paraphraser: restates.name,
  };
  return { options: made, staff: restates.staff, notes: judging.notes };
}

function oneOrder({ orders }: Request): 'one' {
  if (orders !== 'both') return 'one';
  throw new JoustError('an adaptive tournament shows a pair in one order a call', {
    code: 'usage',
    setting: 'orders',
    hint: 'Leave --orders out; who is shown first is balanced over the calls.',
  });
}

function callsOf({ system, calls }: Request, usual: number): number {
  if (system === 'adaptive') return calls ?? usual;
  if (calls === undefined) return 0;
  throw new JoustError('--calls is for --system adaptive; the other systems have a fixed number of matches', {
    code: 'usage',
    setting: 'calls',
    hint: 'Use --max-attempts to limit what the whole contest may take.',
  });
}

/** Those that are played in rounds. */
export const systems: Readonly<Record<Exclude<TournamentOptions['system'], 'adaptive'>, System>> = {
  bracket,
  double: doubleElimination,
  swiss,
  'round-robin': roundRobin,
};

/** Judge calls it will take, without repairs and third calls. */
export function expectedCalls(
  { system, judges, orders, panel, calls }: TournamentOptions,
  contestants: number,
): number {
  if (contestants < 2) return 0;
  if (system === 'adaptive') return calls;
  const seats = panel === 0 ? judges.length : panel;
  return systems[system].matches(contestants) * seats * (orders === 'both' ? 2 : 1);
}
