// Asserts that are told from the answer and its figures alone. What a pattern of somebody's needs is limited; nothing of it can hang.
import { z } from 'zod';
import { patternFound } from '../../../checks/parsers/regex.ts';
import type { CellMeasured } from '../../../domain/event.ts';
import type { SuiteAssert } from '../../../domain/suite/suite-plan.ts';

export type Measure = CellMeasured['asserts'][number] & { readonly weight: number };

type Figures = Pick<CellMeasured, 'usd' | 'tokens' | 'ranMs'>;

export function measureText(assert: SuiteAssert, text: string, figures: Figures): Measure {
  const { name, weight, not } = assert;
  const found = troubleOf(assert, text, figures);
  const turned = found === undefined ? `it holds: ${name}` : undefined;
  const why = not && typeof found !== 'object' ? turned : found;
  if (why === undefined) return { name, weight, is: 'pass' };
  return typeof why === 'string'
    ? { name, weight, is: 'fail', why }
    : { name, weight, is: 'error', why: why.untold };
}

/** Why it fails; `untold`: why it cannot be told. */
type Trouble = string | { readonly untold: string } | undefined;

function troubleOf(assert: SuiteAssert, text: string, figures: Figures): Trouble {
  const unless = (holds: boolean, why: string) => (holds ? undefined : why);
  const anyCase = assert.kind.startsWith('icontains');
  const holds = (part: string) =>
    anyCase ? text.toLowerCase().includes(part.toLowerCase()) : text.includes(part);
  switch (assert.kind) {
    case 'contains':
      return unless(text.includes(assert.value), `it does not contain ${quoted(assert.value)}`);
    case 'icontains':
      return unless(
        text.toLowerCase().includes(assert.value.toLowerCase()),
        `it does not contain ${quoted(assert.value)} in any case`,
      );
    case 'not-contains':
      return unless(!text.includes(assert.value), `it contains ${quoted(assert.value)}`);
    case 'equals':
      return unless(text.trim() === assert.value.trim(), `it is ${quoted(text.trim())}`);
    case 'starts-with':
      return unless(
        text.trimStart().startsWith(assert.value),
        `it starts with ${quoted(text.trimStart().slice(0, 60))}`,
      );
    case 'contains-any':
    case 'icontains-any':
      return unless(
        assert.value.some((one) => holds(one)),
        `it contains none of ${assert.value.map(quoted).join(', ')}`,
      );
    case 'contains-all':
    case 'icontains-all': {
      const missing = assert.value.filter((one) => !holds(one));
      return unless(missing.length === 0, `it does not contain ${missing.map(quoted).join(', ')}`);
    }
    case 'regex':
    case 'not-regex':
      return patternTrouble(assert.value, text, assert.kind === 'regex');
    case 'is-json':
      return 'value' in parsed(text) ? undefined : 'it is not JSON';
    case 'json-schema':
      return schemaTrouble(assert.value, text);
    case 'max-usd':
      return limitTrouble(figures.usd, assert.value, (usd) => `$${usd.toFixed(4)}`);
    case 'max-time':
      return limitTrouble(figures.ranMs, assert.value, (ms) => `${(ms / 1000).toFixed(1)} s`);
    case 'max-tokens':
      return limitTrouble(figures.tokens, assert.value, (tokens) => `${tokens} tokens`);
    case 'command':
    case 'rubric':
      throw new Error(`${assert.kind} is measured by a step of its own`);
  }
}

function patternTrouble(pattern: string, text: string, wanted: boolean): Trouble {
  const found = patternFound(pattern, text);
  if (found === undefined) return { untold: `the pattern ${quoted(pattern)} takes too long on this answer` };
  if (found === wanted) return undefined;
  return found ? `${quoted(pattern)} is found in it` : `${quoted(pattern)} is not found in it`;
}

/** Unknown is not zero: what nobody reports cannot be held against a limit. */
function limitTrouble(value: number | undefined, most: number, told: (value: number) => string): Trouble {
  if (value === undefined) return { untold: 'its agent does not say it' };
  return value <= most ? undefined : `it took ${told(value)}, and at most ${told(most)} was allowed`;
}

/** The answer as a whole, or as one block of code. */
function parsed(text: string): { readonly value: unknown } | Record<string, never> {
  const block = /^```(?:json)?\s*\n([\s\S]*)\n```$/.exec(text.trim())?.[1];
  try {
    return { value: JSON.parse(block ?? text) };
  } catch {
    return {};
  }
}

function schemaTrouble(schema: unknown, text: string): Trouble {
  const found = parsed(text);
  if (!('value' in found)) return 'it is not JSON';
  const read = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(found.value);
  if (read.success) return undefined;
  const [issue] = read.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return `${where}${issue?.message ?? 'it does not fit the schema'}`;
}

const shownLength = 120;

function quoted(text: string): string {
  return JSON.stringify(text.length <= shownLength ? text : `${text.slice(0, shownLength - 1)}…`);
}
