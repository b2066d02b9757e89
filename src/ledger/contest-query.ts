// Which contests are asked for: told from their openings, and by their prompts where words are given.
import { isAbsolute, relative, sep } from 'node:path';
import type { BlobRef } from '../domain/change.ts';
import type { ContestQuery, StoredEvent } from './ledger.ts';

/** The first of these, in their order, that are meant; their states and ids were looked at before. */
export async function meantBy(
  { limit = Number.POSITIVE_INFINITY, words = [], ...query }: ContestQuery,
  openings: Iterable<StoredEvent>,
  prompt: (ref: BlobRef) => Promise<Buffer>,
): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = [];
  for (const opening of openings) {
    if (found.length >= limit) break;
    const { event } = opening;
    if (event.type !== 'contest.opened' || !isMeant(query, opening)) continue;
    if (words.length > 0 && !hasWords(words, await prompt(event.task.prompt))) continue;
    found.push(opening);
  }
  return found;
}

function isMeant({ format, since, folders }: ContestQuery, { at, event }: StoredEvent): boolean {
  if (event.type !== 'contest.opened') return false;
  if (format !== undefined && event.format !== format) return false;
  if (since !== undefined && at < since) return false;
  return folders === undefined || folders.some((folder) => isWithin(event.task.cwd, folder));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function hasWords(words: readonly string[], prompt: Buffer): boolean {
  const text = prompt.toString('utf8').toLowerCase();
  return words.every((word) => text.includes(word));
}
