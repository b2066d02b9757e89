// What is on standard input, and whether somebody sits there. A file, nothing at all or a pipe whose end has come is read at once: the
// streams of Node take longer to load than most of what they would read.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';

export const isTypedInput = (): boolean => isatty(0);

const silenceMs = 2000;

/** `waiting` is called once where nothing comes for a while. */
export async function* standardInput(waiting: () => void = () => undefined): AsyncGenerator<Buffer> {
  const heard = yield* whatIsThere();
  if (heard === 'all') return;
  const silence = heard === 'some' ? undefined : setTimeout(waiting, silenceMs);
  try {
    for await (const chunk of process.stdin) {
      clearTimeout(silence);
      yield chunk;
    }
  } finally {
    clearTimeout(silence);
  }
}

const chunkBytes = 65_536;

/** A file, or of a pipe of Linux what is in it, without waiting for more. */
function* whatIsThere(): Generator<Buffer, 'all' | 'some' | 'nothing yet'> {
  const file = withoutWaiting();
  if (file === undefined) return 'nothing yet';
  let heard: 'some' | 'nothing yet' = 'nothing yet';
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const bytes = readSync(file, chunk);
      if (bytes === 0) return 'all';
      heard = 'some';
      yield chunk.subarray(0, bytes);
    }
  } catch (error) {
    // More may come, and the streams wait for that; what is wrong with it they say as well.
    if ((error as NodeJS.ErrnoException).syscall === 'read') return heard;
    throw error;
  } finally {
    if (file !== 0) closeSync(file);
  }
}

/** The null device of Linux. */
const nothing = 0x103;

/** The same pipe is opened by a name of its own: whoever else has it goes on waiting for it as before. */
function withoutWaiting(): number | undefined {
  try {
    const found = fstatSync(0);
    if (process.platform !== 'linux') return undefined;
    if (found.isFile() || (found.isCharacterDevice() && found.rdev === nothing)) return 0;
    const isPipe = found.isFIFO();
    return isPipe ? openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK) : undefined;
  } catch {
    return undefined;
  }
}
