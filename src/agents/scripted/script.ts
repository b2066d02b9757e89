// What a script may tell a scripted agent to do, step by step. Read without zod: loading that takes longer than most scripts to play.
import type { NoticeKind } from '../../domain/agent-event.ts';
import { type Outcome, outcomes } from '../../domain/outcome.ts';

/** One kind of value: what it is called, and which ones are. */
interface Kind<T> {
  readonly what: string;
  readonly is: (value: unknown) => value is T;
}
type Kinds = Readonly<Record<string, Kind<unknown>>>;
type Values<K extends Kinds> = { readonly [Name in keyof K]: K[Name] extends Kind<infer T> ? T : never };

const kind = <T>(what: string, is: (value: unknown) => boolean): Kind<T> => ({
  what,
  is: (value): value is T => is(value),
});
const numeric = (what: string, fits: (value: number) => boolean) =>
  kind<number>(what, (value) => typeof value === 'number' && fits(value));
const text = kind<string>('a text', (value) => typeof value === 'string');
const truth = kind<true>('true', (value) => value === true);
const either = kind<boolean>('true or false', (value) => typeof value === 'boolean');
const positive = numeric('a number above 0', (value) => value > 0);
const natural = numeric('a number from 0 on', (value) => value >= 0);
const number = numeric('a number', Number.isFinite);
const whole = numeric('a whole number', Number.isSafeInteger);
const oneOf = <T extends string>(words: readonly T[]) =>
  kind<T>(`one of ${words.join(', ')}`, (value) => (words as readonly unknown[]).includes(value));
/** An object with all of the first, some of the others, and nothing else. */
function object<N extends Kinds, M extends Kinds>(needed: N, more: M): Kind<Values<N> & Partial<Values<M>>> {
  const all: Kinds = { ...needed, ...more };
  const words = Object.entries(all).map(([name, { what }]) => `${name}${name in needed ? '' : '?'}: ${what}`);
  return kind(`{ ${words.join(', ')} }`, (value) => {
    if (typeof value !== 'object' || value === null) return false;
    if (Object.keys(needed).some((name) => !Object.hasOwn(value, name))) return false;
    return Object.entries(value).every(([name, one]) => Object.hasOwn(all, name) && all[name]?.is(one));
  });
}

/** Each by its word. */
const steps = {
  say: object({ say: text }, { rate: positive }),
  think: object({ think: text }, { rate: positive }),
  /** Answers as a judge: first, second, longer, shorter, tie, contains TEXT, a number for every score, or reply TEXT. */
  judge: object({ judge: text }, {}),
  /** Milliseconds. */
  wait: object({ wait: natural }, {}),
  /** Writes a file in its folder. */
  edit: object({ edit: text, content: text }, {}),
  append: object({ append: text, content: text }, {}),
  /** A shell command. */
  run: object({ run: text }, {}),
  usage: object({ usage: object({}, { inputTokens: whole, outputTokens: whole }) }, {}),
  notice: object({ notice: text }, { kind: oneOf<NoticeKind>(['rate-limit', 'retry', 'warning']) }),
  fail: object({ fail: text }, { status: whole, retryAfterMs: number, outcome: oneOf<Outcome>(outcomes) }),
  /** Prints the message as it is and exits with 0. */
  quota: object({ quota: text }, {}),
  /** Text on standard output, as it is. */
  raw: object({ raw: text }, {}),
  /** Megabytes on standard output. */
  flood: object({ flood: positive }, {}),
  ignoreTerm: object({ ignoreTerm: truth }, {}),
  /** Seconds a process in a session of its own lives on. */
  daemon: object({ daemon: positive }, {}),
  hang: object({ hang: truth }, {}),
  exit: object(
    { exit: numeric('0 to 255', (value) => Number.isInteger(value) && value >= 0 && value <= 255) },
    {},
  ),
} as const;
type Steps = typeof steps;
export type ScriptStep = {
  [Word in keyof Steps]: Steps[Word] extends Kind<infer T> ? T : never;
}[keyof Steps];

/** Tokens a second for say and think, a token is a word; usage false: the script reports none, as some CLIs do. */
const about = { rate: positive, model: text, usage: either };
const script = object({ steps: kind<readonly ScriptStep[]>('a list of steps', Array.isArray) }, about);
export type Script = typeof script extends Kind<infer T> ? T : never;

/** What is wrong with it is said on one line. */
export function checkedScript(data: unknown): Script {
  if (!script.is(data)) throw new Error(`it is not ${script.what}`);
  for (const [at, step] of data.steps.entries()) {
    const word = Object.keys(steps).find((each) => Object.hasOwn(Object(step), each)) as
      | keyof Steps
      | undefined;
    if (word === undefined) throw new Error(`steps[${at}] is none of ${Object.keys(steps).join(', ')}`);
    if (!steps[word].is(step)) throw new Error(`steps[${at}] is not ${steps[word].what}`);
  }
  return data;
}

/** `{prompt}` stands for the first line of the task; in a file `{points}` for a list that differs by whoever plays. */
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
  /** Plays a brief: what it leaves differs by whoever plays it, and never says who. */
  dummy: {
    rate: 200,
    steps: [
      { think: 'reading the brief' },
      {
        edit: '{outputs}',
        content: `# Result

This is a simulated entry; no model was asked.

{points}

## Assumptions

None but that the brief means what it says.
`,
      },
      { say: 'The result is in out/.' },
    ],
  },
  judge: { rate: 200, steps: [{ judge: 'longer' }] },
  /** Looks at an entry of a brief. */
  reviewer: {
    rate: 200,
    steps: [
      {
        say: 'VERDICT: fix\n\n## Strengths\n\nIt is there; no model was asked about it.\n\n## Problems\n\nNone that a script could see.\n\n## Prioritised fixes\n\n1. Have it looked at by somebody who can read.',
      },
    ],
  },
  quota: { steps: [{ quota: "You've hit your usage limit. Try again in 3 hours." }] },
  loggedOut: { steps: [{ fail: 'Not logged in', status: 401 }] },
  overloaded: { steps: [{ say: 'I was about to' }, { fail: 'Overloaded', status: 529 }] },
  crash: { steps: [{ say: 'half an ans' }, { exit: 3 }] },
  empty: { steps: [] },
  hang: { steps: [{ say: 'thinking …' }, { hang: true }] },
};
