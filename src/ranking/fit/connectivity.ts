// Which contestants the verdicts can compare at all, and within which groups a strength without a prior is finite.
import { at, indexAt } from '../array-access.ts';
import { rowCount, type Tally } from '../tally.ts';

export type Connectivity = {
  /** Contestants joined by any chain of verdicts; across groups nothing can be compared. */
  readonly groups: readonly (readonly string[])[];
  /** Joined both ways by "has beaten or tied"; best first where verdicts order them. One level: strengths are finite without a prior. */
  readonly levels: readonly (readonly string[])[];
};

export function connectivity(counted: Tally): Connectivity {
  const size = counted.contestants.length;
  const beats: number[][] = Array.from({ length: size }, () => []);
  const met: number[][] = Array.from({ length: size }, () => []);
  for (let row = 0; row < counted.first.length; row += 1) {
    if (rowCount(counted, row) === 0) continue;
    const first = indexAt(counted.first, row);
    const second = indexAt(counted.second, row);
    const tied = at(counted.ties, row) + at(counted.bothBad, row) > 0;
    met[first]?.push(second);
    met[second]?.push(first);
    if (tied || at(counted.firstWins, row) > 0) beats[first]?.push(second);
    if (tied || at(counted.secondWins, row) > 0) beats[second]?.push(first);
  }
  const named = (parts: readonly (readonly number[])[]) =>
    parts.map((part) => [...part].sort((a, b) => a - b).map((index) => counted.contestants[index] as string));
  return { groups: named(reachableParts(met)), levels: named(strongParts(beats)) };
}

function reachableParts(next: readonly (readonly number[])[]): number[][] {
  const seen = new Set<number>();
  const parts: number[][] = [];
  for (let start = 0; start < next.length; start += 1) {
    if (!seen.has(start)) parts.push(visit(start, next, seen));
  }
  return parts;
}

/** Kosaraju: parts of the reversed graph, taken in order of decreasing finish, are strongly connected and come winners first. */
function strongParts(next: readonly (readonly number[])[]): number[][] {
  const seen = new Set<number>();
  const finished: number[] = [];
  for (let start = 0; start < next.length; start += 1) {
    if (!seen.has(start)) finished.push(...visit(start, next, seen));
  }
  const reversed: number[][] = next.map(() => []);
  for (const [from, targets] of next.entries()) for (const to of targets) reversed[to]?.push(from);
  const assigned = new Set<number>();
  const parts: number[][] = [];
  for (const start of finished.reverse()) {
    if (!assigned.has(start)) parts.push(visit(start, reversed, assigned));
  }
  return parts;
}

/** All not yet seen that are reachable from the start, in the order in which a depth-first walk leaves them. */
function visit(start: number, next: readonly (readonly number[])[], seen: Set<number>): number[] {
  const left: number[] = [];
  const path: { node: number; tried: number }[] = [{ node: start, tried: 0 }];
  seen.add(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const target = next[top.node]?.[top.tried];
    top.tried += 1;
    if (target === undefined) {
      left.push(top.node);
      path.pop();
    } else if (!seen.has(target)) {
      seen.add(target);
      path.push({ node: target, tried: 0 });
    }
  }
  return left;
}
