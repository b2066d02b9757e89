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
import { makeSpreadFolder } from '../../process/files/spread-folder.ts';
import { failpoint } from '../../process/machine.ts';
import { quietSince } from '../../process/spawn/running.ts';
import { isDeserted, noteMaker, usersOf } from '../checkout/store.ts';
import { forget, isAsMade, isKnown, isStamped, type Layer, type Looking, noteMade } from './look.ts';

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
  /** For others, who will ask in a moment: what is seen holds for them unless somebody runs before. */
  readonly ahead?: boolean;
}

export function layersFolder(home: string): string {
  return join(home, 'layers');
}

/** One at a time in this process; and what was asked for and has not come yet, or was asked for ahead. */
const turns = new Map<string, Promise<unknown>>();
const asked = new Map<string, Asked>();

export interface Making extends Looking {
  fill(layer: Layer): Promise<void>;
  /** What it was made from is still so. */
  isCurrent?(layer: Layer): Promise<boolean>;
}

interface Asked {
  /** There is one, which is being looked at, or need not be. */
  readonly begun: Promise<void>;
  readonly found: Promise<'that one' | 'another one'>;
  /** Whether it will be true for whoever asks now. */
  holds(): boolean;
}

/**
 * As it was made: the one that is there, or another one. What is done with it is begun while it is looked at, and done again should it be
 * another one in the end.
 */
export async function ensureLayer<Done>(
  place: LayerPlace,
  making: Making,
  use: (layer: Layer) => Promise<Done>,
): Promise<Done> {
  const path = join(layersFolder(place.home), place.name);
  const layer = { path, tree: join(path, 'tree') };
  const { begun, found } = ask(place, layer, making);
  await begun;
  const done = use(layer);
  // It counts for nothing yet.
  done.catch(() => undefined);
  return (await found) === 'that one'
    ? await done
    : await done.then(
        () => use(layer),
        () => use(layer),
      );
}

/** Where there is none it is made, before anybody asks; nobody holds it yet. */
export async function beginLayer(place: LayerPlace, making: Making): Promise<void> {
  const path = join(layersFolder(place.home), place.name);
  if (turns.has(path) || existsSync(join(path, 'stamp'))) return;
  const made = make(place, { path, tree: join(path, 'tree') }, making).finally(() => {
    if (turns.get(path) === made) turns.delete(path);
  });
  turns.set(path, made);
  await made;
}

function ask(place: LayerPlace, layer: Layer, making: Making): Asked {
  const who = `${layer.path} ${place.holder} ${place.distrusted}`;
  const same = asked.get(who);
  if (same?.holds() === true) return same;
  const before = turns.get(layer.path);
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  // One look is enough for all who ask before it is begun, and where nobody ran then, until somebody does.
  let holds = () => true;
  const found = (async () => {
    await before?.catch(() => undefined);
    const quiet = quietSince();
    holds = () => quiet !== undefined && quietSince() === quiet;
    return await find(place, { layer, making, begin });
  })().finally(() => {
    begin();
    if (turns.get(layer.path) === found) turns.delete(layer.path);
    if (place.ahead !== true && asked.get(who) === mine) asked.delete(who);
  });
  const mine: Asked = { begun, found, holds: () => holds() };
  turns.set(layer.path, found);
  asked.set(who, mine);
  found.catch(() => {
    if (asked.get(who) === mine) asked.delete(who);
  });
  return mine;
}

const maxTries = 5;

async function find(
  place: LayerPlace,
  { layer, making, begin }: { readonly layer: Layer; readonly making: Making; begin(): void },
): Promise<'that one' | 'another one'> {
  let looks = 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (hold(layer, place.holder)) {
      const isLooked = await look(layer, { place, making, begin });
      if (isLooked !== undefined) looks += 1;
      if (isLooked === true) return looks === 1 ? 'that one' : 'another one';
      await putAside(place, layer);
    }
    await make(place, layer, making);
  }
  throw new Error(`the layer ${layer.path} is taken away again and again`);
}

/** Whether it is as it was made. Undefined: that it is not was seen at once, and nothing of it was touched. */
function look(
  layer: Layer,
  { place, making, begin }: { readonly place: LayerPlace; readonly making: Making; begin(): void },
): Promise<boolean> | undefined {
  if (!isStamped(layer, making)) return undefined;
  const fine = isFine(layer, { place, making });
  begin();
  return fine;
}

async function isFine(
  layer: Layer,
  { place, making }: { readonly place: LayerPlace; readonly making: Making },
): Promise<boolean> {
  const known = isKnown(layer);
  if (known && !place.distrusted) return true;
  if (!(await isAsMade(layer, making))) return false;
  return known || (await making.isCurrent?.(layer)) !== false;
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
    makeSpreadFolder(layersFolder(home));
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
  for (const who of asked.keys()) if (who.split(' ').at(-2) === contest) asked.delete(who);
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
