import { describe, expect, it } from 'vitest';
import { findPrograms } from './project-tree.ts';

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    scripts: {
      test: 'npm run -s unit && node scripts/e2e.js --fast',
      unit: 'node ./scripts/run-tests.js',
      start: 'node src/index.js',
    },
  }),
  Makefile: 'test:\n\tsh tools/run.sh\n\t@./check.sh\n',
  'scripts/run-tests.js': '',
  'scripts/e2e.js': '',
  'tools/run.sh': '',
  'check.sh': '',
  'sum.js': '',
  'src/index.js': '',
};
const tree = { exists: (path: string) => path in files, read: (path: string) => files[path], list: () => [] };

describe('programs that a check runs', () => {
  it.each([
    ['npm test', ['scripts/e2e.js', 'scripts/run-tests.js']],
    ['make test', ['tools/run.sh', 'check.sh']],
    ['./check.sh', ['check.sh']],
    ['sh scripts/missing.sh', []],
    ['node --check sum.js && node --check src/index.js', []],
    ['node src/index.js --selftest', []],
    ['bash ../outside/test.sh', []],
  ])('%s', (command, programs) =>
    expect([...findPrograms(command, tree)].sort()).toEqual([...programs].sort()),
  );
});
