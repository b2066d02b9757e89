// Randomness that is the same each time a contest is played: a generator seeded with a hash.
import { sha256 } from '../../process/machine.ts';

/** A number in [0, 1). */
export type Random = () => number;

/** sfc32 over the first 128 bits of a hex digest: small, fast and good enough for shuffles. */
export function seededRandom(hexDigest: string): Random {
  let [a, b, c, counter] = [0, 8, 16, 24].map(
    (at) => Number.parseInt(hexDigest.slice(at, at + 8), 16) | 0,
  ) as [number, number, number, number];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
}

/** What a draw of a contest rests on: whoever knows the seed draws the same. */
export function drawInputs(seed: string, key: string): string {
  return sha256(`${seed}\n${key}`);
}

/** Random, and the same each time for the same text. */
export function randomFor(text: string): Random {
  return seededRandom(sha256(text));
}

/** Fisher-Yates; the input is left as it is. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
