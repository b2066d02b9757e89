// What a policy's paths are on the disk: where they really lie, and whether they are files or folders.
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import type { Found } from './places.ts';

/** Undefined for what is not there, or may not be looked at: whoever runs inside cannot reach that either. */
export function lookAt(path: string): Found | undefined {
  try {
    const real = realpathSync(path);
    return { real, isFolder: statSync(real).isDirectory() };
  } catch {
    return undefined;
  }
}

/** Inside, a folder that an agent would make in the home folder could not be made any more. */
export function makeMissing(paths: readonly string[]): void {
  for (const path of paths) {
    if (!path.endsWith('/')) continue;
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
    } catch {
      // The agent would not have been able to either, and says so in its own words.
    }
  }
}
