// Copies a text file through a cleaning function, in pieces that end at line ends, with bounded memory.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Small enough that what it becomes dies young. */
const pieceBytes = 32 * 1024;

const longestLine = 256 * 1024;

/** What is cleaned never spans lines; a longer line than the longest is cleaned in parts. */
export async function cleanCopy(from: string, to: string, clean: (text: string) => string): Promise<void> {
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
      const cut = text.length > longestLine ? text.length : text.lastIndexOf('\n') + 1;
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
