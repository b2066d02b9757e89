// What records of judges are worth where a panel decides: judges of known accuracy, a record of calibrations for each, and
// matches they decide in both orders. Every match counts with its exact chance, so that only the records are drawn.
import { panelWord, type Word } from '../src/judging/panel/judge-choice.ts';
import { type Evidence, judgeRecords, weighJudges } from '../src/ranking/agreement/judge-record.ts';
import { seededRandom } from '../tests/fixtures/simulate-verdicts.ts';

const now = new Date('2026-11-16T00:00:00Z');
const calibrations = 60;
/** As on hard pairs of public data. */
const mixed = [0.81, 0.62, 0.55, 0.45, 0.4];

/** Matches decided right, and the same where one that stays open counts half: breaking ties by lot gains nothing there. */
interface Share {
  readonly right: number;
  readonly half: number;
}

interface Figure extends Share {
  /** Standard errors over the records. */
  readonly errors: Share;
}

/** A look is right with the judge's accuracy; right twice is its word, once is a flip and a tie. */
function decidedRight(
  accuracies: readonly number[],
  weights: ReadonlyMap<string, number> | undefined,
): Share {
  let [right, open] = [0, 0];
  for (let outcome = 0; outcome < 3 ** accuracies.length; outcome += 1) {
    let [chance, rest] = [1, outcome];
    const words = accuracies.map((accuracy, at) => {
      const kind = rest % 3;
      rest = (rest - kind) / 3;
      const chances = [accuracy ** 2, (1 - accuracy) ** 2, 2 * accuracy * (1 - accuracy)];
      chance *= chances[kind] ?? 0;
      const word: Word = ([{ winner: 'right' }, { winner: 'wrong' }, 'tie'] as const)[kind] ?? 'tie';
      return { judge: `j${at}`, word };
    });
    const word = panelWord(words, { weights });
    if (word === 'tie') open += chance;
    else if (typeof word === 'object' && word.winner === 'right') right += chance;
  }
  return { right, half: right + open / 2 };
}

interface Drawn {
  readonly trials: number;
  /** How good they were when they were calibrated; absent: as now. */
  readonly before?: readonly number[];
  /** Another model was seen since. */
  readonly faded?: boolean;
}

/** Over many records of so many looks. */
function byRecord(accuracies: readonly number[], { trials, before, faded = false }: Drawn): Figure {
  const random = seededRandom(16);
  const found = Array.from({ length: trials }, () => {
    const evidence = (before ?? accuracies).flatMap((accuracy, at): Evidence[] => {
      const who = { judge: `j${at}`, agent: `j${at}`, at: '2026-11-02T00:00:00Z' } as const;
      let right = 0;
      for (let look = 0; look < calibrations; look += 1) if (random() < accuracy) right += 1;
      const known = { ...who, model: 'm1', source: 'calibration', right, of: calibrations } as const;
      const seen = {
        ...who,
        at: '2026-11-10T00:00:00Z',
        model: 'm2',
        source: 'panels',
        right: 0,
        of: 0,
      } as const;
      return faded ? [known, seen] : [known];
    });
    const candidates = accuracies.map((_, at) => ({ name: `j${at}`, judge: `j${at}`, agent: `j${at}` }));
    const weighed = weighJudges(candidates, judgeRecords(evidence), { now });
    return decidedRight(accuracies, new Map(weighed.map(({ judge, weight }) => [judge, weight])));
  });
  const of = (part: keyof Share) => {
    const mean = found.reduce((sum, one) => sum + one[part], 0) / trials;
    const spread = found.reduce((sum, one) => sum + (one[part] - mean) ** 2, 0) / Math.max(1, trials - 1);
    return { mean, error: Math.sqrt(spread / trials) };
  };
  const [right, half] = [of('right'), of('half')];
  return { right: right.mean, half: half.mean, errors: { right: right.error, half: half.error } };
}

export function benchPanel(trials = 400): void {
  console.log(
    `\nPanels of five, ${calibrations} calibrations on each record, ${trials} records, both orders`,
  );
  const majority = decidedRight(mixed, undefined);
  const weighed = byRecord(mixed, { trials });
  row(`accuracies ${mixed.join(' ')}`, majority, weighed);
  told('decided right at least 0.20 more often', weighed.right - majority.right >= 0.2);
  const worst = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((accuracy) => {
    const alike = mixed.map(() => accuracy);
    const equal = decidedRight(alike, undefined);
    const found = byRecord(alike, { trials });
    row(`five of ${accuracy}`, equal, found);
    return Math.min(found.right - equal.right, found.half - equal.half);
  });
  told('equal judges never more than 0.01 worse, either way', Math.min(...worst) >= -0.01);
  const alike = mixed.map(() => 0.7);
  const equal = decidedRight(alike, undefined);
  const faded = byRecord(alike, { trials, before: mixed, faded: true });
  const kept = byRecord(alike, { trials, before: mixed });
  row('five of 0.7, mixed before the model changed', equal, faded);
  row('  the same, if the record did not fade', equal, kept);
  told(
    'a record of another model fades: nearer to equal',
    equal.half - faded.half < (equal.half - kept.half) / 2,
  );
}

function row(name: string, equal: Share, { right, half, errors }: Figure): void {
  const part = (before: number, after: number, error: number) =>
    `${before.toFixed(3)} -> ${after.toFixed(3)} (se ${error.toFixed(4)})`;
  const figures = `${part(equal.right, right, errors.right)}  ties as half ${part(equal.half, half, errors.half)}`;
  console.log(`${name.padEnd(44)} decided right ${figures}`);
}

function told(target: string, isMet: boolean): void {
  console.log(`  target: ${target}: ${isMet ? 'met' : 'MISSED'}`);
}

if (import.meta.main) benchPanel(Number(process.argv[2] ?? 400));
