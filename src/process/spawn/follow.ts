// Follows a running attempt through its spool, from the first byte to the end, whoever started it.
import { existsSync, type FSWatcher, readSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tailText } from '../../domain/kept-text.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import { bytesInside, maxStreamBytes, type OpenFile, openInside } from '../files/read-inside.ts';
import { elapsedMs } from '../machine.ts';
import { isEnding, isRunning, type Spool, spoolCause, spoolEnd } from './spool.ts';
import { standIn } from './stand-in.ts';
import type { Limits } from './start.ts';

export type Followed =
  | { readonly type: 'lines'; readonly stream: 'stdout' | 'stderr'; readonly lines: readonly string[] }
  | { readonly type: 'end'; readonly end: ProcessEnd };

export interface FollowOptions {
  /**
   * Settles when the wrapper is known to be gone, to true where it is known to have recorded the end; for a re-attached one whose claim
   * names nobody, when it had its chance.
   */
  readonly wrapperGone: Promise<unknown>;
  readonly answerFile?: string;
  /** Somebody else started it: whether it lives is looked at each time. */
  readonly attached?: boolean;
  /** For who plays it: kept here should the wrapper fail to. Of one that was attached they count from now on. */
  readonly limits?: Limits;
  /** For who only watches: leaves without an end. */
  readonly signal?: AbortSignal;
  /** How late the wrapper may be. */
  readonly lateMs?: number;
}

/** The wrapper: still there, or with or without an end it has recorded. */
type Gone = false | 'gone' | 'recorded';

const lookEveryMs = 100;
/** Who only watches shows each word: as soon as something is written, but not for each word by itself. */
const watchAfterMs = 10;
/** Where the system does not say what is written. */
const watchEveryMs = 25;
const tailLimit = 4096;
const sliceMs = 8;

/** Yields every line once and then the end. Without an end file it ends as `lost` when nothing lives any more. */
export async function* follow(spool: Spool, options: FollowOptions): AsyncGenerator<Followed> {
  using stdout = new LineReader(spool.stdout);
  using stderr = new LineReader(spool.stderr);
  let stderrTail = '';
  let gone: Gone = false;
  let wake: (() => void) | undefined;
  const keep = standIn(spool, options);
  void options.wrapperGone.then((recorded) => {
    gone = recorded === true ? 'recorded' : 'gone';
    wake?.();
  });
  // Whoever knows already that the wrapper is gone is not woken by it.
  const listen: Listen = (wakeUp) => {
    wake = gone === false ? wakeUp : undefined;
  };
  using looks = looksAt(spool, options);
  if (isNew(options)) await looks.next(listen);
  for (;;) {
    // The order matters: what is read after an end was seen is complete.
    const end =
      spoolEnd(spool) ?? (mayBeLost(options, gone) && looks.isThorough() ? lostEnd(spool, gone) : undefined);
    for await (const lines of drain(stdout, end !== undefined))
      yield { type: 'lines', stream: 'stdout', lines };
    for await (const lines of drain(stderr, end !== undefined)) {
      stderrTail = tailText(`${stderrTail}${lines.join('\n')}\n`, tailLimit);
      yield { type: 'lines', stream: 'stderr', lines };
    }
    if (end !== undefined) {
      yield {
        type: 'end',
        end: { cause: end.cause, code: end.code, stderrTail, ...answerIn(spool, options) },
      };
      return;
    }
    if (options.signal?.aborted === true) return;
    keep(stdout.bytes + stderr.bytes);
    await looks.next(listen);
  }
}

/** There is nothing to see yet. */
function isNew({ attached = false, signal }: FollowOptions): boolean {
  return !attached && signal === undefined;
}

/** While our own wrapper lives, nothing can be. */
function mayBeLost({ attached = false }: FollowOptions, gone: Gone): boolean {
  return gone !== false || attached;
}

interface Looks extends Disposable {
  /** Whether it is time to see if it lives, which costs more than to see what it wrote. */
  isThorough(): boolean;
  next(listen: Listen): Promise<void>;
}

/** Takes what is to be called when there is no need to wait any longer. */
type Listen = (wakeUp: () => void) => void;

function looksAt(spool: Spool, { signal }: FollowOptions): Looks {
  if (signal !== undefined) return watchingLooks(spool, signal);
  return {
    isThorough: () => true,
    next: (listen) => waitFor(lookEveryMs, listen),
    [Symbol.dispose]: () => undefined,
  };
}

function watchingLooks({ path }: Spool, signal: AbortSignal): Looks {
  let isWritten = false;
  let wake: (() => void) | undefined;
  let thoroughAt = 0;
  const written = () => {
    isWritten = true;
    wake?.();
  };
  // Who has left already only wants what is there.
  const watcher = signal.aborted ? undefined : watchFolder(path, written);
  signal.addEventListener('abort', written, { once: true });
  return {
    isThorough() {
      const isTime = elapsedMs() >= thoroughAt;
      if (isTime) thoroughAt = elapsedMs() + lookEveryMs;
      return isTime;
    },
    async next(listen) {
      if (watcher === undefined) return await waitFor(watchEveryMs, listen);
      if (!isWritten)
        await waitFor(lookEveryMs, (wakeUp) => {
          wake = wakeUp;
          listen(wakeUp);
        });
      isWritten = false;
      await waitFor(watchAfterMs);
    },
    [Symbol.dispose]() {
      signal.removeEventListener('abort', written);
      watcher?.close();
    },
  };
}

