// What an attempt took, on one line; what is unknown is not said.
import { dollars, duration, tokens } from '../../../../views/units.ts';
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';

export function figuresOf({ ranMs, tokens: count, tokensPerS, cost, model, host }: AttemptJson): string {
  return [
    ranMs === undefined ? undefined : duration(ranMs),
    count?.total === undefined ? undefined : tokens(count.total),
    tokensPerS === undefined ? undefined : `${tokensPerS.toFixed(tokensPerS < 10 ? 1 : 0)} tok/s`,
    cost === undefined ? undefined : dollars(cost.usd),
    model,
    host === undefined ? undefined : `on ${host}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** Of all its attempts. */
export function sumOf(attempts: readonly AttemptJson[]): string {
  const [only] = attempts;
  if (attempts.length === 1 && only !== undefined) return figuresOf(only);
  const known = <T>(values: readonly (T | undefined)[]) => values.filter((value) => value !== undefined);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const counts = known(attempts.map((one) => one.tokens?.total));
  const costs = known(attempts.map((one) => one.cost?.usd));
  return [
    counts.length === 0 ? undefined : tokens(sum(counts)),
    costs.length === 0 ? undefined : dollars(sum(costs)),
    known(attempts.map((one) => one.model)).at(-1),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
