// work/<contestant>/out/: what everybody has handed in, as files for people. Made from the record; what somebody changed
// there by hand is noticed, and counts only when it is taken in.
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plural } from '../domain/figures.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { FieldEntry } from '../formats/brief/field.ts';
import type { MaterialFile } from '../formats/scene.ts';
import { sha256 } from '../process/machine.ts';
import type { Archive } from '../record/archive.ts';
import { fileNames } from '../views/manifest.ts';
import { sealFolder } from '../workspace/folder/seal-folder.ts';

export interface WorkFolder {
  readonly entry: FieldEntry;
  /** `work/ann/out`. */
  readonly path: string;
}

/** Where multicooker has its own files, ours have a place of their own. */
export function placeIn(folder: string): string {
  const ofMulticooker = [
    'RUN.json',
    'RUN_RESULT.json',
    'judging/_mapping.json',
    'judging/_inbox',
    'compose.yaml',
  ];
  return ofMulticooker.some((name) => existsSync(join(folder, name))) ? 'joust' : '';
}

/** Those of the field as it is, or of a round that is over. */
export function workFolders(
  folder: string,
  field: readonly FieldEntry[],
  round?: number,
): readonly WorkFolder[] {
  const below = join(placeIn(folder), ...(round === undefined ? ['work'] : ['rounds', String(round)]));
  // Names that are good for files, the same each time.
  const names = fileNames(field.map(({ contestant }) => contestant.name));
  return field.map((entry, at) => ({ entry, path: join(below, names[at] ?? '', 'out') }));
}

export interface HandMade {
  readonly name: string;
  readonly path: string;
  readonly files: readonly MaterialFile[];
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  /** How many files are other than on record. */
  readonly changed: number;
}

/** Those whose work folder is not as it was handed in, or holds what cannot be. One that is not there was not changed. */
export async function changedByHand(
  folder: string,
  folders: readonly WorkFolder[],
): Promise<readonly HandMade[]> {
  const found: HandMade[] = [];
  for (const { entry, path } of folders) {
    if (!existsSync(join(folder, path))) continue;
    const { files, leftOut } = await lookAt(folder, path, [entry]);
    const changed = unlike(files, entry);
    if (changed === 0 && leftOut.length === 0) continue;
    found.push({
      name: entry.contestant.name,
      path,
      changed,
      leftOut,
      files: files.flatMap(({ name, mode, content }) =>
        mode === '120000' ? [] : [{ path: name, mode, content: () => content }],
      ),
    });
  }
  return found;
}

/** Those of the states that a folder is as; none: somebody changed it. Undefined: it is not there. */
export async function statesFound(
  folder: string,
  path: string,
  states: readonly FieldEntry[],
): Promise<readonly FieldEntry[] | undefined> {
  if (!existsSync(join(folder, path))) return undefined;
  const { files, leftOut } = await lookAt(folder, path, states);
  // Nobody's work holds what is left out: somebody put it there.
  return leftOut.length > 0 ? [] : states.filter((entry) => unlike(files, entry) === 0);
}

/** The files of a folder as an entry would have them. None if it is missing. */
export async function filesToSeal(
  folder: string,
  path: string,
  required: readonly string[],
): Promise<Pick<HandMade, 'files' | 'leftOut'>> {
  if (!existsSync(join(folder, path))) return { files: [], leftOut: [] };
  const { files, leftOut } = await sealed(folder, path, required);
  return { files: materialOf(files), leftOut };
}

function materialOf(files: readonly FoundFile[]): readonly MaterialFile[] {
  return files.flatMap(({ name, mode, content }) =>
    mode === '100644' || mode === '100755' ? [{ path: name, mode, content: () => content }] : [],
  );
}

interface FoundFile {
  readonly name: string;
  readonly mode: string;
  readonly content: Uint8Array;
}

async function lookAt(folder: string, path: string, states: readonly FieldEntry[]) {
  const required = states.flatMap((entry) => entry.files.map((file) => file.path));
  return await sealed(folder, path, required);
}

async function sealed(folder: string, path: string, required: readonly string[]) {
  refuseLinks(folder, path);
  const tree = join(folder, path);
  const { change, leftOut } = await sealFolder(tree, { root: tree, given: [], readOnly: [], required });
  const files = change.flatMap(({ path: name, after }) => (after === undefined ? [] : [{ name, ...after }]));
  return { files, leftOut };
}

/** How many files are not the same in both. */
function unlike(files: readonly FoundFile[], { files: kept }: FieldEntry): number {
  const found = new Map(files.map(({ name, content }) => [name, sha256(content)]));
  const known = new Map(kept.map(({ path, content }) => [path, content.sha256]));
  return [...new Set([...found.keys(), ...known.keys()])].filter(
    (name) => found.get(name) !== known.get(name),
  ).length;
}

/** A folder may come from anywhere: a link in it must not lead what is written elsewhere. */
export function refuseLinks(folder: string, path: string): void {
  const parts = path === '.' ? [] : path.split('/');
  for (let count = 1; count <= parts.length; count += 1) {
    const part = parts.slice(0, count).join('/');
    const found = lstatSync(join(folder, part), { throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) continue;
    throw new JoustError(`${part} in ${folder} is not a folder`, {
      code: 'usage',
      hint: 'joust writes there what contestants handed in: take it away, and play on.',
    });
  }
}

export function handMadeText({ path, changed, leftOut }: HandMade): string {
  if (changed === 0)
    return `${path} holds what cannot be handed in: ${leftOut.map((one) => `${one.path}: ${one.why}`).join(', ')}.`;
  return `${path} was changed by hand (${plural(changed, 'file')}): that does not count. --reseal takes it in.`;
}

/** Whole or not at all; a folder with anything in it that is not on record stays as it is. */
export async function writeWork(
  folder: string,
  { entry, path }: WorkFolder,
  archive: Pick<Archive, 'bytes'>,
): Promise<void> {
  refuseLinks(folder, dirname(path));
  const target = join(folder, path);
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  for (const { path: name, mode, content } of entry.files) {
    const place = join(fresh, name);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, await archive.bytes(content), {
      flag: 'wx',
      mode: mode === '100755' ? 0o755 : 0o644,
    });
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}
