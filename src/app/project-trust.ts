// What a file of a project may make joust run: shown first, allowed by the user, and remembered with the files that it names.
// One kind for each such file: a new one says which paths are its own, what it asks for, and what in it may name files.
import type { NamedFiles } from '../config/named-files.ts';
import { projectOf, type ReviewQuestion, reviewProject } from '../config/review.ts';
import {
  filesOf,
  type ProjectFile,
  revokeTrust,
  trustFile,
  trustRecords,
  whyUntrusted,
} from '../config/trust.ts';
import type { Machine } from '../process/machine.ts';

/** A project's folder or one of its files; without a path, the project of the folder. */
export type TrustQuestion = ReviewQuestion;

interface TrustKind {
  isOwn(path: string | undefined): boolean;
  /** What it asks for, one line each; none: it needs no trust. An error where there is no such file. */
  review(question: TrustQuestion): { readonly file: ProjectFile; readonly lines: readonly string[] };
  /** Where it is or was: trust can be taken back from what is gone. */
  pathOf(question: TrustQuestion): string;
}

const config: TrustKind = {
  isOwn: () => true,
  review: reviewProject,
  pathOf: (question) => projectOf(question).file,
};

/** The first that calls a path its own has it. */
const kinds: readonly TrustKind[] = [config];

export interface TrustReview {
  readonly path: string;
  readonly lines: readonly string[];
  /** Files of the project that it names, as they were when it was looked at. */
  readonly files: NamedFiles;
  /** Why it is not trusted; undefined: it is. */
  readonly why: string | undefined;
  readonly file: ProjectFile;
}

export function reviewTrust(question: TrustQuestion): TrustReview {
  const { file, lines } = kindOf(question).review(question);
  return { path: file.path, lines, files: filesOf(file), why: whyUntrusted(question.machine, file), file };
}

/** What was shown, and not what may have come in its place since. */
export function allow(machine: Machine, { file, files }: TrustReview): void {
  trustFile(machine, file, { files, at: machine.now().toISOString() });
}

export function disallow(question: TrustQuestion): { readonly path: string; readonly done: boolean } {
  const path = kindOf(question).pathOf(question);
  return { path, done: revokeTrust(question.machine, path) };
}

export const trusted = trustRecords;

function kindOf({ path }: TrustQuestion): TrustKind {
  return kinds.find((kind) => kind.isOwn(path)) ?? config;
}
