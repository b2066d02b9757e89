// Somebody who serves in a contest, by the name of a contestant or as one is written: from the roster where it plays, else apart.
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { blindCaveats, chooseRoster } from '../../index.ts';
import type { ContestInput } from './contest-input.ts';

export interface Serving {
  readonly name: string;
  /** Empty where it plays as well. */
  readonly staff: readonly Contestant[];
  /** Said before play. */
  readonly notes: readonly string[];
}

export function servingContestant(
  wish: string,
  { roster, loaded, probes }: Pick<ContestInput, 'roster' | 'loaded' | 'probes'>,
): Serving {
  const playing = roster.find(({ name }) => name === wish);
  if (playing !== undefined) return { name: wish, staff: [], notes: blindCaveats([playing]) };
  const [chosen] = chooseRoster({ specs: [wish], config: loaded, probes }).roster;
  if (chosen !== undefined) return { name: chosen.name, staff: [chosen], notes: blindCaveats([chosen]) };
  throw new JoustError(`${wish} is excluded`, {
    code: 'usage',
    hint: 'Take it out of -x or of `exclude` in your config, or name somebody else.',
  });
}
