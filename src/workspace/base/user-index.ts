// A copy of the user's index, and what it tells at once: what was changed, which trees there are, whether there are submodules.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type GitPlace, git, gitText } from '../../process/git/git.ts';
import { hiddenWork } from './hidden-work.ts';
import { type IndexFacts, indexFacts } from './index-file.ts';
import { type Repository, refused, somePaths } from './repository.ts';
import { type LeftOut, listedPaths, stageLimits, stageThen } from './stage-tree.ts';

export type IndexPlace = GitPlace & { readonly index: string; readonly workTree: string };

interface IndexLook {
  /** The trees of the commit and of the index; '': not known. */
  readonly own: string;
  readonly tree: string;
  readonly hasLinks: boolean;
  readonly changed: readonly string[];
  /** Changed as well, but hidden from git. */
  readonly hidden: readonly LeftOut[];
}

/** A copy of the user's index knows which files are unchanged; where it cannot be read alone, all are looked at. `tell`: called early. */
export async function startIndex(
  place: IndexPlace,
  repository: Repository,
  tell: (facts: IndexFacts | undefined) => void,
): Promise<IndexLook> {
  const { gitDir, head, objectFormat } = repository;
  const own = join(gitDir, 'index');
  if (head !== '' && existsSync(own)) {
    copyFileSync(own, place.index);
    // git tells by the index's time which files may have changed in the second it was written.
    const { atime, mtime } = statSync(own);
    utimesSync(place.index, atime, mtime);
    // A split index names a part that lies beside it.
    for (const name of readdirSync(gitDir).filter((one) => one.startsWith('sharedindex.')))
      copyFileSync(join(gitDir, name), join(place.gitDir, name));
    // Read while git looks.
    const read = () => {
      const facts = objectFormat === 'sha1' ? indexFacts(readFileSync(place.index)) : undefined;
      tell(facts);
      return facts;
    };
    const looked = await lookAtIndex(place, repository, { read }).catch(() => undefined);
    if (looked === undefined || repository.partial === true)
      refuseUnmerged(await git(place, ['ls-files', '-z', '--unmerged']).catch(() => Buffer.alloc(0)));
    if (looked !== undefined) return looked;
    rmSync(place.index, { force: true });
  }
  tell(undefined);
  await git(place, ['read-tree', head === '' ? '--empty' : head]);
  return (
    (await lookAtIndex(place, repository, { mayBeEmpty: true })) ?? {
      own: '',
      tree: '',
      hasLinks: false,
      changed: [],
      hidden: [],
    }
  );
}

/** Undefined: there is nothing in it, and there may be. */
async function lookAtIndex(
  place: IndexPlace,
  { head, headTree = '', partial }: Repository,
  {
    mayBeEmpty = false,
    read = () => undefined,
  }: { readonly mayBeEmpty?: boolean; read?(): IndexFacts | undefined },
): Promise<IndexLook | undefined> {
  // Every file is looked at once, and every folder, which takes most of the time.
  const looking = Promise.all([
    // It looks on several cores, and gives up where a submodule leads nowhere.
    git(place, ['diff-files', '-z', '--name-only']).catch(() => git(place, ['ls-files', '-z', '--modified'])),
    git(place, ['ls-files', '-z', '--others', '--exclude-standard']),
  ]);
  looking.catch(() => undefined);
  const facts = read();
  // Where an object is missing there is no tree yet; and none where a merge is unfinished.
  const isWritten = head !== '' && partial !== true;
  const asking = Promise.all([
    isWritten ? (facts?.tree?.oid ?? gitText(place, ['write-tree'])) : '',
    head === '' || headTree !== '' ? headTree : gitText(place, ['rev-parse', `${head}^{tree}`]),
  ]);
  asking.catch(() => undefined);
  const [touched, untracked] = await looking;
  const [tree, own] = await asking;
  const entries = facts === undefined ? await git(place, ['ls-files', '-z', '--stage']) : nothing;
  if (facts === undefined && entries.length === 0 && !mayBeEmpty) return undefined;
  const isLinked = entries.includes('\x00160000 ') || entries.subarray(0, 7).includes('160000 ');
  const changed = [...(await modifiedOf(place, listedPaths(touched))), ...listedPaths(untracked)];
  const hidden = await hiddenWork(place, facts?.hidden);
  return { own, tree, hasLinks: facts?.linksCommits ?? isLinked, changed, hidden };
}

const mostNamed = 500;

/** Those whose content is another one: what was only touched is not. Many are looked at as a whole. */
async function modifiedOf(place: IndexPlace, touched: readonly string[]): Promise<readonly string[]> {
  if (touched.length === 0) return [];
  // What is not UTF-8 cannot be named.
  const isNamed = touched.length <= mostNamed && !touched.some((path) => path.includes('\uFFFD'));
  const named = isNamed ? ['--', ...touched] : [];
  return listedPaths(await git(place, ['ls-files', '-z', '--modified', ...named]));
}

const nothing = Buffer.alloc(0);

export async function stagedTree(
  place: IndexPlace,
  { tree, changed, hidden }: Omit<IndexLook, 'own'>,
): Promise<{ readonly tree: string; readonly leftOut: readonly LeftOut[] }> {
  if (changed.length === 0 && tree !== '') return { tree, leftOut: hidden };
  const commands = [['write-tree']];
  const { leftOut, said } = await stageThen(place, { paths: changed, limits: stageLimits, commands });
  return { tree: textOf(said[0]), leftOut: [...hidden, ...leftOut] };
}

function textOf(said: Buffer | undefined): string {
  return said?.toString('utf8').trimEnd() ?? '';
}

/** `MODE OID STAGE TAB PATH`, each ended by NUL. */
function refuseUnmerged(listed: Buffer): void {
  const lines = listed.toString('utf8').split('\0');
  const paths = new Set(lines.flatMap((line) => /\t([\s\S]+)$/.exec(line)?.[1] ?? []));
  if (paths.size > 0)
    throw refused(`a merge is unfinished (${somePaths([...paths])})`, 'Finish or abort the merge first.');
}
