// What a system of play is: from the field and the rounds played so far to the next round, or to the end. Pure.

/** Two names, the higher seed first. */
export type Pair = readonly [string, string];

export interface Pairing {
  readonly pair: Pair;
  /** Which part of a double elimination it belongs to. */
  readonly part?: 'winners' | 'losers' | 'final';
}

export interface Round {
  /** Played at the same time. */
  readonly pairings: readonly Pairing[];
  /** Who goes on without playing. */
  readonly byes: readonly string[];
}

export interface PlayedRound {
  readonly matches: readonly {
    readonly pair: Pair;
    /** Who goes on, or has the point; absent: half a point each. */
    readonly winner?: string;
  }[];
  readonly byes: readonly string[];
}

export interface System {
  /** Somebody has to go on: a match that nobody decided goes to the higher seed. */
  readonly knockout: boolean;
  /** `field` is in the order of the seeds. Undefined: it is over. */
  next(field: readonly string[], rounds: readonly PlayedRound[]): Round | undefined;
  /** How many matches it takes at most. */
  matches(contestants: number): number;
}

/** The smallest number of rounds that leaves one of them: ceil(log2 n). */
export function roundsFor(contestants: number): number {
  let rounds = 0;
  for (let left = contestants; left > 1; left = half(left + 1)) rounds += 1;
  return rounds;
}

/** Half of it, rounded down. */
export function half(count: number): number {
  return (count - (count % 2)) / 2;
}

export function lossesOf(name: string, rounds: readonly PlayedRound[]): number {
  const played = rounds.flatMap(({ matches }) => matches);
  return played.filter(({ pair, winner }) => winner !== undefined && winner !== name && pair.includes(name))
    .length;
}

export function byesOf(name: string, rounds: readonly PlayedRound[]): number {
  return rounds.filter(({ byes }) => byes.includes(name)).length;
}

export function haveMet([first, second]: Pair, rounds: readonly PlayedRound[]): boolean {
  return rounds.some(({ matches }) =>
    matches.some(({ pair }) => pair.includes(first) && pair.includes(second)),
  );
}
