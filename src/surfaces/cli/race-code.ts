// The exit code of a race: that nobody passed the required checks is told apart from no clear winner.
import { exitCode } from '../../domain/joust-error.ts';
import type { RaceResult } from '../../formats/race/result.ts';

export function raceCode({ winner, rows, score }: RaceResult, usualCode: number): number {
  if (winner !== undefined) return usualCode;
  const whole = rows.filter(
    ({ outcome, partial }) => partial !== true && (outcome === 'ok' || outcome === 'blocked'),
  );
  const refused = new Set(
    score.inputs.filter(({ disqualified }) => disqualified !== undefined).map(({ name }) => name),
  );
  const nobody = whole.length > 0 && whole.every(({ contestant }) => refused.has(contestant));
  return nobody ? exitCode.checkFailed : usualCode;
}
