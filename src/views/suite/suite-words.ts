// Words for the cells of a suite, readable without a colour: on every surface the same.
import { percent } from '../units.ts';
import type { TaskCell } from './figures-schema.ts';
import type { ToldCell } from './suite-figures.ts';

/** `2/3`, of those that came to a yes or a no; `!` behind it: others ended in errors, `…`: others are not played yet. */
export function cellText({ passed, of, errors, open }: TaskCell): string {
  const rest = open > 0 ? '…' : '';
  if (of === 0) return `${errors > 0 ? 'error' : ''}${rest}` || '-';
  return `${passed}/${of}${errors > 0 ? '!' : ''}${rest}`;
}

/** With a single trial it is said in a word. */
export function lonelyText({ passed, of, errors, open }: TaskCell): string {
  if (of > 0) return passed > 0 ? 'pass' : 'FAIL';
  if (errors > 0) return 'error';
  return open > 0 ? '…' : '-';
}

/** What is wrong with a cell, first thing first; undefined where nothing is. */
export function whyNot({ state, outcome, asserts }: ToldCell): string | undefined {
  if (state === 'passed' || state === 'open') return undefined;
  const bad = asserts.find(({ is }) => is === (state === 'error' ? 'error' : 'fail'));
  if (bad !== undefined) return bad.why === undefined ? bad.name : `${bad.name}: ${bad.why}`;
  return outcome ?? state;
}

/** `85 to 96 %`. */
export function rangeText({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${Math.round(100 * low)} to ${percent(high)}`;
}

/** A difference of shares in points: `+12`, `-3`. */
export function points(difference: number): string {
  const rounded = Math.round(Math.abs(100 * difference));
  if (rounded === 0) return '0';
  return `${difference > 0 ? '+' : '-'}${rounded}`;
}
