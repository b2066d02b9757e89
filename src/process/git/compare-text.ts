// Texts compared and merged line by line, as git does it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { tempFolder } from '../files/folder.ts';
import { runGitHere } from './git.ts';

/** Absent: there is no such file on that side. */
export interface TextPair {
  readonly one?: Uint8Array;
  readonly other?: Uint8Array;
}

/** One process for all of them. The hunks of each pair, in their order; `binary` where it is not text, empty where nothing differs. */
export async function compareText(pairs: readonly TextPair[]): Promise<readonly (string | 'binary')[]> {
  using folder = tempFolder();
  for (const side of ['one', 'other'] as const) {
    mkdirSync(join(folder.path, side));
    // Numbers for names: nothing of the entries' own names reaches a file system or git.
    for (const [at, pair] of pairs.entries()) {
      const content = pair[side];
      if (content !== undefined) writeFileSync(join(folder.path, side, `${at}`), content);
    }
  }
  const args = ['diff', '--no-index', '--no-color', '--no-renames', '--no-ext-diff', 'one', 'other'];
  const { code, stdout, stderr } = await runGitHere(folder.path, { args, apart: true });
  if (code !== 0 && code !== 1)
    throw new JoustError(`git diff did not work: ${stderr.trim()}`, {
      code: 'ledger',
      hint: 'joust needs git to compare entries; see joust doctor.',
    });
  return hunksOf(stdout.toString('utf8'), pairs.length);
}

/** Every line of content has a mark before it, so that a line that begins like a heading is one. */
function hunksOf(output: string, count: number): readonly string[] {
  const found = Array.from({ length: count }, (): string[] => []);
  let into: string[] = [];
  let inside = false;
  for (const line of output.split('\n')) {
    const at = /^diff --git a\/\w+\/\d+ b\/\w+\/(\d+)$/.exec(line)?.[1];
    if (at !== undefined) {
      into = found[Number(at)] ?? [];
      inside = false;
    } else if (line.startsWith('Binary files ')) into.push('binary');
    else {
      inside ||= line.startsWith('@@ ');
      if (inside && line !== '') into.push(`${line}\n`);
    }
  }
  return found.map((lines) => lines.join(''));
}

interface Versions {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/** The number of places where both changed the same lines, where there are any. */
type MergedText = { readonly text: Buffer } | { readonly conflicts: number };

/** git's own exit code tells the conflicts, up to this many. */
const mostConflicts = 127;

/** Merges two versions of a text that have one in common. */
export async function mergeText(versions: Versions): Promise<MergedText> {
  using folder = tempFolder();
  for (const [name, text] of Object.entries(versions)) writeFileSync(join(folder.path, name), text);
  const args = ['merge-file', '-p', '-q', 'ours', 'base', 'theirs'];
  const { code, stdout, stderr } = await runGitHere(folder.path, { args, apart: true });
  if (code === 0) return { text: stdout };
  if (code !== null && code <= mostConflicts) return { conflicts: code };
  throw new JoustError(`git merge-file did not work: ${stderr.trim()}`, {
    code: 'ledger',
    hint: 'joust needs git to merge; see joust doctor.',
  });
}
