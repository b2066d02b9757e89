// brief: everybody works on an open task in a folder of its own; what lies in out/ at the end is the entry. Nobody is ranked here.
import type { AttemptResult } from '../../contest/handle/step.ts';
import { defineFormat, type FormatEnd } from '../format.ts';
import { handedIn, workKey } from './field.ts';
import { type BriefOptions, options, request } from './options.ts';
import { setUp } from './plan-brief.ts';
import { briefPrompt } from './prompts.ts';
import { type BriefResult, type BriefRow, briefResult } from './result.ts';

export const brief = defineFormat({
  name: 'brief',
  version: 1,
  about: {
    summary: 'an open task in a folder, done by several, judged blind, refined in rounds',
    group: 'decide',
    takes: 'prompt',
    ends: { ok: 'handed in' },
    page: { startsOn: 'briefs' },
    command: 'own',
  },
  request,
  options,
  result: briefResult,
  setUp,
  workspaces: true,
  tellsSoFar: true,
  expects: ({ roster, task, options: { step } }) =>
    step === 'reseal' ? [] : roster.map((contestant) => ({ contestant, tier: task.tier })),
  async play({ opened, task, attempt }, played): Promise<FormatEnd<BriefResult>> {
    const players = played.step === 'reseal' ? [] : opened.roster;
    const results = await Promise.all(
      players.map((contestant, slot) =>
        attempt({
          ...task,
          key: workKey(contestant.name),
          contestant,
          round: played.round,
          prompt: briefPrompt(task.prompt, played, contestant.name),
          workspace: workspaceOf(played, contestant.name, slot),
        }),
      ),
    );
    const rows = rowsOf(results, played);
    return {
      results,
      outcome: rows.some(isNews) || played.step === 'reseal' ? 'ok' : 'nothing-usable',
      result: { type: 'brief', brief: played.brief, step: played.step, round: played.round, rows },
    };
  },
});

/** It played, and handed in. */
function isNews({ state, files }: BriefRow): boolean {
  return state === 'ok' && files > 0;
}

function workspaceOf(options: BriefOptions, name: string, slot: number) {
  const { given, own, merge, required, resources, sandbox, maxDiskBytes } = options;
  const before = Object.hasOwn(own, name) ? (own[name] ?? []) : [];
  return {
    kind: 'folder',
    key: workKey(name),
    slot,
    sandbox,
    limits: Object.hasOwn(resources, name) ? resources[name] : undefined,
    maxBytes: maxDiskBytes,
    given: [
      ...given,
      ...(merge?.sources ?? []),
      ...before.map(({ path, ...file }) => ({ path: `out/${path}`, ...file })),
    ],
    folders: ['out'],
    readOnly: ['BRIEF.md', 'raw', 'sources'],
    required: required.map((path) => `out/${path}`),
  } as const;
}

function rowsOf(results: readonly AttemptResult[], options: BriefOptions): BriefResult['rows'] {
  const played = new Set(results.map(({ contestant }) => contestant.name));
  const before = new Map(options.carried.map((one) => [one.contestant.name, one]));
  return [
    ...results.map((result) => rowOf(result, options, before.get(result.contestant.name))),
    ...options.carried
      .filter(({ contestant }) => !played.has(contestant.name))
      .map((one) => ({ contestant: one.contestant.name, state: 'carried', ...workOf(one) })),
  ];
}

function rowOf(
  result: AttemptResult,
  options: BriefOptions,
  before: BriefOptions['carried'][number] | undefined,
): BriefRow {
  const { name } = result.contestant;
  const none = before === undefined ? { files: 0, bytes: 0 } : workOf(before);
  if (result.state === 'parked')
    return { contestant: name, state: 'parked', reason: result.parked.reason, ...none };
  const { end, entry } = result;
  const { outcome, reason, usage, cost } = end;
  const { ranMs } = end.timing;
  const told = {
    contestant: name,
    state: outcome,
    reason,
    ranMs,
    usage,
    cost,
  };
  if (entry === undefined) return { ...told, ...none };
  const { files, leftOut, beside } = handedIn(entry, options, name);
  const isIn = outcome === 'ok' && files.length > 0;
  return {
    ...told,
    ...(isIn ? workOf({ round: options.round, files, byHand: false }) : none),
    missing: entry.missing,
    altered: entry.altered,
    leftOut: leftOut.length > 0 ? [...leftOut] : undefined,
    beside: isIn && beside ? beside : undefined,
  };
}

function workOf({
  round,
  files,
  byHand,
}: Pick<BriefOptions['carried'][number], 'round' | 'byHand'> & {
  readonly files: BriefOptions['carried'][number]['files'] | readonly { content: { bytes: number } }[];
}) {
  const bytes = files.reduce((sum, { content }) => sum + content.bytes, 0);
  return { round, files: files.length, bytes, byHand: byHand || undefined };
}
