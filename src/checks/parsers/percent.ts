// A percentage: the last one printed, or `readiness` or `percent` in JSON.
import type { Reading } from '../../domain/check-spec.ts';
import { isRecord, jsonValues } from './json-values.ts';
import { type Parser, printed } from './parser.ts';

export const percent: Parser = (output) => {
  const text = printed(output);
  const stated = jsonValues(text)
    .filter(isRecord)
    .map((value) => value['readiness'] ?? value['percent'])
    .findLast((value) => value !== undefined);
  return stated === undefined ? lastPercent(text) : reading(stated);
};

function reading(value: unknown): Reading | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? { percent: value } : undefined;
}

/** More signs without a number before them are no percentages: an escaped address, a format. */
const maxSigns = 1_000;

function lastPercent(text: string): Reading | undefined {
  let at = text.lastIndexOf('%');
  for (let tried = 0; at !== -1 && tried < maxSigns; tried += 1) {
    const before = text.slice(Math.max(0, at - 40), at);
    const token = /(\S{0,40}\d) ?$/.exec(before)?.[1];
    // -5, 1e99 and 1000 are numbers too, and lies: nothing further back makes up for them.
    if (token !== undefined) return reading(numberAtEnd(token));
    at = at === 0 ? -1 : text.lastIndexOf('%', at - 1);
  }
  return undefined;
}

function numberAtEnd(token: string): number | undefined {
  const number = /(?:^|[^\w.+-])(\d{1,3}(?:\.\d{1,10})?)$/.exec(token)?.[1];
  return number === undefined ? undefined : Number(number);
}
