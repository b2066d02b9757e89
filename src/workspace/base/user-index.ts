// A copy of the user's index, and what it tells at once: what was changed, which trees there are, whether there are submodules.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type GitPlace, git, gitSideBySide } from '../../process/git/git.ts';
import { linksCommits } from './index-file.ts';
import { type Repository, refused, somePaths } from './repository.ts';
import { type LeftOut, listedPaths, stageLimits, stageThen } from './stage-tree.ts';

export type IndexPlace = GitPlace & { readonly index: string; readonly workTree: string };

interface IndexLook {
  /** The trees of the commit and of the index; '': not known. */
  readonly own: string;
  readonly tree: string;
  readonly hasLinks: boolean;
  readonly changed: readonly string[];
}

/** A copy of the user's index knows which files are unchanged; where it cannot be read alone, all are looked at. */
export async function startIndex(place: IndexPlace, repository: Repository): Promise<IndexLook> {
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
    const linked = () => (objectFormat === 'sha1' ? linksCommits(readFileSync(place.index)) : undefined);
    const looked = await lookAtIndex(place, repository, { linked }).catch(() => undefined);
    if (looked === undefined || repository.partial === true)
      refuseUnmerged(await git(place, ['ls-files', '-z', '--unmerged']).catch(() => Buffer.alloc(0)));
    if (looked !== undefined) return looked;
    rmSync(place.index, { force: true });
  }
  await git(place, ['read-tree', head === '' ? '--empty' : head]);
  return (
    (await lookAtIndex(place, repository, { mayBeEmpty: true })) ?? {
      own: '',
      tree: '',
      hasLinks: false,
      changed: [],
    }
  );
}

/** Undefined: there is nothing in it, and there may be. */
async function lookAtIndex(
  place: IndexPlace,
  { head, headTree = '', partial }: Repository,
  {
    mayBeEmpty = false,
    linked = () => undefined,
  }: { readonly mayBeEmpty?: boolean; linked?(): boolean | undefined },
): Promise<IndexLook | undefined> {
  const questions = [
    // Where an object is missing there is no tree yet; and none where a merge is unfinished.
    ...(head === '' || partial === true ? [] : [['write-tree']]),
    ...(head === '' || headTree !== '' ? [] : [['rev-parse', `${head}^{tree}`]]),
  ];
  // Every file is looked at once, and every folder, which takes most of the time.
  const others = [['ls-files', '-z', '--others', '--exclude-standard'], ...questions];
  const looking = gitSideBySide(place, [['diff-files', '-z', '--name-only']], others).catch(() =>
    // It looks on several cores, and gives up where a submodule leads nowhere.
    gitSideBySide(place, [['ls-files', '-z', '--modified']], others),
  );
  looking.catch(() => undefined);
  const hasLinks = linked();
  const [touched = nothing, untracked = nothing, ...said] = await looking;
  const entries = hasLinks === undefined ? await git(place, ['ls-files', '-z', '--stage']) : nothing;
  if (hasLinks === undefined && entries.length === 0 && !mayBeEmpty) return undefined;
  const isLinked = entries.includes('\x00160000 ') || entries.subarray(0, 7).includes('160000 ');
  const answer = (name: string) => textOf(said[questions.findIndex(([first]) => first === name)]);
  const [tree, own] = [answer('write-tree'), headTree === '' ? answer('rev-parse') : headTree];
  const changed = [...(await modifiedOf(place, listedPaths(touched))), ...listedPaths(untracked)];
  return { own, tree, hasLinks: hasLinks ?? isLinked, changed };
}

const mostNamed = 500;

/** Those whose content is another one: what was only touched is not. Many are looked at as a whole. */
async function modifiedOf(place: IndexPlace, touched: readonly string[]): Promise<readonly string[]> {
  if (touched.length === 0) return [];
  const named = touched.length > mostNamed ? [] : ['--', ...touched];
  return listedPaths(await git(place, ['ls-files', '-z', '--modified', ...named]));
}

const nothing = Buffer.alloc(0);

export async function stagedTree(
  place: IndexPlace,
  { tree, changed }: Omit<IndexLook, 'own'>,
): Promise<{ readonly tree: string; readonly leftOut: readonly LeftOut[] }> {
  if (changed.length === 0 && tree !== '') return { tree, leftOut: [] };
  const commands = [['write-tree']];
  const { leftOut, said } = await stageThen(place, { paths: changed, limits: stageLimits, commands });
  return { tree: textOf(said[0]), leftOut };
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
