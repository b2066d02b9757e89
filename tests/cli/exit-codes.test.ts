// The exit codes: the page, the help and the code say the same, and commands end with them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exitCode } from '../../src/domain/joust-error.ts';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import { overview } from '../../src/surfaces/cli/grammar/help.ts';
import { project, root } from '../setup/project.ts';

const page = readFileSync(join(root, 'docs/exit-codes.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\d+) \| ([^|]+) \|/gm)].map(([, code, means]) => [Number(code), means]);

it('stand once in the code, on the page and in the help, and never change', () => {
  const codes = [0, 1, 2, 3, 4, 124, 130];
  expect(Object.values(exitCode).toSorted((a, b) => a - b)).toEqual(codes);
  expect(rows.map(([code]) => code)).toEqual(codes);
  const help = overview(commands, 400);
  for (const [code, means] of rows) expect(help).toContain(`${code} ${means}`);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toContain('(docs/exit-codes.md)');
});

const late = '[contestants.late]\nagent = "command"\ncommand = ["/bin/sh", "-c", "sleep 60"]\n';
const failing = '[contestants.failing]\nagent = "command"\ncommand = ["/bin/sh", "-c", "exit 9"]\n';

// 4 and 130: tests/cli/review.test.ts, race-checks.test.ts and race-interrupted.test.ts.
it.each([
  [exitCode.ok, ['ask', '-c', 'scripted/quick', 'why?']],
  [exitCode.nothingUsable, ['ask', '-c', 'failing', 'why?']],
  [exitCode.nothingUsable, ['show', 'zzzzzz']],
  [exitCode.usage, ['ask', '--nope', 'why?']],
  [exitCode.noClearWinner, ['tournament', '-c', 'scripted*2', '-j', 'scripted/judge', 'why?']],
  [exitCode.timedOut, ['ask', '-c', 'late', '--timeout', '0.2s', 'why?']],
])('%i comes of %j', async (code, line) => {
  using place = project();
  place.config(late + failing);
  const ran = await place.joust(line);
  expect(ran.code, ran.stderr).toBe(code);
});
