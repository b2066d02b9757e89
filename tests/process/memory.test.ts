// A flood from one agent costs joust little memory.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { finished, project } from '../setup/project.ts';

/** Follows a spool of 100 MB and prints by how much the memory grew, in MB, and how many lines there were. */
const program = `
  import { follow } from '${new URL('../../src/process/spawn/follow.ts', import.meta.url).pathname}';
  import { spoolAt } from '${new URL('../../src/process/spawn/spool.ts', import.meta.url).pathname}';
  import v8 from 'node:v8';
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  const before = process.memoryUsage.rss();
  let lines = 0;
  for await (const output of follow(spoolAt(process.argv[2]), { wrapperGone: Promise.resolve() })) {
    if (output.type === 'lines') lines += output.lines.length;
  }
  console.log(Math.round((process.resourceUsage().maxRSS * 1024 - before) / 1024 / 1024), lines);
`;

it('reads 100 MB of output with less than 60 MB of memory', async () => {
  using place = project();
  const line = `${'flood '.repeat(20).trim()}\n`;
  place.write('spool/stdout', line.repeat(Math.floor((100 * 1024 * 1024) / line.length)));
  place.write('spool/stderr', '');
  place.write('spool/end', '0\n');
  writeFileSync(join(place.folder, 'follow.mts'), program);
  const args = [join(place.folder, 'follow.mts'), join(place.folder, 'spool')];
  const { stdout, stderr } = await finished(spawn(process.execPath, args));
  const [grownMb, lines] = stdout.trim().split(' ').map(Number);
  expect(stderr).toBe('');
  expect(lines).toBe(Math.floor((100 * 1024 * 1024) / line.length));
  // Mostly it is 12. On a busy machine V8 collects later: 41 were seen.
  expect(grownMb).toBeLessThan(60);
});
