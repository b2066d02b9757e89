// What a suite plays, as it goes on record: its tasks with their places and asserts, every variable filled in.
import { z } from 'zod';

/** Where a task is played: in an empty folder, in one of the user's, at a commit of a repository, or on a copy of a brief. */
const place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('folder'), path: z.string() }),
  z.strictObject({ kind: z.literal('repository'), from: z.string(), commit: z.string() }),
  z.strictObject({ kind: z.literal('brief'), path: z.string() }),
]);
export type TaskPlace = z.output<typeof place>;

export const textAsserts = [
  'contains',
  'icontains',
  'not-contains',
  'equals',
  'regex',
  'not-regex',
  'starts-with',
] as const;
export const listAsserts = ['contains-any', 'contains-all', 'icontains-any', 'icontains-all'] as const;
/** Money in USD, time in milliseconds. */
export const limitAsserts = ['max-usd', 'max-time', 'max-tokens'] as const;

const every = {
  /** Unique in its task: how reports call it. */
  name: z.string().min(1),
  /** How much it counts in the score; 0: it is told, and nothing fails by it. */
  weight: z.number().nonnegative(),
  /** It passes where it would fail; only of those that are told from the answer. */
  not: z.literal(true).optional(),
};

const assert = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(textAsserts), value: z.string(), ...every }),
  z.strictObject({ kind: z.enum(listAsserts), value: z.array(z.string()), ...every }),
  z.strictObject({ kind: z.enum(limitAsserts), value: z.number(), ...every }),
  z.strictObject({ kind: z.literal('is-json'), ...every }),
  z.strictObject({ kind: z.literal('json-schema'), value: z.unknown(), ...every }),
  z.strictObject({
    kind: z.literal('command'),
    value: z.string(),
    ...every,
    /** Where it runs, unless there is work of the contestant's to run it in. */
    cwd: z.string(),
    timeoutMs: z.number(),
  }),
  z.strictObject({
    kind: z.literal('rubric'),
    value: z.string(),
    ...every,
    /** The least part of the marks that passes. */
    threshold: z.number(),
  }),
]);
export type SuiteAssert = z.output<typeof assert>;

const task = z.strictObject({
  id: z.string().min(1),
  title: z.string().optional(),
  format: z.string(),
  prompt: z.string(),
  /** Of its format, by name. */
  settings: z.record(z.string(), z.unknown()),
  place,
  asserts: z.array(assert),
  /** The least score that passes; absent: every assert has to. */
  minScore: z.number().optional(),
  /** The least share of its trials that has to pass. */
  threshold: z.number().optional(),
});
export type SuiteTask = z.output<typeof task>;

export const suiteTasks = z.array(task).min(1);

export const suiteThresholds = z.strictObject({
  pass: z.number().optional().describe('the least share of cells that pass, of those without an error'),
  maxUsd: z.number().optional(),
  maxErrors: z.number().optional().describe('the largest share of cells that end in an error'),
});

export const suitePlan = z.strictObject({
  name: z.string().min(1),
  trials: z.int().positive(),
  /** Cells at once; null: as many as the lanes hold. */
  parallel: z.int().positive().nullable(),
  /** Who judges by rubrics, as -c takes it. */
  judges: z.array(z.string()),
  thresholds: suiteThresholds,
  /** Hosts of a pool with this label play its cells; absent: whoever plays the suite does. */
  pool: z.string().min(1).optional(),
  tasks: suiteTasks,
  /** What it will probably take. */
  expected: z.array(
    z.strictObject({
      contestant: z.string(),
      format: z.string(),
      tier: z.enum(['read', 'write', 'full']),
      times: z.int().positive(),
    }),
  ),
});
export type SuitePlan = z.output<typeof suitePlan>;

/** The key of a cell in the record of its suite. */
export function cellKey(task: string, contestant: string, trial: number): string {
  return `cell/${task}/${contestant}/${trial}`;
}
