// A private folder for a moment, gone when it goes out of scope.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function tempFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'joust-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
