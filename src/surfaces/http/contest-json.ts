// How a contest goes over the wire: in a list, and whole. Values of variables and settings of contestants stay behind.
import { z } from 'zod';
import { isSimulated } from '../../app/agents.ts';
import {
  type ListedContest,
  listStateOf,
  listStates,
  type UnreadableContest,
} from '../../app/list-contests.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { GateAsked } from '../../domain/event.ts';
import {
  type AttemptSummary,
  type ContestSummary,
  okCount,
  questionText,
} from '../../views/contest-summary.ts';

const figures = z.looseObject({});

const cardSchema = z.object({
  id: z.string(),
  seq: z.int().describe('its place in the record; `before` of the next page'),
  openedAt: z.string(),
  format: z.string().optional(),
  state: z.enum([...listStates, 'unreadable']),
  reason: z.string().optional().describe('why it cannot be read'),
  simulated: z.boolean().optional(),
  blind: z.boolean().optional().describe('until the pick nothing names anybody'),
  question: z.string().optional(),
  cwd: z.string().optional(),
  roster: z.array(z.string()).optional(),
  answers: z.object({ ok: z.int(), of: z.int() }).optional(),
  cost: z.object({ usd: z.number(), unknown: z.int() }).optional(),
  winner: z.string().optional(),
  about: z.string().optional(),
  waiting: z.string().optional().describe('the question it waits for'),
});
export const listSchema = z.object({ contests: z.array(cardSchema), next: z.int().optional() });

const contestantSchema = z.object({
  name: z.string(),
  agent: z.string(),
  model: z.string().optional(),
  effort: z.string().optional(),
  simulated: z.boolean(),
});

const attemptSchema = z.object({
  key: z.string(),
  contestant: z.string(),
  run: z.int(),
  state: z.enum(['open', 'interrupted', 'parked', 'ended']),
  role: z.string().optional(),
  startedAt: z.string().optional(),
  parked: figures.optional(),
  end: figures.optional().describe('outcome, reason, usage, cost, model, timing'),
});

const gateSchema = z.object({
  key: z.string(),
  question: z.string(),
  choices: z.array(z.string()),
  isPick: z.boolean(),
  exhibits: z.array(z.object({ label: z.string(), text: z.string() })).optional(),
});

export const contestSchema = cardSchema.extend({
  seq: z.int().describe('where its record ends: what comes later is news'),
  prompt: z.string(),
  files: z.array(z.string()),
  tier: z.string(),
  contestants: z.array(contestantSchema),
  staff: z.array(contestantSchema),
  attempts: z.array(attemptSchema),
  gate: gateSchema.optional(),
  decisions: z.array(z.object({ at: z.string(), text: z.string() })),
  notes: z.array(z.string()),
  limits: figures.optional(),
  next: z.array(z.object({ why: z.string(), command: z.string() })),
});

export function contestCard(one: ListedContest | UnreadableContest): z.input<typeof cardSchema> {
  const { id, seq, openedAt } = one;
  if ('unreadable' in one) return { id, seq, openedAt, state: 'unreadable', reason: one.unreadable };
  const { opened, blind, cost, winner, waiting } = one;
  return {
    ...{ id, seq, openedAt, format: opened.format, state: listStateOf(one), simulated: opened.simulated },
    question: questionText(opened.task, one.prompt, 200),
    cwd: opened.task.cwd,
    roster: opened.roster.map(({ name }) => name),
    ...(blind === true ? { blind } : { answers: okCount(one), cost }),
    ...(winner !== undefined && { winner }),
    ...(opened.about !== undefined && { about: opened.about }),
    ...(waiting !== undefined && { waiting: waiting.question }),
  };
}

interface More {
  readonly seq: number;
  readonly prompt: string;
  readonly playedBy?: number;
  readonly next: readonly { readonly why: string; readonly command: string }[];
}

export function wholeContest(
  summary: ContestSummary,
  { next, ...more }: More,
): z.input<typeof contestSchema> {
  const { opened, attempts, waiting, decisions, crossed } = summary;
  const { task, roster, staff = [], notes = [], limits } = opened;
  return {
    ...contestCard({ ...summary, ...more }),
    seq: more.seq,
    prompt: more.prompt,
    files: task.files,
    tier: task.tier,
    contestants: roster.map(contestantJson),
    staff: staff.map(contestantJson),
    attempts: attempts.map(attemptJson),
    ...(waiting !== undefined && summary.state === 'open' && { gate: gateJson(waiting) }),
    decisions: [...decisions],
    notes: [...notes, ...crossed],
    ...(limits !== undefined && { limits }),
    next: next.map(({ why, command }) => ({ why, command })),
  };
}

function contestantJson({ name, agent, model, effort }: Contestant): z.input<typeof contestantSchema> {
  return {
    ...{ name, agent, simulated: isSimulated(agent) },
    ...(model !== undefined && { model }),
    ...(effort !== undefined && { effort }),
  };
}

function attemptJson(attempt: AttemptSummary): z.input<typeof attemptSchema> {
  const { key, contestant, run, state, role, startedAt, parked, end } = attempt;
  return {
    ...{ key, contestant, run, state },
    ...(role !== undefined && { role }),
    ...(startedAt !== undefined && { startedAt }),
    ...(parked !== undefined && { parked }),
    ...(end !== undefined && { end }),
  };
}

function gateJson({ key, question, choices, words, exhibits }: GateAsked): z.input<typeof gateSchema> {
  return { key, question, choices, isPick: words !== undefined, ...(exhibits && { exhibits }) };
}
