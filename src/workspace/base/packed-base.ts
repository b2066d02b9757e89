// A base as one git pack without its history: how it comes to a machine that has no such repository, and is a store there
// like any other.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Travels } from '../../domain/events/contest-event.ts';
import { byteCount } from '../../domain/figures.ts';
import { JoustError, Unplayable } from '../../domain/joust-error.ts';
import { GitError, gitText } from '../../process/git/git.ts';
import { gitIn, gitOut } from '../../process/git/git-stream.ts';
import { failpoint } from '../../process/machine.ts';
import { makeStore, type Store, settleStore, storeAt, storeFolder } from '../checkout/store.ts';

export type PackedBase = NonNullable<Travels['base']>;

/** Most that one may be. */
export const maxPackBytes = 2_000_000_000;

interface BasePack {
  /** Commits whose parents stay behind. */
  readonly shallow: readonly string[];
  content(): AsyncIterable<Uint8Array>;
}

/** The snapshot with its tree; where there is uncommitted work also the commit below it, so that one can be held against the other. */
export async function packBase(
  store: Store,
  { snapshot, commit }: Pick<PackedBase, 'snapshot' | 'commit'>,
): Promise<BasePack> {
  // What a commit of a partial clone had may never have been fetched.
  const commits = snapshot === commit || store.repository.partial === true ? [snapshot] : [snapshot, commit];
  const trees = commits.map((one) => `${one}^{tree}`);
  const listed = await gitText(store, ['rev-list', '--objects', '--no-object-names', ...trees]);
  const objects = `${[...commits, listed].join('\n')}\n`;
  return {
    shallow: commits.slice(-1),
    // Whoever looks for likenesses takes long, and comes to another pack each time.
    content: () =>
      bounded(gitOut({ gitDir: store.gitDir }, ['pack-objects', '--stdout', '-q', '--window=0'], objects)),
  };
}

async function* bounded(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > maxPackBytes)
      throw new JoustError(`the repository is too large to travel: over ${byteCount(maxPackBytes)} packed`, {
        code: 'usage',
        hint: 'Play it here, without --pool.',
      });
    yield piece;
  }
}

interface UnpackPlace {
  /** JOUST_HOME. */
  readonly home: string;
  /** The user's home folder. */
  readonly userHome: string;
  /** Where its files will lie. */
  readonly top: string;
  readonly nonce: string;
  content(): AsyncIterable<Uint8Array>;
}

/** The store that is there, or one made of the pack; whoever is killed meanwhile leaves nothing that counts. */
export async function storeFromPack(base: PackedBase, place: UnpackPlace): Promise<Store> {
  const target = storeFolder(place.home, base.snapshot);
  const known = storeAt(target);
  if (known !== undefined) return known;
  mkdirSync(join(place.home, 'bases'), { recursive: true, mode: 0o700 });
  const { top, userHome } = place;
  const made = makeStore(join(place.home, 'bases', `.new-${place.nonce}`), {
    top,
    below: base.below,
    gitDir: join(top, '.git'),
    userHome,
    head: base.commit,
    objectFormat: base.snapshot.length === 64 ? 'sha256' : 'sha1',
    // Those are of the machine that has the files.
    settings: {},
    excludes: base.excludes,
    shallow: `${base.shallow.join('\n')}\n`,
  });
  try {
    await gitIn({ gitDir: made.gitDir }, ['index-pack', '--stdin', ...strictly], place.content());
    failpoint('base unpacked');
    const tree = await gitText(made, ['rev-parse', '--verify', '--quiet', `${base.snapshot}^{tree}`]);
    if (tree !== base.tree) throw notWhole(Unplayable, 'it holds another tree than the record names');
    return await settleStore(made, target);
  } catch (error) {
    throw error instanceof GitError ? notWhole(JoustError, error.message, error) : error;
  } finally {
    rmSync(made.gitDir, { recursive: true, force: true });
  }
}

/** All that is named has to be in it, and no name in a tree may lead anywhere else; how a commit was written is not our business. */
const harmless = [
  'missingEmail',
  'missingNameBeforeEmail',
  'missingSpaceBeforeEmail',
  'missingSpaceBeforeDate',
  'badEmail',
  'badName',
  'badDate',
  'badDateOverflow',
  'badTimezone',
  'zeroPaddedDate',
  'nulInCommit',
  'missingAuthor',
  'multipleAuthors',
  'missingCommitter',
  'zeroPaddedFilemode',
  'gitmodulesMissing',
  'gitmodulesBlob',
  'gitmodulesName',
  'gitmodulesParse',
  'gitmodulesPath',
  'gitmodulesSymlink',
  'gitmodulesUrl',
];
const strictly = [
  `--strict=${harmless.map((name) => `${name}=ignore`).join(',')}`,
  `--max-input-size=${maxPackBytes}`,
];

function notWhole(Kind: typeof JoustError, why: string, cause?: unknown): JoustError {
  return new Kind(`what travels with this contest cannot be used: ${why}`, {
    code: 'config',
    hint: 'Open it again where its repository is.',
    cause,
  });
}
