// A check: an objective measurement of a change, by a command and a parser of what it prints.
import { z } from 'zod';
import { checkNameShape, commandShape, nameShape } from './settings/rule.ts';
import { durationField } from './settings/setting.ts';
import { insideShape } from './settings/shapes.ts';

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
  /** An entry may run fewer of the base's tests. */
  mayRemoveTests: z.literal(true).optional(),
  timeoutMs: z.int().positive().optional(),
  /** Programs of the project that it runs: they measure, as its tests do. */
  uses: z.array(z.string()).optional(),
  /** Where it was found: `package.json scripts.test`. */
  origin: z.string().optional(),
});
export type CheckSpec = z.infer<typeof checkSpecSchema>;

/** One test, as its tool names it. One named as its file is the file itself: it ran, and no test in it did. */
export interface TestCase {
  readonly name: string;
  readonly file?: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

export interface TestFigures {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Every test, if the tool names them. */
  readonly cases?: readonly TestCase[];
}

/** What a parser read in the output of a check. Unknown is absent, never zero. */
export interface Reading {
  readonly tests?: TestFigures;
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

const number = z
  .number({ error: 'a number from 0 to 1000' })
  .min(0, { error: 'a number from 0 to 1000' })
  .max(1000, { error: 'a number from 0 to 1000' });

const weight = () => number.optional();

/** As a config file spells them; the judges' weight stands apart. */
export const weightsTable = z.strictObject(
  {
    lint: weight().describe('Errors and warnings of linters; built in: 0.3.'),
    readiness: weight().describe('A percentage that a check gives; built in: 0.3.'),
    tests: weight().describe('Tests that pass; built in: 0.25.'),
    diff: weight().describe('Few changed lines; built in: 0, and 0.15 with the preset charm.'),
  },
  { error: 'a table [race.weights]' },
);

const checkTable = z
  .strictObject(
    {
      command: text(commandShape, 'a command for the shell such as "npm test"')
        .optional()
        .describe('A line for the shell, run in a fresh checkout. Every check of your own needs one.'),
      parser: text(nameShape, 'the name of a parser such as "junit" or "any-tests"')
        .optional()
        .describe('What reads its output; without one, the exit code alone counts.'),
      pattern: text(/^[\s\S]{1,1000}$/, 'a regular expression')
        .refine(isPattern, { error: 'a regular expression that can be read' })
        .optional()
        .describe(
          'For the parser "regex": named groups passed, failed, skipped, total, errors, warnings, infos, percent.',
        ),
      report: text(insideShape, 'a path inside the repository')
        .optional()
        .describe('A file the command writes, read instead of its output.'),
      signal: z
        .enum(['lint', 'readiness', 'tests'], { error: '"lint", "readiness" or "tests"' })
        .optional()
        .describe('What its figures count towards; without one, it only passes or fails.'),
      required: z
        .boolean({ error: 'true or false' })
        .optional()
        .describe('Whoever fails it cannot win; built in: true.'),
      timeout: durationField().optional().describe('Time after which it is ended, instead of check_timeout.'),
      may_remove_tests: z
        .boolean({ error: 'true or false' })
        .optional()
        .describe(
          "An entry may run fewer tests than the base; built in: false. Can stand alone, for one of the project's own checks.",
        ),
    },
    { error: 'a table such as [race.checks.test]' },
  )
  .refine(({ parser, pattern }) => parser !== 'regex' || pattern !== undefined, {
    path: ['pattern'],
    error: 'a regular expression, which the parser "regex" needs',
  })
  .describe('A check of your own, or one in place of a found check of the same name.');

/** Checks by name, as a config file spells them. */
export const checkTables = z
  .record(
    text(checkNameShape, 'a name of up to 40 letters, digits, dots, dashes and underscores'),
    checkTable,
    { error: 'a table of checks such as [race.checks.test]' },
  )
  .describe('Checks by name.');

function text(shape: RegExp, error: string) {
  return z.string({ error }).regex(shape, { error });
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'gm') !== undefined;
  } catch {
    return false;
  }
}
