// How often each judge of a panel is right, from what is known of it: Beta-binomial, with a prior that the panel shares and
// whose strength its own spread tells. Judges that may be equal come out equal, and one of whom nothing is known as the others.

/** Times it was right of so many, faded and discounted: need not be whole. */
export interface Trials {
  readonly right: number;
  readonly of: number;
}

export interface Accuracy {
  /** Posterior mean. */
  readonly mean: number;
  readonly standardError: number;
}

/** What judges are like before anything is known: better than a coin as a whole, here and there one is worse on hard pairs. */
const centres = Array.from({ length: 19 }, (_, at) => 0.525 + 0.025 * at);
const centreLogPrior = (centre: number) => 5 * Math.log(centre) + 2.5 * Math.log(1 - centre);
/** How many trials the panel's common rate is worth to each: large where judges are alike. */
const strengths = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

export function accuracies(judges: readonly Trials[]): readonly Accuracy[] {
  const points = strengths.flatMap((strength) =>
    centres.map((centre) => ({ a: centre * strength, b: (1 - centre) * strength, centre })),
  );
  const logs = points.map(
    ({ a, b, centre }) =>
      centreLogPrior(centre) +
      judges.reduce((sum, { right, of }) => sum + logBeta(a + right, b + of - right) - logBeta(a, b), 0),
  );
  const most = Math.max(...logs);
  const shares = logs.map((log) => Math.exp(log - most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return judges.map(({ right, of }) => {
    let [mean, square] = [0, 0];
    for (const [at, { a, b }] of points.entries()) {
      const share = (shares[at] ?? 0) / total;
      const rate = (a + right) / (a + b + of);
      mean += share * rate;
      square += share * rate * ((a + right + 1) / (a + b + of + 1));
    }
    return { mean, standardError: Math.sqrt(Math.max(0, square - mean ** 2)) };
  });
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Stirling's series, from 7 on; below it by the recurrence. */
function logGamma(value: number): number {
  let [x, shift] = [value, 0];
  for (; x < 7; x += 1) shift -= Math.log(x);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return shift + (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
