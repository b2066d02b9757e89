// Refuses places that others can write to: who can change joust's home or config says which programs run and what is on record.
import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';

/**
 * `what` begins the sentence: "the home of joust". A folder or file that is not there yet has only the folders above it to fear.
 * Those may be open to all if they are sticky, as /tmp is: there nobody replaces what is another's.
 */
export function refuseOthersPlace(path: string, what: string): void {
  // Modes say nothing there.
  if (process.getuid === undefined) return;
  const real = realPath(path);
  const own = real === undefined ? undefined : statSync(real, { throwIfNoEntry: false });
  if (real !== undefined && own !== undefined && isOpen(own)) throw refusal(real, what, own);
  for (let at = dirname(real ?? path); ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found !== undefined && (found.mode & worldWrite) !== 0 && (found.mode & sticky) === 0)
      throw refusal(at, `a folder above ${what}`, found);
    if (at === dirname(at)) return;
  }
}

const [worldWrite, groupWrite, sticky] = [0o002, 0o020, 0o1000];

/** A group with the number of its user is that user's alone, as most Linux systems make them; with umask 002 all is open to it. */
function isOpen({ mode, uid, gid }: Stats): boolean {
  return (mode & worldWrite) !== 0 || ((mode & groupWrite) !== 0 && gid !== uid);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function refusal(path: string, what: string, { mode }: Stats): JoustError {
  const bits = (mode & 0o7777).toString(8).padStart(4, '0');
  return new JoustError(`other users can write to ${path}, ${what} (mode ${bits})`, {
    code: 'config',
    hint: `Take that right from them with: chmod go-w ${path}. Then look whether what is in it is yours.`,
  });
}
