// The systems of play: each leads from the field and the rounds played so far to the next round, or to the end. And what they
// share: points, ties on them, and pairing a group off. Pure.

/** Two names, the higher seed first. */
export type Pair = readonly [string, string];

export interface Pairing {
  readonly pair: Pair;
  /** Which part of a double elimination it belongs to. */
  readonly part?: 'winners' | 'losers' | 'final';
}

interface Round {
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
function half(count: number): number {
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

function haveMet([first, second]: Pair, rounds: readonly PlayedRound[]): boolean {
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
function pairOff(order: readonly string[], rule: PairingRule): readonly Pair[] {
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
function withBye(
  group: readonly string[],
  byes: (name: string) => number,
): { readonly bye: string | undefined; readonly rest: readonly string[] } {
  if (group.length % 2 === 0) return { bye: undefined, rest: group };
  const bye = group.reduce((best, name) => (byes(name) < byes(best) ? name : best), group[0] ?? '');
  return { bye, rest: group.filter((name) => name !== bye) };
}

/** Single elimination: whoever loses is out; the highest seed meets the lowest; one of an odd round has a bye. */
export const bracket: System = {
  knockout: true,
  matches: (contestants) => (contestants > 1 ? contestants - 1 : 0),
  next(field, rounds) {
    const left = field.filter((name) => lossesOf(name, rounds) === 0);
    if (left.length < 2) return undefined;
    const { bye, rest } = withBye(left, (name) => byesOf(name, rounds));
    const pairs = pairOff(rest, { prefers: 'far', met: () => false });
    return { pairings: pairs.map((pair) => ({ pair })), byes: bye === undefined ? [] : [bye] };
  },
};

/**
 * Double elimination: whoever loses twice is out. Those without a loss and those with one play on side by side,
 * and the last of each meet in the final; if the unbeaten one loses it, both have one loss and meet once more.
 */
export const doubleElimination: System = {
  knockout: true,
  matches: (contestants) => (contestants > 1 ? 2 * contestants - 1 : 0),
  next(field, rounds) {
    const unbeaten = field.filter((name) => lossesOf(name, rounds) === 0);
    const once = field.filter((name) => lossesOf(name, rounds) === 1);
    const [first, second, ...more] = field.filter((name) => unbeaten.includes(name) || once.includes(name));
    if (first === undefined || second === undefined) return undefined;
    if (more.length === 0 && once.length > 0)
      return { pairings: [{ pair: [first, second], part: 'final' }], byes: [] };
    const [winners, losers] = [side(unbeaten, 'winners', rounds), side(once, 'losers', rounds)];
    return {
      pairings: [...winners.pairings, ...losers.pairings],
      byes: [...winners.byes, ...losers.byes],
    };
  },
};

/** One alone waits for the other side, which is no bye. */
function side(group: readonly string[], part: 'winners' | 'losers', rounds: readonly PlayedRound[]): Round {
  if (group.length < 2) return { pairings: [], byes: [] };
  const { bye, rest } = withBye(group, (name) => byesOf(name, rounds));
  const pairs = pairOff(rest, { prefers: 'far', met: (pair) => haveMet(pair, rounds) });
  return { pairings: pairs.map((pair) => ({ pair, part })), byes: bye === undefined ? [] : [bye] };
}

/** Round robin: everybody against everybody, once. No match depends on another, so all of them are one round. */
export const roundRobin: System = {
  knockout: false,
  matches: (contestants) => half(contestants * (contestants - 1)),
  next(field, rounds) {
    if (rounds.length > 0 || field.length < 2) return undefined;
    return { pairings: circle(field).map((pair) => ({ pair })), byes: [] };
  },
};

/** By the circle method: each turn pairs everybody, so that a budget that ends early has heard of all. */
function circle(field: readonly string[]): readonly Pair[] {
  const [fixed, ...rest] = field.length % 2 === 0 ? field : [undefined, ...field];
  return rest.flatMap((_, turn) => {
    const turned = [fixed, ...rest.slice(turn), ...rest.slice(0, turn)];
    return turned.slice(0, half(turned.length)).flatMap((one, at): Pair[] => {
      const other = turned.at(-1 - at);
      if (one === undefined || other === undefined) return [];
      return [field.indexOf(one) < field.indexOf(other) ? [one, other] : [other, one]];
    });
  });
}

/** Swiss: everybody plays every round against somebody with about as many points, never the same one twice. */
export const swiss: System = {
  knockout: false,
  matches: (contestants) => half(contestants) * roundsFor(contestants),
  next(field, rounds) {
    if (rounds.length >= roundsFor(field.length)) return undefined;
    const seed = (name: string) => field.indexOf(name);
    const order = field.toSorted((a, b) => pointsOf(b, rounds) - pointsOf(a, rounds) || seed(a) - seed(b));
    // The bye is for the one that is last so far.
    const { bye, rest } = withBye(order.toReversed(), (name) => byesOf(name, rounds));
    const pairs = pairOff(rest.toReversed(), { prefers: 'near', met: (pair) => haveMet(pair, rounds) });
    return {
      pairings: pairs.map(([a, b]) => ({ pair: (seed(a) < seed(b) ? [a, b] : [b, a]) satisfies Pair })),
      byes: bye === undefined ? [] : [bye],
    };
  },
};
