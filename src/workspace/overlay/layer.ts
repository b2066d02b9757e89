// Read-only layers under workspaces: made once, found again by name, held by the contests that use them, and kept for the next one.
// Nobody but joust has any business in them: what changed there since it was made spoils a layer.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../../process/files/folder.ts';
import { failpoint, sha256 } from '../../process/machine.ts';
import { runProbe } from '../../process/spawn/probe.ts';
import { isDeserted, noteMaker, usersOf } from '../checkout/store.ts';

export interface Layer {
  readonly path: string;
  /** What is seen of it. */
  readonly tree: string;
}

export interface LayerPlace {
  /** JOUST_HOME. */
  readonly home: string;
  /** Of the layer; says what it was made from. */
  readonly name: string;
  /** The user's folder it was made from. */
  readonly origin: string;
  /** The contest that uses it. */
  readonly holder: string;
  readonly nonce: string;
  /** Somebody who could write there has run since: it is looked at again, however often that was done. */
  readonly distrusted: boolean;
}

export function layersFolder(home: string): string {
  return join(home, 'layers');
}

/** One at a time in this process; those that were asked for meanwhile, and not begun; and how the stamps of those looked at were found. */
const turns = new Map<string, Promise<unknown>>();
const waiting = new Map<string, Promise<Layer>>();
const stamps = new Map<string, string>();

interface Making {
  fill(layer: Layer): Promise<void>;
  /** What it was made from is still so. */
  isCurrent?(layer: Layer): Promise<boolean>;
  /** What is in it is what was put there, whatever its times say. */
  isSame?(layer: Layer): Promise<boolean>;
  /** What else lies in it and counts, besides what is seen of it. */
  readonly beside?: readonly string[];
}

/** As it was made: the one that is there, or another one. */
export async function ensureLayer(place: LayerPlace, making: Making): Promise<Layer> {
  const path = join(layersFolder(place.home), place.name);
  const who = `${path} ${place.holder} ${place.distrusted}`;
  // It has not been looked at yet: one look is enough for all who ask now.
  const same = waiting.get(who);
  if (same !== undefined) return await same;
  const before = turns.get(path);
  const work = (async () => {
    await before?.catch(() => undefined);
    waiting.delete(who);
    return await found(place, { path, tree: join(path, 'tree') }, making);
  })();
  turns.set(path, work);
  waiting.set(who, work);
  try {
    return await work;
  } finally {
    if (turns.get(path) === work) turns.delete(path);
  }
}

const maxTries = 5;

async function found(place: LayerPlace, layer: Layer, making: Making): Promise<Layer> {
  const { path } = layer;
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (hold(layer, place.holder)) {
      const known = stamps.has(path);
      if (known && !place.distrusted) return layer;
      if ((await isAsMade(layer, making)) && (known || (await making.isCurrent?.(layer)) !== false))
        return layer;
      await putAside(place, layer);
    }
    await make(place, layer, making);
  }
  throw new Error(`the layer ${path} is taken away again and again`);
}

