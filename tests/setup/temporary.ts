// A folder of a test, which goes with it.
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeTree } from './remove-tree.ts';

export function temporaryFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `joust-${name}-`)));
  onTestFinished(() => removeTree(folder));
  return folder;
}
