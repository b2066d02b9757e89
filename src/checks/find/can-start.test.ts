import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNoStart } from './can-start.ts';

test.each([
  ['no-such-program-here --flag', 'no-such-program-here is not on the PATH'],
  ['CI=1 no-such-program-here && true', 'no-such-program-here is not on the PATH'],
  ['./plain.sh', 'plain.sh is not there, or cannot be run'],
  ['scripts/none.sh -x', 'scripts/none.sh is not there, or cannot be run'],
  ['./runs.sh', undefined],
  ['sh plain.sh', undefined],
  ['cd src && no-such-program-here', undefined],
  ['$TOOL --all', undefined],
  ['"a program" x', undefined],
  ['if true; then true; fi', undefined],
])('%s', (command, why) => {
  const folder = mkdtempSync(join(tmpdir(), 'joust-start-'));
  writeFileSync(join(folder, 'plain.sh'), '', { mode: 0o644 });
  writeFileSync(join(folder, 'runs.sh'), '#!/bin/sh\n', { mode: 0o755 });
  expect(whyNoStart({ command }, { env: { PATH: '/usr/bin:/bin' }, folder, below: '' })).toBe(why);
  rmSync(folder, { recursive: true });
});
