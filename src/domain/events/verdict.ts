// What judges and people said and what was decided from it, as facts. Standings are computed from these and never stored.
import { z } from 'zod';
import { fact, key, programName } from './contest-event.ts';

/** One judge's statement about some entries it saw under labels. */
export const verdictGiven = fact('verdict.given', {
  key,
  inputs: z.string(),
  judge: z.string(),
  /** The model that answered, where its agent says so. */
  model: z.string().optional(),
  /** Labels in the order they were shown, and whose entry each was: for the operator, never for a judge. */
  shown: z.array(z.object({ label: z.string(), contestant: z.string(), entry: z.string() })),
  verdict: z.discriminatedUnion('type', [
    /** `winner` is a contestant's name. */
    z.object({ type: z.literal('choice'), winner: z.string() }),
    z.object({ type: z.literal('tie') }),
    z.object({ type: z.literal('both-bad') }),
    z.object({
      type: z.literal('scores'),
      scores: z.record(z.string(), z.record(z.string(), z.number())),
      missing: z.array(z.string()).optional(),
    }),
    /** It could not be read: never a side and never a tie. */
    z.object({ type: z.literal('none'), why: z.string() }),
  ]),
  rationale: z.string().optional(),
  /** Labels it scored that were not shown to it. */
  ignored: z.array(z.string()).optional(),
  /** Why it does not count. */
  setAside: z.string().optional(),
  /** The judge is of the family of one or more of the entries. */
  ownFamily: z.boolean().optional(),
  /** Whose, where several were scored at once. */
  own: z.array(z.string()).optional(),
  /** What was taken out of the judge's copy, what may still give a contestant away, and who addressed the judge. */
  scrubbed: z.array(z.string()).optional(),
  leaks: z.array(z.string()).optional(),
  addressed: z.array(z.string()).optional(),
});

const lean = z.object({ logit: z.number(), low: z.number(), high: z.number() });
const counted = z.object({ right: z.number(), of: z.int() });

/** What pairs with known answers showed of a judge. Its looks are on record too; this is what its record is read from. */
export const judgeCalibrated = fact('judge.calibrated', {
  key,
  inputs: z.string(),
  judge: z.string(),
  model: z.string().optional(),
  /** The version of the set of pairs. */
  set: z.string(),
  /** Right in both orders counts 1, in one 1/2, a tie 1/2. */
  ...counted.shape,
  flips: counted.pick({ of: true }).extend({ times: z.int() }),
  /** Pairs whose wrong answer addresses the judge, and how many of them it fell for. */
  fooled: counted.pick({ of: true }).extend({ times: z.int() }),
  byKind: z.record(z.string(), counted),
  byDecoy: z.record(z.string(), counted),
  /** On the logit scale, what is right taken out; absent: too few pairs to tell. */
  leans: z.object({ place: lean, length: lean, style: lean }).optional(),
});
export type JudgeCalibrated = z.infer<typeof judgeCalibrated>;
export type Lean = z.infer<typeof lean>;

export const winnerDecided = fact('winner.decided', {
  key,
  inputs: z.string(),
  /** Absent: there is none. */
  winner: z.string().optional(),
  /** Those who cannot be told apart from the best. */
  tied: z.array(z.string()),
  /** Why there is no winner. Absent: the lead is too small, or the record is of an older joust. */
  without: z.enum(['tie', 'not-judged']).optional(),
  /** The winner leads, but the verdicts can't tell it from all others. */
  unclear: z.literal(true).optional(),
  /** The rule that decided. */
  rule: z.string(),
  reason: z.string().optional(),
});

/** Somebody's word, beside the computed winner and never in its place. */
export const winnerOverridden = fact('winner.overridden', {
  winner: z.string(),
  reason: z.string(),
  program: programName,
});

/** Characters of the prompt that are kept. */
export const excerptLength = 200;

const side = z.strictObject({
  contestant: z.string().min(1).max(200),
  agent: z.string().min(1).max(200),
  model: z.string().min(1).max(200).optional(),
  effort: z.string().min(1).max(50).optional(),
});

/** What a person preferred, as a line to keep and pass on: two contestants, what was asked, and which was better. */
export const preferenceSchema = z.strictObject({
  type: z.literal('joust.preference'),
  v: z.literal(1),
  id: z.string().regex(/^[0-9A-Za-z]{6,64}$/, { error: 'letters and digits, 6 to 64 of them' }),
  /** When it was picked. */
  at: z.iso.datetime(),
  prompt: z.string().max(excerptLength).describe('the beginning of what was asked'),
  /** As they were shown. */
  a: side,
  b: side,
  pick: z.enum(['a', 'b', 'tie', 'bad']).describe('bad: neither was any good'),
  tags: z.array(z.string().min(1).max(100)).max(50),
  simulated: z.boolean().describe('true: scripted agents played, no model was asked'),
});

export type Preference = z.infer<typeof preferenceSchema>;
export type PreferenceSide = Preference['a'];

/** Made elsewhere and brought here. */
export const preferenceImported = fact('preference.imported', {
  preference: preferenceSchema,
});

/** It counts no more; nothing shows or uses it. */
export const preferenceForgotten = fact('preference.forgotten', {
  id: z.string(),
});
