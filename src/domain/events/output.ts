// What `--json` prints: one object per event, each with its type and version. The shipped JSON Schema is made from this.
import { z } from 'zod';
import { roleSchema } from '../contestant.ts';
import { timingSchema } from '../event.ts';
import { outcomes } from '../outcome.ts';
import { costSchema, usageSchema } from '../usage.ts';

const v = z.literal(1);
const round = z.int().positive().optional().describe('if contestants take several turns');
const contestant = z.string().describe("the contestant's name in this contest");

const lines = [
  z.strictObject({
    type: z.literal('contest.opened'),
    v,
    contest: z.string().describe("the contest's id"),
    format: z.string(),
    simulated: z.boolean().describe('true: scripted agents play, nobody was asked'),
    roster: z.array(z.strictObject({ name: z.string(), agent: z.string(), model: z.string().optional() })),
  }),
  z.strictObject({
    type: z.literal('attempt.queued'),
    v,
    contestant,
    lane: z.string(),
    ahead: z.int().nonnegative().describe('how many wait before it'),
    round,
  }),
  z.strictObject({ type: z.literal('attempt.started'), v, contestant, run: z.int().positive(), round }),
  z.strictObject({
    type: z.literal('attempt.notice'),
    v,
    contestant,
    kind: z.enum(['rate-limit', 'retry', 'warning']),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('attempt.tool'),
    v,
    contestant,
    name: z.string(),
    detail: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('attempt.ended'),
    v,
    contestant,
    role: roleSchema.optional().describe('absent: a contestant; judges and others serve'),
    round,
    outcome: z.enum(outcomes),
    text: z.string().describe('the answer; where the outcome is not ok, what there was of it'),
    truncated: z.boolean().optional().describe('the text was cut; the whole stream is in the ledger'),
    reason: z.string().optional().describe('why the outcome is not ok'),
    model: z.string().optional(),
    agentVersion: z.string().optional(),
    sessionId: z.string().optional(),
    usage: usageSchema.optional().describe('absent fields are unknown, not zero'),
    cost: costSchema.optional().describe('absent: unknown'),
    timing: timingSchema,
    lane: z.string().optional().describe('where it queued; speeds compare only within one local lane'),
  }),
  z.strictObject({
    type: z.literal('attempt.retried'),
    v,
    contestant,
    run: z.int().positive().describe('the run that is given up for another'),
    reason: z.string(),
  }),
  z.strictObject({
    type: z.literal('attempt.lost'),
    v,
    contestant,
    run: z.int().positive().describe('the run that nobody can tell the end of; another follows'),
    host: z.string().describe('the host of the pool that was given up'),
  }),
  z.strictObject({ type: z.literal('attempt.interrupted'), v, contestant }),
  z
    .strictObject({
      type: z.literal('attempt.parked'),
      v,
      contestant,
      until: z.string().describe('when its quota is back, an ISO time'),
      guessed: z.boolean().describe('true: nobody said when'),
      reason: z.string(),
    })
    .describe('its account is out of quota; joust resume continues it'),
  z.strictObject({ type: z.literal('attempt.reopened'), v, contestant }),
  z.strictObject({
    type: z.literal('check.ended'),
    v,
    key: z.string(),
    outcome: z.enum(['passed', 'failed', 'unavailable', 'timed-out']),
    code: z.int().nullable(),
  }),
  z
    .strictObject({
      type: z.literal('gate.asked'),
      v,
      contest: z.string(),
      key: z.string(),
      question: z.string(),
      choices: z.array(z.string()),
      exhibits: z
        .array(z.strictObject({ label: z.string(), text: z.string() }))
        .optional()
        .describe('what is to be looked at, under labels'),
    })
    .describe('a question to a person: joust answer CONTEST CHOICE'),
  z.strictObject({
    type: z.literal('gate.answered'),
    v,
    key: z.string(),
    answer: z.string(),
    by: z.enum(['terminal', 'flag', 'command']),
    program: z.string().optional().describe('which program said it; absent: a person did'),
  }),
  z
    .strictObject({ type: z.literal('stop.decided'), v, attempts: z.array(z.string()), reason: z.string() })
    .describe('an early stop: these attempts are not needed any more'),
  z
    .strictObject({
      type: z.literal('attempt.unrecorded'),
      v,
      contestant,
      outcome: z.enum(outcomes),
      text: z.string(),
      spool: z.string().optional(),
    })
    .describe('the end could not be put on record; its spool is kept where there is one'),
  z.strictObject({
    type: z.literal('folder.watched'),
    v,
    verified: z.boolean().describe('false: the folder was too large to tell'),
    changed: z.array(
      z.strictObject({
        path: z.string(),
        how: z.enum(['created', 'modified', 'deleted']),
        sha256: z.string().optional(),
      }),
    ),
    by: z
      .record(z.string(), z.array(z.string()))
      .describe('contestants whose own tool events show the write'),
    copies: z
      .literal(true)
      .optional()
      .describe('contestants worked on copies of it; absent: they were only to read it'),
    left: z
      .array(z.strictObject({ agent: z.string(), path: z.string(), what: z.string() }))
      .optional()
      .describe('what a CLI is known to leave in every folder it works in'),
  }),
  z.strictObject({
    type: z.literal('agents.identified'),
    v,
    versions: z.record(z.string(), z.string()).describe("agents' versions by id"),
  }),
  z.strictObject({
    type: z.literal('verdict.given'),
    v,
    judge: z.string(),
    about: z.array(z.string()).describe('contestants, in the order they were shown'),
    verdict: z.string().describe('a contestant, tie, both-bad, scores or none'),
    rationale: z.string().optional(),
    setAside: z.string().optional().describe('why it does not count'),
  }),
  z.strictObject({
    type: z.literal('winner.decided'),
    v,
    winner: z.string().optional().describe('absent: no clear winner'),
    tied: z.array(z.string()),
    rule: z.string(),
    reason: z.string().optional(),
  }),
  z
    .strictObject({
      type: z.literal('oracle.refused'),
      v,
      cap: z.enum(['calls-per-turn', 'usd-per-session']),
      used: z.number(),
      limit: z.number(),
      message: z.string(),
      session: z.string().optional(),
      turn: z.string().optional(),
    })
    .describe('a cap is reached: nothing was asked and nothing is counted'),
  z.strictObject({
    type: z.literal('contest.closed'),
    v,
    contest: z.string(),
    outcome: z.enum(['ok', 'nothing-usable', 'no-clear-winner', 'declined']),
  }),
] as const;

/** What a format came to; the format's own schema says the rest. */
const anyResult = z.looseObject({ type: z.string() });

export const outputSchema = outputSchemaWith(anyResult);

/** The lines with the results of known formats spelled out, for the shipped schema. */
export function outputSchemaWith<Result extends z.ZodType>(result: Result) {
  const came = z
    .strictObject({ type: z.literal('contest.result'), v, contest: z.string(), result })
    .describe('what it came to, where that is more than the answers');
  return z.discriminatedUnion('type', [...lines, came]);
}

export type OutputLine = z.infer<typeof outputSchema>;
