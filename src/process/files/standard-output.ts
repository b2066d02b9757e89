// Standard output and error of this process. Node takes a millisecond to make a stream of one, and longer to write by it than by itself:
// what is no terminal is written at once as long as it takes all of it. On Linux Node writes to files and pipes in this way, too.
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { styleText } from 'node:util';

export interface StandardOutput {
  readonly isTty: boolean;
  columns(): number;
  rows(): number;
  write(text: string): void;
  /** Styled where it shows styles; NO_COLOR and FORCE_COLOR are heeded. */
  style(format: Parameters<typeof styleText>[0], text: string): string;
  /** Resolves when all that was written has been taken. */
  flushed(): Promise<void>;
}

const streams = { 1: () => process.stdout, 2: () => process.stderr };
const isDirect = process.platform === 'linux';

export function standardOutput(file: 1 | 2, failed: (error: NodeJS.ErrnoException) => void): StandardOutput {
  const isTty = isatty(file);
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => {
    opened ??= streams[file]().on('error', failed);
    return opened;
  };
  return {
    isTty,
    columns: () => (isTty && stream().columns) || 80,
    rows: () => (isTty && stream().rows) || 24,
    write(text) {
      const rest = isDirect && !isTty && opened === undefined ? writtenAtOnce(file, text) : text;
      if (rest.length > 0) stream().write(rest);
    },
    style: (format, text) =>
      isTty || process.env['FORCE_COLOR'] !== undefined
        ? styleText(format, text, { stream: stream(), validateStream: true })
        : text,
    flushed: () =>
      new Promise((resolve) => {
        if (opened === undefined) resolve();
        else opened.write('', () => resolve());
      }),
  };
}

/** What is left, for the stream: it is full, or refused, which the stream tells. */
function writtenAtOnce(file: number, text: string): Uint8Array | string {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } catch {
    return bytes.subarray(written);
  }
  return '';
}
