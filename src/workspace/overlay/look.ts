// Whether a layer is as it was made. Whatever is written, added, taken away, renamed or marked has another time of change, and such a
// time cannot be set.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type Folders, isAnyYounger, listFolders, walkFigures } from '../../process/files/file-figures.ts';
import { clockWatch } from '../../process/machine.ts';
import { runProbe } from '../../process/spawn/probe.ts';

export interface Layer {
  readonly path: string;
  /** What is seen of it. */
  readonly tree: string;
}

export interface Looking {
  /** What is in it is what was put there, whatever its times say. */
  isSame?(layer: Layer): Promise<boolean>;
  /** What else lies in it and counts, besides what is seen of it. */
  readonly beside?: readonly string[];
}

interface Figures {
  /** Of the stamp and of what lies beside. */
  readonly stamp: string;
  /** Times tell nothing then. */
  isSetBack(): boolean;
  /** Of everything in the tree. */
  readonly tree?: string;
  /** Where there are many files: its folders, once somebody looked; other processes look at what is in them, which takes a while. */
  readonly large?: { readonly folders?: Folders };
}

/** Of layers that this process made or looked at. */
const figures = new Map<string, Figures>();

export function isKnown({ path }: Layer): boolean {
  return figures.has(path);
}

export function forget({ path }: Layer): void {
  figures.delete(path);
}

/** Before anybody can have reached it. */
export function noteMade(layer: Layer, looking: Looking): void {
  const tree = walkFigures(layer.tree, walking(layer));
  const stamp = stampOf(layer, looking) ?? '';
  figures.set(layer.path, {
    stamp,
    isSetBack: clockWatch(),
    ...(tree === 'many' ? { large: {} } : tree !== undefined && { tree }),
  });
}

/** Which one of its name it is. */
export function identityOf(path: string): string {
  const stamp = lstatSync(join(path, 'stamp'), { throwIfNoEntry: false, bigint: true });
  return stamp === undefined ? '' : `${stamp.ino} ${stamp.ctimeNs}`;
}

/** Whether what lies beside the tree is as it was made: that much is seen at once. */
export function isStamped(layer: Layer, looking: Looking): boolean {
  const [stamp, known] = [stampOf(layer, looking), figures.get(layer.path)];
  return stamp !== undefined && (known === undefined || (known.stamp === stamp && !known.isSetBack()));
}

/** Not the one that this process knows by the name. */
export function isAnother(layer: Layer, looking: Looking): boolean {
  const known = figures.get(layer.path);
  return known !== undefined && known.stamp !== stampOf(layer, looking);
}

/** The first look of a process at what another one made compares it, too: the stamp may be somebody else's. */
export async function isAsMade(layer: Layer, looking: Looking): Promise<boolean> {
  const [stamp, known] = [stampOf(layer, looking), figures.get(layer.path)];
  if (stamp === undefined || !isStamped(layer, looking)) return false;
  const isSetBack = known?.isSetBack ?? clockWatch();
  const isSame = known === undefined ? looking.isSame?.(layer) : undefined;
  const [found, same] = await Promise.all([lookAt(layer, known), isSame]);
  if (found === undefined || same === false) return false;
  figures.set(layer.path, { stamp, isSetBack, ...found });
  return true;
}

const setAtMs = 1000;

/** Undefined: none, one whose time was set by hand, or something beside it is younger, or no file. */
function stampOf({ path }: Layer, { beside = [] }: Looking): string | undefined {
  const found = lstatSync(join(path, 'stamp'), { throwIfNoEntry: false, bigint: true });
  if (found?.isFile() !== true || found.ctimeNs - found.mtimeNs > setAtMs * 1_000_000) return undefined;
  if (found.mtimeNs > found.ctimeNs) return undefined;
  const others = beside.map((name) => lstatSync(join(path, name), { throwIfNoEntry: false, bigint: true }));
  if (others.some((other) => other !== undefined && (!other.isFile() || other.ctimeNs > found.mtimeNs)))
    return undefined;
  return [found, ...others]
    .map((one) => one && [one.ino, one.size, one.mode, one.mtimeNs, one.ctimeNs].join(' '))
    .join('\n');
}

/** More take a process of their own. */
const walkAtMost = 500;
const lookMs = 120_000;

/** Undefined: it is not as it was made. Nothing in it may be younger than its stamp. */
async function lookAt(
  layer: Layer,
  known: Figures | undefined,
): Promise<Pick<Figures, 'tree' | 'large'> | undefined> {
  const tree = known?.large === undefined ? walkFigures(layer.tree, walking(layer)) : 'many';
  if (tree !== 'many') return tree === undefined || (known?.tree ?? tree) !== tree ? undefined : { tree };
  const than = join(layer.path, 'stamp');
  const folders = known?.large?.folders;
  if (folders === undefined) {
    const listed = await listFolders(layer.tree, { than, timeoutMs: lookMs });
    return listed && { large: { folders: listed } };
  }
  const asked = { folders, than: { file: than }, timeoutMs: lookMs };
  return (await isAnyYounger(layer.tree, asked)) ? undefined : { large: { folders } };
}

function walking(layer: Layer): { readonly most: number; readonly afterNs: bigint } {
  return { most: walkAtMost, afterNs: stampNs(layer) };
}

function stampNs({ path }: Layer): bigint {
  return lstatSync(join(path, 'stamp'), { throwIfNoEntry: false, bigint: true })?.mtimeNs ?? 0n;
}

/** Whether anything in these folders changed after the file was written. What cannot be looked at counts as changed. */
export async function changedSince(folders: readonly string[], stamp: string): Promise<boolean> {
  const { code, output } = await runProbe(['find', '-H', ...folders, '-cnewer', stamp, '-print', '-quit'], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    timeoutMs: lookMs,
  });
  return code !== 0 || output !== '';
}
