// Contests on record from a program: read them, go on with them, answer their questions.

import { answerGate } from '../contest/handle/gate.ts';
import { durationMs } from '../domain/settings/rule.ts';
import { checkedBy } from '../formats/format.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { memoryLedger as memoryLedgerAt } from '../ledger/memory.ts';
import { resumeDetached } from '../play/leave-to-player.ts';
import { type GoOnRequest, playOn } from '../play/play-on.ts';
import { type Machine, thisMachine } from '../process/machine.ts';
import { type Archive, openArchive as openArchiveAt, speakerName } from '../record/archive.ts';
import { ledgerHandingOver, ledgerOf } from '../record/user-ledger.ts';
import { type ContestRun, startRun } from './contest-run.ts';
import { followed, hostProgram, type Place, placeOf, playedBy } from './play-format.ts';
import {
  asInline,
  type FunctionPlayer,
  limitSettings,
  type PlayOptions,
  resumeOptions,
} from './play-options.ts';
import { type PlayedContest, playedOnRecord } from './played-contest.ts';

/** Where it is on record; absent: where this user's contests are. */
export type RecordOptions = Pick<PlayOptions, 'home' | 'ledger'>;

/** Whose word goes on record: a program's, by this name. */
export type SpeakerOptions = RecordOptions & { readonly caller?: string };

/** The record itself: events and what they point to. Close it. */
export function openLedger({
  home,
  url,
  now,
}: {
  readonly home?: string;
  /** Of a PostgreSQL database; absent: where this user's contests are. */
  readonly url?: string;
  readonly now?: () => Date;
} = {}): Ledger {
  const { machine, home: here } = placeOf({ home });
  const open = url === undefined ? ledgerOf(machine) : ledgerHandingOver(url);
  return open({ home: here, now: now ?? machine.now });
}

/** Keeps nothing beyond this process. */
export function memoryLedger(now: () => Date = thisMachine().now): Ledger {
  return memoryLedgerAt(now);
}

/** The record as people ask for it: contests by a part of their id, summaries, texts, news. Close it (`await using`). */
export function openArchive(home?: string, machine: Machine = thisMachine()): Archive {
  return openArchiveAt(placeOf({ home }).home, machine);
}

async function onRecord<T>(
  options: RecordOptions,
  use: (archive: Archive, place: Place) => Promise<T>,
): Promise<T> {
  const place = placeOf(options);
  await using archive = openArchiveAt(place.home, place.machine, place.openLedger);
  return await use(archive, place);
}

/** What a contest on record came to so far, by its id, a unique beginning of it, or `@last`. Nothing starts. */
export async function readContest<Result = unknown>(
  id: string,
  options: RecordOptions = {},
): Promise<PlayedContest<Result>> {
  return await onRecord(options, async (archive, place) =>
    playedOnRecord<Result>(place, archive, await archive.find(id)),
  );
}

export interface ResumeOptions
  extends RecordOptions,
    Pick<PlayOptions, 'limits' | 'signal' | 'approve' | 'waitForQuota' | 'detached'> {
  /** Those of the functions that play in it; without them it cannot be played on. */
  readonly functions?: readonly FunctionPlayer[] | undefined;
  /** Failed attempts are run again. */
  readonly retryFailed?: boolean | undefined;
  /** Nobody else plays on. */
  readonly only?: readonly string[] | undefined;
}

/** Plays it on from where its record ends; one that is over is only told again. */
export function resume<Result = unknown>(id: string, options: ResumeOptions = {}): ContestRun<Result> {
  return startRun<Result>(async (telling) => {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const { functions = [], ...common } = checkedBy(resumeOptions, given, 'resume');
    common.signal?.throwIfAborted();
    const place = placeOf(common);
    const whole = await onRecord(common, (archive) => archive.find(id));
    const asked = goOnRequest(common);
    telling.opened(whole);
    if (common.detached === true) {
      await onRecord(common, (archive) => resumeDetached({ archive, ...place, id: whole }, asked));
      const { signal = new AbortController().signal } = common;
      return await followed<Result>(whole, { ...place, signal }, telling);
    }
    const inline = Object.fromEntries(functions.map((one) => [one.name, asInline(one)]));
    return await playedBy<Result>(common, telling, (watched) =>
      playOn(whole, asked, { ...place, ...watched, inline }),
    );
  });
}

function goOnRequest({ limits, retryFailed, only, waitForQuota, approve }: ResumeOptions): GoOnRequest {
  const waitForQuotaMs = waitForQuota === undefined ? undefined : durationMs(waitForQuota);
  return {
    limits: limits && limitSettings(limits),
    retryFailed,
    only,
    waitForQuotaMs,
    approve: typeof approve === 'boolean' ? approve : undefined,
  };
}

/** Settles the question that a contest waits for. Whoever plays it sees it; else resume(id) goes on. */
export async function answer(
  id: string,
  said: string,
  { caller: program = hostProgram, ...options }: SpeakerOptions = {},
): Promise<void> {
  await onRecord(options, async (archive) => {
    await answerGate(archive.below.ledger, await archive.find(id), {
      answer: said,
      program: speakerName({ program }),
    });
  });
}
