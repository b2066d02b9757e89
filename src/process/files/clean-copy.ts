// Copies a text file through a cleaning function, in pieces that end at line ends, with bounded memory.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Small enough that what it becomes dies young. */
const pieceBytes = 32 * 1024;

const longestLine = 256 * 1024;
/** What is cleaned is never longer than this. */
const longestSecret = 8 * 1024;
/** Odd enough that what repeats itself does not keep meeting it in the same place. */
const stepBack = 61;

type Clean = (text: string) => string;

/** What is cleaned never spans lines; a longer line than the longest is cleaned in parts. */
export async function cleanCopy(from: string, to: string, clean: Clean): Promise<void> {
  const source = openSync(from, 'r');
  const target = openSync(to, 'w', 0o600);
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (;;) {
      const bytes = readSync(source, buffer);
      if (bytes === 0) break;
      const text = rest + decoder.write(buffer.subarray(0, bytes));
      const cut = cutOf(text, clean);
      writeSync(target, clean(text.slice(0, cut)));
      rest = text.slice(cut);
      await nextTurn();
    }
    writeSync(target, clean(rest + decoder.end()));
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** Behind the last line end; in a line longer than the longest, where nothing that is cleaned stands across it. */
function cutOf(text: string, clean: Clean): number {
  const lines = text.lastIndexOf('\n') + 1;
  if (lines > 0 || text.length <= longestLine) return lines;
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
