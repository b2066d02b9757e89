// The gate before a race, with what is built in.
import { expect, test } from 'vitest';
import { describedFormats } from '../../domain/settings/settings.ts';
import { gateFor } from './run-field.ts';

const builtIn = (name: string) =>
  Number(
    describedFormats.find((format) => format.name === 'race')?.settings.find((one) => one.name === name)
      ?.builtIn,
  );
const gate = {
  budgetTokens: builtIn('budgetTokens'),
  confirmTokens: builtIn('confirmTokens'),
  tokensPerRun: builtIn('tokensPerRun'),
  explicit: false,
};

test('a first race of the usual three is played without a question, prompts of some length included', () => {
  const first = builtIn('width') * (gate.tokensPerRun + 5000);
  expect(gateFor(first, gate)).toBe('race');
  expect(gateFor(4 * (gate.tokensPerRun + 1), gate)).toBe('confirm');
  expect(gateFor(7 * gate.tokensPerRun, gate)).toBe('downgrade');
  expect(gateFor(null, gate)).toBe('race');
});
