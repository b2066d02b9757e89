// Which paths of an entry may be written in the user's tree: inside of it, and never where git keeps its own.
import { sep } from 'node:path';

/** Why a path is not taken; undefined where it is. */
export function whyNoPath(path: string): string | undefined {
  if (path.includes('\0')) return 'its name holds a NUL character';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'it is not inside the tree';
  if (sep === '\\' && path.includes('\\')) return 'its name holds a backslash';
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'it may lead out of the tree';
  return parts.some(isGitFolder) ? 'it lies where git keeps its own' : undefined;
}

/** Also by the other names that file systems have for it: in capitals, short, with what they ignore in or behind it. */
function isGitFolder(part: string): boolean {
  const plain = part
    .replaceAll(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}
