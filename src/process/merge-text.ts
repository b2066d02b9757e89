// Merges two versions of a text that have one in common, line by line, as git does.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';
import { runGitHere } from './run-git-here.ts';
import { tempFolder } from './temp-folder.ts';

export interface Versions {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/** The number of places where both changed the same lines, where there are any. */
export type MergedText = { readonly text: Buffer } | { readonly conflicts: number };

/** git's own exit code tells the conflicts, up to this many. */
const mostConflicts = 127;

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
