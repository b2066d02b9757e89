// The manifest of an exported contest: what was played, how it ended, and which file is for whose eyes; and names of files
// for whatever people and models name things.
import type { Contestant } from '../domain/contestant.ts';
import type { ContestOpened, JoustEvent } from '../domain/event.ts';
import { everybody } from '../domain/roster.ts';
import type { Visibility } from '../domain/secrets/visibility.ts';
import type { AttemptSummary, ContestSummary } from './contest-summary.ts';

export interface ExportedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly visibility: Visibility;
}

interface ManifestSource {
  readonly summary: ContestSummary;
  /** With paths, programs and addresses of the machine it was played on. */
  readonly operator: boolean;
  /** Where the answer of an attempt was written, by its key. */
  readonly answers: ReadonlyMap<string, string>;
  readonly files: readonly ExportedFile[];
}

export function manifest({ summary, operator, answers, files }: ManifestSource): object {
  const { id, openedAt, opened, state, attempts, cost } = summary;
  const { format, formatVersion, joustVersion, seed, options, simulated, task } = opened;
  return {
    type: 'joust.export',
    v: 1,
    visibility: operator ? 'operator' : 'public',
    contest: { id, format, formatVersion, joustVersion, openedAt, state, simulated, seed, options },
    task: {
      prompt: { ...task.prompt, path: 'prompt.md' },
      tier: task.tier,
      ...(operator && { cwd: task.cwd, files: task.files }),
    },
    roster: everybody(opened).map((contestant) => (operator ? withoutValues(contestant) : shown(contestant))),
    attempts: attempts.map((attempt) => attemptEntry(attempt, answers.get(attempt.key))),
    ...(summary.blind === true ? { blind: true } : { cost }),
    files,
  };
}

/** An event as it may be exported: values of variables may be secrets and stay behind. */
export function exportedEvent(event: JoustEvent): JoustEvent {
  if (event.type !== 'contest.opened') return event;
  const staff = event.staff === undefined ? {} : { staff: event.staff.map(withoutValues) };
  return { ...event, ...staff, roster: event.roster.map(withoutValues) };
}

function withoutValues(contestant: Contestant): Contestant {
  if (contestant.environment === undefined) return contestant;
  const names = Object.keys(contestant.environment);
  return { ...contestant, environment: Object.fromEntries(names.map((name) => [name, '[not exported]'])) };
}

function shown(contestant: ContestOpened['roster'][number]): object {
  const { name, agent, model, effort, timeoutMs, idleMs } = contestant;
  return { name, agent, model, effort, timeoutMs, idleMs };
}

function attemptEntry({ key, contestant, run, state, end }: AttemptSummary, answer?: string): object {
  const { outcome, reason, partial, truncated, model, agentVersion, usage, cost, timing } = end ?? {};
  const figures = { outcome, reason, partial, truncated, model, agentVersion, usage, cost, timing };
  return { key, contestant, run, state, ...figures, answer };
}

const maxBytes = 80;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Safe on every system, readable, no two the same: one for each name, in the same order. */
export function fileNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = safe(name);
    let chosen = plain;
    // Some file systems know no letter case.
    for (let count = 2; taken.has(chosen.toLowerCase()); count += 1) chosen = `${plain}-${count}`;
    taken.add(chosen.toLowerCase());
    return chosen;
  });
}

function safe(name: string): string {
  const kept = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.');
  const short = cut(kept.replace(/^[-.\p{M}]+/u, '')).replace(/[-.]+$/, '');
  if (short === '') return 'unnamed';
  return reserved.test(short) ? `_${short}` : short;
}

function cut(text: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
}
