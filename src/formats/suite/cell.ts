// One cell: a contestant plays a task once, as a contest of its own; then its asserts are measured, and what came out goes on record.

import { agentOf } from '../../agents/all.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import type { ChildResult, EndedAttempt } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { CellMeasured } from '../../domain/event.ts';
import { totalTokens } from '../../domain/figures.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { cellKey, type SuiteTask } from '../../domain/suite/suite-plan.ts';
import { measureSteps } from './asserts/step-asserts.ts';
import { type Measure, measureText } from './asserts/text-asserts.ts';
import type { SuiteCell } from './result.ts';

export interface Cell {
  readonly key: string;
  readonly task: SuiteTask;
  readonly contestant: Contestant;
  readonly trial: number;
}

/** Everything once before anything twice, so that whatever is left undone is a whole trial. */
export function cellsOf(
  tasks: readonly SuiteTask[],
  roster: readonly Contestant[],
  trials: number,
): readonly Cell[] {
  return Array.from({ length: trials }, (_, at) => at + 1).flatMap((trial) =>
    tasks.flatMap((task) =>
      roster.map((contestant) => ({
        task,
        contestant,
        trial,
        key: cellKey(task.id, contestant.name, trial),
      })),
    ),
  );
}

interface Playing {
  readonly cell: Cell;
  /** Who judges by rubrics. */
  readonly judges: readonly string[];
  /** The label of the hosts that play it; undefined: it is played here. */
  readonly pool: string | undefined;
  readonly mayStart: boolean;
}

export async function playCell(
  contest: Contest,
  { cell, judges, pool, mayStart }: Playing,
): Promise<{ readonly cell: SuiteCell; readonly isNew: boolean }> {
  const { key, task, contestant, trial } = cell;
  const inputs = JSON.stringify([task, contestant, trial, judges]);
  const measured = `measured/${key}`;
  const known = contest.measured(measured, inputs);
  if (known !== undefined) return { cell: toldCell(known), isNew: false };
  const { format, prompt, settings, place } = task;
  const start = {
    format,
    prompt,
    settings,
    place,
    contestant,
    trial,
    pool,
  };
  const played = mayStart ? await contest.tryPlay(key, start) : undefined;
  const came = played && (await measure(contest, { cell, judges, played }));
  if (played === undefined || came === undefined) return { cell: openCell(cell), isNew: false };
  const fact: CellMeasured = {
    type: 'cell.measured',
    v: 1,
    key: measured,
    inputs,
    task: task.id,
    contestant: contestant.name,
    trial,
    contest: played.contest,
    ...came,
  };
  await contest.fact(fact);
  return { cell: toldCell(fact), isNew: true };
}

type Came = Pick<
  CellMeasured,
  'state' | 'outcome' | 'asserts' | 'score' | 'usd' | 'tokens' | 'ranMs' | 'simulated'
>;

interface Measuring {
  readonly cell: Cell;
  readonly judges: readonly string[];
  readonly played: ChildResult;
}

/** Undefined: a judge's quota is waited for. */
async function measure(contest: Contest, { cell, judges, played }: Measuring): Promise<Came | undefined> {
  const { task, contestant } = cell;
  const result = played.results.find((one): one is EndedAttempt => one.state === 'ended');
  if (result === undefined) {
    const why = played.why ?? `its contest ended as ${played.outcome}`;
    return { state: 'error', asserts: [{ name: 'played', is: 'error', why }] };
  }
  const figures = figuresOf(result, contestant);
  const { outcome, reason } = result.end;
  if (outcome !== 'ok') {
    const isError = errors.has(outcome);
    const why = reason === undefined ? outcome : `${outcome}: ${reason}`;
    return {
      state: isError ? 'error' : 'failed',
      ...figures,
      score: isError ? undefined : 0,
      asserts: [{ name: 'answered', is: isError ? 'error' : 'fail', why }],
    };
  }
  const text = await result.text();
  const steps = await measureSteps(contest, { cell, judges, text, result });
  if (steps === undefined) return undefined;
  const asserts = [
    ...(played.cases ?? []).map(fromCase),
    ...task.asserts.map((assert, at) => steps.get(at) ?? measureText(assert, text, figures)),
  ];
  return { ...figures, ...standing(asserts, task), asserts: asserts.map(({ weight: _, ...one }) => one) };
}

function figuresOf({ end }: EndedAttempt, { agent }: Contestant) {
  const { outcome, cost, usage, timing } = end;
  const tokens = totalTokens(usage);
  return {
    outcome,
    usd: cost?.usd,
    tokens,
    ranMs: timing.ranMs,
    simulated: agentOf(agent).kind === 'scripted' || end.replayed === true || undefined,
  };
}

/** What is not the contestant's answer: it says nothing of how well it does. */
const errors: ReadonlySet<Outcome> = new Set([
  'missing',
  'unauthenticated',
  'rate-limited',
  'crashed',
  'skipped',
  'cancelled',
]);

function fromCase({ name, failure, skipped }: NonNullable<ChildResult['cases']>[number]): Measure {
  if (failure !== undefined) return { name, is: 'fail', why: failure, weight: 1 };
  return skipped === undefined
    ? { name, is: 'pass', weight: 1 }
    : { name, is: 'error', why: skipped, weight: 1 };
}

/** One that fails settles it; else one that could not tell leaves it open. */
function standing(
  asserts: readonly Measure[],
  { minScore }: SuiteTask,
): Pick<CellMeasured, 'state' | 'score'> {
  const counting = asserts.filter(({ weight }) => weight > 0);
  const told = counting.filter(({ is }) => is !== 'error');
  const weights = told.reduce((sum, { weight }) => sum + weight, 0);
  const marks = told.reduce(
    (sum, { weight, is, score }) => sum + weight * (score ?? (is === 'pass' ? 1 : 0)),
    0,
  );
  const score = weights === 0 ? undefined : Math.round((1e6 * marks) / weights) / 1e6;
  const unsure = told.length < counting.length;
  const failed =
    minScore === undefined ? told.some(({ is }) => is === 'fail') : !unsure && (score ?? 1) < minScore;
  const settled = failed ? 'failed' : 'passed';
  return { state: !failed && unsure ? 'error' : settled, score };
}

function openCell({ task, contestant, trial }: Cell): SuiteCell {
  return { task: task.id, contestant: contestant.name, trial, state: 'open', asserts: [] };
}

function toldCell({
  type: _type,
  v: _v,
  key: _key,
  inputs: _inputs,
  asserts,
  ...cell
}: CellMeasured): SuiteCell {
  return { ...cell, asserts: asserts.map(({ step: _step, ...one }) => one) };
}