/** Undefined: the system cannot, or can no more of them. */
function watchFolder(path: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, changed);
    // Looking goes on by itself, if less often.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

/** A timer that is left over would keep the process alive after everything is done. */
function waitFor(afterMs: number, listen: Listen = () => undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, afterMs);
    listen(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** With a turn for everybody else now and then: a flood must not hold up an interrupt. */
async function* drain(reader: LineReader, toTheEnd: boolean): AsyncGenerator<readonly string[]> {
  let sliceEnd = elapsedMs() + sliceMs;
  for (let lines = reader.next(); lines !== undefined; lines = reader.next()) {
    if (lines.length > 0) yield lines;
    if (elapsedMs() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = elapsedMs() + sliceMs;
  }
  const rest = toTheEnd ? reader.rest() : undefined;
  if (rest !== undefined) yield [rest];
}

/** Nothing of the attempt lives and there is no end: nobody wrote one, or what the attempt left running has taken it away. */
function lostEnd(spool: Spool, gone: Gone): { cause: ProcessEnd['cause']; code: null } | undefined {
  const running = isRunning(spool) ?? gone === false;
  // An end may have been written between the first look and this one; the next look will see it.
  if (running || isEnding(spool)) return undefined;
  return { cause: spoolCause(spool) ?? (gone === 'recorded' ? 'exited' : 'lost'), code: null };
}

/** More than any answer has; what is kept of an answer in a stream is less. */
const maxAnswerBytes = 8 * 1024 * 1024;

function answerIn(
  spool: Spool,
  { answerFile }: FollowOptions,
): Pick<ProcessEnd, 'answerFile' | 'answerUnread'> {
  if (answerFile === undefined) return {};
  const read = bytesInside(spool.scratch, answerFile, maxAnswerBytes);
  if ('content' in read) return { answerFile: read.content.toString('utf8') };
  return read.absent === true ? {} : { answerUnread: read.why };
}

/** Small enough that what it becomes dies young; large pieces would fill the old part of the heap. */
const chunkBytes = 16 * 1024;
/** A longer line is cut here; its rest is passed over. */
export const lineLimit = 4 * 1024 * 1024;

/** Of all readers: what is read becomes text before anything else is. */
let buffer: Buffer | undefined;
const nothing = Buffer.alloc(0);

/** Reads a growing file line by line, with bounded memory. */
export class LineReader {
  readonly #path: string;
  readonly #decoder = new StringDecoder('utf8');
  #source: OpenFile | undefined;
  #begun = '';
  #position = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The whole lines of the next chunk, or undefined when nothing more is there for now. */
  next(): readonly string[] | undefined {
    const read = this.#read();
    if (read.length === 0) return undefined;
    const lines = this.#decoder.write(read).split('\n');
    const last = lines.pop() ?? '';
    const [first, ...rest] = lines;
    if (first === undefined) {
      this.#begin(last);
      return [];
    }
    this.#begin(first);
    const whole = [this.#begun, ...rest].map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    this.#begun = last;
    return whole;
  }

  /** The half line at the end of the file, if there is one. */
  rest(): string | undefined {
    this.#begin(this.#decoder.end());
    const rest = this.#begun;
    this.#begun = '';
    return rest === '' ? undefined : rest;
  }

  /** How much was read. */
  get bytes(): number {
    return this.#position;
  }

  [Symbol.dispose](): void {
    this.#source?.[Symbol.dispose]();
    this.#source = undefined;
  }

  #begin(text: string): void {
    if (this.#begun.length < lineLimit) this.#begun += text.slice(0, lineLimit - this.#begun.length);
  }

  #read(): Buffer {
    // While it is not there yet a look costs less than an error.
    if (this.#source === undefined && !existsSync(this.#path)) return nothing;
    const source = this.#source ?? openInside(dirname(this.#path), basename(this.#path));
    if ('why' in source || this.#position > maxStreamBytes) return nothing;
    this.#source = source;
    buffer ??= Buffer.allocUnsafe(chunkBytes);
    const bytes = readSync(source.file, buffer, 0, chunkBytes, this.#position);
    this.#position += bytes;
    noteRead(bytes);
    return buffer.subarray(0, bytes);
  }
}

/** Most contests print less than this, all together. */
const floodBytes = 1024 * 1024;
let readSoFar = 0;

/** What a flood becomes dies young: from then on the heap stays small. */
function noteRead(bytes: number): void {
  if (readSoFar <= floodBytes && readSoFar + bytes > floodBytes)
    void import('../keep-awake.ts').then(({ keepHeapSmall }) => keepHeapSmall());
  readSoFar += bytes;
}
