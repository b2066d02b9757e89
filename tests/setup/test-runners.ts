// Real test runners to race with: vitest is one of joust's own packages; pytest and jest are wherever the machine has them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const packages = resolve(import.meta.dirname, '../../node_modules');

/** Puts the runner into the project's node_modules, and gives the command that runs it. */
export function linkVitest(folder: string): string {
  linkPackage(folder, join(packages, 'vitest'));
  return 'node node_modules/vitest/vitest.mjs run';
}

/** JOUST_TEST_JEST names a folder jest is installed in. Undefined: there is none. */
export function linkJest(folder: string): string | undefined {
  const places = [join(process.env['JOUST_TEST_JEST'] ?? packages, 'node_modules'), packages];
  const jest = places.map((place) => join(place, 'jest')).find((path) => existsSync(path));
  if (jest === undefined) return undefined;
  linkPackage(folder, jest);
  return 'node node_modules/jest/bin/jest.js';
}

export const withoutJest =
  'jest is not installed: npm install jest in a folder, and name it in JOUST_TEST_JEST';

/** The command that runs pytest. Undefined: no Python here has it. */
export function pytestCommand(): string | undefined {
  const script = 'import pytest, sys; print(sys.executable)';
  const found = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
  return found.status === 0 ? `${found.stdout.trim()} -m pytest -q -p no:cacheprovider` : undefined;
}

export const withoutPytest = 'pytest is not installed: apt install python3-pytest, or pip install pytest';

function linkPackage(folder: string, target: string): void {
  const link = join(folder, 'node_modules', target.slice(dirname(target).length + 1));
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link);
}
