// Scripts that come with joust: for the demo, for dry runs, and to see how each failure looks.
import type { Script } from './script.ts';

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
