// A check as a durable step: a command in a folder, run like an attempt (in a spool, re-attached after a crash), whose
// exit code and output are the measurement.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckEnded, JoustEvent } from '../../domain/event.ts';
import { redactor } from '../../domain/kept-text.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import { secretValues } from '../../domain/secrets/secret-values.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import { childEnvironment } from '../../process/environment.ts';
import { failpoint, sha256 } from '../../process/machine.ts';
import { follow } from '../../process/spawn/follow.ts';
import { findProgram, type Lookup } from '../../process/spawn/programs.ts';
import {
  endSpool,
  fillSpool,
  isClaimed,
  isElsewhere,
  noteCause,
  removeSpool,
  type Spool,
  spoolAt,
  spoolEnd,
  spoolName,
} from '../../process/spawn/spool.ts';
import { type Limits, startWrapper } from '../../process/spawn/start.ts';
import type { Argv } from '../../workspace/sandbox/sandbox.ts';
import { sealStream, timingOf } from '../attempt/seal.ts';
import { Halt, Interrupted } from '../handle/halt.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { CheckTurns } from '../play/in-turn.ts';
import { clearAway, type Player } from '../play/player.ts';
import { confineCheck, type Starting } from '../workspace/confine.ts';
import type { StepWorkspace } from '../workspace/step-workspace.ts';
import { watchDisk } from '../workspace/watch-disk.ts';
import { specInputs, type WorkspaceSpec } from '../workspace/workspace-spec.ts';
import { readReports, reportEnvironment } from './runner-reports.ts';

export interface CheckStep {
  /** Unique in the contest. */
  readonly key: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly cwd: string;
  readonly timeoutMs: number;
  /** What it reads: its standard input, and the file that JOUST_ANSWER names. */
  readonly stdin?: string;
  /** What the measured thing is, where the folder's path does not say it: a tree's hash. */
  readonly subject?: string;
  /** The private checkout it runs in; the folder above does not count then. */
  readonly workspace?: WorkspaceSpec;
  /** A file it leaves its figures in, relative to the top of the checkout. */
  readonly report?: string;
  /** Test runners in it are told to leave reports of their own. */
  readonly reports?: true;
  /** What a sandbox lets it reach; absent: nothing. */
  readonly network?: 'open' | 'none';
  /**
   * What passed for the same inputs before, in whatever contest, need not run again; only where all of these did, since
   * one of them may build what another needs.
   */
  readonly reuse?: readonly Pick<CheckStep, 'command' | 'report' | 'reports'>[];
  /** It runs whatever passed before, and what it comes to is remembered in the place of that. */
  readonly anew?: boolean;
  /** Those that ended before it in the same workspace, in their order: it may need what they left there. */
  readonly after?: readonly Pick<CheckStep, 'key' | 'command' | 'timeoutMs'>[];
  /** Called when its workspace is ready: made, and set up. */
  ready?(): void;
  /** Others are starting who come first: it is begun a moment later. */
  readonly behind?: boolean;
}

export interface CheckToRun {
  readonly contest: string;
  readonly record: ContestRecord;
  readonly step: CheckStep;
  /** A run of this playing that was lost with its wrapper. */
  readonly lost?: number;
  /** The checkout of its step. */
  readonly place?: StepWorkspace;
  /** What it takes of the machine is taken in its turn; it is made ready and recorded beside others. */
  readonly turns?: CheckTurns;
  /** Asked when it has ended: what was measured counts. */
  stands?(): Promise<boolean | 'spoils'>;
}

/** Exit codes of a shell for what is not there or cannot be run. */
const unavailable: ReadonlySet<number | null> = new Set([126, 127]);
/** The exit code of docker and podman for what was not the program's doing. */
const engineFailed = 125;
const introductionMs = 2000;
const maxRuns = 2;
const maxReportBytes = 32_000_000;

export function checkInputs(step: CheckStep): string {
  const { command, cwd, subject, workspace, report, reports, network, stdin } = step;
  const read = [...(stdin === undefined ? [] : [stdin]), ...(reports === true ? ['reports'] : [])];
  if (workspace === undefined) return sha256(JSON.stringify([command, subject ?? cwd, ...read]));
  return sha256(JSON.stringify([command, specInputs(workspace), report, network, ...read]));
}

