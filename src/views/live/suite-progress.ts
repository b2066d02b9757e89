// How far a suite is while it is played: cells done, what came of them, what it cost so far, and how long the rest will take.
import type { Observation } from '../../domain/agent-event.ts';
import type { CellMeasured } from '../../domain/event.ts';
import { dollars, duration } from '../units.ts';

export interface SuiteProgress {
  readonly cells: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly usd: number;
  /** Under way. */
  readonly playing: number;
  /** Done in this playing: what is on record from before says nothing about its speed. */
  readonly doneHere: number;
  readonly startedMs: number;
}

/** `known`: what is on record from earlier playings. */
export function suiteProgress(
  cells: number,
  startedMs: number,
  known: readonly CellMeasured[] = [],
): SuiteProgress {
  const none = { cells, startedMs, passed: 0, failed: 0, errors: 0, usd: 0, playing: 0, doneHere: 0 };
  return { ...known.reduce(withCell, none), doneHere: 0 };
}

export function observeSuite(progress: SuiteProgress, observation: Observation): SuiteProgress {
  if (observation.type !== 'recorded') return progress;
  const { event } = observation;
  const { playing } = progress;
  if (event.type === 'contest.opened') return { ...progress, cells: Number(event.options['cells'] ?? 0) };
  if (event.type === 'child.started') return { ...progress, playing: playing + 1 };
  if (event.type === 'child.ended') return { ...progress, playing: Math.max(0, playing - 1) };
  return event.type === 'cell.measured' ? withCell(progress, event) : progress;
}

function withCell(progress: SuiteProgress, { state, usd = 0 }: CellMeasured): SuiteProgress {
  return {
    ...progress,
    passed: progress.passed + (state === 'passed' ? 1 : 0),
    failed: progress.failed + (state === 'failed' ? 1 : 0),
    errors: progress.errors + (state === 'error' ? 1 : 0),
    usd: progress.usd + usd,
    doneHere: progress.doneHere + 1,
  };
}

export function cellsDone({ passed, failed, errors }: SuiteProgress): number {
  return passed + failed + errors;
}

/** `37 of 600 cells, 30 passed, 5 failed, 2 errors, $1.20 so far, about 12 min left` */
export function suiteProgressText(progress: SuiteProgress, nowMs: number): string {
  const { cells, passed, failed, errors, usd, doneHere, startedMs } = progress;
  const done = cellsDone(progress);
  const left = cells - done;
  const leftMs = doneHere === 0 ? undefined : ((nowMs - startedMs) / doneHere) * left;
  return [
    `${done} of ${cells} cells`,
    `${passed} passed`,
    `${failed} failed`,
    ...(errors > 0 ? [`${errors} in error`] : []),
    ...(usd > 0 ? [`${dollars(usd)} so far`] : []),
    ...(leftMs === undefined || left <= 0 ? [] : [`about ${duration(leftMs)} left`]),
  ].join(', ');
}
