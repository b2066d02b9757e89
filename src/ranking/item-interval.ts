// A 95 % interval for any measure of agreement, by drawing items anew: judges stay, items vary.

export type ItemInterval = { readonly low: number; readonly high: number };

/** Undefined below 10 items, or where more than one draw in ten gives no figure. */
export function itemInterval<Item>(
  items: readonly Item[],
  measure: (items: readonly Item[]) => number | undefined,
  { random, rounds = 500 }: { readonly random: () => number; readonly rounds?: number },
): ItemInterval | undefined {
  if (items.length < fewestItems) return undefined;
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figure = measure(items.map(() => items[Math.floor(random() * items.length)] as Item));
    if (figure !== undefined) figures.push(figure);
  }
  if (figures.length < rounds * 0.9) return undefined;
  figures.sort((a, b) => a - b);
  const place = (share: number) => figures[Math.round(share * (figures.length - 1))];
  const [low, high] = [place(0.025), place(0.975)];
  return low === undefined || high === undefined ? undefined : { low, high };
}

const fewestItems = 10;
