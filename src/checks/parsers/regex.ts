// A pattern of the user's with named groups (passed, failed, skipped, total; errors, warnings, infos; percent), and percentages.
import { createContext, runInContext, runInNewContext } from 'node:vm';
import type { Reading } from '../../domain/check-spec.ts';
import { isRecord, jsonValues } from './json-values.ts';
import { lintCounts, type Parser, printed, testCounts } from './parser.ts';

/** A summary stands at the end; the pattern sees only this much of it, in characters. */
const maxText = 1_000_000;
/** A pattern that needs longer is one that may need forever. */
const maxMs = 1_000;

export const regex: Parser = (output, { pattern }) => {
  const groups = pattern === undefined ? {} : lastGroups(pattern, printed(output).slice(-maxText));
  const reading: Reading = { ...tests(groups), ...lint(groups), ...share(groups) };
  return Object.keys(reading).length === 0 ? undefined : reading;
};

type Groups = Readonly<Record<string, string>>;

/** The last match of each group. In a context of its own, since only there can a running pattern be ended. */
function lastGroups(pattern: string, text: string): Groups {
  try {
    const found: unknown = runInNewContext(script, { pattern, text }, { timeout: maxMs });
    return JSON.parse(String(found));
  } catch {
    // A bad pattern, or one without end.
    return {};
  }
}

/** In one answer: it is small, and there are many. */
const patternMs = 250;
const space = createContext({ pattern: '', text: '' });
/** Patterns that were ended once are not waited for again. */
const endless = new Set<string>();

/** Whether it is found, with `^` and `$` at each line; undefined: it takes too long, or is no pattern. */
export function patternFound(pattern: string, text: string): boolean | undefined {
  if (endless.has(pattern)) return undefined;
  Object.assign(space, { pattern, text: text.slice(0, maxText) });
  try {
    return runInContext('new RegExp(pattern, "m").test(text)', space, { timeout: patternMs }) === true;
  } catch {
    endless.add(pattern);
    return undefined;
  }
}

const script = `
  const groups = {};
  for (const match of text.matchAll(new RegExp(pattern, 'gm'))) {
    for (const [name, value] of Object.entries(match.groups ?? {})) if (value !== undefined) groups[name] = value;
  }
  JSON.stringify(groups);
`;

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,10}(?:\.\d{1,10})?$/.test(text) ? Number(text) : Number.NaN;
}

function tests(groups: Groups): Reading | undefined {
  const skipped = numberOf(groups['skipped']) ?? 0;
  const total = numberOf(groups['total']);
  const failed = numberOf(groups['failed']);
  const passed = numberOf(groups['passed']) ?? difference(total, failed, skipped);
  // Without a second figure nobody knows how many failed.
  const rest = failed ?? difference(total, passed, skipped);
  return passed === undefined || rest === undefined
    ? undefined
    : testCounts({ passed, failed: rest, skipped });
}

function difference(
  total: number | undefined,
  part: number | undefined,
  skipped: number,
): number | undefined {
  return total === undefined || part === undefined ? undefined : total - part - skipped;
}

function lint(groups: Groups): Reading | undefined {
  const [errors, warnings, infos] = [groups['errors'], groups['warnings'], groups['infos']].map(numberOf);
  if (errors === undefined && warnings === undefined && infos === undefined) return undefined;
  return lintCounts({ errors: errors ?? 0, warnings: warnings ?? 0, infos: infos ?? 0 });
}

function share(groups: Groups): Reading | undefined {
  const percent = numberOf(groups['percent']);
  return percent !== undefined && percent <= 100 ? { percent } : undefined;
}

/** A percentage: the last one printed, or `readiness` or `percent` in JSON. */
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
