import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNoStart } from './can-start.ts';

const missing = 'no-such-program-here is not on the PATH';
const scripts = {
  test: 'own-runner --all',
  lint: 'no-such-program-here .',
  both: 'npm run lint && npm test',
  round: 'npm run round',
};

test.each([
  ['no-such-program-here --flag', missing],
  ['CI=1 no-such-program-here && true', missing],
  ['cd src && no-such-program-here', missing],
  ['cd src; ./inner.sh', undefined],
  ['cd src && ./plain.sh', 'plain.sh is not there, or cannot be run'],
  ['cd /elsewhere && ./plain.sh', undefined],
  ['env CI=1 no-such-program-here', missing],
  ['env -i no-such-program-here', undefined],
  ['exec "no-such-program-here" -x', missing],
  ["'no-such-program-here'", missing],
  ['./plain.sh', 'plain.sh is not there, or cannot be run'],
  ['scripts/none.sh -x', 'scripts/none.sh is not there, or cannot be run'],
  ['./runs.sh', undefined],
  ['./bad.sh', './bad.sh is for /no/such/interpreter, which is not there'],
  ['./env.sh', './env.sh is for no-such-program-here, which is not there'],
  ['./split.sh', undefined],
  ['sh plain.sh', undefined],
  ['$TOOL --all', undefined],
  ['"a program" x', undefined],
  ['if true; then true; fi', undefined],
  ['hash sh && true', undefined],
  ['npm test', undefined],
  ['npm run lint', `${missing} (script lint of package.json)`],
  ['npm run both', `${missing} (script lint of package.json)`],
  ['npm run round', undefined],
  ['npm run none', undefined],
  ['npm run lint --silent', undefined],
])('%s', (command, why) => {
  const folder = mkdtempSync(join(tmpdir(), 'joust-start-'));
  const put = (path: string, content: string, mode = 0o755) =>
    writeFileSync(join(folder, path), content, { mode });
  for (const path of ['src', 'bin', 'node_modules/.bin']) mkdirSync(join(folder, path), { recursive: true });
  put('plain.sh', '', 0o644);
  put('package.json', JSON.stringify({ scripts }));
  for (const path of ['runs.sh', 'src/inner.sh', 'bin/npm', 'node_modules/.bin/own-runner'])
    put(path, '#!/bin/sh\n');
  put('bad.sh', '#!/no/such/interpreter\n');
  put('env.sh', '#!/usr/bin/env no-such-program-here\n');
  put('split.sh', '#!/usr/bin/env -S no-such-program-here --flag\n');
  const env = { PATH: `${folder}/bin:/usr/bin:/bin` };
  expect(whyNoStart({ command }, { env, folder, below: '' })).toBe(why);
  rmSync(folder, { recursive: true });
});
