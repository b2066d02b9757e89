// The public surface changes on purpose: what is built is what the report says.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiReport, reportPath } from '../../scripts/api-report.ts';

it('exports what api/joust.api.md says; npm run api writes it anew', () => {
  expect(apiReport()).toBe(readFileSync(reportPath, 'utf8'));
});
