// What may stand in suite.yaml, key by key.
import { z } from 'zod';
import { durationField } from '../../domain/settings/setting.ts';
import { limitAsserts, listAsserts, textAsserts } from '../../domain/suite/suite-plan.ts';
import { actors } from '../brief/brief-schema.ts';

const plain = z.union([z.string(), z.number(), z.boolean()], { error: 'a text' }).transform(String);
const share = z
  .number({ error: 'a share from 0 to 1' })
  .min(0, { error: 'a share from 0 to 1' })
  .max(1, { error: 'a share from 0 to 1' });
const money = z.number({ error: 'an amount of USD' }).nonnegative({ error: 'an amount of USD' });
const count = z.int({ error: 'a whole number' }).nonnegative({ error: 'a whole number' });
const text = z.string({ error: 'a text' });
const line = text.min(1, { error: 'a text' }).max(1000, { error: 'a text of at most 1000 characters' });

const textKinds = Object.fromEntries(textAsserts.map((kind) => [kind, plain.optional()]));
const listKinds = Object.fromEntries(
  listAsserts.map((kind) => [kind, z.array(plain, { error: 'a list of texts' }).min(1).optional()]),
);

/** Each names one kind; the rest says how it counts. */
const assert = z.strictObject(
  {
    ...(textKinds as Record<(typeof textAsserts)[number], z.ZodOptional<typeof plain>>),
    ...(listKinds as Record<(typeof listAsserts)[number], z.ZodOptional<z.ZodArray<typeof plain>>>),
    'is-json': z.literal(true, { error: 'true' }).optional().describe('The answer is JSON.'),
    'json-schema': z
      .union([z.looseObject({}), z.boolean()], { error: 'a JSON Schema' })
      .optional()
      .describe('The answer is JSON that fits this schema.'),
    command: line
      .optional()
      .describe(
        'A line for the shell that ends with 0; the answer is its input and the file $JOUST_ANSWER. It waits for your trust.',
      ),
    rubric: text
      .min(1)
      .max(20_000)
      .optional()
      .describe('What judges score the answer by, in a sentence or more.'),
    'max-usd': money.optional(),
    'max-time': durationField().optional(),
    'max-tokens': count.optional(),
    not: z
      .literal(true, { error: 'true' })
      .optional()
      .describe('It passes where it would fail. Not of a command, a rubric or a limit.'),
    name: line.optional().describe('How reports call it.'),
    weight: z
      .number({ error: 'a number from 0' })
      .nonnegative({ error: 'a number from 0' })
      .optional()
      .describe('How much it counts; 0: it is told, and nothing fails by it.'),
    threshold: share
      .optional()
      .describe('Of a rubric: the least part of the marks that passes (0.6 where nothing is said).'),
    timeout: durationField().optional().describe('Of a command (1m where nothing is said).'),
  },
  { error: 'an assert such as { contains: Paris }' },
);
export type AssertTable = z.output<typeof assert>;

export const assertKinds = [
  ...textAsserts,
  ...listAsserts,
  ...(['is-json', 'json-schema', 'command', 'rubric'] as const),
  ...limitAsserts,
] as const;

const asserts = z.array(assert, { error: 'a list of asserts' }).max(200, { error: 'at most 200 of them' });
const settings = z
  .record(z.string(), z.unknown(), { error: 'a mapping of settings' })
  .describe('Settings of the format, by their names: timeout, check, sandbox and others.');
const vars = z
  .record(z.string(), plain, { error: 'a mapping of names to texts' })
  .describe('What stands for {{name}} in prompts and asserts.');

const task = z.strictObject(
  {
    id: plain.optional().describe('Unique in the suite; absent: its number.'),
    title: line.optional(),
    prompt: text.optional().describe('What is asked; {{name}} is a variable.'),
    vars: vars.optional(),
    format: line.optional().describe('How it is played: ask, race, brief or another format.'),
    settings: settings.optional(),
    assert: asserts.optional().describe('What has to hold, besides the asserts of the suite.'),
    threshold: share.optional().describe('The least share of its trials that has to pass.'),
    'min-score': share.optional().describe('The least score that passes; absent: every assert has to.'),
    cwd: line.optional().describe('The folder it is asked in; absent: an empty one.'),
    repo: line.optional().describe('A repository: an address, or a path.'),
    commit: plain.optional().describe('Of the repository.'),
    brief: line.optional().describe('The folder of a brief.'),
    file: line.optional().describe('A .csv or .jsonl file: one task a row, whose columns are variables.'),
    folder: line.optional().describe('A folder: one task for each folder in it.'),
  },
  { error: 'a task such as { id: capital, prompt: "Capital of France?" }' },
);
export type TaskTable = z.output<typeof task>;

export const suiteSchema = z.strictObject(
  {
    name: line.describe('The name of the suite.'),
    contestants: actors.describe('Who plays: "claude/opus", "name=agent", or mappings.'),
    judges: actors.optional().describe('Who scores by rubrics. Absent: joust chooses.'),
    trials: z
      .int({ error: 'a whole number above 0' })
      .min(1, { error: 'a whole number above 0' })
      .max(1000, { error: 'at most 1000' })
      .optional()
      .describe('How often each contestant plays each task; once where nothing is said.'),
    parallel: z.int().min(1).max(1000).optional().describe('Cells at once.'),
    format: task.shape.format,
    prompt: task.shape.prompt,
    cwd: task.shape.cwd,
    vars: vars.optional(),
    settings: settings.optional(),
    assert: asserts.optional().describe('What has to hold of every task.'),
    tasks: z.array(task, { error: 'a list of tasks' }).min(1, { error: 'at least one task' }),
    thresholds: z
      .strictObject(
        {
          pass: share.optional().describe('The least share of cells that pass, for every contestant.'),
          'max-usd': money.optional().describe('The most the suite may have cost.'),
          'max-errors': share.optional().describe('The largest share of cells that may end in an error.'),
        },
        { error: 'a mapping such as { pass: 0.9 }' },
      )
      .optional()
      .describe('Below one of them the exit code is 4.'),
    limits: z
      .strictObject(
        {
          'max-usd': money.optional(),
          'max-tokens': count.optional(),
          'max-attempts': count.optional(),
          'max-time': durationField().optional(),
        },
        { error: 'a mapping such as { max-usd: 20 }' },
      )
      .optional()
      .describe('What the whole may take.'),
  },
  { error: 'a mapping with name, contestants and tasks' },
);
export type SuiteTable = z.output<typeof suiteSchema>;
