// The folder of a judge that may read files and nothing else: how it is judged, what came with the task, and a copy of each
// entry under its label, without what tells who wrote it.
import type { HandedFile } from '../../contest/workspace/workspace-spec.ts';
import type { JudgingContext } from '../entry.ts';
import type { Blinded } from './blind.ts';
import { scrub, scrubPath } from './scrub.ts';

export interface FolderContent {
  /** How it is judged. */
  readonly judgeBrief?: string | undefined;
  /** What came with the task. */
  readonly files: readonly HandedFile[];
}

export interface FolderCopy {
  readonly given: readonly HandedFile[];
  /** By contestant, as of a text. */
  readonly scrubbed: readonly string[];
  readonly leaks: readonly string[];
}

export const judgeBriefFile = 'JUDGE_BRIEF.md';

/** Real copies: a judge does not get anywhere by a link. */
export function folderCopy(
  { shown }: Blinded,
  { judgeBrief, files }: FolderContent,
  context: JudgingContext,
): FolderCopy {
  const copies = shown.flatMap(({ label, entry, text }) => {
    const own = entry.files ?? [{ path: 'ANSWER.md', text }];
    const paths = pathsWithoutNames(own, context);
    return own.map((file, at) => {
      const clean = file.text === undefined ? undefined : scrub(file.text, context);
      const told = (what: string) => `${entry.contestant}: ${file.path}: ${what}`;
      const content = clean === undefined ? file.content : { text: clean.text };
      return {
        given: content && ({ path: `entries/${label}/${paths[at]}`, mode: '100644', content } as const),
        scrubbed: (clean?.scrubbed ?? []).map(({ what, count }) => told(`${what} (${count})`)),
        leaks: (clean?.leaks ?? []).map(told),
      };
    });
  });
  return {
    given: [
      ...(judgeBrief === undefined
        ? []
        : [{ path: judgeBriefFile, mode: '100644', content: { text: judgeBrief } } as const]),
      ...files,
      ...copies.flatMap(({ given }) => given ?? []),
    ],
    scrubbed: copies.flatMap(({ scrubbed }) => scrubbed),
    leaks: copies.flatMap(({ leaks }) => leaks),
  };
}

/** Two that come to the same without names are told apart by a number. */
export function pathsWithoutNames(
  files: readonly { readonly path: string }[],
  context: JudgingContext,
): readonly string[] {
  const taken = new Set<string>();
  return files.map(({ path }) => {
    const clean = scrubPath(path, context);
    let free = clean;
    for (let at = 2; taken.has(free); at += 1) free = clean.replace(/(\.[^./]*)?$/u, `-${at}$1`);
    taken.add(free);
    return free;
  });
}