/** Undefined: what was measured does not count. */
export async function runCheck(
  player: Player,
  check: CheckToRun & { readonly stands?: never },
): Promise<CheckEnded>;
export async function runCheck(player: Player, check: CheckToRun): Promise<CheckEnded | undefined>;
export async function runCheck(player: Player, check: CheckToRun): Promise<CheckEnded | undefined> {
  const { step, place } = check;
  const cwd = place?.workspace.folder ?? player.folderOf(step.cwd);
  const env = { ...environmentOf(player), ...place?.env };
  const program = programOf(check, { path: env['PATH'], cwd });
  const { spool, run, isNew } = placeOf(player, check);
  if (program === undefined && !isClaimed(spool))
    return await record(player, check, { run: 0, cause: 'not-found', code: null });
  if (isNew && step.workspace !== undefined) await place?.workspace.restore();
  if (isNew) await recordStart(player, check, { spool, run });
  const marked = { ...env, ...stepEnvironment(step, spool, env), [spool.marker.split('=')[0] ?? '']: '1' };
  const plain: Argv = [program ?? step.command[0], ...step.command.slice(1)];
  const argv = await confined(player, check, { argv: plain, spool, env: marked });
  const { signal } = player;
  const endAs = (cause: 'cancelled' | 'skipped') => () => {
    noteCause(spool, cause);
    void endSpool(spool);
  };
  const interrupt = endAs('cancelled');
  signal.addEventListener('abort', interrupt, { once: true });
  const full = new Halt();
  full.signal.addEventListener('abort', endAs('skipped'), { once: true });
  const unwatch = place === undefined ? undefined : watchDisk(place, full);
  try {
    const limits = { timeoutMs: step.timeoutMs, idleMs: 0, outputBytes: player.settings.outputBytes };
    const start = () => startWrapper(spool, { argv, cwd, env: marked, limits });
    const end = await inItsTurn(check, async () => {
      // Nobody needs to begin any more.
      if (signal.aborted && isNew) return { cause: 'cancelled', code: null };
      const found = await ended(spool, limits, start);
      await clearAway(player, step.key, spool);
      return found;
    });
    if (signal.aborted && end.cause !== 'exited') {
      // It costs nothing to run it again.
      removeSpool(spool);
      throw new Interrupted();
    }
    failpoint(`ended ${step.key}`);
    if (end.cause === 'lost' && run <= maxRuns) {
      removeSpool(spool);
      return await runCheck(player, { ...check, lost: run });
    }
    const result = await counted(player, check, { run, spool, cause: end.cause, code: end.code });
    removeSpool(spool);
    return result;
  } finally {
    unwatch?.();
    signal.removeEventListener('abort', interrupt);
  }
}

/** What it reads, and where its test runners leave reports. */
function stepEnvironment(
  { stdin, reports }: CheckStep,
  spool: Spool,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    ...(stdin !== undefined && { JOUST_ANSWER: spool.stdin }),
    ...(reports === true && reportEnvironment(env, spool.scratch)),
  };
}

type Ended = Pick<ProcessEnd, 'cause' | 'code'>;

function inItsTurn({ turns, step }: CheckToRun, run: () => Promise<Ended>): Promise<Ended> {
  return turns === undefined ? run() : turns.inTurn(step.command, run);
}

/** In a container it is the image's. */
function programOf({ step, place }: CheckToRun, lookup: Lookup): string | undefined {
  const [name] = step.command;
  return place?.spec.sandbox === 'container' ? name : findProgram(name, lookup);
}

async function confined(player: Player, { step, place }: CheckToRun, start: Starting): Promise<Argv> {
  const { network = 'none' } = step;
  return place === undefined || isClaimed(start.spool)
    ? start.argv
    : place.workspace.enter(await confineCheck(player, place, { ...start, network }));
}

function placeOf(
  player: Player,
  { contest, record, step, lost = 0 }: CheckToRun,
): { spool: Spool; run: number; isNew: boolean } {
  const started = record.find('check.started', step.key, checkInputs(step))?.event;
  if (started !== undefined && isOwn(player, started) && existsSync(started.spool)) {
    const spool = spoolAt(started.spool);
    const gone = isLost(started, spool) || spoolEnd(spool)?.cause === 'cancelled';
    if (!gone) return { spool, run: started.run, isNew: false };
    removeSpool(spool);
  }
  const path = join(player.home, 'spools', spoolName(contest, player.machine.random(12)));
  return { spool: spoolAt(path), run: Math.max(started?.run ?? 0, lost) + 1, isNew: true };
}

type CheckStarted = Extract<JoustEvent, { type: 'check.started' }>;

/** As with an attempt: what another host has begun is not looked at, even where its folders are shared. */
function isOwn({ host }: Player, started: CheckStarted): boolean {
  return started.host === undefined || started.host === host;
}

/** This host has begun it, in a container or a boot that was there before this one. */
function isLost({ host }: CheckStarted, spool: Spool): boolean {
  return host !== undefined && isElsewhere(spool);
}

