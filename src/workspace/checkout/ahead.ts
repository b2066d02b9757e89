// Checkouts made before it is known what is laid over them, while others work. Until then they may lie where those can write, so one
// counts only as it was left.
import { lstatSync } from 'node:fs';
import { hashFigures } from '../../process/files/file-figures.ts';

export interface AheadPlace {
  readonly root: string;
  readonly index: string;
  /** Others may reach it meanwhile. */
  readonly distrusted: boolean;
}

/** Their figures by root; and those that are made for good, or were. */
const waiting = new Map<string, Promise<string | undefined>>();
const begun = new Set<string>();

const lookMs = 120_000;

export async function madeAhead(place: AheadPlace, make: () => Promise<void>): Promise<void> {
  const { root, distrusted } = place;
  // Nobody but GNU's find tells what became of it.
  if (begun.has(root) || (distrusted && process.platform !== 'linux')) return;
  const work = (async () => {
    await make();
    return await figuresOf(place);
  })().catch(() => undefined);
  waiting.set(root, work);
  await work;
}

/** False: there is none, or somebody was there. */
export async function takeAhead(place: AheadPlace): Promise<boolean> {
  begun.add(place.root);
  const figures = await waiting.get(place.root);
  waiting.delete(place.root);
  return figures !== undefined && (await figuresOf(place)) === figures;
}

export function forgetAhead(root: string): void {
  begun.delete(root);
}

/** Undefined: it is not there any more. */
async function figuresOf({ root, index, distrusted }: AheadPlace): Promise<string | undefined> {
  const found = [root, index].map((path) => lstatSync(path, { throwIfNoEntry: false, bigint: true }));
  if (found.includes(undefined)) return undefined;
  const own = found.map((one) => [one?.ino, one?.mtimeNs, one?.ctimeNs].join(' ')).join('\n');
  if (!distrusted) return own;
  const all = await hashFigures(root, { folders: true, timeoutMs: lookMs });
  return all && `${own}\n${all}`;
}
