// The built package: made once when it is not there; `npm test` builds before the tests run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const bin = join(root, 'bin/joust.cjs');

export function buildOnce(): void {
  if (existsSync(join(root, 'dist/main.js')) && existsSync(join(root, 'dist/wrapper.sh'))) return;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
}
