// Untracked files and folders of the user's tree as one layer: dependencies, copied once for all who work on them.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { copyFolder, turnedText, venvFiles } from '../../process/files/copy-folder.ts';
import { matchPaths } from '../../process/files/match-paths.ts';
import { readPlain } from '../../process/files/read-inside.ts';
import { sha256 } from '../../process/machine.ts';
import type { OverlayPlan } from './base-layer.ts';
import { ensureLayer, layersIn } from './layer.ts';
import { changedSince, type Layer } from './look.ts';

interface DependencyFacts {
  readonly paths: readonly string[];
  /** Links and files in them that name the user's folder. */
  readonly links: readonly string[];
  readonly files: readonly string[];
}

/**
 * Undefined: there is nothing to copy. A contest goes on with what there was when it began, whatever becomes of the user's; who begins
 * later gets another copy where something changed since, and takes nothing away from those before. `use`: may be done again.
 */
export async function dependencyLayer(
  plan: OverlayPlan,
  base: Layer,
  use: (layer: Layer) => void = () => undefined,
): Promise<Layer | undefined> {
  const { home, copy, holder } = plan;
  if (copy.length === 0) return undefined;
  const { folder } = plan.base;
  const kind = `copy-${sha256(JSON.stringify([layout, folder, copy])).slice(0, 24)}`;
  const making = { beside: ['begun', 'facts.json'], fill: (layer: Layer) => fill(layer, plan, base) };
  const ensure = (name: string) =>
    ensureLayer({ ...plan, name, origin: folder }, making, async (layer) => {
      use(layer);
      return layer;
    });
  const lacks = `${home} ${kind} ${holder}`;
  if (lacking.has(lacks)) return undefined;
  const held = () => copiesOf(home, kind).find(({ users }) => users.includes(holder))?.name;
  const own = held();
  if (own !== undefined) return await ensure(own);
  // Whoever comes while one is copied waits for it.
  return await inTurn(`${home} ${kind}`, async () => {
    const chosen = held();
    if (chosen !== undefined) return await ensure(chosen);
    const paths = copied(plan, base);
    if (paths.length === 0) {
      noteLacking(lacks);
      return undefined;
    }
    const last = copiesOf(home, kind).at(-1);
    if (last !== undefined && (await isAsTheUsers(last.path, { folder, paths })))
      return await ensure(last.name);
    return await ensure(`${kind}-${(last?.count ?? 0) + 1}`);
  });
}

/** Contests that began where there was nothing to copy. */
const lacking = new Set<string>();
const mostLacking = 1000;

function noteLacking(contest: string): void {
  if (lacking.size === mostLacking) lacking.clear();
  lacking.add(contest);
}

/** What lies beside the tree; another one is another layer. */
const layout = 2;

interface Copy {
  readonly name: string;
  readonly path: string;
  readonly users: readonly string[];
  /** Later ones have more. */
  readonly count: number;
}

/** The last one comes last. */
function copiesOf(home: string, kind: string): readonly Copy[] {
  const copies = layersIn(home).flatMap(({ path, users, isWhole }) => {
    const name = basename(path);
    const count = Number(name.slice(kind.length + 1));
    return isWhole && name.startsWith(`${kind}-`) && count > 0 ? [{ name, path, users, count }] : [];
  });
  return copies.toSorted((one, other) => one.count - other.count);
}

async function isAsTheUsers(
  layer: string,
  { folder, paths }: { readonly folder: string; readonly paths: readonly string[] },
): Promise<boolean> {
  if (JSON.stringify(readFacts(layer)?.paths) !== JSON.stringify(paths)) return false;
  // What was written while it was copied may have been missed.
  const sources = paths.map((path) => join(folder, path));
  return !(await changedSince(sources, join(layer, 'begun')));
}

const factsBytes = 64 * 1024 * 1024;

/** Undefined: there are none that can be read. */
function readFacts(layer: string): DependencyFacts | undefined {
  const text = readPlain(join(layer, 'facts.json'), factsBytes);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as DependencyFacts);
  } catch {
    return undefined;
  }
}

const turns = new Map<string, Promise<unknown>>();

async function inTurn<Done>(name: string, work: () => Promise<Done>): Promise<Done> {
  const before = turns.get(name);
  const mine = (async () => {
    await before?.catch(() => undefined);
    return await work();
  })().finally(() => {
    if (turns.get(name) === mine) turns.delete(name);
  });
  turns.set(name, mine);
  return await mine;
}

async function fill({ path: layer, tree }: Layer, plan: OverlayPlan, base: Layer): Promise<void> {
  const { folder } = plan.base;
  writeFileSync(join(layer, 'begun'), '');
  const paths = copied(plan, base);
  for (const path of paths) await copyFolder(join(folder, path), join(tree, path));
  writeFileSync(join(layer, 'facts.json'), JSON.stringify(factsOf(tree, { paths, folder })));
}

/** What the base has is the base's; the same pattern may name what lies in another one's match. */
function copied({ copy, base: { folder } }: OverlayPlan, base: Layer): readonly string[] {
  const outer: string[] = [];
  for (const path of matchPaths(folder, copy).toSorted())
    if (
      !path.startsWith('..') &&
      !existsSync(join(base.tree, path)) &&
      !outer.some((one) => path.startsWith(`${one}/`))
    )
      outer.push(path);
  return outer;
}

function factsOf(
  tree: string,
  { paths, folder }: { readonly paths: readonly string[]; readonly folder: string },
): DependencyFacts {
  const links: string[] = [];
  for (const path of paths) {
    const top = join(tree, path);
    if (lstatSync(top).isDirectory())
      for (const entry of readdirSync(top, { recursive: true, withFileTypes: true }))
        if (
          entry.isSymbolicLink() &&
          leadsInto(folder, readlinkSync(join(entry.parentPath, entry.name))) !== undefined
        )
          links.push(relative(tree, join(entry.parentPath, entry.name)));
  }
  const files = paths.flatMap((path) =>
    venvFiles(join(tree, path), folder).map((file) => relative(tree, file)),
  );
  return { paths, links, files };
}

function leadsInto(folder: string, target: string): string | undefined {
  const inside = isAbsolute(target) ? relative(folder, target) : '..';
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : inside;
}

/** The few that name the user's folder name the workspace's instead, in its upper layer. */
export function layTurned(
  { path, tree }: Layer,
  { upper, original, copy }: { readonly upper: string; readonly original: string; readonly copy: string },
): void {
  const facts = readFacts(path);
  if (facts === undefined) throw new Error(`what lies in the layer ${path} is not known any more`);
  const { links, files } = facts;
  for (const link of links) {
    const target = join(upper, link);
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { force: true });
    symlinkSync(join(copy, leadsInto(original, readlinkSync(join(tree, link))) ?? ''), target);
  }
  for (const file of files) {
    const target = join(upper, file);
    const { mode, atime, mtime } = lstatSync(join(tree, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, turnedText(join(tree, file), { original, copy }) ?? '', {
      encoding: 'latin1',
      mode: mode & 0o777,
    });
    utimesSync(target, atime, mtime);
  }
}
