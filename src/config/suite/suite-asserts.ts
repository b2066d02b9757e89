// Asserts of a suite as they are measured: one kind each, variables filled in, under names of their own.
import { z } from 'zod';
import { durationMs } from '../../domain/settings/rule.ts';
import { limitAsserts, type SuiteAssert } from '../../domain/suite/suite-plan.ts';
import { visible } from '../config.ts';
import { type AssertTable, assertKinds } from './suite-schema.ts';

interface AssertPlace {
  /** Where commands run. */
  readonly folder: string;
  fill(text: string): string;
  say(text: string, hint: string): void;
}

type Kind = (typeof assertKinds)[number];

/** Undefined: it was said what is wrong with it. */
export function readAssert(table: AssertTable, place: AssertPlace): SuiteAssert | undefined {
  const kinds = assertKinds.filter((one) => table[one] !== undefined);
  const [kind] = kinds;
  if (kind !== undefined && kinds.length === 1) {
    if (table.not !== undefined && neverTurned.has(kind)) {
      place.say(`${kind} cannot be turned round by not`, 'Say the opposite in its own words.');
      return undefined;
    }
    const assert = ofKind(kind, table, place);
    return assert !== undefined && table.not !== undefined ? { ...assert, not: true } : assert;
  }
  place.say(
    kind === undefined ? 'an assert says nothing that has to hold' : `an assert holds ${kinds.join(' and ')}`,
    `Write one of them in each: ${assertKinds.join(', ')}.`,
  );
  return undefined;
}

const neverTurned: ReadonlySet<string> = new Set(['command', 'rubric', ...limitAsserts]);
const usualCommandMs = 60_000;
const usualThreshold = 0.6;

function ofKind(kind: Kind, table: AssertTable, place: AssertPlace): SuiteAssert | undefined {
  const { fill, say, folder } = place;
  const { name = '', weight = 1, command = '', rubric = '', threshold = usualThreshold } = table;
  const every = { name, weight };
  switch (kind) {
    case 'contains-any':
    case 'contains-all':
    case 'icontains-any':
    case 'icontains-all':
      return { kind, value: table[kind]?.map(fill) ?? [], ...every };
    case 'is-json':
      return { kind, ...every };
    case 'json-schema':
      return readSchema(table[kind], say) ? { kind, value: table[kind], ...every } : undefined;
    case 'command':
      // Nothing is filled in: what a row of a file says must not become part of a program.
      return { kind, value: command, cwd: folder, timeoutMs: msOf(table.timeout, usualCommandMs), ...every };
    case 'rubric':
      return { kind, value: fill(rubric), threshold, ...every };
    case 'max-usd':
    case 'max-tokens':
      return { kind, value: table[kind] ?? 0, ...every };
    case 'max-time':
      return { kind, value: msOf(table[kind], 0), ...every };
    case 'regex':
    case 'not-regex':
      return { kind, value: checkedPattern(fill(table[kind] ?? ''), say), ...every };
    default:
      return { kind, value: fill(table[kind] ?? ''), ...every };
  }
}

function msOf(duration: string | number | undefined, usual: number): number {
  return duration === undefined ? usual : (durationMs(duration) ?? usual);
}

function checkedPattern(pattern: string, say: AssertPlace['say']): string {
  try {
    new RegExp(pattern, 'm');
  } catch (error) {
    say(visible((error as Error).message), 'Write a regular expression as JavaScript reads it.');
  }
  return pattern;
}

/** Patterns of a schema could run without end, and nothing stops them. */
function readSchema(schema: unknown, say: AssertPlace['say']): boolean {
  if (/"(?:pattern|patternProperties)":/.test(JSON.stringify(schema))) {
    say('a json-schema with a pattern is not supported', 'Write the pattern as a regex assert instead.');
    return false;
  }
  try {
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    return true;
  } catch (error) {
    say(`json-schema: ${visible((error as Error).message)}`, 'Write a JSON Schema of draft 2020-12, 7 or 4.');
    return false;
  }
}

const longestName = 60;

/** By what they say, and by number where that is the same. */
export function named(asserts: readonly SuiteAssert[]): readonly SuiteAssert[] {
  const seen = new Map<string, number>();
  return asserts.map((assert) => {
    const name = assert.name === '' ? usualName(assert) : assert.name;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { ...assert, name: times === 1 ? name : `${name} (${times})` };
  });
}

function usualName(assert: SuiteAssert): string {
  const said = 'value' in assert && typeof assert.value !== 'object' ? ` ${String(assert.value)}` : '';
  const whole = `${assert.not ? 'not ' : ''}${assert.kind}${said}`.replaceAll(/\s+/g, ' ').trim();
  return whole.length <= longestName ? whole : `${whole.slice(0, longestName - 1)}…`;
}
