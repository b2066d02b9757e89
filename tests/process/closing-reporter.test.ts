// The last lines of a test run: tests that needed a second try are listed at its end, and counted.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../setup/project.ts';

const flaky = `
let tries = 0;
it('is slow', () => { tries += 1; if (tries === 1) throw new Error('too slow'); });
it('is fine', () => {});
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-reporter-'));
  writeFileSync(join(folder, 'one.test.js'), flaky);
  writeFileSync(join(folder, 'two.test.js'), `it.skip('is skipped', () => {});`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lists the tests that needed a second try, with the reason of the first', async () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporter = join(root, 'tests/setup/closing-reporter.ts');
  const args = ['run', '--root', folder, '--globals', '--retry=1', '--reporter', reporter];
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, ...args], { cwd: root });
  expect(stdout.trim().split('\n')).toEqual([
    'SKIPPED is skipped: no reason was given',
    '1 test needed a second try:',
    '  one.test.js > is slow: too slow',
    '2 passed (1 at the second try), 0 failed, 1 skipped',
  ]);
});
