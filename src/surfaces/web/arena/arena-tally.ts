// What people picked, counted by contestant.
import type { Preference } from '../../../domain/events/verdict.ts';
import type { Concerns } from '../data/answers.ts';

export interface Preferences {
  readonly preferences: readonly Preference[];
}

/** A pick counts once its contest is closed. */
export const countsPicks: Concerns = ({ event }) => event.type === 'contest.closed';

interface Tally {
  readonly name: string;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly bad: number;
}

/** Those picked most come first. */
export function tallyOf({ preferences }: Preferences): readonly Tally[] {
  const found = new Map<string, Tally>();
  for (const preference of preferences)
    for (const [name, what] of countsOf(preference)) {
      const known = found.get(name) ?? { name, won: 0, lost: 0, tied: 0, bad: 0 };
      found.set(name, { ...known, [what]: known[what] + 1 });
    }
  return [...found.values()].toSorted((one, other) => other.won - one.won || one.lost - other.lost);
}

function countsOf({ a, b, pick }: Preference): readonly (readonly [string, Exclude<keyof Tally, 'name'>])[] {
  const [one, other] = pick === 'b' ? [b, a] : [a, b];
  const ofBoth = {
    tie: ['tied', 'tied'],
    bad: ['bad', 'bad'],
    a: ['won', 'lost'],
    b: ['won', 'lost'],
  } as const;
  const [first, second] = ofBoth[pick];
  return [
    [one.contestant, first],
    [other.contestant, second],
  ];
}
