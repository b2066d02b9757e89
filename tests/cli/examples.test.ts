// The place of examples/try.sh: its config has a judge and an analyst that can do their work.
import { expect, it } from 'vitest';
import { runExamples } from '../setup/documentation.ts';

const typed = (command: string) => ({ command, expected: [], at: 0, drawn: [] });

it('judges and analyzes the first question of the README', async () => {
  const [, , judged = [], analyzed = []] = await runExamples([
    typed('. examples/try.sh'),
    typed('joust "Our test suite takes 20 minutes. Where do we start?"'),
    typed('joust judge; echo "code $?"'),
    typed('joust analyze; echo "code $?"'),
  ]);
  expect(judged.join('\n')).toContain('won every comparison');
  expect(judged.at(-1)).toBe('code 0');
  expect(analyzed.join('\n')).toContain('Claim: Run the tests in parallel.');
  expect(analyzed.at(-1)).toBe('code 0');
});
