// Whether a layer is as it was made. Whatever is written, added, taken away, renamed or marked has another time of change, and such a
// time cannot be set.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { hashFigures, walkFigures } from '../../process/files/file-figures.ts';
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
  /** Of everything in the tree, once somebody looked. */
  readonly tree?: string;
  /** A process of its own looks at it, which takes a while. */
  readonly large: boolean;
}

/** Of layers that this process made or looked at. */
const figures = new Map<string, Figures>();

export function isKnown({ path }: Layer): boolean {
  return figures.has(path);
}

export function forget({ path }: Layer): void {
  figures.delete(path);
}

/** Before anybody can have reached it; of many files what the first look finds counts. */
export function noteMade(layer: Layer, looking: Looking): void {
  const tree = walkFigures(layer.tree, { most: walkAtMost, afterNs: stampNs(layer) });
  const [stamp, large] = [stampOf(layer, looking) ?? '', tree === 'many'];
  figures.set(layer.path, { stamp, large, ...(tree !== undefined && !large && { tree }) });
}

export function isLarge({ path }: Layer): boolean {
  return figures.get(path)?.large === true;
}

/** The first look of a process goes by the stamp, and compares; the others by what the first one found. */
export async function isAsMade(layer: Layer, looking: Looking): Promise<boolean> {
  const stamp = stampOf(layer, looking);
  const known = figures.get(layer.path);
  if (stamp === undefined || (known !== undefined && known.stamp !== stamp)) return false;
  if (known?.tree !== undefined) return (await treeFigures(layer, known)).tree === known.tree;
  const [found, same] = await Promise.all([treeFigures(layer, { since: true }), looking.isSame?.(layer)]);
  if (found.tree === undefined || same === false) return false;
  figures.set(layer.path, { stamp, ...found });
  return true;
}

const setAtMs = 1000;

/** Undefined: none, one whose time was set by hand, or something beside it is younger. */
function stampOf({ path }: Layer, { beside = [] }: Looking): string | undefined {
  const found = lstatSync(join(path, 'stamp'), { throwIfNoEntry: false, bigint: true });
  if (found?.isFile() !== true || found.ctimeNs - found.mtimeNs > setAtMs * 1_000_000) return undefined;
  if (found.mtimeNs > found.ctimeNs) return undefined;
  const others = beside.map((name) => lstatSync(join(path, name), { throwIfNoEntry: false, bigint: true }));
  if (others.some((other) => other !== undefined && other.ctimeNs > found.mtimeNs)) return undefined;
  return [found, ...others]
    .map((one) => one && [one.ino, one.size, one.mode, one.mtimeNs, one.ctimeNs].join(' '))
    .join('\n');
}

/** More take a process of their own. */
const walkAtMost = 500;
const lookMs = 120_000;

interface TreeAsked {
  readonly large?: boolean;
  /** The stamp was written: nothing may be younger. */
  readonly since?: boolean;
}

async function treeFigures(
  layer: Layer,
  { large = false, since = false }: TreeAsked,
): Promise<Pick<Figures, 'tree' | 'large'>> {
  const walked = large
    ? 'many'
    : walkFigures(layer.tree, { most: walkAtMost, ...(since && { afterNs: stampNs(layer) }) });
  if (walked !== 'many') return { large: false, ...(walked !== undefined && { tree: walked }) };
  const after = since ? { after: { file: join(layer.path, 'stamp') } } : {};
  const tree = await hashFigures(layer.tree, { folders: true, timeoutMs: lookMs, ...after });
  return { large: true, ...(tree !== undefined && { tree }) };
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