async function recordStart(
  player: Player,
  { contest, step, place }: CheckToRun,
  { spool, run }: { spool: Spool; run: number },
): Promise<void> {
  fillSpool(spool, { stdin: step.stdin ?? '', files: [] });
  if (step.reports === true) mkdirSync(spool.scratch, { mode: 0o700 });
  const inputs = checkInputs(step);
  const { key } = step;
  await player.recorder.record(contest, [
    {
      type: 'check.started',
      v: 1,
      key,
      run,
      inputs,
      spool: spool.path,
      workspace: place?.workspace.root,
      host: player.host,
    },
  ]);
}

/** Starts it unless somebody has, and waits for its end. */
async function ended(spool: Spool, limits: Limits, start: () => Promise<boolean>): Promise<ProcessEnd> {
  const attached = isClaimed(spool);
  const wrapperGone = attached ? sleep(introductionMs, undefined, { ref: false }) : start();
  for await (const output of follow(spool, { wrapperGone, attached, limits }))
    if (output.type === 'end') return output.end;
  return { cause: 'lost', code: null, stderrTail: '' };
}

interface EndToRecord extends Ended {
  readonly run: number;
  readonly spool?: Spool;
  readonly spoils?: boolean;
}

async function counted(player: Player, check: CheckToRun, end: EndToRecord): Promise<CheckEnded | undefined> {
  const stands = (await check.stands?.()) ?? true;
  return stands === false ? undefined : await record(player, check, { ...end, spoils: stands === 'spoils' });
}

async function record(
  player: Player,
  { contest, step, place }: CheckToRun,
  { spoils = false, ...end }: EndToRecord,
): Promise<CheckEnded> {
  const clean = redactor(secretsOf(player));
  const stdout = end.spool && (await sealStream(player, end.spool.stdout, clean));
  const stderr = end.spool && (await sealStream(player, end.spool.stderr, clean));
  const report = end.spool && place && (await sealReport(player, place, step.report));
  const reports = end.spool && place && (await sealReports(player, place, { step, spool: end.spool }));
  const event: CheckEnded = {
    type: 'check.ended',
    v: 1,
    key: step.key,
    run: end.run,
    inputs: checkInputs(step),
    outcome: spoils ? 'failed' : outcomeOf(end, place?.spec.sandbox),
    code: end.code,
    timing: end.spool === undefined ? { queuedMs: 0 } : timingOf(spoolEnd(end.spool), 0),
    stdout: stdout?.ref,
    stderr: stderr?.ref,
    report: report?.ref,
    reports: reports?.ref,
    spoils: spoils || undefined,
  };
  await player.recorder.record(
    contest,
    [event],
    [stdout, stderr, report, reports].filter((blob) => blob !== undefined),
  );
  return event;
}

/** A file of the checkout, not one that a link in it leads to; too long a one says nothing. */
async function sealReport(
  player: Player,
  { workspace }: StepWorkspace,
  path: string | undefined,
): Promise<StagedBlob | undefined> {
  if (path === undefined) return undefined;
  const content = workspace.read(path, maxReportBytes);
  return content === undefined ? undefined : await player.ledger.stage(redactor(secretsOf(player))(content));
}

async function sealReports(
  player: Player,
  { workspace }: StepWorkspace,
  { step, spool }: { readonly step: CheckStep; readonly spool: Spool },
): Promise<StagedBlob | undefined> {
  const reports = step.reports === true ? readReports(spool.scratch, workspace.tree) : undefined;
  return reports === undefined ? undefined : await player.ledger.stage(redactor({})(reports));
}

function outcomeOf(
  { cause, code }: { cause: ProcessEnd['cause']; code: number | null },
  sandbox: WorkspaceSpec['sandbox'] | undefined,
): CheckEnded['outcome'] {
  if (cause === 'timed-out' || cause === 'idle') return 'timed-out';
  // It filled its checkout.
  if (cause === 'skipped') return 'failed';
  if (cause !== 'exited' && cause !== 'output-cap') return 'unavailable';
  if (unavailable.has(code) || (sandbox === 'container' && code === engineFailed)) return 'unavailable';
  return code === 0 && cause === 'exited' ? 'passed' : 'failed';
}

function secretsOf(player: Player): Readonly<Record<string, string>> {
  return secretValues(environmentOf(player), {
    passed: player.settings.envPass,
    values: player.vault.values(),
  });
}

function environmentOf({ machine, settings }: Player): Readonly<Record<string, string>> {
  return childEnvironment(machine.env, {
    passes: [],
    given: settings.envPass,
    keys: [],
    withholdKeys: false,
    removes: [],
    sets: {},
  }).env;
}
