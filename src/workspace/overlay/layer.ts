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
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../process/files/folder.ts';
import { failpoint } from '../../process/machine.ts';
import { isDeserted, noteMaker, usersOf } from '../checkout/store.ts';
import { forget, isAsMade, isKnown, isLarge, type Layer, type Looking, noteMade } from './look.ts';

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

/** One at a time in this process; and those that were asked for meanwhile, and not begun. */
const turns = new Map<string, Promise<unknown>>();
const waiting = new Map<string, Promise<Layer>>();

interface Making extends Looking {
  fill(layer: Layer): Promise<void>;
  /** What it was made from is still so. */
  isCurrent?(layer: Layer): Promise<boolean>;
}

/** As it was made: the one that is there, or another one. */
export async function ensureLayer(place: LayerPlace, making: Making): Promise<Layer> {
  const path = join(layersFolder(place.home), place.name);
  const who = `${path} ${place.holder} ${place.distrusted}`;
  // It has not been looked at yet: one look is enough for all who ask now.
  const same = waiting.get(who);
  if (same !== undefined) return await same;
  const before = turns.get(path);
  const layer = { path, tree: join(path, 'tree') };
  const work = (async () => {
    await before?.catch(() => undefined);
    // Entries that are done at the same time are sealed one after the other.
    if (place.distrusted && isLarge(layer)) await sleep(gatherMs);
    waiting.delete(who);
    return await found(place, layer, making);
  })();
  turns.set(path, work);
  waiting.set(who, work);
  try {
    return await work;
  } finally {
    if (turns.get(path) === work) turns.delete(path);
  }
}

/** A small part of a look at many files. */
const gatherMs = 15;
const maxTries = 5;

async function found(place: LayerPlace, layer: Layer, making: Making): Promise<Layer> {
  const { path } = layer;
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (hold(layer, place.holder)) {
      const known = isKnown(layer);
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

/** Out of the way; those who work on it still see it. */
async function putAside({ home, nonce }: LayerPlace, layer: Layer): Promise<void> {
  forget(layer);
  await rename(layer.path, join(layersFolder(home), `.spoiled-${nonce}-${Date.now()}`)).catch(
    () => undefined,
  );
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
      () => noteMade(layer, making),
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
