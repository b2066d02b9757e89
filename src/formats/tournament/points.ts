// Points: one for a win or a bye, half for a match that nobody won; and what breaks a tie on them.
import type { PlayedRound } from './system.ts';

export function pointsOf(name: string, rounds: readonly PlayedRound[]): number {
  return rounds.reduce((sum, { matches, byes }) => {
    const own = matches.filter(({ pair }) => pair.includes(name));
    const won = own.reduce((points, { winner }) => points + scoreFor(name, winner), 0);
    return sum + won + (byes.includes(name) ? 1 : 0);
  }, 0);
}

/** Points of everybody it met: the same points against stronger opponents weigh more. */
export function buchholzOf(name: string, rounds: readonly PlayedRound[]): number {
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
