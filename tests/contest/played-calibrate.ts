// A calibration of two judges on two pairs, for the record it leaves.
import { simulatedVerdict } from '../../src/agents/scripted/scripted-play.ts';
import type { PlayedFormat } from './play-prefix.ts';

const pairs = ['a', 'b'].map((id) => ({
  id,
  kind: 'code',
  task: 'why?',
  why: '',
  decoys: id === 'a' ? ['first'] : [],
  good: 'a long right answer',
  bad: 'short',
}));

export const playedCalibrate: PlayedFormat = {
  name: 'calibrate',
  functions: {
    judge: ({ prompt }) => simulatedVerdict(prompt, 'longer'),
    /** Cannot be read at first, so that it is asked once more. */
    mumbles: ({ key, prompt }) =>
      key.endsWith('/repair') ? simulatedVerdict(prompt, 'first') : 'Both have their merits.',
  },
  requests: [
    ({ folder }) => ({
      format: 'calibrate',
      prompt: 'Calibration',
      files: [],
      cwd: folder,
      tier: 'read',
      joustVersion: '0',
      roster: ['judge', 'mumbles'].map((name) => ({ name, agent: 'inline' })),
      async prepare({ ledger }) {
        const set = await ledger.stage(JSON.stringify(pairs));
        return { options: { set: set.ref, version: 'test', pairs: 2 }, blobs: [set] };
      },
    }),
  ],
};
