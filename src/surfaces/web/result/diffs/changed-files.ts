// Which files were changed by whom, and which of them nobody wrote by hand.
import type { ChangedFile } from '../../../../domain/changed-file.ts';

export interface EntryFiles {
  readonly contestant: string;
  readonly files: readonly ChangedFile[];
}

export interface FileRow {
  readonly path: string;
  /** Of each entry, in its order; absent: it left the file alone. */
  readonly by: readonly (ChangedFile | undefined)[];
}

/** What most have changed comes first, then by path. */
export function whoChangedWhat(entries: readonly EntryFiles[]): readonly FileRow[] {
  const changes = entries.map(({ files }) => new Map(files.map((file) => [file.path, file])));
  const paths = [...new Set(changes.flatMap((one) => [...one.keys()]))];
  const count = ({ by }: FileRow) => by.filter((one) => one !== undefined).length;
  return paths
    .map((path) => ({ path, by: changes.map((one) => one.get(path)) }))
    .toSorted((a, b) => count(b) - count(a) || (a.path < b.path ? -1 : 1));
}

const locks =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock|packages\.lock\.json|mix\.lock|pubspec\.lock|Podfile\.lock|Package\.resolved|gradle\.lockfile)$/;
const generated =
  /(?:^|\/)(?:dist|build|vendor|node_modules|__snapshots__|third_party)\/|\.min\.(?:js|css)$|\.(?:map|snap)$|[._]generated\.|\.g\.dart$|\.pb\.(?:go|cc|h)$|_pb2\.py$/;

/** Why a file is folded until it is wanted; absent: people write it. */
export function whyFolded(path: string): 'lock file' | 'generated' | undefined {
  if (locks.test(path)) return 'lock file';
  return generated.test(path) ? 'generated' : undefined;
}
