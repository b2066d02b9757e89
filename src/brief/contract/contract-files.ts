// The files of a brief that are for other programs, written whole whenever their content changed. What joust did not make is
// left as it is, and said.
import { lstatSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTrouble } from '../../domain/joust-error.ts';
import { bytesInside } from '../../process/files/read-inside.ts';
import { replaceFile } from '../../process/files/small-file.ts';
import { madeMark } from '../../views/brief/judge-files.ts';
import { entriesOf } from '../../workspace/folder/seal-folder.ts';
import type { BriefRecord } from '../brief-contests.ts';
import { readFolderFile } from '../brief-folder.ts';
import { placeIn, refuseLinks } from '../work-folders.ts';
import { artifactsIn, artifactsName, artifactsText } from './artifacts.ts';
import { eventLog } from './event-log.ts';
import { type StatusFile, statusFile } from './status-file.ts';

/** Sentences about what was left as it is. */
export function keepContract(
  folder: string,
  record: BriefRecord,
  playing: ReadonlySet<string>,
): readonly string[] {
  const status = statusOf(folder, record, playing);
  clearHalves(join(folder, placeIn(folder)));
  return [
    ...keepStatus(folder, status),
    ...keepOwn(folder, join(placeIn(folder), 'events.jsonl'), eventLog(record, status.brief)),
    // Last: it tells of the others.
    ...keepOwn(
      folder,
      join(placeIn(folder), artifactsName),
      artifactsText(status.brief, artifactsIn(folder)),
    ),
  ];
}

const half = /^(?:status\.json|events\.jsonl|artifacts\.json)\.\d+\.new$/;

/** What a player that was killed had begun to write. */
function clearHalves(place: string): void {
  for (const entry of entriesOf(place))
    if (entry.isFile() && half.test(entry.name)) rmSync(join(place, entry.name), { force: true });
}

export function keepStatus(folder: string, status: StatusFile): readonly string[] {
  return keepOwn(folder, join(placeIn(folder), 'status.json'), `${JSON.stringify(status, undefined, 2)}\n`);
}

/** With those whom brief.yaml names, where it can be read. */
export function statusOf(folder: string, record: BriefRecord, playing: ReadonlySet<string>): StatusFile {
  const file = readable(folder);
  const contestants = (file?.contestants ?? []).map(({ name, spec, play }) => {
    const agent = play?.agent ?? spec?.split('/')[0];
    return { name, agent };
  });
  const brief = record.played.at(-1)?.options.brief ?? file?.name ?? '';
  return statusFile(record, { brief, contestants, playing });
}

function readable(folder: string) {
  try {
    return readFolderFile(folder).file;
  } catch {
    return undefined;
  }
}

/** A file with joust's mark in it; a sentence where another lies in its place. */
export function keepOwn(folder: string, path: string, text: string): readonly string[] {
  try {
    refuseLinks(folder, dirname(path));
    const found = ownText(folder, path);
    if (found === 'foreign') return [`${path} was not made by joust and is left as it is.`];
    if (found !== text) replaceFile(join(folder, path), text, 0o644);
    return [];
  } catch (error) {
    return [`${path} is not up to date: ${writeTrouble(error)}.`];
  }
}

const mostBytes = 256 * 1024 * 1024;

/** Undefined: there is nothing of that name. */
export function ownText(folder: string, path: string): string | 'foreign' | undefined {
  if (lstatSync(join(folder, path), { throwIfNoEntry: false }) === undefined) return undefined;
  const read = bytesInside(folder, path, mostBytes);
  if (!('content' in read) || !lstatSync(join(folder, path)).isFile()) return 'foreign';
  const text = read.content.toString('utf8');
  return isOurs(text) ? text : 'foreign';
}

/** The mark stands in the JSON, or in its first line; a text or page begins with it. */
function isOurs(text: string): boolean {
  if (text.slice(0, 100).includes(madeMark)) return true;
  for (const part of [text.slice(0, text.indexOf('\n')), text]) {
    try {
      return (JSON.parse(part) as { madeBy?: unknown } | null)?.madeBy === 'joust';
    } catch {
      // The first line of a file that is one value is none.
    }
  }
  return false;
}
