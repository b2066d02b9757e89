// Untracked files and folders of the user's tree as one layer: dependencies, copied once for all who work on them.
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { copyFolder, turnedText, venvFiles } from '../../process/files/copy-folder.ts';
import { sha256 } from '../../process/machine.ts';
import type { OverlayPlan } from './base-layer.ts';
import { ensureLayer } from './layer.ts';
import { changedSince, type Layer } from './look.ts';

interface DependencyFacts {
  readonly paths: readonly string[];
  /** Links and files in them that name the user's folder. */
  readonly links: readonly string[];
  readonly files: readonly string[];
}

/** Undefined: there is nothing to copy. */
export async function dependencyLayer(plan: OverlayPlan, base: Layer): Promise<Layer | undefined> {
  const { folder } = plan.base;
  const paths = plan.copy.length === 0 ? [] : copied(plan, base);
  if (paths.length === 0) return undefined;
  const name = `copy-${sha256(JSON.stringify([folder, paths])).slice(0, 24)}`;
  const sources = paths.map((path) => join(folder, path));
  return await ensureLayer(
    { ...plan, name, origin: folder },
    {
      beside: ['facts.json'],
      async fill({ path: layer, tree }) {
        writeFileSync(join(layer, 'begun'), '');
        for (const path of paths) await copyFolder(join(folder, path), join(tree, path));
        writeFileSync(join(layer, 'facts.json'), JSON.stringify(factsOf(tree, { paths, folder })));
      },
      // What was written while it was copied may have been missed.
      isCurrent: async ({ path: layer }) => !(await changedSince(sources, join(layer, 'begun'))),
    },
    async (layer) => layer,
  );
}

/** What the base has is the base's; the same pattern may name what lies in another one's match. */
function copied({ copy, base: { folder } }: OverlayPlan, base: Layer): readonly string[] {
  const found = copy.flatMap((pattern) =>
    globSync(pattern, { cwd: folder, exclude: (name) => basename(String(name)) === '.git' }),
  );
  const outer: string[] = [];
  for (const path of [...new Set(found)].toSorted())
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
  const { links, files } = JSON.parse(readFileSync(join(path, 'facts.json'), 'utf8')) as DependencyFacts;
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
