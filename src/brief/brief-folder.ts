// A brief's folder, read whole before anything is spent: its texts, its raw material, and whether what it would run is trusted.
import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { agentIds } from '../agents/all.ts';
import { type BriefFile, readBriefFile, runsThings, textsThatName } from '../config/brief-file.ts';
import { belowOf } from '../config/review.ts';
import { filesOf, type ProjectFile, trustFile, whyUntrusted } from '../config/trust.ts';
import { byteCount, thousands } from '../domain/figures.ts';
import { JoustError } from '../domain/joust-error.ts';
import { bytesInside } from '../process/files/read-inside.ts';
import { type Machine, sha256 } from '../process/machine.ts';
import { visible } from '../views/visible.ts';

export interface Brief extends BriefFile {
  /** As the file system spells it. */
  readonly folder: string;
  /** What BRIEF.md says. */
  readonly task: string;
  /** What JUDGE_BRIEF.md says. */
  readonly judgeBrief?: string;
  readonly raw: readonly RawFile[];
  /** What of raw/ nobody means, by its path: build folders, repositories. */
  readonly leftOut: readonly string[];
}

export interface RawFile {
  /** `raw/…`, with `/`. */
  readonly path: string;
  readonly mode: '100644' | '100755';
  readonly bytes: number;
  content(): Uint8Array;
}

/** Of a text of the brief, of a raw file, of all raw files, and how many. */
export const briefLimits = {
  textBytes: 1_000_000,
  fileBytes: 50_000_000,
  totalBytes: 256_000_000,
  files: 5000,
} as const;

export const briefFileName = 'brief.yaml';

export function readBrief(folder: string, machine: Machine): Brief {
  const found = readBriefTexts(folder);
  needTrust(found, machine);
  const { file, place, task, judgeBrief } = found;
  return { ...file, folder: place, task, judgeBrief, ...rawOf(place) };
}

/** What there is to read, without a look at trust. */
export function readBriefTexts(
  folder: string,
): FolderFile & { readonly task: string; readonly judgeBrief: string | undefined } {
  const found = readFolderFile(folder);
  const { place } = found;
  const task = textOf(place, 'BRIEF.md');
  if (task === undefined || task.trim() === '')
    throw unfit(
      `${visible(place)}/BRIEF.md ${task === undefined ? 'is not there' : 'is empty'}`,
      'Write the task there: what to make, from what, and which files to leave in out/.',
    );
  return { ...found, task, judgeBrief: textOf(place, 'JUDGE_BRIEF.md') };
}

/** brief.yaml of a folder as a file to be trusted, and what it asks for. */
export function briefToTrust(
  folder: string,
  machine: Machine,
): { readonly file: ProjectFile; readonly lines: readonly string[] } {
  const { file, project } = readFolderFile(folder);
  return { file: project, lines: trustLines(file, machine) };
}

/** Undefined: it asks for nothing, or is trusted. */
export function whyBriefUntrusted({ file, project }: FolderFile, machine: Machine): string | undefined {
  return trustLines(file, machine).length === 0 ? undefined : whyUntrusted(machine, project);
}

/** What the user wrote by a command of joust is not what somebody else slipped in. */
export function trustOwn(folder: string, machine: Machine): void {
  const { file, lines } = briefToTrust(folder, machine);
  if (lines.length > 0) trustFile(machine, file, { files: filesOf(file), at: machine.now().toISOString() });
}

function trustLines(file: BriefFile, machine: Machine): readonly string[] {
  return runsThings(file, belowOf(machine)).map(({ line, text }) => `line ${line}: ${text}`);
}

/** Whether a text could be the brief.yaml of a brief: an error where not. */
export function checkBrief(text: string): BriefFile {
  return readBriefFile(text, briefFileName, agentIds);
}

/** The folder, whether it or its brief.yaml was named. */
export function briefPlace(path: string): string {
  const folder = basename(path) === briefFileName ? dirname(resolve(path)) : resolve(path);
  return existsSync(folder) ? realpathSync(folder) : folder;
}

interface FolderFile {
  readonly text: string;
  readonly file: BriefFile;
  readonly project: ProjectFile;
  readonly place: string;
}

/** Its file alone, without a look at trust. */
export function readFolderFile(folder: string): FolderFile {
  const place = briefPlace(folder);
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw unfit(
      `there is no folder ${visible(place)}`,
      'Check the path, or make a brief: joust brief new NAME.',
    );
  const content = plainBytes(place, briefFileName);
  if (content === undefined)
    throw unfit(
      `${visible(place)} is no brief: it holds no ${briefFileName}`,
      'Name the folder of one, or make one: joust brief new NAME.',
    );
  const text = asText(content, `${place}/${briefFileName}`);
  const file = checkBrief(text);
  const project: ProjectFile = {
    path: join(place, briefFileName),
    sha256: sha256(content),
    texts: textsThatName(file),
    folder: place,
    cwd: place,
    inside: true,
  };
  return { text, file, project, place };
}

