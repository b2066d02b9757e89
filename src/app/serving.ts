// What a server of joust keeps in the home: the token that opens it, and where it is, for a second one to say.
import { join } from 'node:path';
import { isPrivate, readSmallFile, removeFile, replaceFile } from '../process/files/small-file.ts';
import { readProcess } from '../process/tree/process-list.ts';
import type { Machine } from './host.ts';

/** Two hundred bits. */
const tokenLetters = 40;
const tokenShape = /^[a-z0-9]{40}$/;

/** The same one at each start, so that an open tab goes on; another where others could have read it. */
export function serveToken(home: string, machine: Machine, { renew = false } = {}): string {
  const path = join(home, 'serve.token');
  const kept = renew || !isPrivate(path) ? '' : (readSmallFile(path) ?? '').trim();
  if (tokenShape.test(kept)) return kept;
  const made = machine.random(tokenLetters);
  replaceFile(path, `${made}\n`);
  return made;
}

export interface ServingPlace {
  readonly pid: number;
  /** Where it is opened, without the token. */
  readonly url: string;
}

/** Whoever serves this home and lives. */
export function whoServes(home: string): ServingPlace | undefined {
  try {
    const { pid, startTime, url } = JSON.parse(readSmallFile(placeFile(home)) ?? '{}');
    if (typeof pid !== 'number' || typeof url !== 'string') return undefined;
    return readProcess(pid)?.startTime === startTime ? { pid, url } : undefined;
  } catch {
    return undefined;
  }
}

/** Says that this process serves it, until it is disposed of. */
export function announceServing(home: string, url: string): Disposable {
  const { pid } = process;
  const startTime = readProcess(pid)?.startTime;
  replaceFile(placeFile(home), `${JSON.stringify({ pid, startTime, url })}\n`);
  return {
    [Symbol.dispose]: () => {
      if (whoServes(home)?.pid === pid) removeFile(placeFile(home));
    },
  };
}

const placeFile = (home: string) => join(home, 'serve.json');
