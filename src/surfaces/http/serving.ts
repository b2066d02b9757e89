// What a server of joust keeps in the home: the token that opens it, where it is for a second one to say, and the files that lead a
// browser there.
import { join } from 'node:path';
import {
  filesIn,
  isPrivate,
  readSmallFile,
  removeFile,
  replaceFile,
} from '../../process/files/small-file.ts';
import type { Machine } from '../../process/machine.ts';
import { isBrowserConfined, openInBrowser } from '../../process/spawn/browser.ts';
import { readProcess } from '../../process/tree/process-list.ts';

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

/**
 * Opens the page with its token. The address would stand on the browser's command line, which every user of the machine can read: the
 * browser is given a file that only its user can. False: it could not be opened.
 */
export async function openPage(url: string, { token, home, machine }: PageToOpen): Promise<boolean> {
  if (await isBrowserConfined(machine)) return false;
  const path = join(leadsFolder(home), `${machine.random(16)}.html`);
  replaceFile(path, leadText(`${url}/#token=${token}`));
  const isOpen = isPrivate(path) && (await openInBrowser(path, machine));
  if (!isOpen) removeFile(path);
  return isOpen;
}

interface PageToOpen {
  readonly token: string;
  readonly home: string;
  readonly machine: Machine;
}

/** By then a browser has read it, however long it took to start. */
const readWithinMs = 60_000;

/** While a server runs: files that led a browser to it go after a minute, and all of them as it starts and ends. */
export function clearLeads(home: string): Disposable {
  const clear = (olderMs: number) => {
    for (const { path, ageMs } of filesIn(leadsFolder(home))) if (ageMs >= olderMs) removeFile(path);
  };
  clear(0);
  const clearing = setInterval(() => clear(readWithinMs), readWithinMs / 2);
  clearing.unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(clearing);
      clear(0);
    },
  };
}

const leadsFolder = (home: string) => join(home, 'opening');

function leadText(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>joust</title>
<p><a href="${address}">Open joust</a>
`;
}
