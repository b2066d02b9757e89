// joust's own git directory for one base: its objects are ours, the user's are read through as alternates, and no
// contestant ever sees it.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { FileMode } from '../../domain/change.ts';
import { removeFolder } from '../../process/files/folder.ts';
import { readPlain } from '../../process/files/read-inside.ts';
import { type GitPlace, git, gitText } from '../../process/git/git.ts';
import { givingWay } from '../../process/give-way.ts';
import { randomName } from '../../process/machine.ts';
import { type HostIdentity, hostIdentity, readProcess } from '../../process/tree/process-list.ts';
import type { Repository } from '../base/repository.ts';
import { objectHead } from '../base/tree-change.ts';
import { isShut, untilTakenAway, usersOf } from './held-folder.ts';

export interface Store extends GitPlace {
  readonly gitDir: string;
  /** Where the objects that both it and the user have are read from. */
  readonly objects: readonly string[];
  readonly repository: Repository;
}

/** A file laid over a tree; without content it is taken away. */
export interface Overlay {
  readonly path: string;
  readonly file?: { readonly mode: FileMode; readonly content: Uint8Array };
}

export function storeFolder(home: string, snapshot: string): string {
  return join(home, 'bases', `${snapshot}.git`);
}

/** One that was settled; undefined: there is none, or none that can be used. */
export function storeAt(gitDir: string): Store | undefined {
  const facts = isShut(gitDir) ? undefined : readPlain(join(gitDir, 'repository.json'), factsBytes);
  if (facts === undefined) return undefined;
  const repository = JSON.parse(facts) as Repository;
  return { gitDir, objects: [join(gitDir, 'base'), ...borrowedBy(repository)], repository };
}

/** It holds what the user ignores and attributes. */
const factsBytes = 64 * 1024 * 1024;
const makerBytes = 16_384;

/** An empty one that reads the user's objects. */
export function makeStore(gitDir: string, repository: Repository): Store {
  mkdirSync(gitDir, { recursive: true, mode: 0o700 });
  // In a container contestants of root are somebody else, and read the objects. Nobody else comes as far.
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'info', 'seal', 'users'])
    mkdirSync(join(gitDir, folder), { recursive: true });
  noteMaker(gitDir);
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/base\n');
  writeFileSync(join(gitDir, 'config'), configText(repository, true));
  writeFileSync(join(gitDir, 'info/exclude'), excludeText(repository));
  writeFileSync(join(gitDir, 'info/attributes'), asOnDisk);
  writeFileSync(join(gitDir, 'objects/info/alternates'), `${borrowedBy(repository).join('\n')}\n`);
  if (repository.shallow !== undefined) writeFileSync(join(gitDir, 'shallow'), repository.shallow);
  writeFileSync(join(gitDir, 'repository.json'), JSON.stringify(repository));
  return { gitDir, objects: [join(gitDir, 'objects'), ...borrowedBy(repository)], repository };
}

/** Folders with objects that are read where they are. */
export function borrowedBy({
  objects,
  borrowed = [],
}: Pick<Repository, 'objects' | 'borrowed'>): readonly string[] {
  return [...(objects === undefined ? [] : [objects]), ...borrowed];
}

interface Maker extends HostIdentity {
  readonly pid: number;
  readonly startTime: string | undefined;
}

/** For `isDeserted`. */
export function noteMaker(folder: string): void {
  writeFileSync(join(folder, 'maker'), JSON.stringify(thisMaker()));
}

function thisMaker(): Maker {
  return { ...hostIdentity(), pid: process.pid, startTime: readProcess(process.pid)?.startTime };
}

/** Nobody uses it, and whoever made it did not live to. Where that cannot be told it is left alone. */
export function isDeserted(gitDir: string): boolean {
  const maker = makerOf(gitDir);
  if (maker === undefined || usersOf(gitDir).length > 0) return false;
  const here = hostIdentity();
  if (maker.bootId !== here.bootId) return true;
  if (maker.pidNamespace !== here.pidNamespace) return false;
  return readProcess(maker.pid)?.startTime !== maker.startTime;
}

/** Made by this very process. */
export function isOwn(gitDir: string): boolean {
  return JSON.stringify(makerOf(gitDir)) === JSON.stringify(thisMaker());
}

function makerOf(gitDir: string): Maker | undefined {
  try {
    return JSON.parse(readPlain(join(gitDir, 'maker'), makerBytes) ?? '') as Maker;
  } catch {
    return undefined;
  }
}

/**
 * Content is what lies on disk, byte for byte, whatever a project's or a contestant's .gitattributes say: no filter runs, and no
 * line end, keyword or encoding is turned. These come before all others.
 */
export const asOnDisk = '* -text !eol !crlf -ident !filter !working-tree-encoding\n';

/** The project's own patterns come later in git's order, and can take something back in. */
export function excludeText({ excludes }: Pick<Repository, 'excludes'>): string {
  return `${madeByTools.join('\n')}\n${excludes}\n`;
}

/** Puts a store that is whole into its place; somebody may have been faster with the same one. */
export async function settleStore(made: Store, target: string): Promise<Store> {
  shutBase(made);
  const settled = { ...made, gitDir: target, objects: [join(target, 'base'), ...made.objects.slice(1)] };
  for (let tries = 1; ; tries += 1) {
    await untilTakenAway(target);
    // A part of one is in nobody's use.
    if (existsSync(target) && storeAt(target) === undefined) await removeFolder(target);
    try {
      await rename(made.gitDir, target);
      return settled;
    } catch (error) {
      if (storeAt(target) !== undefined) {
        rmSync(made.gitDir, { recursive: true, force: true });
        return settled;
      }
      // It may be one that somebody is just taking away.
      if (!existsSync(made.gitDir) || tries === maxTries) throw error;
    }
  }
}

