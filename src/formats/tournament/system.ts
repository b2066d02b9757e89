// What a system of play is: from the field and the rounds played so far to the next round, or to the end; and what systems
// share: points, ties on them, and pairing a group off. Pure.

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

/** Points: one for a win or a bye, half for a match that nobody won; and what breaks a tie on them. */
export function pointsOf(name: string, rounds: readonly PlayedRound[]): number {
  return rounds.reduce((sum, { matches, byes }) => {
    const own = matches.filter(({ pair }) => pair.includes(name));
    const won = own.reduce((points, { winner }) => points + scoreFor(name, winner), 0);
    return sum + won + (byes.includes(name) ? 1 : 0);
  }, 0);
}

/** Points of everybody it met: the same points against stronger opponents weigh more. */
function buchholzOf(name: string, rounds: readonly PlayedRound[]): number {
  const met = rounds.flatMap(({ matches }) =>
    matches.flatMap(({ pair }) => (pair.includes(name) ? pair.filter((other) => other !== name) : [])),
  );
  return met.reduce((sum, other) => sum + pointsOf(other, rounds), 0);
}

/** First by points, then by what opponents had; more than one: neither breaks the tie. */
export function leadersOf(
  field: readonly string[],
  rounds: readonly PlayedRound[],
): { readonly leaders: readonly string[]; readonly rule: string } {
  const byPoints = highest(field, (name) => pointsOf(name, rounds));
  if (byPoints.length < 2) return { leaders: byPoints, rule: 'the most points' };
  const direct = byPoints.filter((name) => beatAll(name, byPoints, rounds));
  if (direct.length === 1) return { leaders: direct, rule: 'the most points, and beat whoever has as many' };
  const byOpponents = highest(byPoints, (name) => buchholzOf(name, rounds));
  return { leaders: byOpponents, rule: 'the most points, against the stronger opponents' };
}

function scoreFor(name: string, winner: string | undefined): number {
  if (winner === undefined) return 0.5;
  return winner === name ? 1 : 0;
}

function highest(names: readonly string[], value: (name: string) => number): readonly string[] {
  const top = names.reduce((best, name) => (value(name) > best ? value(name) : best), -1);
  return names.filter((name) => value(name) === top);
}

function beatAll(name: string, others: readonly string[], rounds: readonly PlayedRound[]): boolean {
  const won = rounds.flatMap(({ matches }) => matches).filter(({ winner }) => winner === name);
  return others.every((other) => other === name || won.some(({ pair }) => pair.includes(other)));
}

interface PairingRule {
  /** Whom the first would rather meet: the next in order, or the last. */
  readonly prefers: 'near' | 'far';
  /** Pairs that are to be avoided. */
  met(pair: Pair): boolean;
}

/** `order` is of even length. Where somebody has to meet again, everybody may. */
export function pairOff(order: readonly string[], rule: PairingRule): readonly Pair[] {
  return search(order, rule) ?? search(order, { ...rule, met: () => false }) ?? [];
}

/** Depth first: an earlier pair is taken back when the rest cannot be paired. */
function search(order: readonly string[], rule: PairingRule): readonly Pair[] | undefined {
  const [first, ...rest] = order;
  if (first === undefined) return [];
  for (const partner of rule.prefers === 'near' ? rest : rest.toReversed()) {
    if (rule.met([first, partner])) continue;
    const others = search(
      rest.filter((name) => name !== partner),
      rule,
    );
    if (others !== undefined) return [[first, partner], ...others];
  }
  return undefined;
}

/** Of an odd group, the first among those with the fewest byes sits out: nobody twice while another had none. */
export function withBye(
  group: readonly string[],
  byes: (name: string) => number,
): { readonly bye: string | undefined; readonly rest: readonly string[] } {
  if (group.length % 2 === 0) return { bye: undefined, rest: group };
  const bye = group.reduce((best, name) => (byes(name) < byes(best) ? name : best), group[0] ?? '');
  return { bye, rest: group.filter((name) => name !== bye) };
}
