// What a file of a project may make joust run: shown first, allowed by the user, and remembered with the files that it names.
// One kind for each such file: a new one says which paths are its own, what it asks for, and what in it may name files.
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { briefFileName, briefPlace, briefToTrust } from '../../brief/brief-folder.ts';
import type { NamedFiles } from '../../config/named-files.ts';
import { projectOf, type ReviewQuestion, reviewProject } from '../../config/review.ts';
import {
  filesOf,
  type ProjectFile,
  revokeTrust,
  trustFile,
  trustRecords,
  whyUntrusted,
} from '../../config/trust.ts';
import type { Machine } from '../../process/machine.ts';
import { isHarborFolder, realPlace, suiteToTrust } from '../../suite/suite-folder.ts';

/** A project's folder or one of its files; without a path, the project of the folder. */
export type TrustQuestion = ReviewQuestion;

interface TrustKind {
  isOwn(question: TrustQuestion): boolean;
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

/** A brief by its folder or its file; where nothing is named, by being in it. A folder may also hold a config: that is named by its path. */
const brief: TrustKind = {
  isOwn: ({ path, cwd }) => {
    if (path !== undefined) return basename(path) === briefFileName || existsSync(join(path, briefFileName));
    return existsSync(join(cwd, briefFileName)) && !existsSync(join(cwd, '.joust', 'config.toml'));
  },
  review: ({ path, cwd, machine }) => briefToTrust(path ?? cwd, machine),
  pathOf: ({ path, cwd }) => join(briefPlace(path ?? cwd), briefFileName),
};

/** A suite by its file; a folder may hold several. */
const suite: TrustKind = {
  isOwn: ({ path, cwd }) => path !== undefined && isSuite(resolve(cwd, path)),
  review: ({ path, cwd, machine }) => suiteToTrust(resolve(cwd, path ?? ''), machine),
  pathOf: ({ path, cwd }) => realPlace(resolve(cwd, path ?? '')),
};

/** Any other file of YAML than a brief's, or a folder of Harbor's. */
function isSuite(path: string): boolean {
  if (isHarborFolder(path)) return true;
  return /\.ya?ml$/i.test(path) && basename(path) !== briefFileName;
}

/** The first that calls a path its own has it. */
const kinds: readonly TrustKind[] = [suite, brief, config];

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

function kindOf(question: TrustQuestion): TrustKind {
  return kinds.find((kind) => kind.isOwn(question)) ?? config;
}
