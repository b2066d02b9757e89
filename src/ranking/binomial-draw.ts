// One draw from a binomial distribution: by counting up where few successes are expected, else by Hörmann's rejection (BTRS).

export function binomialDraw(trials: number, share: number, random: () => number): number {
  if (trials <= 0 || share <= 0) return 0;
  if (share >= 1) return trials;
  if (share > 0.5) return trials - binomialDraw(trials, 1 - share, random);
  return trials * share < 10 ? byCounting(trials, share, random) : byRejection(trials, share, random);
}

/** Walks up from no success until the drawn share of the distribution is used up. */
function byCounting(trials: number, share: number, random: () => number): number {
  const odds = share / (1 - share);
  let left = random();
  let probability = Math.exp(trials * Math.log1p(-share));
  let successes = 0;
  while (left > probability && successes < trials) {
    left -= probability;
    successes += 1;
    probability *= (odds * (trials - successes + 1)) / successes;
  }
  return successes;
}

function byRejection(trials: number, share: number, random: () => number): number {
  const deviation = Math.sqrt(trials * share * (1 - share));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * share;
  const centre = trials * share + 0.5;
  const inner = 0.92 - 4.2 / b;
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + centre);
    if (us >= 0.07 && v <= inner) return k;
    if (k < 0 || k > trials) continue;
    const mode = Math.floor((trials + 1) * share);
    const odds = Math.log(share / (1 - share));
    const bound = Math.log((v * (2.83 + 5.1 / b) * deviation) / (a / (us * us) + b));
    const height =
      logFactorial(mode) + logFactorial(trials - mode) - logFactorial(k) - logFactorial(trials - k);
    if (bound <= height + (k - mode) * odds) return k;
  }
}

/** Stirling's series; exact enough from 10 on, a table below. */
function logFactorial(n: number): number {
  if (n < small.length) return small[n] as number;
  const x = n + 1;
  const inverse = 1 / x;
  const square = inverse * inverse;
  const rest = inverse * (1 / 12 - square * (1 / 360 - square / 1260));
  return (x - 0.5) * Math.log(x) - x + 0.9189385332046727 + rest;
}

const small = [1, 1, 2, 6, 24, 120, 720, 5040, 40_320, 362_880].map((value) => Math.log(value));
