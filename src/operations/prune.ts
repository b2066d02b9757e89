// prune: deletes old contests, and content that belongs to no contest.
import { z } from 'zod';
import { byteCount, plural } from '../domain/figures.ts';
import { setting } from '../domain/settings/setting.ts';
import { type Document, figureColumns, note } from '../views/document.ts';
import { operation } from './operation.ts';
import { ageRule, agoOf } from './spans.ts';
import { type PrunePlan, planPrune, prune as pruneRecord } from './upkeep/plan-prune.ts';

const output = z.strictObject({
  contests: z.array(z.strictObject({ contest: z.string(), at: z.string(), bytes: z.int() })),
  kept: z.record(z.string(), z.string()).describe('contests old enough that stay, and why'),
  strays: z.strictObject({
    blobs: z.int(),
    spools: z.int(),
    workspaces: z.int(),
    bases: z.int(),
    bytes: z.int(),
    kept: z.array(z.string()).describe('contests that keep their workspaces'),
  }),
  what: z.enum(['everything', 'logs']),
  unfinished: z.boolean(),
});
type Pruned = z.output<typeof output>;

export const prune = operation({
  name: 'prune',
  group: 'record',
  summary: 'delete old contests, and content that belongs to no contest',
  details:
    'It lists what it would delete and asks first. Without an age it deletes no contest: only stray content, workspaces of finished races, and what is kept for the next race on the same base (its checkout, copied dependencies). Contests that are being played stay. So do contests that resume, answer or pick could still use, unless you add --unfinished.',
  examples: ['joust prune --older-than 30d --dry-run', 'joust prune --older-than 8w --keep-results --yes'],
  page: 'record',
  effect: 'destroy',
  input: z.strictObject({
    olderThan: setting(ageRule, { value: 'AGE', help: 'contests opened longer ago than 12h, 30d, 8w' }),
    keepResults: setting(
      { type: 'switch' },
      { help: 'keep events and answers, delete only logs', builtIn: false },
    ),
    unfinished: setting(
      { type: 'switch' },
      { help: 'also contests that are parked, interrupted or waiting', builtIn: false },
    ),
  }),
  output,
  async prepare({ olderThan, keepResults, unfinished }, { archive, machine }) {
    const what = keepResults ? ('logs' as const) : ('everything' as const);
    const before = olderThan === undefined ? '' : agoOf(olderThan, machine.now());
    const request = { before, what, unfinished };
    const plan = await planPrune(archive, request);
    const told = (done: PrunePlan): Pruned => prunedOf(done, { what, unfinished });
    const would = told(plan);
    return {
      would,
      question: isNothing(would) ? undefined : 'Delete this for good?',
      go: async () => told(await pruneRecord(archive, request, plan)),
    };
  },
  document: prunedDocument,
});

function prunedOf({ contests, kept, strays }: PrunePlan, asked: Pick<Pruned, 'what' | 'unfinished'>): Pruned {
  const { blobs, spools, workspaces, bases, bytes } = strays;
  return {
    contests: contests.map((one) => ({ ...one })),
    kept: Object.fromEntries(kept),
    strays: { blobs, spools, workspaces, bases, bytes, kept: [...strays.kept] },
    ...asked,
  };
}

function isNothing({ contests, strays: { blobs, spools, workspaces, bases } }: Pruned): boolean {
  return contests.length + blobs + spools + workspaces + bases === 0;
}

function prunedDocument(pruned: Pruned, done: boolean): Document {
  const { contests, kept, strays, unfinished } = pruned;
  const verb = done ? 'Deleted' : 'Would delete';
  return [
    {
      type: 'table',
      columns: figureColumns(['contest', 'opened', 'size']),
      rows: contests.map(({ contest, at, bytes }) => [
        contest,
        at.slice(0, 16).replace('T', ' '),
        byteCount(bytes),
      ]),
    },
    note(
      ...Object.entries(kept).map(([contest, why]) => `${contest} stays: ${why}.`),
      Object.keys(kept).length > 0 && !unfinished
        ? 'To delete unfinished contests as well, add --unfinished.'
        : undefined,
      ...strays.kept.map(
        (contest) =>
          `${contest} keeps its workspaces until you resume it (joust resume ${contest}) or cancel it (joust cancel ${contest}).`,
      ),
      isNothing(pruned) ? 'Nothing to delete.' : `${verb} ${amountText(pruned)}.`,
    ),
  ];
}

/** `2 contests, 1 unused content file, 0 left-over run folders: 4.2 kB`. */
function amountText({ what, contests, strays }: Pruned): string {
  const bytes = contests.reduce((sum, one) => sum + one.bytes, strays.bytes);
  const parts = [
    `${what === 'logs' ? 'the logs of ' : ''}${plural(contests.length, 'contest')}`,
    plural(strays.blobs, 'unused content file'),
    plural(strays.spools, 'left-over run folder'),
    ...(strays.workspaces > 0 ? [plural(strays.workspaces, 'workspace')] : []),
    ...(strays.bases > 0 ? [plural(strays.bases, 'base')] : []),
  ];
  return `${parts.join(', ')}: ${byteCount(bytes)}`;
}
