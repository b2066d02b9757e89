// A check from the question to its recorded end: remembered from before, or run in its turn where it belongs.

import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckEnded } from '../../domain/event.ts';
import { readSmallFile, replaceFile } from '../../process/files/small-file.ts';
import { sha256 } from '../../process/machine.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { CheckTurns } from '../play/in-turn.ts';
import type { Player } from '../play/player.ts';
import type { Checkouts } from '../workspace/checkouts.ts';
import type { StepWorkspace } from '../workspace/step-workspace.ts';
import { type CheckStep, checkInputs, runCheck } from './check.ts';

export interface Measurement {
  readonly contest: string;
  readonly record: ContestRecord;
  readonly step: CheckStep;
  readonly checkouts: Checkouts;
}

/** What it takes to start a few programs on a small machine. */
const startsMs = 30;

export async function measured(player: Player, measurement: Measurement): Promise<CheckEnded> {
  const { contest, step } = measurement;
  // The image behind a name may be another one by now.
  const mayReuse = step.reuse !== undefined && step.workspace?.sandbox !== 'container';
  const passed = mayReuse && step.anew !== true ? await recallCheck(player, { contest, step }) : undefined;
  if (passed !== undefined) {
    if (passed.timing.ranMs !== undefined) player.checking.noteTime(step.command, passed.timing.ranMs);
    return passed;
  }
  if (step.behind === true)
    await sleep(startsMs, undefined, { signal: player.signal }).catch(() => undefined);
  const end = await counted(player, measurement);
  if (mayReuse) await rememberCheck(player, end);
  return end;
}

const triesAlone = 2;

/** Where somebody changed what its workspace shares with others it is measured anew, alone: then it is its own doing, or does not happen. */
async function counted(player: Player, measurement: Measurement): Promise<CheckEnded> {
  const { step, checkouts } = measurement;
  const { checking } = player;
  let end = await tried(player, measurement, { turns: checking });
  for (let tries = 1; end === undefined; tries += 1) {
    if (step.workspace !== undefined) await checkouts.renew(step.workspace);
    const alone = { lost: tries, isLast: tries === triesAlone };
    end = await checking.alone(() => tried(player, measurement, alone));
  }
  return end;
}

/** Others that end within it are looked after together. */
const togetherMs = 100;

/** Undefined: what was measured does not count. */
async function tried(
  player: Player,
  { contest, record, step, checkouts }: Measurement,
  { turns, lost, isLast }: { readonly turns?: CheckTurns; readonly lost?: number; readonly isLast?: boolean },
): Promise<CheckEnded | undefined> {
  // Made while others are measured.
  const place = step.workspace && (await checkouts.enter(step.workspace));
  step.ready?.();
  const inPlace = place && { place, turns };
  const run = (one: CheckStep) => runCheck(player, { contest, record, step: one, ...inPlace });
  if (place === undefined) return await run(step);
  await rebuild(step, place, run);
  const { workspace } = place;
  const stands = async () => {
    if (workspace.isIntact === undefined) return true;
    await Promise.race([turns?.othersEnded(), sleep(togetherMs, undefined, { ref: false })]);
    return (await workspace.isIntact()) || (isLast === true && 'spoils');
  };
  const end = await runCheck(player, {
    contest,
    record,
    step,
    ...inPlace,
    lost,
    stands,
  });
  if (end !== undefined) noteRan(step, place);
  return end;
}

/** Where the workspace is not the one in which those before it ran, as on another host: their results stand, what they built is built again. */
async function rebuild(
  { after = [], report: _report, stdin: _stdin, ...step }: CheckStep,
  place: StepWorkspace,
  run: (step: CheckStep) => Promise<unknown>,
): Promise<void> {
  for (const { key, command, timeoutMs } of after) {
    if (existsSync(ranFile({ key }, place))) continue;
    await run({ ...step, command, timeoutMs, key: `again/${key}` });
    noteRan({ key }, place);
  }
}

function noteRan(step: Pick<CheckStep, 'key'>, place: StepWorkspace): void {
  writeFileSync(ranFile(step, place), '');
}

function ranFile({ key }: Pick<CheckStep, 'key'>, { workspace }: StepWorkspace): string {
  return join(workspace.root, `ran-${sha256(key).slice(0, 16)}`);
}

interface Remembered {
  readonly code: number | null;
  readonly timing: CheckEnded['timing'];
  readonly stdout?: string;
  readonly stderr?: string;
  readonly report?: string;
  readonly reports?: string;
}

const streams = ['stdout', 'stderr', 'report', 'reports'] as const;
const maxBytes = 4_000_000;

/** In the place of what was remembered of it, which is forgotten where it does not pass any more. */
async function rememberCheck({ ledger, home }: Player, end: CheckEnded): Promise<void> {
  const file = fileOf(home, end.inputs);
  const bytes = streams.reduce((sum, stream) => sum + (end[stream]?.bytes ?? 0), 0);
  if (end.outcome !== 'passed' || bytes > maxBytes) return rmSync(file, { force: true });
  const { ranMs } = end.timing;
  const kept: Record<string, unknown> = {
    code: end.code,
    timing: { queuedMs: 0, ranMs },
  };
  for (const stream of streams) {
    const ref = end[stream];
    if (ref !== undefined) kept[stream] = (await ledger.blob(ref)).toString('utf8');
  }
  mkdirSync(join(home, 'base-checks'), { recursive: true, mode: 0o700 });
  replaceFile(file, JSON.stringify(kept));
}

/** On record as run 0: it was not run here. */
async function recallCheck(
  { ledger, recorder, home, machine }: Player,
  { contest, step }: { readonly contest: string; readonly step: CheckStep },
): Promise<CheckEnded | undefined> {
  const inputs = checkInputs(step);
  const known = read(readSmallFile(fileOf(home, inputs)));
  if (known === undefined || !(step.reuse ?? []).every((one) => isKnown(home, step, one))) return undefined;
  noteUse(fileOf(home, inputs), machine.now());
  const staged = await Promise.all(
    streams.map(async (stream) => {
      const text = known[stream];
      return text === undefined ? undefined : { stream, blob: await ledger.stage(text) };
    }),
  );
  const found = staged.filter((one) => one !== undefined);
  const end: CheckEnded = {
    type: 'check.ended',
    v: 1,
    key: step.key,
    run: 0,
    inputs,
    outcome: 'passed',
    code: known.code,
    timing: known.timing,
    ...Object.fromEntries(found.map(({ stream, blob }) => [stream, blob.ref])),
  };
  await recorder.record(
    contest,
    [end],
    found.map(({ blob }) => blob),
  );
  return end;
}

/** What is not used for long is forgotten. Somebody may have done so just now. */
function noteUse(file: string, now: Date): void {
  try {
    utimesSync(file, now, now);
  } catch {
    return;
  }
}

function isKnown(
  home: string,
  step: CheckStep,
  other: Pick<CheckStep, 'command' | 'report' | 'reports'>,
): boolean {
  const { report: _report, reports: _reports, ...rest } = step;
  return existsSync(fileOf(home, checkInputs({ ...rest, ...other })));
}

function fileOf(home: string, inputs: string): string {
  return join(home, 'base-checks', `${inputs}.json`);
}

function read(text: string | undefined): Remembered | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Remembered);
  } catch {
    return undefined;
  }
}
