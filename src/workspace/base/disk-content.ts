// Where an index does not tell what lies on disk: content that passes through a filter (Git LFS, git-crypt), turned line ends and
// encodings, objects that were never fetched. Such files are taken from the disk.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { askGit, askGitPiped, type GitPlace, git, runGitHere } from '../../process/git/git.ts';
import type { IndexFacts } from './index-file.ts';
import type { Repository } from './repository.ts';
import { joined } from './stage-tree.ts';

export interface IndexEntry {
  readonly mode: string;
  readonly oid: string;
  readonly stage: string;
  readonly path: string;
  /** Of the file on disk when it was last looked at. */
  readonly bytes: number | undefined;
  /** A sparse checkout leaves it out. */
  readonly skipped: boolean;
}

/** Figures of a file come behind its path, and so before the next one. */
const entryShape = /^(?:[\s\S]*?size: \d+\t[^\n]*\n)?(\S) (\d{6}) ([0-9a-f]+) (\d)\t([\s\S]+)$/;
const figuresShape = /^[\s\S]*?size: (\d+)\t/;

export async function indexEntries(place: GitPlace): Promise<readonly IndexEntry[]> {
  const listed = (await git(place, ['ls-files', '-t', '--stage', '--debug', '-z']))
    .toString('utf8')
    .split('\0');
  return listed.flatMap((text, at) => {
    const [, tag, mode = '', oid = '', stage = '', path] = entryShape.exec(text) ?? [];
    const figure = figuresShape.exec(listed[at + 1] ?? '')?.[1];
    const bytes = figure === undefined ? undefined : Number(figure);
    return path === undefined ? [] : [{ mode, oid, stage, path, bytes, skipped: tag === 'S' }];
  });
}

export interface DiskContent {
  /** Of which the disk has something else than the index. */
  readonly turned: readonly string[];
  /** Of which there is no object here: on disk, and not. */
  readonly missing: readonly string[];
  readonly lost: readonly string[];
}

/** From now on the index knows nothing of these files: whoever stages them looks at the disk. */
export async function forgetContent(
  place: GitPlace,
  entries: readonly IndexEntry[],
  repository: Repository,
): Promise<DiskContent> {
  const files = entries.filter(({ mode }) => mode !== '160000');
  const { top, settings, partial } = repository;
  const paths = files.map(({ path }) => path);
  const turning = await turningIn(top, { paths, autocrlf: settings['core.autocrlf'] });
  const sized = files.filter(({ path }) => partial === true || turning(path) !== 'never');
  const sizes = await blobBytes(place, sized);
  const isOther = ({ path, mode, bytes, skipped }: IndexEntry, size: number | 'missing') =>
    !skipped &&
    mode !== '120000' &&
    size !== 'missing' &&
    (['encoded', 'filtered'].includes(turning(path)) || bytes !== size);
  const named = (test: (entry: IndexEntry, size: number | 'missing') => boolean) =>
    sized.filter((entry, at) => test(entry, sizes[at] ?? 'missing'));
  const isMissing = (_entry: IndexEntry, size: number | 'missing') => size === 'missing';
  const [turned, [lost, missing]] = [named(isOther), parted(named(isMissing))];
  const lines = [...turned, ...missing].map(({ mode, oid, path }) => `${mode} ${oid} 0\t${path}\0`);
  if (lines.length > 0) await git(place, ['update-index', '-z', '--index-info'], lines.join(''));
  const pathOf = ({ path }: IndexEntry) => path;
  return { turned: turned.map(pathOf), missing: missing.map(pathOf), lost: lost.map(pathOf) };
}

function parted(missing: readonly IndexEntry[]): readonly [readonly IndexEntry[], readonly IndexEntry[]] {
  return [missing.filter(({ skipped }) => skipped), missing.filter(({ skipped }) => !skipped)];
}

/** What git makes of a file between disk and commit: by itself, and then the size differs; or maybe not; or by a program of the user's. */
type Turning = 'never' | 'sized' | 'encoded' | 'filtered';

