// How a contest goes over the wire: in a list, and whole. Values of variables and settings of contestants stay behind.
import { z } from 'zod';
import type { Contestant } from '../../domain/contestant.ts';
import type { GateAsked } from '../../domain/event.ts';
import { describedFormats } from '../../domain/settings/settings.ts';
import { contestStatus, statusKinds, unreadableStatus } from '../contest-status.ts';
import {
  type ContestSummary,
  type ListedContest,
  listStateOf,
  listStates,
  okCount,
  questionText,
  type RecordedEvent,
  type UnreadableContest,
} from '../contest-summary.ts';
import type { NextStep } from '../next-steps.ts';
import { attemptSchema, attemptsJson } from './attempt-json.ts';
import {
  appliedIn,
  appliedSchema,
  decisionIn,
  decisionSchema,
  type EntryJson,
  entrySchema,
} from './decision-json.ts';

export const statusSchema = z
  .object({ kind: z.enum(statusKinds), text: z.string() })
  .describe('how it stands, for people');

const cardSchema = z.object({
  id: z.string(),
  seq: z.int().describe('its place in the record; `before` of the next page'),
  openedAt: z.string(),
  endedAt: z.string().optional(),
  format: z.string().optional(),
  state: z.enum([...listStates, 'unreadable']),
  status: statusSchema,
  reason: z.string().optional().describe('why it cannot be read'),
  simulated: z.boolean().optional(),
  blind: z.boolean().optional().describe('until the pick nothing names anybody'),
  question: z.string().optional(),
  prompt: z.string().optional().describe('its first 200 characters'),
  cwd: z.string().optional(),
  roster: z.array(z.string()).optional(),
  answers: z.object({ ok: z.int(), of: z.int() }).optional(),
  outcomes: z
    .record(z.string(), z.string())
    .optional()
    .describe('of each contestant: how its attempt ended, or how it stands'),
  cost: z.object({ usd: z.number(), unknown: z.int() }).optional(),
  winner: z.string().optional(),
  about: z.string().optional(),
  parent: z.string().optional().describe('the contest that plays this one as a step of its own'),
  waiting: z.string().optional().describe('the question it waits for'),
  host: z.string().optional().describe('the host of a pool that plays it now'),
  pool: z.string().optional().describe('the label of the hosts that play it; absent: it is not for a pool'),
});
export type ContestCard = z.output<typeof cardSchema>;

export const listSchema = z.object({ contests: z.array(cardSchema), next: z.int().optional() });
export type ContestList = z.output<typeof listSchema>;

const contestantSchema = z.object({
  name: z.string(),
  agent: z.string(),
  model: z.string().optional(),
  effort: z.string().optional(),
  simulated: z.boolean(),
});
export type ContestantJson = z.output<typeof contestantSchema>;

const gateSchema = z.object({
  key: z.string(),
  question: z.string(),
  choices: z.array(z.string()),
  isPick: z.boolean(),
  exhibits: z.array(z.object({ label: z.string(), text: z.string() })).optional(),
});
export type GateJson = z.output<typeof gateSchema>;

export const contestSchema = cardSchema.extend({
  seq: z.int().describe('where its record ends: what comes later is news'),
  prompt: z.string(),
  files: z.array(z.string()),
  tier: z.string(),
  contestants: z.array(contestantSchema),
  staff: z.array(contestantSchema),
  attempts: z.array(attemptSchema),
  gate: gateSchema.optional(),
  decision: decisionSchema.optional(),
  entries: z.array(entrySchema).describe('changes that were handed in'),
  applied: appliedSchema.optional().describe('the last application'),
  decisions: z.array(z.object({ at: z.string(), text: z.string() })),
  notes: z.array(z.string()),
  limits: z.looseObject({}).optional(),
  next: z.array(z.object({ why: z.string(), command: z.string() })),
  page: z
    .object({
      result: z.string().optional(),
      tabs: z.array(z.enum(['arena', 'answers', 'checks', 'verdicts'])).optional(),
      opens: z.enum(['answers', 'arena']).optional(),
      again: z.boolean().describe('a form can start such a contest'),
    })
    .describe('how the page shows a contest of this format'),
});
export type ContestJson = z.output<typeof contestSchema>;

export function contestCard(one: ListedContest | UnreadableContest): ContestCard {
  const { id, seq, openedAt } = one;
  if ('unreadable' in one)
    return { id, seq, openedAt, state: 'unreadable', status: unreadableStatus, reason: one.unreadable };
  const { opened, blind, cost, winner, waiting, endedAt } = one;
  return {
    id,
    seq,
    openedAt,
    format: opened.format,
    state: listStateOf(one),
    status: contestStatus(one),
    simulated: opened.simulated,
    endedAt,
    question: questionText(opened.task, one.prompt, 200),
    prompt: one.prompt.slice(0, 200),
    cwd: opened.task.cwd,
    roster: opened.roster.map(({ name }) => name),
    ...(blind === true ? { blind } : { answers: okCount(one), outcomes: outcomesOf(one), cost }),
    winner,
    about: opened.about,
    parent: opened.parent,
    waiting: waiting?.question,
    host: one.host,
    pool: opened.pool?.label,
  };
}

function outcomesOf({ attempts }: ContestSummary): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attempts.map(({ contestant, state, end }) => [contestant, end?.outcome ?? state]),
  );
}

interface More {
  readonly seq: number;
  readonly prompt: string;
  readonly playedBy?: number;
  readonly host?: string;
  readonly record: readonly RecordedEvent[];
  readonly entries: readonly EntryJson[];
  readonly next: readonly NextStep[];
  isSimulated(agent: string): boolean;
}

export function wholeContest(
  summary: ContestSummary,
  { record, next, entries, isSimulated, ...more }: More,
): ContestJson {
  const { opened, waiting, decisions, crossed } = summary;
  const { task, roster, staff = [], notes = [], limits } = opened;
  const [decision, applied] = [decisionIn(record), appliedIn(record)];
  const contestantJson = ({ name, agent, model, effort }: Contestant): ContestantJson => ({
    name,
    agent,
    simulated: isSimulated(agent),
    model,
    effort,
  });
  return {
    ...contestCard({ ...summary, ...more }),
    seq: more.seq,
    prompt: more.prompt,
    files: task.files,
    tier: task.tier,
    contestants: roster.map(contestantJson),
    staff: staff.map(contestantJson),
    attempts: attemptsJson(summary, record),
    gate: waiting !== undefined && summary.state === 'open' ? gateJson(waiting) : undefined,
    decision,
    entries: [...entries],
    applied,
    decisions: [...decisions],
    notes: [...notes, ...crossed],
    limits,
    page: pageOf(opened.format),
    next: next.map(({ why, command }) => ({ why, command })),
  };
}

function pageOf(format: string): ContestJson['page'] {
  const { page, command } = describedFormats.find(({ name }) => name === format) ?? {};
  const { result, tabs, opens } = page ?? {};
  return { result, tabs: tabs && [...tabs], opens, again: command !== 'own' };
}

function gateJson({ key, question, choices, words, exhibits }: GateAsked): GateJson {
  return { key, question, choices, isPick: words !== undefined, exhibits };
}
