// Measures one entry: its change on a fresh checkout of the base, with the base's tests and settings put back where it
// touches them, and then also as it was handed in.

import { type MeasuredCheck, runChecks } from '../../checks/run/run-checks.ts';
import type { ChangedFile, Tamper } from '../../checks/tamper/flag.ts';
import { type RestoredFile, restoredChange } from '../../checks/tamper/restored.ts';
import { tamperOf } from '../../checks/tamper/tamper.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import { asHandedIn } from '../../contest/workspace/open-workspace.ts';
import type { WantedFile } from '../../contest/workspace/workspace-spec.ts';
import { type Candidate, changedFiles, wantedFile } from './candidate.ts';
import { checkRulesOf, type RaceOptions } from './options.ts';

export interface Measured {
  readonly candidate: Candidate;
  readonly files: readonly ChangedFile[];
  readonly tamper: readonly Tamper[];
  /** What of its change counts. */
  readonly restored: readonly RestoredFile[];
  /** What counts. */
  readonly checks: readonly MeasuredCheck[];
  /** As handed in, where something was put back. */
  readonly submitted?: readonly MeasuredCheck[];
}

export async function measure(
  contest: Contest,
  options: RaceOptions,
  candidate: Candidate,
): Promise<Measured> {
  const files = await changedFiles(contest, candidate.files);
  const measuring = new Set(options.checks.flatMap(({ uses = [] }) => uses));
  const { files: wanted, restored } = restoredChange(files, measuring);
  const tree = { key: candidate.name, checks: options.checks };
  const overlay = restored ? overlayOf(candidate, wanted) : asHandedIn(candidate.files);
  const checks = await runChecks(contest, checkRulesOf(options), { ...tree, overlay });
  const measured = { candidate, files, tamper: tamperOf(files, measuring), restored: wanted, checks };
  if (!restored) return measured;
  const submitted = await runChecks(contest, checkRulesOf(options), {
    ...tree,
    key: `${candidate.name}/submitted`,
    overlay: asHandedIn(candidate.files),
  });
  return { ...measured, submitted };
}

export function overlayOf(
  { files }: Pick<Candidate, 'files'>,
  wanted: readonly RestoredFile[],
): readonly WantedFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return wanted.flatMap(({ path, content }) => {
    const file = byPath.get(path);
    return (file && wantedFile(file, content)) ?? [];
  });
}
