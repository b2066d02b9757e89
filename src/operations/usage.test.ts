// The usage of attempts as people see it: no wider than their terminal.
import { expect, it } from 'vitest';
import { documentText } from '../views/render/document-text.ts';
import { usageReport } from '../views/usage-report.ts';
import { usage } from './usage.ts';

it('leaves out columns that the terminal has no room for', () => {
  const spent = {
    at: '2026-11-01T00:00:00.000Z',
    contestant: 'one',
    agent: 'claude',
    format: 'ask',
    end: {
      usage: { inputTokens: 1500, cachedInputTokens: 1000, outputTokens: 7 },
      cost: { usd: 0.25, source: 'agent', basis: 'billed' },
    },
  } as const;
  const report = usageReport([spent], { by: 'agent', isSimulated: () => false, withSimulated: false });
  const widthAt = (columns?: number) => {
    const document = usage.document?.({ ...report, blind: 0 }, true, columns) ?? [];
    return documentText(document).split('\n', 1)[0]?.length ?? 0;
  };
  const whole = widthAt();
  expect(widthAt(whole - 1)).toBeLessThan(whole);
});
