// What a script may tell a scripted agent to do, step by step.
import { z } from 'zod';
import { outcomes } from '../../domain/outcome.ts';

const stepSchema = z.union([
  z.strictObject({ say: z.string(), rate: z.number().positive().optional() }),
  z.strictObject({ think: z.string(), rate: z.number().positive().optional() }),
  z
    .strictObject({ judge: z.string() })
    .describe('answers as a judge: first, second, longer, shorter, tie, or contains TEXT'),
  z.strictObject({ wait: z.number().nonnegative() }).describe('milliseconds'),
  z.strictObject({ edit: z.string(), content: z.string() }).describe('writes a file in its folder'),
  z.strictObject({ append: z.string(), content: z.string() }),
  z.strictObject({ run: z.string() }).describe('a shell command'),
  z.strictObject({
    usage: z.strictObject({ inputTokens: z.int().optional(), outputTokens: z.int().optional() }),
  }),
  z.strictObject({ notice: z.string(), kind: z.enum(['rate-limit', 'retry', 'warning']).optional() }),
  z.strictObject({
    fail: z.string(),
    status: z.int().optional(),
    retryAfterMs: z.number().optional(),
    outcome: z.enum(outcomes).optional(),
  }),
  z.strictObject({ quota: z.string() }).describe('prints the message as it is and exits with 0'),
  z.strictObject({ raw: z.string() }).describe('text on standard output, as it is'),
  z.strictObject({ flood: z.number().positive() }).describe('megabytes on standard output'),
  z.strictObject({ ignoreTerm: z.literal(true) }),
  z
    .strictObject({ daemon: z.number().positive() })
    .describe('seconds a process in a session of its own lives on'),
  z.strictObject({ hang: z.literal(true) }),
  z.strictObject({ exit: z.int().min(0).max(255) }),
]);
export type ScriptStep = z.infer<typeof stepSchema>;

const scriptSchema = z.strictObject({
  /** Tokens a second for say and think; a token is a word. */
  rate: z.number().positive().optional(),
  model: z.string().optional(),
  /** false: the script reports no usage, as some CLIs do. */
  usage: z.boolean().optional(),
  steps: z.array(stepSchema),
});
export type Script = z.infer<typeof scriptSchema>;

/** What is wrong with it is said on one line. */
export function checkedScript(data: unknown): Script {
  const { success, data: script, error } = scriptSchema.safeParse(data);
  if (success) return script;
  throw new Error(z.prettifyError(error).replaceAll(/\s*\n\s*/g, ' '));
}

/** `{prompt}` stands for the first line of the task. */
export const builtInScripts: Readonly<Record<string, Script>> = {
  default: {
    rate: 60,
    steps: [
      { think: 'reading the task' },
      { say: 'This is a simulated answer to: {prompt}\n\nNo model was asked.' },
    ],
  },
  quick: {
    rate: 30,
    steps: [{ say: 'Short answer: measure first, then change the one thing the figures point at.' }],
  },
  careful: {
    rate: 18,
    steps: [
      { think: 'what could go wrong here' },
      {
        say: 'Three things to check before changing anything:\n\n1. Is the slow part really slow, or only called often?\n2. Does a test pin the behaviour you are about to touch?\n3. Can you undo the change in one commit?\n\nThen make the smallest change that moves the figure.',
      },
    ],
  },
  thorough: {
    rate: 20,
    steps: [
      { think: 'comparing approaches' },
      {
        say: 'I would not start with the code. Write down the question as a number ("p95 below 200 ms"), measure it on today\'s main branch, and keep that figure in the repository. Every later change is then a comparison, and the discussion about taste is over.',
      },
    ],
  },
  judge: { rate: 200, steps: [{ judge: 'longer' }] },
  quota: { steps: [{ quota: "You've hit your usage limit. Try again in 3 hours." }] },
  loggedOut: { steps: [{ fail: 'Not logged in', status: 401 }] },
  overloaded: { steps: [{ say: 'I was about to' }, { fail: 'Overloaded', status: 529 }] },
  crash: { steps: [{ say: 'half an ans' }, { exit: 3 }] },
  empty: { steps: [] },
  hang: { steps: [{ say: 'thinking …' }, { hang: true }] },
};
