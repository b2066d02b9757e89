// Installs the CLIs of the suite once, each in a folder of its own named by its version.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { folderOf, inspector, otherPackages, packages, programOf } from './packages.ts';

export async function setup(): Promise<void> {
  for (const entry of [...packages, ...otherPackages, inspector]) {
    if (existsSync(programOf(entry.agent))) continue;
    const folder = folderOf(entry);
    mkdirSync(folder, { recursive: true });
    const what = `${entry.name}@${entry.version}`;
    await promisify(execFile)('npm', [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--loglevel',
      'error',
      '--save-exact',
      what,
    ]);
  }
}