const maxTries = 5;

/** From now on what is written is an entry's, and lies where no contestant reads. */
function shutBase({ gitDir, repository }: Store): void {
  renameSync(join(gitDir, 'objects'), join(gitDir, 'base'));
  for (const folder of ['objects/info', 'objects/pack'])
    mkdirSync(join(gitDir, folder), { recursive: true, mode: 0o700 });
  writeFileSync(
    join(gitDir, 'objects/info/alternates'),
    `${['../base', ...borrowedBy(repository)].join('\n')}\n`,
  );
}

/** The hash of a tree with files laid over it. */
export async function buildTree(
  store: Store,
  { tree, overlay, nonce }: { tree: string; overlay: readonly Overlay[]; nonce: string },
): Promise<string> {
  if (overlay.length === 0) return tree;
  const scratch = join(store.gitDir, `overlay-${nonce}`);
  const place = { gitDir: store.gitDir, index: join(scratch, 'index') };
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  try {
    await git(place, ['read-tree', tree]);
    await git(place, intoIndex, await indexLines(store, join(store.gitDir, 'objects'), overlay));
    return await gitText(place, ['write-tree']);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const intoIndex = ['update-index', '-z', '--replace', '--index-info'];

/** Files laid over what is in an index; their content goes where whoever uses that index reads it. */
export async function layOverIndex(
  store: Store,
  { index, objects }: { readonly index: string; readonly objects: string },
  overlay: readonly Overlay[],
): Promise<void> {
  if (overlay.length > 0)
    await git({ gitDir: store.gitDir, index }, intoIndex, await indexLines(store, objects, overlay));
}

async function indexLines(store: Store, objects: string, overlay: readonly Overlay[]): Promise<string> {
  const oids = await putBlobs(store, objects, overlay);
  const lines = overlay.map(({ path, file }) =>
    file === undefined ? `0 ${zeros(store)}\t${path}\0` : `${file.mode} ${oids.get(path)}\t${path}\0`,
  );
  return lines.join('');
}

/** Their names by path. */
export async function putBlobs(
  store: Store,
  objects: string,
  overlay: readonly Overlay[],
): Promise<ReadonlyMap<string, string>> {
  const [oids, giveWay] = [new Map<string, string>(), givingWay()];
  for (const { path, file } of overlay) {
    await giveWay();
    if (file !== undefined) oids.set(path, putObject(store, objects, { content: file.content }));
  }
  return oids;
}

/** As git keeps objects by themselves; what is there already is not written. Its name. */
export function putObject(
  { repository }: Store,
  objects: string,
  { content, type }: { readonly content: Uint8Array; readonly type?: 'blob' | 'tree' },
): string {
  const { head, oid } = objectHead(content, repository.objectFormat, type);
  const folder = join(objects, oid.slice(0, 2));
  const target = join(folder, oid.slice(2));
  if (existsSync(target)) return oid;
  mkdirSync(folder, { recursive: true });
  const beside = join(folder, `tmp_obj_${randomName(12)}`);
  writeFileSync(beside, deflateSync(Buffer.concat([Buffer.from(head), content])), { mode: 0o444 });
  renameSync(beside, target);
  return oid;
}

function zeros({ repository }: Store): string {
  return '0'.repeat(repository.objectFormat === 'sha256' ? 64 : 40);
}

export function configText(
  { settings, objectFormat }: Pick<Repository, 'settings' | 'objectFormat'>,
  bare: boolean,
): string {
  const core = Object.entries(settings).map(([name, value]) => `\t${name.replace('core.', '')} = ${value}`);
  const sha256 = objectFormat === 'sha256';
  return [
    '[core]',
    `\trepositoryformatversion = ${sha256 ? 1 : 0}`,
    `\tbare = ${bare}`,
    ...core,
    ...(bare ? [] : ['\tlogallrefupdates = true']),
    ...(sha256 ? ['[extensions]', '\tobjectformat = sha256'] : []),
    ...(bare ? [] : ['[user]', '\tname = contestant', '\temail = contestant@localhost']),
    '[gc]',
    '\tauto = 0',
    '',
  ].join('\n');
}

/**
 * What tools leave in a working tree and nobody hands in: dependencies, caches and compiled files that a project forgot to ignore.
 * Tracked files of such names count like any other.
 */
export const madeByTools: readonly string[] = [
  'node_modules/',
  '.npm/',
  '.pnpm-store/',
  '.yarn/cache/',
  '.eslintcache',
  '*.tsbuildinfo',
  '.nyc_output/',
  '__pycache__/',
  '*.py[cod]',
  '.pytest_cache/',
  '.mypy_cache/',
  '.ruff_cache/',
  '.tox/',
  '.nox/',
  '.venv/',
  // An agent's own packages; what the project has of it is tracked.
  '.opencode/package.json',
  '.opencode/package-lock.json',
  '.opencode/bun.lock',
  '.opencode/.gitignore',
  '.gradle/',
  '.DS_Store',
  'Thumbs.db',
  '*.swp',
];

/** Whether a path may be one of these; what git makes of it decides. */
export function mayBeMadeByTools(path: string): boolean {
  anyOfThem ??= new RegExp(
    `(?:^|/)(?:${madeByTools.map((pattern) => asExpression(pattern.replace(/\/$/, ''))).join('|')})(?:/|$)`,
  );
  return anyOfThem.test(path);
}
let anyOfThem: RegExp | undefined;

function asExpression(pattern: string): string {
  return pattern.replaceAll(/[^\w/*[\]-]/g, '\\$&').replaceAll('*', '[^/]*');
}
