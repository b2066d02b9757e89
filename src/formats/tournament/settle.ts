// What a match comes to with one more verdict: the sides that judges took over all their looks, by majority. Pure.
import type { JudgeWord } from '../../judging/panel/judge-pair.ts';

/** Undefined: still undecided. Ties and what could not be read take no side, and nothing new decides nothing. */
export function settle(first: readonly JudgeWord[], more: readonly JudgeWord[]): string | undefined {
  const [before, after] = [counted(first), counted(more)];
  if (after.every(({ word }) => word === 'none')) return undefined;
  const judges = [...new Set([...before, ...after].map(({ judge }) => judge))];
  const of = (words: readonly JudgeWord[], name: string) => words.find(({ judge }) => judge === name);
  const sides = judges.flatMap((name) => sideOf(of(before, name), of(after, name)) ?? []);
  const votes = [...Map.groupBy(sides, (side) => side)].map(([side, list]) => ({ side, votes: list.length }));
  const [best, next] = votes.toSorted((a, b) => b.votes - a.votes);
  return best === undefined || best.votes === next?.votes ? undefined : best.side;
}

function counted(words: readonly JudgeWord[]): readonly JudgeWord[] {
  return words.filter(({ setAside }) => setAside === undefined);
}

/** A judge that contradicts itself takes no side; nor does one that chose the same place three times. */
function sideOf(before: JudgeWord | undefined, after: JudgeWord | undefined): string | undefined {
  const [one, two] = [before, after].map((word) =>
    typeof word?.word === 'object' ? word.word.winner : undefined,
  );
  if (before?.flipped === true && placeOf(before) === placeOf(after)) return undefined;
  if (one !== undefined && two !== undefined && one !== two) return undefined;
  return two ?? one;
}

/** Where the one it chose first stood. */
function placeOf(word: JudgeWord | undefined): number | undefined {
  const look = word?.looks.find(({ verdict }) => verdict.type === 'choice');
  return look?.verdict.type === 'choice' ? look.shown.indexOf(look.verdict.winner) : undefined;
}
