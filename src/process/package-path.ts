// Where files lie that joust ships beside its program: templates, the skill, the documentation.
import { fileURLToPath } from 'node:url';

/** `path` is from the top of the package, which is that of the repository. */
export function packagePath(path: string): string {
  // One folder above dist/, two above this one.
  const top = import.meta.url.endsWith('.ts') ? '../../' : '../';
  return fileURLToPath(new URL(`${top}${path}`, import.meta.url));
}
