// A brief that is played and refined as a whole, and on from every prefix of its record: one hands in, one hands in beside
// out/, one changes what it was given, one leaves out what is required.
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InlineContestant, InlineContestants } from '../../src/contest/attempt/inline.ts';
import { fieldOf } from '../../src/formats/brief/field.ts';
import type { BriefPlan } from '../../src/formats/brief/options.ts';
import { setUp } from '../../src/formats/brief/plan-brief.ts';
import type { Scene } from '../../src/formats/scene.ts';
import { entriesOnRecord } from '../../src/play/make-scene.ts';
import type { ContestRequest } from '../../src/play/open.ts';
import type { Played, PlayedFormat } from './play-prefix.ts';

const roster = (...names: readonly string[]) => names.map((name) => ({ name, agent: 'inline' }));

const writes =
  (path: string, content: string, more?: (cwd: string) => void): InlineContestant =>
  ({ cwd }) => {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    appendFileSync(join(cwd, path), content);
    more?.(cwd);
    return 'Done.';
  };

const players: InlineContestants = {
  ann: writes('out/RESULT.md', 'by ann\n', (cwd) => {
    writeFileSync(join(cwd, 'out/run.log'), 'ann was here\n');
    symlinkSync('/etc/passwd', join(cwd, 'out/leads-out'));
  }),
  beside: writes('RESULT.md', 'beside\n'),
  meddler: writes('out/RESULT.md', 'by the meddler\n', (cwd) => {
    chmodSync(join(cwd, 'raw/facts.txt'), 0o644);
    writeFileSync(join(cwd, 'raw/facts.txt'), 'other facts\n');
  }),
  idle: () => 'I did nothing.',
  merge: writes('out/MERGE.md', 'Kept all.\n'),
  critic: () => 'VERDICT: fix\n## Strengths\nShort.',
  mute: () => ({ text: '', outcome: 'crashed', reason: 'exit code 3' }),
};

const usual: BriefPlan = {
  brief: 'b',
  template: null,
  step: 'play',
  round: 1,
  required: [],
  own: {},
  carried: [],
  resources: {},
  merge: null,
  feedback: { shared: null, personal: {} },
};
const material = [
  { path: 'BRIEF.md', mode: '100644', content: () => Buffer.from('why?') },
  { path: 'raw/facts.txt', mode: '100644', content: () => Buffer.from('facts\n') },
] as const;

function briefs(names: readonly string[], { folder }: Played, plan: BriefPlan): ContestRequest {
  const said = { plan: JSON.stringify(plan), sandbox: 'none', yolo: undefined, maxDisk: 1e9 } as const;
  const { prepare } = setUp(said, { material } as unknown as Scene);
  return {
    format: 'brief',
    prompt: 'why?',
    files: [],
    cwd: folder,
    tier: 'write',
    joustVersion: '0',
    roster: roster(...names),
    prepare,
  };
}

const played = (played: Played) => briefs(['ann', 'beside', 'meddler', 'idle'], played, usual);

async function fieldBefore({ ledger, last }: Played) {
  const events = (await ledger.events(last)).map(({ event }) => event);
  const [opened] = events;
  if (opened?.type !== 'contest.opened') throw new Error('there is no opening');
  return fieldOf(opened, events).map(({ contestant: { name, agent }, round, files }) => ({
    contestant: { name, agent },
    round,
    files: [...files],
    byHand: false,
  }));
}

async function refined(before: Played): Promise<ContestRequest> {
  const carried = await fieldBefore(before);
  const own = Object.fromEntries(carried.map(({ contestant, files }) => [contestant.name, files]));
  const feedback = { shared: 'Shorter.', personal: { ann: 'And plainer.' } };
  return briefs(['ann', 'idle'], before, { ...usual, step: 'refine', round: 2, own, carried, feedback });
}

async function merged(before: Played): Promise<ContestRequest> {
  const carried = await fieldBefore(before);
  const [base] = carried;
  const sources = carried.flatMap(({ contestant, files }) =>
    files.map((file) => ({ ...file, path: `sources/${contestant.name}/${file.path}` })),
  );
  return briefs(['merge'], before, {
    ...usual,
    step: 'merge',
    carried,
    required: ['MERGE.md'],
    own: { merge: base?.files ?? [] },
    merge: { base: 'ann', from: ['beside'], sources },
  });
}

async function consulted(before: Played): Promise<ContestRequest> {
  const { roster: field, entries } = await entriesOnRecord(await before.ledger.events(before.last));
  return {
    format: 'consult',
    prompt: 'why?',
    files: [],
    cwd: before.folder,
    tier: 'read',
    joustVersion: '0',
    roster: field,
    staff: roster('critic', 'mute'),
    about: before.last,
    options: {
      of: 'ann',
      reviewers: ['critic', 'mute'],
      entries: entries.filter(({ contestant }) => contestant === 'ann'),
    },
  };
}

export const playedBriefs: readonly PlayedFormat[] = [
  { name: 'brief', functions: players, requests: [played] },
  { name: 'brief, refined', functions: players, requests: [played, refined] },
  { name: 'brief, merged', functions: players, requests: [played, merged] },
  { name: 'consult', functions: players, requests: [played, consulted] },
];
