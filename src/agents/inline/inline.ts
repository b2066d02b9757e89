// A function of the program that plays the contest. It runs there and nowhere else, so it is never among those to choose from.
import type { Agent } from '../agent.ts';

export const inline: Agent = {
  id: 'inline',
  family: 'inline',
  title: 'a function of this program',
  kind: 'inline',
  async *run() {
    yield { type: 'ended', outcome: 'missing', text: '', reason: 'it is a function of another program' };
  },
  presence: { install: 'Hand it to the program that plays the contest.' },
  tiers: {
    read: { honoured: false, caveat: 'nothing confines a function' },
    write: { honoured: false, caveat: 'nothing confines a function' },
    full: { honoured: true },
  },
  bare: { tools: false, instructions: true, caveat: 'nothing confines a function' },
  environment: { passes: [], keys: [], removes: [] },
  state: [],
  efforts: [],
  servedFrom: () => undefined,
  staggerMs: 0,
  idleMs: 0,
  verified: { because: 'it is whatever the program makes of it' },
};