/** False: it is not there, or not whole. */
function hold({ path }: Layer, holder: string): boolean {
  try {
    writeFileSync(join(path, 'users', holder), '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return existsSync(join(path, 'stamp'));
}

/** Whatever is written, added, taken away or marked has a time of change, which nobody sets but by setting the clock. */
async function isAsMade(layer: Layer, making: Making): Promise<boolean> {
  const { path, tree } = layer;
  const stamp = stampOf(layer, making);
  const known = stamps.get(path);
  if (stamp === undefined || (known !== undefined && known !== stamp)) return false;
  const [changed, same] = await Promise.all([
    changedSince([tree, ...besideIn(layer, making)], join(path, 'stamp')),
    making.isSame?.(layer),
  ]);
  if (changed || same === false) return false;
  stamps.set(path, stamp);
  return true;
}

function besideIn({ path }: Layer, { beside = [] }: Making): readonly string[] {
  return beside.map((name) => join(path, name)).filter((file) => existsSync(file));
}

const setAtMs = 1000;

/** With the content of what lies beside. Undefined: none, or one whose time was set by hand. */
function stampOf(layer: Layer, making: Making): string | undefined {
  const found = lstatSync(join(layer.path, 'stamp'), { throwIfNoEntry: false, bigint: true });
  if (found?.isFile() !== true || found.ctimeNs - found.mtimeNs > setAtMs * 1_000_000) return undefined;
  if (found.mtimeNs > found.ctimeNs) return undefined;
  const contents = besideIn(layer, making).map((file) => sha256(readFileSync(file)));
  return [found.ino, found.mtimeNs, found.ctimeNs, ...contents].join(' ');
}

const lookMs = 120_000;

/** Whether anything in these folders changed after the file was written. What cannot be looked at counts as changed. */
export async function changedSince(folders: readonly string[], stamp: string): Promise<boolean> {
  const { code, output } = await runProbe(['find', '-H', ...folders, '-cnewer', stamp, '-print', '-quit'], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    timeoutMs: lookMs,
  });
  return code !== 0 || output !== '';
}

/** Out of the way; those who work on it still see it. */
async function putAside({ home, nonce }: LayerPlace, { path }: Layer): Promise<void> {
  stamps.delete(path);
  await rename(path, join(layersFolder(home), `.spoiled-${nonce}-${Date.now()}`)).catch(() => undefined);
}

async function make(place: LayerPlace, layer: Layer, making: Making): Promise<void> {
  const { path } = layer;
  const { home, nonce, origin } = place;
  const beside = join(layersFolder(home), `.new-${nonce}`);
  const made = { path: beside, tree: join(beside, 'tree') };
  try {
    for (const folder of [made.tree, join(beside, 'users')])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    noteMaker(beside);
    writeFileSync(join(beside, 'origin'), origin);
    await making.fill(made);
    failpoint('layer filled');
    writeFileSync(join(beside, 'stamp'), '');
    // A part of one that was being taken away is in nobody's use.
    if (existsSync(path) && !existsSync(join(path, 'stamp'))) await removeFolder(path);
    await rename(beside, path).then(
      () => stamps.set(path, stampOf(layer, making) ?? ''),
      // Somebody else was faster; theirs is looked at.
      (error: unknown) => {
        if (!existsSync(join(path, 'stamp'))) throw error;
      },
    );
  } finally {
    await removeFolder(beside);
  }
}

/** Unused ones are kept this long for the next race. */
const keptMs = 7 * 24 * 3_600_000;

export interface StoredLayer {
  readonly path: string;
  readonly users: readonly string[];
  readonly isWhole: boolean;
  readonly origin: string;
  /** When it was last held or let go. */
  readonly usedAtMs: number;
}

export function layersIn(home: string): readonly StoredLayer[] {
  const folder = layersFolder(home);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => {
    const path = join(folder, name);
    const isWhole = !name.startsWith('.') && existsSync(join(path, 'stamp'));
    const usedAtMs = lstatSync(join(path, 'users'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return { path, users: usersOf(path), isWhole, origin: originOf(path), usedAtMs };
  });
}

function originOf(path: string): string {
  try {
    return readFileSync(join(path, 'origin'), 'utf8');
  } catch {
    return '';
  }
}

/** Once the contest is over. */
export function letGoOfLayers(home: string, contest: string): void {
  for (const { path, users } of layersIn(home)) {
    if (!users.includes(contest)) continue;
    rmSync(join(path, 'users', contest), { force: true });
    const now = new Date();
    utimesSync(join(path, 'users'), now, now);
  }
}

/** Nobody uses them, and no next race on the same folder would: not whole, spoiled, old, or not the last of their kind there. */
export function needlessLayers(home: string, now: Date): readonly string[] {
  const unused = layersIn(home).filter(({ users }) => users.length === 0);
  const kindOf = ({ path, origin }: StoredLayer) => `${/[^/]*$/.exec(path)?.[0].split('-')[0]} ${origin}`;
  const newest = new Map<string, StoredLayer>();
  for (const layer of unused)
    if (layer.isWhole && layer.usedAtMs > (newest.get(kindOf(layer))?.usedAtMs ?? 0))
      newest.set(kindOf(layer), layer);
  return unused
    .filter((layer) => {
      if (!layer.isWhole)
        return isDeserted(layer.path) || layer.path.includes('/.spoiled-') || layer.path.endsWith('.gone');
      return newest.get(kindOf(layer)) !== layer || now.getTime() - layer.usedAtMs > keptMs;
    })
    .map(({ path }) => path);
}