const turnings: Readonly<Record<string, Turning>> = {
  text: 'sized',
  crlf: 'sized',
  eol: 'sized',
  ident: 'sized',
  'working-tree-encoding': 'encoded',
  filter: 'filtered',
};
const ranks: readonly Turning[] = ['never', 'sized', 'encoded', 'filtered'];

interface TurningAsked {
  readonly paths: readonly string[];
  /** The setting core.autocrlf. */
  readonly autocrlf: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** By the user's attributes, wherever they keep them; asking runs nothing. */
export async function turningIn(
  top: string,
  { paths, autocrlf = '', env = {} }: TurningAsked,
): Promise<(path: string) => Turning> {
  const { stdout } = await runGitHere(top, { args: attributes, stdin: joined(paths), env });
  const usual: Turning = mayTurn(autocrlf) ? 'sized' : 'never';
  const found = readTurning(stdout.toString('utf8'), usual);
  return (path) => found.get(path) ?? usual;
}

const attributes = ['check-attr', '-z', '--stdin', '-a'];

function mayTurn(autocrlf = ''): boolean {
  return !/^(?:|false|no|off|0)$/i.test(autocrlf);
}

/** Every file that is tracked has the content its blob has, and there are all of them: mostly so, and told at once. */
export async function isPlainContent(repository: Repository, facts?: IndexFacts): Promise<boolean> {
  const { top, settings, partial } = repository;
  if (partial === true || mayTurn(settings['core.autocrlf'])) return false;
  if (facts !== undefined && hasNoAttributes(repository, facts)) return true;
  const said = await askGitPiped(top, ['ls-files', '-z'], attributes);
  return said !== undefined && readTurning(said, 'never').size === 0;
}

const mostFolders = 2000;

/** Nowhere any stand: to see that is quicker than to have git go through all files. */
function hasNoAttributes(
  { top, attributes: outside }: Repository,
  { tree, hasAttributes }: IndexFacts,
): boolean {
  if (outside === undefined || tree === undefined || hasAttributes) return false;
  if (tree.folders.length > mostFolders) return false;
  const inside = ['', ...tree.folders].map((folder) => join(top, folder, '.gitattributes'));
  return ![...outside, ...inside].some((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
}

function readTurning(said: string, usual: Turning): ReadonlyMap<string, Turning> {
  const fields = said.split('\0');
  const found = new Map<string, Turning>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', name = '', value = ''] = fields.slice(at, at + 3);
    const turning = value === 'unset' ? 'never' : (turnings[name] ?? 'never');
    // A filter without a name is none.
    if (value === 'set' && ranks.indexOf(turning) > 1) continue;
    if (ranks.indexOf(turning) > ranks.indexOf(found.get(path) ?? usual)) found.set(path, turning);
  }
  return found;
}

/** Files of a commit of which there is no object here. */
export async function missingIn(place: GitPlace, commit: string): Promise<readonly string[]> {
  const listed = (await git(place, ['ls-tree', '-r', '-z', commit])).toString('utf8').split('\0');
  const files = listed.flatMap((line) => {
    const [, oid, path] = /^\d+ blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    return oid === undefined || path === undefined ? [] : [{ oid, path }];
  });
  const sizes = await blobBytes(place, files);
  return files.flatMap(({ path }, at) => (sizes[at] === 'missing' ? [path] : []));
}

async function blobBytes(
  place: GitPlace,
  files: readonly Pick<IndexEntry, 'oid'>[],
): Promise<readonly (number | 'missing')[]> {
  if (files.length === 0) return [];
  const ask = ['cat-file', '--batch-check=%(objectsize)', '--buffer'];
  const said = await git(place, ask, files.map(({ oid }) => `${oid}\n`).join(''));
  const sizes = said.toString('utf8').trimEnd().split('\n');
  return sizes.map((size) => (size.endsWith(' missing') ? 'missing' : Number(size)));
}

/** Of the paths, those whose content git turns by itself on its way into a commit: line ends, keywords, encodings. */
export async function turnedByGit(top: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const autocrlf = (await askGit(top, ['config', '--get', 'core.autocrlf']))?.trim();
  const turning = await turningIn(top, { paths, autocrlf });
  return new Set(paths.filter((path) => ['sized', 'encoded'].includes(turning(path))));
}
