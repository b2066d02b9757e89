// A change laid over a base as a layer of its own: files as they are to be, and whiteouts for what is gone.
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { givingWay } from '../../process/give-way.ts';
import { runProbe } from '../../process/spawn/probe.ts';
import type { Overlay } from '../checkout/store.ts';

interface ChangePlace {
  /** The layer to make. */
  readonly change: string;
  /** The layers below it, topmost first. */
  readonly below: readonly string[];
}

export async function layChange(overlay: readonly Overlay[], place: ChangePlace): Promise<void> {
  const { change } = place;
  mkdirSync(change, { recursive: true, mode: 0o700 });
  const [made, giveWay] = [new Set<string>(), givingWay()];
  for (const { path, file } of overlay) {
    await giveWay();
    if (file !== undefined) put({ change, made }, path, file);
  }
  const gone = overlay.filter(({ file }) => file === undefined).map(({ path }) => path);
  if (gone.length === 0) return;
  const marks: Marks = { whiteout: '', links: mostLinks };
  const next = async () => {
    if (marks.links < mostLinks) return;
    if (marks.whiteout !== '') rmSync(marks.whiteout);
    marks.whiteout = await madeWhiteout(`${change}.gone`);
    marks.links = 0;
  };
  for (const path of gone) {
    await giveWay();
    await next();
    take(change, path, marks);
  }
  for (const folder of foldersOf(gone)) {
    await giveWay();
    await next();
    closeEmpty(place, folder, marks);
  }
  rmSync(marks.whiteout);
}

/** One node with many names; file systems limit how many (ext4: 65,000). */
interface Marks {
  whiteout: string;
  links: number;
}

const mostLinks = 30_000;

async function madeWhiteout(path: string): Promise<string> {
  const { code, output } = await runProbe(['mknod', path, 'c', '0', '0'], { env: { PATH: '/usr/bin:/bin' } });
  if (code !== 0) throw new Error(`what is gone cannot be marked: ${output.trim()}`);
  return path;
}

function mark(marks: Marks, target: string): void {
  linkSync(marks.whiteout, target);
  marks.links += 1;
}

interface Putting {
  readonly change: string;
  /** Folders that this change made itself, and that need no second look. */
  readonly made: Set<string>;
}

function put({ change, made }: Putting, path: string, { mode, content }: NonNullable<Overlay['file']>): void {
  const above = dirname(path);
  if (!made.has(above) && !makeAbove(change, path)) throw new Error(`${path} lies in what is no folder`);
  made.add(above);
  const target = join(change, path);
  if (mode === '120000') symlinkSync(Buffer.from(content), target);
  else writeFileSync(target, content, { flag: 'wx', mode: mode === '100755' ? 0o777 : 0o666 });
}

/** What was put in its place, or in the place of its folder, hides it already. */
function take(change: string, path: string, marks: Marks): void {
  const target = join(change, path);
  if (makeAbove(change, path) && lstatSync(target, { throwIfNoEntry: false }) === undefined)
    mark(marks, target);
}

/** Its folders, through no link: where one leads is not ours. False: something else is in the place of one. */
function makeAbove(change: string, path: string): boolean {
  const parts = path.split('/').slice(0, -1);
  for (const [at] of parts.entries()) {
    const folder = join(change, ...parts.slice(0, at + 1));
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(folder);
    else if (!found.isDirectory()) return false;
  }
  return true;
}

/** The deepest first. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  return [...folders].toSorted((one, other) => other.length - one.length);
}

/** git keeps no folder in which nothing is left. */
function closeEmpty({ change, below }: ChangePlace, folder: string, whiteouts: Marks): void {
  const here = join(change, folder);
  if (!makeAbove(change, `${folder}/any`)) return;
  const marks = readdirSync(here, { withFileTypes: true });
  if (!marks.every((entry) => entry.isCharacterDevice())) return;
  const marked = new Set(marks.map(({ name }) => name));
  const shown = below.flatMap((layer) =>
    existsSync(join(layer, folder)) ? readdirSync(join(layer, folder)) : [],
  );
  if (!shown.every((name) => marked.has(name))) return;
  rmSync(here, { recursive: true });
  mark(whiteouts, here);
}
