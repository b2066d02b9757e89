// A pattern of the user's with named groups: passed, failed, skipped, total; errors, warnings, infos; percent.
import { runInNewContext } from 'node:vm';
import type { Reading } from '../../domain/check-spec.ts';
import { lintCounts, testCounts } from './counts.ts';
import { type Parser, printed } from './parser.ts';

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
