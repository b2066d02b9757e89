// Two texts line by line: what both have, what only one of them has.

export interface DiffLine {
  readonly is: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Cells of the table: beyond it the middle is told as replaced. */
const mostCells = 4_000_000;

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [one, other] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const middle = [one.slice(start, one.length - end), other.slice(start, other.length - end)] as const;
  return [
    ...one.slice(0, start).map(line('same')),
    ...middleDiff(...middle),
    ...one.slice(one.length - end).map(line('same')),
  ];
}

const line =
  (is: DiffLine['is']) =>
  (text: string): DiffLine => ({ is, text });

/** By the longest common subsequence. */
function middleDiff(one: readonly string[], other: readonly string[]): readonly DiffLine[] {
  if (one.length * other.length > mostCells)
    return [...one.map(line('removed')), ...other.map(line('added'))];
  const left = commonAfter(one, other);
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < one.length && b < other.length) {
    const [mine, yours] = [one[a] ?? '', other[b] ?? ''];
    const is = mine === yours ? 'same' : sideOf(left(a + 1, b) >= left(a, b + 1));
    lines.push({ is, text: is === 'added' ? yours : mine });
    if (is !== 'added') a += 1;
    if (is !== 'removed') b += 1;
  }
  return [...lines, ...one.slice(a).map(line('removed')), ...other.slice(b).map(line('added'))];
}

const sideOf = (isMine: boolean) => (isMine ? 'removed' : 'added');

/** How many lines both have in common from two places on. */
function commonAfter(one: readonly string[], other: readonly string[]): (a: number, b: number) => number {
  const width = other.length + 1;
  const table = new Uint32Array((one.length + 1) * width);
  const at = (a: number, b: number) => table[a * width + b] ?? 0;
  for (let a = one.length - 1; a >= 0; a -= 1)
    for (let b = other.length - 1; b >= 0; b -= 1)
      table[a * width + b] =
        one[a] === other[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
  return at;
}

export interface DiffFold {
  /** Where it begins. */
  readonly from: number;
  readonly lines: readonly DiffLine[];
  /** Lines that both have and that say nothing new: shown when asked for. */
  readonly folded: boolean;
}

const around = 2;

/** Long stretches of what is the same, folded but for what stands around a difference. */
export function foldSame(lines: readonly DiffLine[]): readonly DiffFold[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ is }) => is !== 'same'),
  );
  const folds: { from: number; lines: DiffLine[]; folded: boolean }[] = [];
  for (const [at, one] of lines.entries()) {
    const folded = near[at] === false;
    const last = folds.at(-1);
    if (last?.folded === folded) last.lines.push(one);
    else folds.push({ from: at, lines: [one], folded });
  }
  return folds;
}
