// How often a judge contradicts itself when the same two entries are shown the other way round.
import { type Measured, measuredShare } from './measured.ts';
import { scoreFor } from './score-for.ts';
import type { PairVerdict } from './tally.ts';

export type FlipReport = {
  /** Share of pairs shown both ways on which the two verdicts differ. */
  readonly flipRate: Measured;
  /** `drop` below a consistency of .5, `warn` below .7; undefined where there are too few pairs. */
  readonly alarm: 'none' | 'warn' | 'drop' | undefined;
};

/** Verdicts of one judge. Those of one cluster on one pair are matched, first with first, where both ways were read. */
export function flipRate(verdicts: readonly PairVerdict[]): FlipReport {
  const matched = [...shownBothWays(verdicts)];
  const flips = matched.filter(([one, other]) => scoreFor(one, 'first') !== scoreFor(other, 'second')).length;
  const measured = measuredShare(flips, matched.length);
  const alarm = measured.kind === 'measured' ? alarmOf(1 - measured.value) : undefined;
  return { flipRate: measured, alarm };
}

type Matched = readonly [PairVerdict['choice'], PairVerdict['choice']];

function* shownBothWays(verdicts: readonly PairVerdict[]): Generator<Matched> {
  const waiting = new Map<string, PairVerdict['choice'][]>();
  for (const { first, second, cluster, judge, choice } of verdicts) {
    if (choice === 'none') continue;
    const opposite = waiting.get(JSON.stringify([judge, cluster, second, first]))?.shift();
    if (opposite !== undefined) yield [opposite, choice];
    else {
      const key = JSON.stringify([judge, cluster, first, second]);
      waiting.set(key, [...(waiting.get(key) ?? []), choice]);
    }
  }
}

function alarmOf(consistency: number): 'none' | 'warn' | 'drop' {
  if (consistency < 0.5) return 'drop';
  return consistency < 0.7 ? 'warn' : 'none';
}
