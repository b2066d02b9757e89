import { expect, it } from 'vitest';
import { thinkingOptions } from './model.ts';

const asked = { temperature: 0.2, reasoningTokens: 8000 };

it('puts the limit in the words of each API that has one', () => {
  expect(thinkingOptions({ protocol: 'anthropic', ...asked })).toEqual({
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 8000 } } },
  });
  expect(thinkingOptions({ protocol: 'google', ...asked })).toEqual({
    temperature: 0.2,
    providerOptions: { google: { thinkingConfig: { thinkingBudget: 8000 } } },
  });
});

it.each(['openai', 'compatible'] as const)('leaves it out for %s, which has none', (protocol) => {
  expect(thinkingOptions({ protocol, ...asked })).toEqual({ temperature: 0.2 });
});

it('sends nothing that nobody asked for', () => {
  expect(thinkingOptions({ protocol: 'anthropic' })).toEqual({});
  expect(thinkingOptions({ protocol: 'anthropic', temperature: 0.7 })).toEqual({ temperature: 0.7 });
});
