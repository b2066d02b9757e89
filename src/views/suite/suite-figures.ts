// What a suite comes to, in figures: each contestant's passes, errors, cost and time, and each task's row of the matrix.
import { median } from '../../domain/figures.ts';
import { pairedDifference } from '../../ranking/passes/paired-difference.ts';
import { passShare, type TaskPasses } from '../../ranking/passes/pass-share.ts';
import type { ContestantFigures, SuiteFigures, TaskCell, TaskRow } from './figures-schema.ts';

export interface ToldAssert {
  readonly name: string;
  readonly is: 'pass' | 'fail' | 'error';
  readonly score?: number | undefined;
  readonly why?: string | undefined;
}

/** A task, a contestant, a trial. */
export interface ToldCell {
  readonly task: string;
  readonly contestant: string;
  readonly trial: number;
  readonly state: 'passed' | 'failed' | 'error' | 'open';
  readonly outcome?: string | undefined;
  readonly contest?: string | undefined;
  readonly score?: number | undefined;
  readonly asserts: readonly ToldAssert[];
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
  readonly ranMs?: number | undefined;
  readonly simulated?: boolean | undefined;
}

export interface ToldSuite {
  readonly name: string;
  readonly contestants: readonly string[];
  readonly trials: number;
  readonly tasks: readonly {
    readonly id: string;
    readonly title?: string | undefined;
    readonly format: string;
    readonly threshold?: number | undefined;
  }[];
  readonly cells: readonly ToldCell[];
  readonly missed: readonly string[];
}

export function suiteFigures(suite: ToldSuite): SuiteFigures {
  const k = suite.trials;
  const rows = taskRows(suite);
  const cells = Map.groupBy(suite.cells, ({ contestant }) => contestant);
  const contestants = suite.contestants.map((name, at) =>
    figuresOf(cells.get(name) ?? [], { name, k, tasks: columnOf(rows, at) }),
  );
  const best = bestAt(contestants);
  return {
    k,
    tasks: rows,
    contestants: contestants.map((one, at) => {
      if (best === undefined || at === best) return one;
      const behindBest = pairedDifference(
        rows.flatMap(({ cells: own }) => {
          const [base, now] = [own[at], own[best]];
          return base === undefined || now === undefined ? [] : [{ base, now }];
        }),
      );
      return { ...one, behindBest };
    }),
    best: best === undefined ? undefined : (contestants[best]?.name ?? ''),
  };
}

/** Trials of each task by each contestant. */
export function taskRows({ tasks, contestants, cells }: Omit<ToldSuite, 'missed'>): readonly TaskRow[] {
  const byTask = Map.groupBy(cells, ({ task }) => task);
  return tasks.map(({ id }) => {
    const byContestant = Map.groupBy(byTask.get(id) ?? [], ({ contestant }) => contestant);
    const row = contestants.map((name) => taskCell(byContestant.get(name) ?? []));
    return { id, cells: row, is: standingOf(row) };
  });
}

function taskCell(cells: readonly ToldCell[]): TaskCell {
  const count = (state: ToldCell['state']) => cells.filter((cell) => cell.state === state).length;
  const passed = count('passed');
  return { passed, of: passed + count('failed'), errors: count('error'), open: count('open') };
}

function standingOf(row: readonly TaskCell[]): TaskRow['is'] {
  const known = row.filter(({ of }) => of > 0);
  const shares = new Set(known.map(({ passed, of }) => passed / of));
  if (shares.size > 1) return 'differs';
  if (known.length < row.length || shares.size === 0) return 'unknown';
  if (shares.has(1)) return 'passed by all';
  return shares.has(0) ? 'passed by nobody' : 'alike';
}

function columnOf(rows: readonly TaskRow[], at: number): readonly TaskPasses[] {
  return rows.flatMap(({ cells }) => cells[at] ?? []).filter(({ of }) => of > 0);
}

function figuresOf(
  cells: readonly ToldCell[],
  { name, k, tasks }: { readonly name: string; readonly k: number; readonly tasks: readonly TaskPasses[] },
): ContestantFigures {
  const count = (state: ToldCell['state']) => cells.filter((cell) => cell.state === state).length;
  const ran = cells.filter(({ ranMs }) => ranMs !== undefined);
  const pass = passShare(tasks);
  const atK = k > 1 ? passShare(tasks, k) : undefined;
  const usd = sumOf(cells.map((cell) => cell.usd));
  const tokens = sumOf(cells.map((cell) => cell.tokens));
  const medianMs = median(ran.map(({ ranMs }) => ranMs));
  return {
    name,
    passed: count('passed'),
    failed: count('failed'),
    errors: count('error'),
    open: count('open'),
    pass,
    passAtK: atK,
    usd,
    tokens,
    unpriced: ran.filter((cell) => cell.usd === undefined && cell.simulated !== true).length,
    medianMs,
    totalMs: sumOf(ran.map(({ ranMs }) => ranMs)) ?? 0,
  };
}

/** Of what is known. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}

function bestAt(contestants: readonly ContestantFigures[]): number | undefined {
  const known = contestants.flatMap(({ pass }, at) => (pass === undefined ? [] : [{ at, pass }]));
  return known.toSorted((a, b) => b.pass.value - a.pass.value || a.at - b.at)[0]?.at;
}
