// A check: an objective measurement of a change, by a command and a parser of what it prints.
import { z } from 'zod';

/** What a check's figures count towards. A check without one only passes or fails. */
export const signalSchema = z.enum(['lint', 'readiness', 'tests', 'diff']);

export const checkSpecSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/i),
  /** A line for the shell. */
  command: z.string().min(1),
  /** Reads the output; absent: the exit code alone. */
  parser: z.string().optional(),
  /** For the parser `regex`: named groups passed, failed, total, errors, warnings, infos, percent. */
  pattern: z.string().optional(),
  /** A file the command writes, relative to the tree, read instead of its output. */
  report: z.string().optional(),
  signal: signalSchema.exclude(['diff']).optional(),
  /** What fails it cannot win. */
  required: z.boolean(),
  timeoutMs: z.int().positive().optional(),
  /** Programs of the project that it runs: they measure, as its tests do. */
  uses: z.array(z.string()).optional(),
  /** Where it was found: `package.json scripts.test`. */
  origin: z.string().optional(),
});
export type CheckSpec = z.infer<typeof checkSpecSchema>;

/** What a parser read in the output of a check. Unknown is absent, never zero. */
export interface Reading {
  readonly tests?: { readonly passed: number; readonly failed: number; readonly skipped: number };
  readonly lint?: { readonly errors: number; readonly warnings: number; readonly infos: number };
  readonly percent?: number;
}

export const weightsSchema = z.strictObject({
  lint: z.number().min(0),
  readiness: z.number().min(0),
  tests: z.number().min(0),
  diff: z.number().min(0),
  judge: z.number().min(0).optional(),
});
export type Weights = z.infer<typeof weightsSchema>;
