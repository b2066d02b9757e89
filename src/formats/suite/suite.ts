// suite: many tasks, several contestants, several trials of each. Every cell is a contest of its own, and what came out of it stands on the record of the suite.
import type { Contest } from '../../contest/handle/contest.ts';
import { suiteTasks } from '../../domain/suite/suite-plan.ts';
import { defineFormat } from '../format.ts';
import { type Cell, cellsOf, playCell } from './cell.ts';
import { expects, options, request, type SuiteOptions, setUp } from './options.ts';
import { type SuiteCell, type SuiteResult, suiteResult } from './result.ts';
import { missedThresholds } from './thresholds.ts';

export const suite = defineFormat({
  name: 'suite',
  version: 1,
  about: {
    summary: 'many tasks, several contestants, several trials: who does how well on your own work',
    group: 'decide',
    takes: { setting: 'plan' },
    ends: { ok: 'played' },
    page: { result: 'Matrix', tabs: [] },
    command: 'own',
  },
  request,
  options,
  result: suiteResult,
  tellsSoFar: true,
  setUp,
  shows: false,
  expects,
  async play(contest, said) {
    const tasks = suiteTasks.parse(JSON.parse(await contest.content(said.tasks)));
    const { roster } = contest.opened;
    const told = await playAll(contest, said, cellsOf(tasks, roster, said.trials));
    const open = told.some(({ state }) => state === 'open');
    const thresholds = said.thresholds;
    const missed = open ? [] : missedThresholds(told, { tasks, thresholds });
    const result: SuiteResult = {
      type: 'suite',
      name: said.name,
      contestants: roster.map(({ name }) => name),
      trials: said.trials,
      tasks: tasks.map(({ id, title, format, threshold }) => ({
        id,
        format,
        title,
        threshold,
      })),
      cells: [...told],
      thresholds,
      missed,
    };
    const usable = told.some(({ state }) => state === 'passed' || state === 'failed');
    return {
      results: [],
      outcome: usable ? 'ok' : 'nothing-usable',
      result,
      checkFailed: missed.length > 0 || undefined,
      paused: open ? 'Not every cell was played; joust suite resume goes on with the rest.' : undefined,
    };
  },
});

/** What hosts of a pool have waiting at once: more than they play, and little enough to be looked after. */
const openInPool = 50;

/** In the order of the plan, so many at once: each contestant as many as its lane holds, or as was said for all of them together. */
async function playAll(
  contest: Contest,
  { parallel: said, judges, pool }: SuiteOptions,
  cells: readonly Cell[],
): Promise<readonly SuiteCell[]> {
  const lanes = contest.opened.player?.lanes.cloud ?? 1;
  const parallel = said ?? (pool === undefined ? null : openInPool);
  const groups =
    parallel === null ? [...Map.groupBy(cells, ({ contestant }) => contestant.name).values()] : [cells];
  const told = new Map<Cell, SuiteCell>();
  // Where the budget is spent, what is left stays open instead of being turned away one by one.
  const spent = new Set<string>();
  await Promise.all(
    groups.flatMap((group) => {
      const waiting = group.values();
      return Array.from({ length: Math.min(parallel ?? lanes, group.length) }, async () => {
        for (const cell of waiting) {
          const came = await playCell(contest, { cell, judges, pool, mayStart: spent.size === 0 });
          told.set(cell, came.cell);
          if (came.isNew && came.cell.outcome === 'skipped') spent.add(cell.key);
        }
      });
    }),
  );
  return cells.flatMap((cell) => told.get(cell) ?? []);
}
