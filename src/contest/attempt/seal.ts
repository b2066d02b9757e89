// What remains of an attempt: its answer and streams as blobs without secrets, its figures, and the recorded end.

import { lstatSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { AttemptEnded, AttemptParked, AttemptStarted, Timing } from '../../domain/event.ts';
import { type Redactor, redactor } from '../../domain/kept-text.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import { cleanCopy } from '../../process/files/clean-copy.ts';
import { readInside } from '../../process/files/read-inside.ts';
import { failpoint } from '../../process/machine.ts';
import type { AuthChoice } from '../accounts/auth.ts';
import type { Pause } from '../accounts/breaker.ts';
import { costOf } from '../accounts/price.ts';
import type { HaltReason } from '../handle/halt.ts';
import type { Landed, Parked } from '../handle/step.ts';
import type { Player } from '../play/player.ts';
import type { SealedEntry } from '../workspace/seal-entry.ts';
import type { AttemptToRun, Remains } from './run.ts';

const longBytes = 256 * 1024;
/** A stream this small is cleaned in one piece, without a copy beside it. */
const smallBytes = 64 * 1024;

export interface Attempted extends AttemptToRun {
  readonly agent: Agent;
  readonly auth: AuthChoice;
  readonly run: number;
  readonly left: Remains;
  readonly end: AgentEnd;
  readonly queuedMs: number;
  readonly lane?: string;
  /** Nobody else was in that lane meanwhile. */
  readonly alone?: boolean;
  readonly firstTokenAt?: Date;
  readonly secrets: Readonly<Record<string, string>>;
  /** What it left in its workspace, ready to be recorded with how it ended. */
  readonly entry?: SealedEntry;
  /** Nobody was asked: it is a recording. */
  readonly replayed?: boolean;
  /** It came to its own end, though what it left makes something else of it than ok. */
  readonly done?: boolean;
}

/** Long ones one after the other: together they would fill the memory. Short ones together: they share a transaction. */
export function recordEnd(player: Player, attempted: Attempted): Promise<Landed> {
  const work = () => seal(player, attempted);
  return attempted.left.bytes() > longBytes ? player.sealing.inTurn(work) : work();
}

async function seal(player: Player, attempted: Attempted): Promise<Landed> {
  const { contest, step, end, auth, run, inputs } = attempted;
  const clean = redactor(attempted.secrets);
  const text = clean(end.text);
  const answer = text === '' ? undefined : await player.ledger.stage(text);
  const { stdout, stderr } = await sealStreams(player, attempted.left, clean);
  const model = end.model ?? step.contestant.model;
  const cost = await costOf({ end, model, basis: auth.basis, prices: player.settings.prices });
  const ended: AttemptEnded = {
    type: 'attempt.ended',
    v: 1,
    key: step.key,
    run,
    contestant: step.contestant.name,
    inputs,
    role: step.role,
    round: step.round,
    outcome: end.outcome,
    timing: { ...timingOf(attempted.left.times(), attempted.queuedMs), ...firstTokenOf(attempted) },
    ...saidOf(end, clean),
    overBudget: (attempted.halt.why?.overBudget && end.outcome === 'skipped') || undefined,
    lane: attempted.lane,
    alone: attempted.alone || undefined,
    replayed: attempted.replayed || undefined,
    model,
    cost,
    answer: answer?.ref,
    stdout: stdout?.ref,
    stderr: stderr?.ref,
  };
  const blobs = [answer, stdout, stderr].filter((blob) => blob !== undefined);
  failpoint(`sealed ${step.key}`);
  const { entry } = attempted;
  await player.recorder.record(contest, [...eventOf(entry), ended], [...blobs, ...(entry?.blobs ?? [])]);
  return { end: ended, text, entry: entry?.event };
}

function saidOf(
  { reason, partial, truncated, usage, sessionId, version }: AgentEnd,
  clean: Redactor,
): Pick<AttemptEnded, 'reason' | 'partial' | 'truncated' | 'usage' | 'sessionId' | 'agentVersion'> {
  return {
    reason: reason === undefined ? undefined : clean(reason),
    partial,
    truncated,
    usage,
    sessionId,
    agentVersion: version,
  };
}

function eventOf(entry: SealedEntry | undefined): readonly SealedEntry['event'][] {
  return entry === undefined ? [] : [entry.event];
}

/** Keeps what there was of the answer; the attempt itself stays open for a resume. */
export async function recordInterruption(player: Player, attempted: Attempted): Promise<undefined> {
  const { contest, step, end, run, inputs } = attempted;
  const text = redactor(attempted.secrets)(end.text);
  const partial = text === '' ? undefined : await player.ledger.stage(text);
  const event = {
    type: 'attempt.interrupted',
    v: 1,
    key: step.key,
    run,
    contestant: step.contestant.name,
  } as const;
  const { entry } = attempted;
  const blobs = [...(partial === undefined ? [] : [partial]), ...(entry?.blobs ?? [])];
  await player.recorder.record(
    contest,
    [...eventOf(entry), { ...event, inputs, partial: partial?.ref }],
    blobs,
  );
}

/** The run is given up, with its reason on record. */
export async function recordRetry(
  player: Player,
  attempted: Attempted,
): Promise<{ started: AttemptStarted; lost: boolean }> {
  const { contest, step, end, run, inputs, left } = attempted;
  const { key, contestant, tier, round } = step;
  const reason = redactor(attempted.secrets)(end.reason ?? end.outcome);
  const about = { v: 1, key, run, contestant: contestant.name, inputs } as const;
  const { entry } = attempted;
  const given = { type: 'attempt.retried', ...about, reason } as const;
  await player.recorder.record(contest, [...eventOf(entry), given], entry?.blobs ?? []);
  const spool = left.spool === undefined ? {} : { spool: left.spool };
  const started = { type: 'attempt.started', ...about, tier, round, ...spool } as const;
  return { started, lost: left.times() === undefined };
}

/** Out of quota: what it printed and took is kept, the attempt itself stays open. */
export async function recordParked(player: Player, attempted: Attempted, pause: Pause): Promise<Parked> {
  const { contest, end, step, auth } = attempted;
  const clean = redactor(attempted.secrets);
  const { stdout, stderr } = await sealStreams(player, attempted.left, clean);
  const model = end.model ?? step.contestant.model;
  const cost = await costOf({ end, model, basis: auth.basis, prices: player.settings.prices });
  const parked: AttemptParked = {
    ...parkedEvent(attempted, { ...pause, reason: clean(pause.reason) }),
    run: attempted.run,
    usage: end.usage,
    cost,
    stdout: stdout?.ref,
    stderr: stderr?.ref,
  };
  const blobs = [stdout, stderr].filter((blob) => blob !== undefined);
  const { entry } = attempted;
  await player.recorder.record(contest, [...eventOf(entry), parked], [...blobs, ...(entry?.blobs ?? [])]);
  return { parked };
}

/** Never started: its account is known to be out of quota. A parking that is on record for the same time stands. */
export async function recordWaiting(player: Player, attempt: AttemptToRun, pause: Pause): Promise<Parked> {
  const { parked: known } = attempt;
  if (known?.until === pause.until.toISOString()) return { parked: known };
  const parked = { ...parkedEvent(attempt, pause), run: attempt.started?.run ?? 0 };
  await player.recorder.record(attempt.contest, [parked]);
  return { parked };
}

/** An end without a start: a limit, or an early stop. */
export async function recordUnstarted(
  player: Player,
  { contest, step, inputs, started }: AttemptToRun,
  { outcome, reason }: HaltReason,
): Promise<Landed> {
  const { key, contestant } = step;
  const about = { key, run: started?.run ?? 0, contestant: contestant.name, inputs };
  const end: AttemptEnded = {
    type: 'attempt.ended',
    v: 1,
    ...about,
    role: step.role,
    round: step.round,
    outcome,
    reason,
    timing: { queuedMs: 0 },
  };
  await player.recorder.record(contest, [end]);
  return { end, text: '' };
}

function parkedEvent({ step, inputs }: AttemptToRun, pause: Pause): Omit<AttemptParked, 'run'> {
  const { account, reason, guessed, until } = pause;
  return {
    type: 'attempt.parked',
    v: 1,
    key: step.key,
    contestant: step.contestant.name,
    inputs,
    role: step.role,
    account,
    reason,
    guessed,
    until: until.toISOString(),
  };
}

/** What nobody saw is absent. */
export function timingOf(seen: ReturnType<Remains['times']>, queuedMs: number): Timing {
  const { startedAt, endedAt } = seen ?? {};
  return {
    queuedMs: Math.round(queuedMs),
    startedAt: startedAt?.toISOString(),
    endedAt: endedAt?.toISOString(),
    ranMs:
      startedAt !== undefined && endedAt !== undefined
        ? Math.max(0, endedAt.getTime() - startedAt.getTime())
        : undefined,
  };
}

/** One that was read only after the end came nobody knows when. */
function firstTokenOf({ left, firstTokenAt }: Attempted): Pick<Timing, 'firstTokenMs'> {
  const { startedAt, endedAt } = left.times() ?? {};
  if (startedAt === undefined || endedAt === undefined || firstTokenAt === undefined) return {};
  if (firstTokenAt > endedAt) return {};
  return { firstTokenMs: Math.max(0, firstTokenAt.getTime() - startedAt.getTime()) };
}

async function sealStreams(
  player: Player,
  { streams }: Remains,
  clean: Redactor,
): Promise<{ readonly stdout?: StagedBlob | undefined; readonly stderr?: StagedBlob | undefined }> {
  if (streams === undefined) return {};
  const stdout = await sealStream(player, streams.stdout, clean);
  return { stdout, stderr: await sealStream(player, streams.stderr, clean) };
}

/** An empty or missing stream is none. */
export async function sealStream(
  player: Player,
  path: string,
  clean: Redactor,
): Promise<StagedBlob | undefined> {
  if (!hasContent(path)) return undefined;
  const small = readInside(dirname(path), basename(path), smallBytes);
  if (small !== undefined) return await player.ledger.stage(clean(small));
  const sealed = `${path}.sealed`;
  await cleanCopy(path, sealed, clean);
  return await player.ledger.stageFile(sealed);
}

/** Not waited for: each of many attempts has two, and they are mostly short. */
function hasContent(path: string): boolean {
  try {
    const found = lstatSync(path);
    return found.isFile() && found.size > 0;
  } catch {
    return false;
  }
}