function needTrust(found: FolderFile, machine: Machine): void {
  const why = whyBriefUntrusted(found, machine);
  if (why === undefined) return;
  const { file, project } = found;
  const lines = trustLines(file, machine).map((line) => `\n  ${line}`);
  throw new JoustError(`${visible(project.path)}: ${why}, and it asks for:${lines.join('')}`, {
    code: 'untrusted',
    hint: `Look at it, then allow it if you wish: joust trust ${visible(project.folder)}`,
  });
}

/** Undefined: it is not there. What is no plain file of the folder itself is refused by name. */
function plainBytes(folder: string, name: string): Buffer | undefined {
  const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const kind = strangeKind(found);
  if (kind !== undefined) throw refused(`${folder}/${name}`, kind);
  const read = bytesInside(folder, name, briefLimits.textBytes);
  if ('content' in read) return read.content;
  const isLong = found.size > briefLimits.textBytes;
  throw refused(`${folder}/${name}`, isLong ? `it is over ${byteCount(briefLimits.textBytes)}` : read.why);
}

function textOf(folder: string, name: string): string | undefined {
  const content = plainBytes(folder, name);
  return content === undefined ? undefined : asText(content, `${folder}/${name}`);
}

function asText(content: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw new JoustError(`${visible(path)} is not UTF-8 text`, {
      code: 'usage',
      hint: 'Save it as UTF-8.',
      cause,
    });
  }
}

/** What nobody means by raw material. */
export const passedOver: ReadonlySet<string> = new Set([
  '.git',
  '.gitkeep',
  '.hg',
  '.svn',
  '.DS_Store',
  'Thumbs.db',
  'node_modules',
  '.venv',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.tox',
  '.gradle',
  '.next',
  '.nuxt',
  '.cache',
  '.parcel-cache',
  '.turbo',
  '.npm',
  '.pnpm-store',
]);

function rawOf(folder: string): Pick<Brief, 'raw' | 'leftOut'> {
  const raw: RawFile[] = [];
  const leftOut: string[] = [];
  let total = 0;
  for (const { path, entry } of entriesBelow(folder, 'raw')) {
    if (passedOver.has(entry.name)) {
      if (entry.isDirectory()) leftOut.push(path);
      continue;
    }
    const file = rawFile(folder, path);
    raw.push(file);
    total += file.bytes;
    if (raw.length > briefLimits.files)
      throw refused(`${folder}/raw`, `it holds more than ${thousands(briefLimits.files)} files`);
    if (total > briefLimits.totalBytes)
      throw refused(`${folder}/raw`, `its files are over ${byteCount(briefLimits.totalBytes)} together`);
  }
  return { raw, leftOut };
}

/** All that is no folder, and the folders that are passed over; nothing is followed. */
function* entriesBelow(
  folder: string,
  path: string,
): Generator<{ readonly path: string; readonly entry: Dirent }> {
  const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) throw refused(`${folder}/${path}`, strangeKind(found) ?? 'it is not a folder');
  const entries = readdirSync(join(folder, path), { withFileTypes: true });
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const below = `${path}/${entry.name}`;
    if (/[\uFFFD\p{Cc}\p{Cf}\\]/u.test(entry.name))
      throw refused(`${folder}/${below}`, 'its name has characters that not every system can write');
    if (entry.isDirectory() && !passedOver.has(entry.name)) yield* entriesBelow(folder, below);
    else yield { path: below, entry };
  }
}

function rawFile(folder: string, path: string): RawFile {
  const found = lstatSync(join(folder, path));
  const kind = strangeKind(found);
  if (kind !== undefined) throw refused(`${folder}/${path}`, kind);
  if (found.size > briefLimits.fileBytes)
    throw refused(
      `${folder}/${path}`,
      `it has ${byteCount(found.size)}, over ${byteCount(briefLimits.fileBytes)}`,
    );
  return {
    path,
    mode: (found.mode & 0o100) === 0 ? '100644' : '100755',
    bytes: found.size,
    content: () => {
      const read = bytesInside(folder, path, briefLimits.fileBytes);
      if ('content' in read) return read.content;
      throw refused(`${folder}/${path}`, read.why);
    },
  };
}

/** As the end of a sentence; undefined: it is a plain file. */
function strangeKind(found: ReturnType<typeof lstatSync>): string | undefined {
  if (found === undefined || found.isFile()) return undefined;
  if (found.isSymbolicLink()) return 'it is a link';
  if (found.isFIFO()) return 'it is a pipe';
  if (found.isSocket()) return 'it is a socket';
  return found.isDirectory() ? 'it is a folder' : 'it is a device';
}

function refused(path: string, why: string): JoustError {
  return unfit(
    `${visible(path)} cannot be handed out: ${why}`,
    'Put a plain file of its own in its place, or take it away.',
  );
}

function unfit(message: string, hint: string): JoustError {
  return new JoustError(message, { code: 'usage', hint });
}
