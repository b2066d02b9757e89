// Copies a text file through a cleaning function, in pieces that end at line ends, with bounded memory.
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openKey } from '../../domain/secrets/private-keys.ts';
import { maxStreamBytes, openInside } from './read-inside.ts';

/** Small enough that what it becomes dies young. */
const pieceBytes = 32 * 1024;

const longestLine = 256 * 1024;
/** What is cleaned is never longer than this. */
const longestSecret = 8 * 1024;
/** Odd enough that what repeats itself does not keep meeting it in the same place. */
const stepBack = 61;

type Clean = (text: string) => string;

/**
 * Of what is cleaned only private keys span lines; a longer line than the longest is cleaned in parts. Both places may be a contestant's: from
 * what is no file nothing is copied, and what lies where the copy goes is removed and not written through.
 */
export async function cleanCopy(from: string, to: string, clean: Clean): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  const target = openSync(to, 'wx', 0o600);
  const source = openInside(dirname(from), basename(from));
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (let total = 0; 'file' in source && total < maxStreamBytes; ) {
      const bytes = readSync(source.file, buffer);
      if (bytes === 0) break;
      total += bytes;
      const text = rest + decoder.write(buffer.subarray(0, bytes));
      const cut = cutOf(text, clean);
      writeSync(target, clean(text.slice(0, cut)));
      rest = text.slice(cut);
      await nextTurn();
    }
    writeSync(target, clean(rest + decoder.end()));
  } finally {
    if ('file' in source) closeSync(source.file);
    closeSync(target);
  }
}

/** Behind the last line end that no private key stands across; in a line longer than the longest, where nothing that is cleaned stands across it. */
function cutOf(text: string, clean: Clean): number {
  const lines = text.lastIndexOf('\n') + 1;
  if (lines > 0) {
    const key = openKey(text.slice(0, lines));
    return key === 0 ? lines : text.lastIndexOf('\n', lines - key) + 1;
  }
  if (text.length <= longestLine) return 0;
  const last = text.length - longestSecret;
  for (let cut = last; cut > last - longestSecret; cut -= stepBack)
    if (isBetween(text, cut, clean)) return cut;
  return text.length;
}

function isBetween(text: string, cut: number, clean: Clean): boolean {
  const before = text.slice(cut - longestSecret, cut);
  const behind = text.slice(cut, cut + longestSecret);
  return !/^[\uDC00-\uDFFF]/.test(behind) && clean(before) + clean(behind) === clean(before + behind);
}
