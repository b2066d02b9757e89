// Makes the copy of a Python environment one of its own: its scripts name their interpreter, and packages installed from
// the project itself name its folder, both by absolute paths. As they were, checks would measure the user's own files.
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const named = [
  'pyvenv.cfg',
  'bin/*',
  'lib/python*/site-packages/*.{pth,egg-link}',
  'lib/python*/site-packages/__editable__*.py',
];
const mostBytes = 1_000_000;

/** `original` and `copy`: the tops of the two trees. */
export function turnVenv(
  folder: string,
  { original, copy }: { readonly original: string; readonly copy: string },
): void {
  if (!existsSync(join(folder, 'pyvenv.cfg'))) return;
  for (const found of globSync(named, { cwd: folder, withFileTypes: true })) {
    const path = join(found.parentPath, found.name);
    if (!found.isFile() || statSync(path).size > mostBytes) continue;
    const text = readFileSync(path, 'latin1');
    if (text.includes('\0') || !text.includes(original)) continue;
    writeFileSync(
      path,
      text.replaceAll(Buffer.from(original).toString('latin1'), Buffer.from(copy).toString('latin1')),
      'latin1',
    );
  }
}
