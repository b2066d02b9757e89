// Config files on disk: found upwards, read whole and bounded, replaced without breaking links or modes.
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { sha256 } from '../machine.ts';
import { replaceFile } from './small-file.ts';

/** No config is larger; the TOML parser takes its time with what is. */
const maxBytes = 256 * 1024;

export interface ConfigFile {
  readonly path: string;
  readonly text: string;
  /** Of the very bytes that `text` was decoded from. */
  readonly sha256: string;
}

/** A project: the folder, as the file system spells it, that holds `.joust/config.toml`. */
export interface ProjectPlace {
  readonly folder: string;
  readonly file: string;
  /** Whether the file, links followed, lies in the folder. */
  readonly inside: boolean;
}

/** Undefined where there is no such file; anything but a readable text file of modest size is an error. */
export function readConfigFile(path: string): ConfigFile | undefined {
  const bytes = readBytes(path);
  if (bytes === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return {
      path,
      text,
      // Asked for where somebody may have to trust it.
      get sha256() {
        return sha256(bytes);
      },
    };
  } catch (cause) {
    throw new JoustError(`${path} is not UTF-8 text`, {
      code: 'config',
      hint: 'Save it as UTF-8 without other encodings.',
      cause,
    });
  }
}

/** The nearest project upwards from cwd; the search ends with the git repository and before the home folder. */
export function findProject(cwd: string, home: string): ProjectPlace | undefined {
  const folder = foldersUpwards(cwd, home).find((above) => existsSync(join(above, '.joust', 'config.toml')));
  return folder === undefined ? undefined : projectAt(folder);
}

/** Where a project's file is or would be: found, else at the top of the git repository, else in cwd. */
export function projectFor(cwd: string, home: string): ProjectPlace {
  const folders = foldersUpwards(cwd, home);
  const top = folders.find((folder) => existsSync(join(folder, '.git')));
  return findProject(cwd, home) ?? projectAt(top ?? cwd);
}

/** The project a folder, or the path of its config file, stands for, whether or not the file exists. */
export function projectAt(path: string): ProjectPlace {
  const folder = canonical(isFile(path) ? dirname(dirname(resolve(path))) : path);
  const file = join(folder, '.joust', 'config.toml');
  const way = relative(folder, canonical(file));
  return { folder, file, inside: way !== '' && !way.startsWith('..') && !isAbsolute(way) };
}

/** A link keeps pointing where it did, and the file keeps its mode. */
export function replaceConfigFile(path: string, content: string): void {
  const target = canonical(path);
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : undefined;
  replaceFile(target, content);
  if (mode !== undefined) chmodSync(target, mode);
}

function foldersUpwards(cwd: string, home: string): readonly string[] {
  const stop = canonical(home);
  const folders: string[] = [];
  let folder = canonical(cwd);
  while (folder !== stop) {
    folders.push(folder);
    const above = dirname(folder);
    if (above === folder || existsSync(join(folder, '.git'))) break;
    folder = above;
  }
  return folders;
}

/** The one spelling of a path, links and letter case resolved; what does not exist hangs on its resolved parent. */
export function canonical(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const whole = resolve(path);
    const above = dirname(whole);
    return above === whole ? whole : join(canonical(above), relative(above, whole));
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readBytes(path: string): Uint8Array | undefined {
  let handle: number | undefined;
  try {
    // A pipe in its place would otherwise be waited for.
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw unreadable(path, 'it is not a regular file');
    if (stat.size > maxBytes) throw unreadable(path, `it is larger than ${maxBytes / 1024} KiB`);
    return readFileSync(handle);
  } catch (cause) {
    if (cause instanceof JoustError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(path, code ?? String(cause), cause);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function unreadable(path: string, why: string, cause?: unknown): JoustError {
  return new JoustError(`${path} cannot be read: ${why}`, {
    code: 'config',
    hint: 'Make it a readable text file, or move it away.',
    cause,
  });
}
