// The same change with the base's tests and measuring settings put back: what counts is measured by the rules of the base.
import type { ChangedFile } from './flag.ts';
import { pathKind } from './measuring-paths.ts';
import { packageWithBase, touchOf } from './touch.ts';

export interface RestoredFile {
  readonly path: string;
  /** As handed in; as in the base, which for an added file is absent; or this text. */
  readonly content: 'submitted' | 'base' | { readonly text: string };
}

export interface RestoredChange {
  readonly files: readonly RestoredFile[];
  /** False: it is the change as handed in. */
  readonly restored: boolean;
}

/** `measuring`: programs of the project that a check runs. */
export function restoredChange(
  files: readonly ChangedFile[],
  measuring: ReadonlySet<string> = new Set(),
): RestoredChange {
  const wanted = new Map(files.map((file) => [file.path, wantedContent(file, measuring)]));
  giveWay(files, wanted);
  return {
    files: files.map(({ path }) => ({ path, content: wanted.get(path) ?? 'submitted' })),
    restored: [...wanted.values()].some((content) => content !== 'submitted'),
  };
}

/** The tests a contestant added or changed, what they read included. */
export function addedTests(files: readonly ChangedFile[]): readonly ChangedFile[] {
  return files.filter(({ path, how }) => how !== 'deleted' && pathKind(path) === 'tests');
}

export interface CrossFile {
  readonly path: string;
  /** `author`: as whoever wrote the tests handed it in. */
  readonly content: RestoredFile['content'] | 'author';
}

/** One's code, restored, with the tests of another. A test that code stands in the way of is left out. */
export function withTestsOf(
  code: readonly RestoredFile[],
  tests: readonly ChangedFile[],
): readonly CrossFile[] {
  const taken = new Set(code.filter(({ content }) => content !== 'base').map(({ path }) => path));
  const added = tests.filter(({ path }) => !ancestors(path).some((above) => taken.has(above)));
  const paths = new Set(added.map(({ path }) => path));
  return [
    ...code.filter(({ path }) => !paths.has(path)),
    ...added.map(({ path }) => ({ path, content: 'author' as const })),
  ];
}

function wantedContent(file: ChangedFile, measuring: ReadonlySet<string>): RestoredFile['content'] {
  const touch = touchOf(file, measuring);
  if (touch === undefined || touch.kind === 'lock') return 'submitted';
  const { path, before, after } = file;
  // Its dependencies are part of the work, and nothing here writes TOML.
  if (/(?:^|\/)cargo[.]toml$/i.test(path)) return 'submitted';
  if (!/(?:^|\/)package[.]json$/i.test(path) || touch.kind !== 'scripts' || after === undefined)
    return 'base';
  const text = packageWithBase(before, after);
  if (text === undefined) return 'base';
  return text === after ? 'submitted' : { text };
}

/** A path cannot be a file and a folder: what was put in the place of a restored file or of its folder goes. */
function giveWay(files: readonly ChangedFile[], wanted: Map<string, RestoredFile['content']>): void {
  const back = files.filter(({ path, how }) => how !== 'added' && wanted.get(path) !== 'submitted');
  const present = new Set(back.map(({ path }) => path));
  const above = new Set(back.flatMap(({ path }) => ancestors(path)));
  for (const { path, how } of files) {
    if (how !== 'added') continue;
    if (above.has(path) || ancestors(path).some((folder) => present.has(folder))) wanted.set(path, 'base');
  }
}

function ancestors(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}
