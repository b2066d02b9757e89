// What may stand in brief.yaml, key by key: joust's words, and multicooker's where they differ.
import { z } from 'zod';
import { nameShape } from '../../domain/settings/rule.ts';
import { modelShape, specShape } from '../../domain/settings/shapes.ts';
import { rubricShape } from '../rubric-file.ts';
import { playKeys } from '../schema.ts';

/** As multicooker has them: letters, digits, - and _. */
const briefNameShape = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]{0,99}$/u;
const actorNameError = 'a name of letters, digits, dots, dashes and underscores';
const sizeError = 'a size such as "512m" or "2g", or a number of bytes';

export const profiles = ['auto', 'large', 'medium', 'small'] as const;
const sizeShape = /^\d{1,15}[bkmgt]?$/i;

const seconds = z.int({ error: 'a whole number of seconds above 0' }).positive({
  error: 'a whole number of seconds above 0',
});
const size = z.union([z.int().positive(), z.string().regex(sizeShape)], { error: sizeError });

const resources = z
  .strictObject(
    {
      profile: z
        .enum(profiles, { error: '"auto", "large", "medium" or "small"' })
        .nullish()
        .describe('How much a container may use; auto follows from the memory there is.'),
      mem_limit: size.nullish().describe('Memory, such as "2g".'),
      memswap_limit: size.nullish().describe('Memory and swap together, such as "2g".'),
      cpus: z
        .union([z.number().positive(), z.string().regex(/^(?=.*[1-9])\d{1,4}(?:\.\d{1,3})?$/)], {
          error: 'a number of CPUs such as 1.5',
        })
        .nullish()
        .describe('CPUs, such as 1.5.'),
      pids_limit: z
        .int({ error: 'a whole number above 0' })
        .positive({ error: 'a whole number above 0' })
        .nullish()
        .describe('Processes and threads at a time.'),
    },
    { error: 'a mapping such as { profile: medium }' },
  )
  .describe('Limits of a container.');
export type ResourceTable = z.infer<typeof resources>;

const actorTable = z.strictObject(
  {
    name: z
      .string({ error: actorNameError })
      .regex(nameShape, { error: actorNameError })
      .describe('The name in this brief: of a folder, of a row in the leaderboard.'),
    flavor: z
      .string({ error: 'the name of an agent' })
      .regex(nameShape, { error: 'the name of an agent' })
      .nullish()
      .describe("multicooker's word for `agent`: its subscription pays, never a key. Absent: the name."),
    agent: z
      .string({ error: 'the name of an agent' })
      .regex(nameShape, { error: 'the name of an agent' })
      .nullish()
      .describe('The agent that plays: a built-in one, or one of [agents] in your config.'),
    timeout_s: seconds.nullish().describe('Its time limit in seconds.'),
    resources: resources.nullish(),
    ...playKeys,
    model: z
      .string({ error: 'a model name' })
      .regex(modelShape, { error: 'a model name without spaces that does not begin with -' })
      .nullish()
      .describe('The model to ask for, in the words of the agent.'),
  },
  { error: 'a mapping such as { name: claude, flavor: claude }' },
);
export type ActorTable = z.infer<typeof actorTable>;

const actorWords = z
  .string()
  .regex(/^(?:[A-Za-z0-9][A-Za-z0-9._-]*=)?/)
  .refine((text) => specShape.test(specBehind(text)), {
    error: 'a contestant such as "claude/opus", or "name=agent"',
  });

/** `name=agent`: the first = parts them, where a name stands before it. */
export function specBehind(text: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*=/.test(text) ? text.slice(text.indexOf('=') + 1) : text;
}

export const actor = z.union([actorWords, actorTable], {
  error: 'a contestant such as "claude/opus", or a mapping with a name',
});
export type ActorWords = z.infer<typeof actor>;

export const actors = z
  .array(actor, { error: 'a list of contestants' })
  .max(100, { error: 'at most 100 of them' });

const outputPath = z.string({ error: 'a path below out/' }).min(1, { error: 'a path below out/' });

export const policies = {
  exclude: 'exclude',
  require_distinct_flavor: 'exclude',
  warn: 'warn',
  allow: 'allow',
  allow_self: 'allow',
} as const;
const policyWords = Object.keys(policies) as (keyof typeof policies)[];
const policy = z.enum(policyWords, { error: `one of ${policyWords.join(', ')}` });
const trueOrFalse = z.boolean({ error: 'true or false' });

/** Its own errors say more: it is read by rubric-file.ts. */
const rubricWords = z.looseObject({}, { error: 'a mapping with dimensions' });

