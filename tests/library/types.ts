// What the compiler says of right and wrong options; checked by tsc, never run.

import type { VoteResult } from '../../src/formats/vote/result.ts';
import {
  type ContestRun,
  calibrate,
  crossExamine,
  debate,
  judge,
  judgeBrief,
  mergeBrief,
  race,
  refineBrief,
  review,
  tournament,
  vote,
} from '../../src/index.ts';

export const right = (): readonly unknown[] => [
  vote({
    prompt: 'ship?',
    contestants: ['claude', 'codex*2'],
    choices: ['yes', 'no'],
  }) satisfies ContestRun<VoteResult>,
  vote({ prompt: 'ship?', judge: { name: 'mine', play: () => 'yes' } }),
  debate({ prompt: 'x', rounds: 2, timeout: '15m', limits: { usd: 1, time: '1h' }, effort: undefined }),
  tournament({ prompt: 'x', judges: ['claude', { name: 'mine', play: async () => 'A' }], orders: 'both' }),
  race({ prompt: 'x', check: ['test=npm test'], approve: ({ choices }) => choices[0] }),
  review({ target: 'HEAD~1', failOn: 'high', signal: new AbortController().signal }),
  judge({ subject: '@last', judges: ['claude'] }),
  calibrate({ contestants: ['claude', 'codex'], pairs: 40 }),
  crossExamine({ question: 'why?', by: 'claude' }),
  refineBrief({ folder: 'b', feedback: 'shorter', contestants: ['ann'] }),
  judgeBrief({ folder: 'b', judges: ['claude', { name: 'mine', play: () => '' }], oneAtATime: true }),
  mergeBrief({ folder: 'b', by: 'claude', from: ['ann'] }),
  vote({
    prompt: 'x',
    contestants: [
      {
        name: 'mine',
        async *play({ prompt }, { signal }) {
          yield signal.aborted ? '' : prompt;
          yield { type: 'ended', costUsd: 0.1 };
        },
      },
    ],
  }),
];

export const wrong = (): readonly unknown[] => [
  // @ts-expect-error there is no prompt
  vote({ choices: ['yes', 'no'] }),
  // @ts-expect-error no such setting
  vote({ prompt: 'x', rounds: 3 }),
  // @ts-expect-error a list belongs there
  vote({ prompt: 'x', choices: 'yes,no' }),
  // @ts-expect-error no such order
  tournament({ prompt: 'x', orders: 'sideways' }),
  // @ts-expect-error several judge there
  tournament({ prompt: 'x', judge: ['claude'] }),
  // @ts-expect-error no such limit
  debate({ prompt: 'x', limits: { money: 3 } }),
  // @ts-expect-error a function is missing
  debate({ prompt: 'x', contestants: [{ name: 'mine' }] }),
  // @ts-expect-error the rubric stands in brief.yaml
  judgeBrief({ folder: 'b', rubric: { name: 'r', text: '' } }),
  // @ts-expect-error a folder is needed
  mergeBrief({ by: 'claude' }),
  // @ts-expect-error it is about a contest, and takes no prompt
  judge({ prompt: 'x' }),
  // @ts-expect-error pieces are texts or events
  vote({ prompt: 'x', contestants: [{ name: 'mine', play: counting }] }),
];

async function* counting(): AsyncGenerator<number> {
  yield 3;
}
