// What a canary is before it runs: a test file with gaps for random names and values, and how the check's runner runs it alone.
import { z } from 'zod';

/** Gaps in the texts of a plan, which are filled with random words and numbers when it runs. */
export const gaps = {
  file: '{{file}}',
  equal: '{{equal}}',
  unequal: '{{unequal}}',
  left: '{{left}}',
  right: '{{right}}',
} as const;

const planned = z.strictObject({
  type: z.literal('planned'),
  /** The check whose tests it stands among. */
  check: z.string(),
  /** The test file, from the top of the tree. */
  path: z.string(),
  text: z.string(),
  command: z.string(),
  /** What the runner writes its results to, from the top of the tree. */
  report: z.string(),
  parser: z.enum(['junit', 'jest-json']),
  /** Checks that run before it, since its tests need what they build. */
  builds: z.array(z.string()),
});
export type PlannedCanary = z.output<typeof planned>;

export const canaryPlan = z.discriminatedUnion('type', [
  planned,
  z.strictObject({ type: z.literal('none'), check: z.string(), why: z.string() }),
]);
export type CanaryPlan = z.output<typeof canaryPlan>;
