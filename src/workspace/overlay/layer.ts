// Read-only layers under workspaces: made once, found again by name, held by the contests that use them, and kept for the next one.
// Nobody but joust has any business in them: what changed there since it was made spoils a layer.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../../process/files/folder.ts';
import { readPlain } from '../../process/files/read-inside.ts';
import { makeSpreadFolder } from '../../process/files/spread-folder.ts';
import { failpoint } from '../../process/machine.ts';
import { quietSince } from '../../process/spawn/running.ts';
import {
  holdFolder,
  isHeldBy,
  isShut,
  letGoOfFolder,
  untilTakenAway,
  usedAtMs,
  usersOf,
} from '../checkout/held-folder.ts';
import { isDeserted, noteMaker } from '../checkout/store.ts';
import {
  forget,
  isAnother,
  isAsMade,
  isKnown,
  isStamped,
  type Layer,
  type Looking,
  noteMade,
} from './look.ts';

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
  for (let tries = 1; ; tries += 1) {
    const { begun, found } = ask(place, layer, making);
    await begun;
    const done = use(layer);
    // It counts for nothing yet.
    done.catch(() => undefined);
    const isThatOne = (await found) === 'that one';
    const again = () => use(layer);
    try {
      return await (isThatOne ? done : done.then(again, again));
    } catch (error) {
      // Somebody else found it spoiled, and put it aside.
      if (isHeldBy(path, place.holder) || tries === maxTries) throw error;
    }
  }
}

/** Where there is none it is made, before anybody asks; nobody holds it yet. */
export async function beginLayer(place: LayerPlace, making: Making): Promise<void> {
  const path = join(layersFolder(place.home), place.name);
  if (turns.has(path) || isWhole(path)) return;
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
    if (hold(place, layer, making)) {
      const isLooked = await look(layer, { place, making, begin });
      if (isLooked !== undefined) looks += 1;
      if (isLooked === true) return looks === 1 ? 'that one' : 'another one';
      await putAside(place, layer);
    }
    await make(place, layer, { ...making, isHeld: true });
  }
  throw new Error(`the layer ${layer.path} is taken away again and again`);
}

/** False: there is none that is whole. */
function hold({ holder }: LayerPlace, layer: Layer, making: Making): boolean {
  // Made by somebody else since this process had one of the name.
  if (!isHeldBy(layer.path, holder) && isAnother(layer, making)) forget(layer);
  return holdFolder(layer.path, holder) && isWhole(layer.path);
}

/** Whether it is as it was made. Undefined: that it is not was seen at once, and nothing of it was touched. */
function look(
  layer: Layer,
  { place, making, begin }: { readonly place: LayerPlace; readonly making: Making; begin(): void },
): Promise<boolean> | undefined {
  if (!isStamped(layer, making)) return undefined;
  const fine = isKnown(layer) && !place.distrusted ? Promise.resolve(true) : isAsMade(layer, making);
  begin();
  return fine;
}

/** Whole, and nobody is taking it away. */
function isWhole(path: string): boolean {
  return existsSync(join(path, 'stamp')) && !isShut(path);
}

/** Out of the way; those who work on it still see it. */
async function putAside({ home, nonce }: LayerPlace, layer: Layer): Promise<void> {
  forget(layer);
  await rename(layer.path, join(layersFolder(home), `.spoiled-${nonce}-${Date.now()}`)).catch(
    () => undefined,
  );
}

async function make(
  place: LayerPlace,
  layer: Layer,
  making: Making & { readonly isHeld?: boolean },
): Promise<void> {
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
    // Else it could be taken away before it is held.
    if (making.isHeld === true) holdFolder(beside, place.holder);
    failpoint('layer filled');
    writeFileSync(join(beside, 'stamp'), '');
    await untilTakenAway(path);
    await rename(beside, path).then(
      () => noteMade(layer, making),
      // Somebody else was faster, and theirs is looked at; or is just taking theirs away.
      (error: unknown) => {
        if (!existsSync(path)) throw error;
      },
    );
  } finally {
    await removeFolder(beside);
  }
}

const pathBytes = 16_384;

/** Unused ones are kept this long for the next race. */
const keptMs = 7 * 24 * 3_600_000;

export interface StoredLayer {
  readonly path: string;
  readonly users: readonly string[];
  readonly isWhole: boolean;
  /** Put aside, or what is left of one that was taken away. */
  readonly isLeft: boolean;
  readonly origin: string;
  /** When it was last held or let go. */
  readonly usedAtMs: number;
}

export function layersIn(home: string): readonly StoredLayer[] {
  const folder = layersFolder(home);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => {
    const path = join(folder, name);
    const isOne = !name.startsWith('.') && isWhole(path);
    const isLeft = /^[.]spoiled-|[.]gone$/.test(name) || (isShut(path) && !name.startsWith('.new-'));
    return {
      path,
      users: usersOf(path),
      isWhole: isOne,
      isLeft,
      origin: originOf(path),
      usedAtMs: usedAtMs(path),
    };
  });
}

function originOf(path: string): string {
  return readPlain(join(path, 'origin'), pathBytes) ?? '';
}

/** Once the contest is over. */
export function letGoOfLayers(home: string, contest: string): void {
  for (const who of asked.keys()) if (who.split(' ').at(-2) === contest) asked.delete(who);
  for (const { path, users } of layersIn(home)) if (users.includes(contest)) letGoOfFolder(path, contest);
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
      if (!layer.isWhole) return layer.isLeft || isDeserted(layer.path);
      return newest.get(kindOf(layer)) !== layer || now.getTime() - layer.usedAtMs > keptMs;
    })
    .map(({ path }) => path);
}
