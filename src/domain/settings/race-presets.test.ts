// The presets are checks as anybody could write them, and the charm rubric is what its users know.
import { expect, test } from 'vitest';
import { parserNamed } from '../../checks/parsers/all.ts';
import { checkSpecSchema, weightsSchema } from '../check-spec.ts';
import { defaultWeights, type Preset, presets } from './race-presets.ts';

const named: readonly (readonly [string, Preset])[] = Object.entries(presets);

test.each(named)('%s: checks, parsers and weights that exist', (_, { checks, weights }) => {
  for (const check of checks) {
    expect(checkSpecSchema.parse(check)).toEqual(check);
    if (check.parser !== undefined) expect(parserNamed(check.parser)).toBeDefined();
    // Figures that nobody reads would count for nothing.
    expect(check.signal === undefined).toBe(check.parser === undefined);
  }
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  expect(checks.filter(({ signal }) => signal === 'tests')).toHaveLength(1);
  expect(weightsSchema.parse(weights)).toEqual(weights);
});

test('the size of a change weighs nothing by default', () => {
  expect(defaultWeights).toEqual({ lint: 0.3, readiness: 0.3, tests: 0.25, diff: 0 });
});

test('charm alone has rules of its own, and measures all three', () => {
  expect(named.filter(([, { rules }]) => rules === 'charm').map(([name]) => name)).toEqual(['charm']);
  expect(presets.charm.checks.map(({ signal }) => signal)).toEqual(['lint', 'readiness', 'tests']);
  expect(presets.charm.weights).toEqual({ lint: 0.3, readiness: 0.3, tests: 0.25, diff: 0.15 });
});
