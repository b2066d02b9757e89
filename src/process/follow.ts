// Follows a running attempt through its spool, from the first byte to the end, whoever started it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tailText } from '../domain/kept-text.ts';
import type { ProcessEnd } from '../domain/process-plan.ts';
import { LineReader } from './line-reader.ts';
import { isRunning, type Spool, spoolCause, spoolEnd } from './spool.ts';

export interface Followed {
  readonly type: 'line';
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export interface FollowOptions {
  /** Settles when the wrapper is known to be gone; for a re-attached one whose claim names nobody, when it had its chance. */
  readonly wrapperGone: Promise<unknown>;
  readonly answerFile?: string;
}

const lookEveryMs = 100;
const tailLimit = 4096;

/** Yields every line once and then the end. Without an end file it ends as `lost` when nothing lives any more. */
export async function* follow(
  spool: Spool,
  options: FollowOptions,
): AsyncGenerator<Followed | { readonly type: 'end'; readonly end: ProcessEnd }> {
  using stdout = new LineReader(spool.stdout);
  using stderr = new LineReader(spool.stderr);
  let stderrTail = '';
  let gone = false;
  const wake = options.wrapperGone.then(() => {
    gone = true;
  });
  for (;;) {
    // The order matters: what is read after an end was seen is complete.
    const end = spoolEnd(spool) ?? lostEnd(spool, gone);
    for (const line of drain(stdout, end !== undefined)) yield { type: 'line', stream: 'stdout', text: line };
    for (const line of drain(stderr, end !== undefined)) {
      stderrTail = tailText(`${stderrTail}${line}\n`, tailLimit);
      yield { type: 'line', stream: 'stderr', text: line };
    }
    if (end !== undefined) {
      yield {
        type: 'end',
        end: { cause: end.cause, code: end.code, stderrTail, ...answerIn(spool, options) },
      };
      return;
    }
    await Promise.race([...(gone ? [] : [wake]), sleep(lookEveryMs)]);
  }
}

function* drain(reader: LineReader, toTheEnd: boolean): Generator<string> {
  for (let lines = reader.next(); lines !== undefined; lines = reader.next()) yield* lines;
  const rest = toTheEnd ? reader.rest() : undefined;
  if (rest !== undefined) yield rest;
}

/** Nothing of the attempt lives and nobody wrote an end. */
function lostEnd(spool: Spool, wrapperGone: boolean): { cause: ProcessEnd['cause']; code: null } | undefined {
  const running = isRunning(spool) ?? !wrapperGone;
  // An end may have been written between the first look and this one; the next look will see it.
  if (running || spoolEnd(spool) !== undefined) return undefined;
  return { cause: spoolCause(spool) ?? 'lost', code: null };
}

function answerIn(spool: Spool, { answerFile }: FollowOptions): { answerFile?: string } {
  if (answerFile === undefined) return {};
  try {
    return { answerFile: readFileSync(join(spool.scratch, answerFile), 'utf8') };
  } catch {
    return {};
  }
}
