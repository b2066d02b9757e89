// A brief to pass on: copies of its public files, each looked at again at the moment it is copied, and on request what only its
// operator may see.
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { maySee } from '../../domain/secrets/visibility.ts';
import { briefPrompt } from '../../formats/brief/prompts.ts';
import { contestFiles } from '../../operations/export/contest-files.ts';
import type { RecordPlace } from '../../play/result.ts';
import { makeFolder, type NewFolder } from '../../process/files/new-folder.ts';
import { plainInside } from '../../process/files/read-inside.ts';
import { makeTar } from '../../process/files/tar-file.ts';
import { type Archive, openArchive } from '../../record/archive.ts';
import { fileNames } from '../../views/manifest.ts';
import { safeJson, visible } from '../../views/visible.ts';
import { type BriefRecord, briefRecord } from '../brief-contests.ts';
import { briefLimits, readFolderFile } from '../brief-folder.ts';
import { type Artifact, artifactsIn, artifactsName, artifactsText } from '../contract/artifacts.ts';
import { inOrder } from '../contract/status-file.ts';
import { refreshFolder } from '../keep-folder.ts';

export interface ArchiveRequest {
  readonly folder: string;
  /** Absent: beside the folder. */
  readonly out?: string;
  /** With what only its operator may see. */
  readonly operator: boolean;
  readonly format: 'dir' | 'tar';
  readonly signal: AbortSignal;
}

export interface ArchivedBrief {
  readonly path: string;
  readonly files: readonly Artifact[];
  /** Those that would be passed on by their place. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  readonly notes: readonly string[];
}

/** Undefined: it was left, and nothing was written. */
export async function archiveBrief(
  asked: ArchiveRequest,
  place: RecordPlace,
): Promise<ArchivedBrief | undefined> {
  const { place: folder, file } = readFolderFile(asked.folder);
  const path = outPath(folder, asked);
  await using archive = openArchive(place.home, place.machine, place.openLedger);
  const notes = await refreshFolder(folder, archive, { place });
  const record = await briefRecord(folder, archive);
  const told = asked.operator ? await ofRecord(record, archive, place) : [];
  const files: Artifact[] = [];
  const leftOut: ArchivedBrief['leftOut'][number][] = [];
  const fill = async ({ write }: NewFolder) => {
    for (const artifact of artifactsIn(folder).artifacts) {
      if (asked.signal.aborted) return false;
      const found = takenFrom(folder, artifact, asked.operator);
      if (found === undefined) continue;
      if ('why' in found) leftOut.push({ path: artifact.path, why: found.why });
      else files.push({ ...artifact, ...sized(await write(artifact.path, found.content)) });
    }
    for (const { path: name, content } of told) {
      if (asked.signal.aborted) return false;
      const written = await write(name, await content());
      files.push({ path: name, kind: 'record', visibility: 'operator', ...sized(written) });
    }
    await write(artifactsName, artifactsText(file.name, { artifacts: files, more: false }));
    return true;
  };
  const options = { path, isPrivate: asked.operator, nonce: place.machine.random(12) };
  const isDone =
    asked.format === 'tar'
      ? await makeTar(options, place.machine.now(), fill)
      : await makeFolder(options, fill);
  return isDone ? { path, files, leftOut, notes } : undefined;
}

function sized({ sha256, bytes }: { readonly sha256: string; readonly bytes: number }) {
  return { size: bytes, sha256 };
}

/** An archive in the folder would be archived the next time. */
function outPath(folder: string, { out, format }: ArchiveRequest): string {
  const usual = join(dirname(folder), `${basename(folder)}-archive${format === 'tar' ? '.tar' : ''}`);
  const path = out ?? usual;
  const above = dirname(path);
  const place = existsSync(above) ? join(realpathSync(above), basename(path)) : path;
  if (!relative(folder, place).startsWith('..'))
    throw new JoustError(`${visible(path)} lies in the folder of the brief`, {
      code: 'usage',
      hint: 'Name a place outside of it with --out.',
    });
  return path;
}

type Taken = { readonly content: Uint8Array } | { readonly why: string } | undefined;

/** What a place alone does not make public is read now, as it is now: a plain file, and no link on the way to it. */
function takenFrom(
  folder: string,
  { path, kind, visibility, link, special }: Artifact,
  operator: boolean,
): Taken {
  const isWanted = visibility === 'public' || (operator && visibility === 'operator');
  if (!isWanted)
    return visibility === 'secret' && (kind === 'work' || kind === 'round')
      ? { why: 'it may hold a secret' }
      : undefined;
  if (link === true) return { why: 'it is a link' };
  if (special === true) return { why: 'it is not a file' };
  const read = plainInside(folder, path, briefLimits.fileBytes);
  if ('why' in read || operator) return read;
  const text = read.content.toString('utf8');
  return maySee('everybody', { type: 'patch', secrets: undefined, text })
    ? read
    : { why: 'it may hold a secret' };
}

interface RecordFile {
  readonly path: string;
  content(): Promise<string | Uint8Array>;
}

/** Whose entry stood under which label, what contestants were told, and every contest as joust export --operator has it. */
async function ofRecord(
  record: BriefRecord,
  archive: Archive,
  place: RecordPlace,
): Promise<readonly RecordFile[]> {
  const files: RecordFile[] = [];
  const below = (path: string, content: RecordFile['content']) =>
    files.push({ path: `joust-record/${path}`, content });
  below('mapping.json', async () => `${safeJson(labels(record), 2)}\n`);
  for (const { id, opened, options } of record.played) {
    const task = await archive.text(opened.task.prompt);
    const names = fileNames(opened.roster.map(({ name }) => name));
    for (const [at, { name }] of opened.roster.entries())
      below(`${id}/prompts/${names[at]}.md`, async () => briefPrompt(task, options, name));
  }
  for (const { id } of inOrder(record))
    for (const { path, content } of (await contestFiles(archive, id, { ...place, operator: true })).files)
      below(`${id}/${path}`, content);
  return files;
}

function labels({ judged }: BriefRecord): object {
  return {
    madeBy: 'joust',
    schema_version: 1,
    judgings: judged.map(({ id, record }) => ({
      contest: id,
      seen: record.flatMap(({ event }) =>
        event.type === 'verdict.given'
          ? [
              {
                judge: event.judge,
                labels: event.shown.map(({ label, contestant }) => ({ label, contestant })),
              },
            ]
          : [],
      ),
    })),
  };
}
