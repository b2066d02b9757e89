// Which thresholds of a suite were not met, in sentences: by each contestant, for the suite and for single tasks.
import type { SuiteTask } from '../../domain/suite/suite-plan.ts';
import type { SuiteCell, SuiteResult } from './result.ts';

interface Wanted {
  readonly tasks: readonly Pick<SuiteTask, 'id' | 'threshold'>[];
  readonly thresholds: SuiteResult['thresholds'];
}

export function missedThresholds(cells: readonly SuiteCell[], { tasks, thresholds }: Wanted): string[] {
  const { pass, maxUsd, maxErrors } = thresholds;
  const byContestant = [...Map.groupBy(cells, ({ contestant }) => contestant)];
  const usd = cells.reduce((sum, cell) => sum + (cell.usd ?? 0), 0);
  const errors = cells.filter(({ state }) => state === 'error').length;
  return [
    ...byContestant.flatMap(([name, own]) => [
      ...below(`${name} passes`, own, pass),
      ...tasks.flatMap(({ id, threshold }) => {
        const trials = own.filter(({ task }) => task === id);
        return below(`${name} passes ${id} in`, trials, threshold);
      }),
    ]),
    ...(maxUsd !== undefined && usd > maxUsd
      ? [`The suite took $${usd.toFixed(4)}, and the threshold is $${maxUsd}.`]
      : []),
    ...(maxErrors !== undefined && errors > maxErrors * cells.length
      ? [`${errors} of ${cells.length} cells ended in an error, and the threshold is ${share(maxErrors)}.`]
      : []),
  ];
}

/** Errors are left out; where nothing else is there, nothing was met. */
function below(who: string, cells: readonly SuiteCell[], least: number | undefined): string[] {
  if (least === undefined) return [];
  const told = cells.filter(({ state }) => state === 'passed' || state === 'failed');
  const passed = told.filter(({ state }) => state === 'passed').length;
  if (told.length > 0 && passed >= least * told.length) return [];
  const how = told.length === 0 ? 'no cell: all ended in errors' : `${passed} of ${told.length} cells`;
  return [`${who} ${how}, and the threshold is ${share(least)}.`];
}

function share(value: number): string {
  return `${Math.round(value * 1000) / 10} %`;
}