export const briefSchema = z.strictObject(
  {
    name: z
      .string({ error: 'a text of letters, digits, - and _ (a number has to stand in quotes)' })
      .regex(briefNameShape, { error: 'a name of letters, digits, - and _' })
      .describe('The name of the brief.'),
    template: z
      .string({ error: 'the name of a template' })
      .regex(nameShape, { error: 'the name of a template' })
      .nullish()
      .describe('The template it was made from: the tag of its contests on the leaderboard.'),
    contestants: actors.nullish().describe('Who plays: "claude/opus", "name=agent", or mappings.'),
    participants: actors
      .nullish()
      .describe("multicooker's word for `contestants`: their subscriptions pay, never a key."),
    judges: actors.nullish().describe('Who scores. Absent or empty: joust chooses.'),
    rubric: rubricWords
      .nullish()
      .describe(
        'What is scored: `scale: [0, 5]` and `dimensions`, each with `id` and `weight`; weights sum to 100.',
      ),
    judging: z
      .strictObject(
        {
          policy: policy.nullish().describe('What becomes of scores a judge gives to its own family.'),
          self_judging: policy.nullish().describe('The same, in joust’s words: exclude, warn or allow.'),
          strict_schema: trueOrFalse.nullish().describe("multicooker's word for `strict`."),
          strict: trueOrFalse
            .nullish()
            .describe('A score sheet that is not exactly as asked does not count.'),
          one_at_a_time: trueOrFalse
            .nullish()
            .describe('Judges see one entry at a time instead of all at once.'),
        },
        { error: 'a mapping such as { policy: warn }' },
      )
      .nullish()
      .describe('How it is judged.'),
    outputs: z
      .strictObject(
        {
          required: z
            .array(
              z.union(
                [
                  outputPath,
                  z.strictObject({
                    path: outputPath.describe('Below out/.'),
                    kind: z
                      .string({ error: 'a text' })
                      .nullish()
                      .describe('For readers; nothing is made of it.'),
                  }),
                ],
                { error: 'a path below out/, or { path: RESULT.md }' },
              ),
              { error: 'a list of paths below out/' },
            )
            .max(200, { error: 'at most 200 of them' })
            .nullish()
            .describe('Files below out/ that every contestant has to leave.'),
        },
        { error: 'a mapping with required' },
      )
      .nullish()
      .describe('What contestants have to leave.'),
    timeout_s: seconds
      .nullish()
      .describe('Time limit of a contestant in seconds; 1800 where nothing is said.'),
    timeout: playKeys.timeout.describe('The same as a duration: "30m".'),
    judge_timeout_s: seconds
      .nullish()
      .describe('Time limit of a judge in seconds; 900 where nothing is said.'),
    judge_timeout: playKeys.timeout.describe('The same as a duration: "15m".'),
    consult: z
      .strictObject(
        {
          reviewers: actors.nullish().describe('Who reviews. Absent: the judges.'),
          timeout_s: seconds.nullish().describe('Time limit of a reviewer in seconds.'),
          timeout: playKeys.timeout.describe('The same as a duration.'),
        },
        { error: 'a mapping with reviewers' },
      )
      .nullish()
      .describe('A second opinion on one entry.'),
    resources: resources.nullish(),
    sandbox: z
      .enum(['none', 'os', 'container'], { error: '"none", "os" or "container"' })
      .nullish()
      .describe('What holds contestants back.'),
    image: z
      .string({ error: 'the name of an image' })
      .regex(/^[A-Za-z0-9][A-Za-z0-9._/:@-]{0,255}$/, { error: 'the name of an image' })
      .nullish()
      .describe('The image of the container; it waits for your trust.'),
    paid_keys: trueOrFalse
      .nullish()
      .describe(
        'true: who came by `flavor` or `participants` may fall back to a paid key; it waits for your trust.',
      ),
  },
  { error: 'a mapping with name, contestants and more' },
);
export type BriefTable = z.infer<typeof briefSchema>;

/** For editors: with what may stand in the rubric. */
export const wholeBriefSchema = briefSchema.extend({
  rubric: rubricShape.nullish().describe(briefSchema.shape.rubric.description ?? ''),
});

/** The keys that may stand at a path. */
export function briefKeys(path: readonly PropertyKey[]): readonly string[] {
  return keysAt(wholeBriefSchema, path);
}

export function keysAt(whole: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = whole;
  for (const part of path) {
    schema = tableOf(schema);
    if (schema instanceof z.ZodObject) schema = schema.shape[String(part)];
    else if (schema instanceof z.ZodArray) schema = schema.element;
  }
  schema = tableOf(schema);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** What is behind `nullish`, and the mapping among what may stand there. */
function tableOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return tableOf(schema.unwrap());
  if (!(schema instanceof z.ZodUnion)) return schema;
  return schema.options.find((option) => option instanceof z.ZodObject);
}
