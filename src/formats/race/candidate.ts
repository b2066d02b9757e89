// Who takes part in the ranking of a race, with the work: from an attempt of this contest, or handed in from elsewhere.

import type { ChangedFile } from '../../checks/tamper/flag.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import type { AttemptResult, EndedAttempt } from '../../contest/handle/step.ts';
import type { WantedFile } from '../../contest/workspace/workspace-spec.ts';
import type { BlobRef, FileChange } from '../../domain/change.ts';
import { changedFile } from '../../domain/changed-file.ts';
import { totalTokens } from '../../domain/figures.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { GivenEntry } from './options.ts';

export interface Candidate {
  readonly name: string;
  /** The key of its attempt. */
  readonly key: string;
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly files: readonly FileChange[];
  readonly patch?: BlobRef;
  readonly partial: boolean;
  readonly adopted: boolean;
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  readonly looked?: readonly string[];
  /** Files of its patch that look like they hold a secret, and what that is. */
  readonly secrets: readonly string[];
  readonly secretKinds?: readonly string[] | undefined;
  readonly ranMs?: number;
  readonly tokens?: number;
  readonly costUsd?: number;
  says(): Promise<string>;
}

export function candidateOf(result: EndedAttempt): Candidate {
  const { contestant, key, end, entry } = result;
  const tokens = totalTokens(end.usage);
  return {
    name: contestant.name,
    key,
    outcome: end.outcome,
    reason: end.reason,
    files: entry?.change.files ?? [],
    patch: entry?.patch,
    partial: entry?.partial === true && entry.change.files.length > 0,
    adopted: false,
    leftOut: entry?.leftOut ?? [],
    looked: entry?.looked,
    secrets: entry?.secrets ?? [],
    secretKinds: entry?.secretKinds,
    ranMs: end.timing.ranMs,
    tokens,
    costUsd: end.cost?.usd,
    says: () => result.text(),
  };
}

export function candidateGiven(contest: Contest, given: GivenEntry): Candidate {
  const { contestant, outcome, change, patch, says, adopted, secrets, secretKinds, looked } = given;
  return {
    name: contestant,
    key: `given/${contestant}`,
    outcome,
    files: change.files,
    patch: patch ?? undefined,
    partial: false,
    adopted,
    leftOut: [],
    secrets,
    secretKinds,
    looked: looked ?? undefined,
    says: async () => (says === null ? '' : await contest.content(says)),
  };
}

/** It did something that can be measured. */
export function isWhole({ outcome, files }: Pick<Candidate, 'outcome' | 'files'>): boolean {
  return (outcome === 'ok' || outcome === 'blocked') && files.length > 0;
}

export function hasEnded(result: AttemptResult): result is EndedAttempt {
  return result.state === 'ended';
}

/** Text of a length somebody might read; the rest is looked at by its name alone. */
const maxTextBytes = 1_000_000;

export async function changedFiles(contest: Contest, files: readonly FileChange[]): Promise<ChangedFile[]> {
  const found: ChangedFile[] = [];
  for (const file of files) {
    const { path, before, after, added } = file;
    const isText = added !== undefined;
    const text = async (state: FileChange['before']) =>
      isText && state !== undefined && state.content.bytes <= maxTextBytes
        ? await contest.content(state.content)
        : undefined;
    const [old, now] = [await text(before), await text(after)];
    found.push({
      path,
      how: changedFile(file).how,
      before: old,
      after: now,
    });
  }
  return found;
}

/** The file that is wanted of a change: as handed in, as in the base, or with this text. */
export function wantedFile(
  file: FileChange,
  content: 'submitted' | 'base' | { readonly text: string },
): WantedFile | undefined {
  const { path, before, after } = file;
  if (content === 'base') return undefined;
  if (content === 'submitted') return { path, file: after };
  const mode = after?.mode ?? before?.mode ?? '100644';
  return { path, file: { mode, content } };
}
