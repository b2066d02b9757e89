// Files that become part of a task: single ones, folders and patterns, within a stated size. What is not text is named and
// left out, or refused where it was meant by name.
import { type Dirent, globSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { byteCount } from '../../domain/figures.ts';
import { JoustError, unreadable } from '../../domain/joust-error.ts';
import { canonical } from '../../process/files/config-file.ts';
import { checkTaskPath, isKept, type TaskPlace } from './task-place.ts';

export interface TaskFile {
  readonly name: string;
  readonly text: string;
}

export interface TaskFiles {
  readonly files: readonly TaskFile[];
  /** What was left out, as sentences. */
  readonly notes: readonly string[];
}

/** Most of what a folder or a pattern may bring along; a file that is named may be larger. */
const mostBytes = 1024 * 1024;
/** No model takes as much by far; a device or an endless pipe must not fill the memory. */
const longestBytes = 256 * 1024 * 1024;
/** What nobody means by a folder. */
const passedOver: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '.venv',
  '__pycache__',
  '.DS_Store',
]);

/** Paths as they were written, relative to the place's `cwd`. */
export async function readTaskFiles(paths: readonly string[], place: TaskPlace): Promise<TaskFiles> {
  const { cwd } = place;
  const files: TaskFile[] = [];
  const notes: string[] = [];
  for (const path of paths) {
    const found = filesAt(path, cwd);
    if (found === undefined) {
      files.push({ name: path, text: await readTextFile(path, place) });
      continue;
    }
    checkTaskPath(path, place);
    if (found.length === 0)
      throw unfit(`${path} holds no file`, 'Check the path; it is relative to where you are.');
    const kept = found.filter((name) => isKept(name, place));
    const meant = found.filter((name) => !kept.includes(name));
    if (kept.length > 0) notes.push(`Left out, because joust keeps its own data there: ${kept.join(', ')}.`);
    needRoom(path, meant, cwd);
    const read = await Promise.all(meant.map(async (name) => ({ name, text: await textOf(name, place) })));
    files.push(...read.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])));
    const unread = read.flatMap(({ name, text }) => (text === undefined ? [name] : []));
    if (unread.length > 0) notes.push(`Left out, for they are not text: ${unread.join(', ')}.`);
  }
  return { files, notes };
}

/** The names of the files of a folder or pattern, in order; undefined: it is one file, or nothing. */
function filesAt(path: string, cwd: string): readonly string[] | undefined {
  const stat = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  if (stat?.isDirectory() === true)
    return below(resolve(cwd, path)).map((file) => relative(cwd, file) || file);
  if (stat !== undefined || !/[*?[{]/.test(path)) return undefined;
  const isFile = (name: string) => statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isFile() === true;
  return globSync(path, { cwd, exclude: (name) => passedOver.has(String(name)) })
    .filter(isFile)
    .sort();
}

/** Links are not followed: a folder brings along what is in it. */
function below(folder: string): readonly string[] {
  const isMeant = ({ name }: Dirent) => !passedOver.has(name);
  return readdirSync(folder, { withFileTypes: true })
    .filter(isMeant)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return below(join(folder, entry.name));
      return entry.isFile() ? [join(folder, entry.name)] : [];
    });
}

function needRoom(path: string, names: readonly string[], cwd: string): void {
  const bytes = names.reduce((sum, name) => sum + statSync(resolve(cwd, name)).size, 0);
  if (bytes <= mostBytes) return;
  throw unfit(
    `${path} holds ${names.length} files of ${byteCount(bytes)}, and a folder or pattern may bring ${byteCount(mostBytes)}`,
    'Name the files that matter, or a narrower pattern.',
  );
}

/** Undefined: it is not text. */
async function textOf(name: string, place: TaskPlace): Promise<string | undefined> {
  try {
    return await contentOf(name, place);
  } catch (error) {
    if (error instanceof NotText) return undefined;
    throw error;
  }
}

/** One file that was named, as a part of a task. */
export async function readTextFile(path: string, place: TaskPlace): Promise<string> {
  return await named(path, contentOf(path, place));
}

async function named(path: string, reading: Promise<string>): Promise<string> {
  return await reading.catch((cause: unknown) => {
    throw cause instanceof JoustError ? cause : unreadable(`the file ${path}`, path, cause);
  });
}

/** Opened before it is checked: what is put in its place meanwhile is another file. */
async function contentOf(path: string, place: TaskPlace): Promise<string> {
  const there = resolve(place.cwd, path);
  await using file = await open(there);
  checkTaskPath(path, place);
  const stat = await file.stat();
  const checked = stat.isFile() ? statSync(canonical(there)) : stat;
  if (checked.ino !== stat.ino || checked.dev !== stat.dev)
    throw unfit(`the file ${path} was exchanged while it was read`, 'Try again.');
  return await readWhole(file.createReadStream({ autoClose: false }), `the file ${path}`);
}

class NotText extends JoustError {}

export async function readWhole(source: AsyncIterable<Buffer | string>, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    const chunk = Buffer.from(piece);
    if (chunk.includes(0))
      throw new NotText(`${name} is not text`, {
        code: 'usage',
        hint: 'Only text can be part of a prompt.',
      });
    bytes += chunk.length;
    if (bytes > longestBytes) throw unfit(`${name} is larger than 256 MiB`, 'Give the part that matters.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unfit(message: string, hint: string): JoustError {
  return new JoustError(message, { code: 'usage', hint });
}

export interface ComposedTask {
  readonly prompt: string;
  /** How much of its beginning was typed: what comes by a pipe or from a file may be anybody's. */
  readonly own: number;
  readonly files: readonly string[];
}

/** The question first, then every file between lines that say so. */
export function composedTask(question: string, files: readonly TaskFile[]): ComposedTask {
  const own = question.trim();
  const parts = files.map(
    ({ name, text }) => `--- begin of ${name} ---\n${text.trimEnd()}\n--- end of ${name} ---`,
  );
  const prompt = [own, ...parts].filter((part) => part !== '').join('\n\n');
  return { prompt, own: own.length, files: files.map(({ name }) => name) };
}
