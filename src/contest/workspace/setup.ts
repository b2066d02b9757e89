// The setup command of a workspace, as a check of its own: on record, in a spool, found again after a crash.
import type { CheckEnded } from '../../domain/event.ts';
import { runCheck } from '../check/check.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { Player } from '../play/player.ts';
import type { StepWorkspace } from './step-workspace.ts';

export interface SetupToRun {
  readonly contest: string;
  readonly record: ContestRecord;
  readonly place: StepWorkspace;
  /** For the shell. */
  readonly line: string;
  readonly run: number;
}

const setupTimeoutMs = 20 * 60_000;

/** Packages come from somewhere: it has the network. */
export function runSetup(
  player: Player,
  { contest, record, place, line, run }: SetupToRun,
): Promise<CheckEnded> {
  const { spec, workspace } = place;
  const step = {
    key: `setup/${spec.key}/${run}`,
    command: ['sh', '-c', line],
    cwd: workspace.folder,
    timeoutMs: setupTimeoutMs,
    subject: workspace.root,
    network: 'open',
  } as const;
  return runCheck(player, { contest, record, step, place });
}
