// How joust tournament is called.
import type { CommandSpec } from '../command.ts';
import { contestOptions, judgeOptions, paraphraseOption } from '../contest-options.ts';

export const tournamentSpec: CommandSpec = {
  name: 'tournament',
  summary: 'several answer, blind judges compare the answers match by match, the best is shown',
  usage: '[options] PROMPT',
  details:
    'A match that judges leave undecided gets one more verdict; then it goes to the higher seed and is marked (with points: half each). A champion with such a match on its path is no clear winner (exit code 3).',
  words: { min: 0, max: 1 },
  options: {
    ...contestOptions,
    ...judgeOptions,
    ...paraphraseOption,
    system: {
      type: 'string',
      value: 'SYSTEM',
      help: 'bracket (default), double, swiss, round-robin or adaptive',
      complete: ['bracket', 'double', 'swiss', 'round-robin', 'adaptive'],
    },
    panel: {
      type: 'string',
      value: 'N',
      help: 'how many of the judges sit on each match, by turns (default all)',
    },
    calls: {
      type: 'string',
      value: 'N',
      help: 'with adaptive: most judge calls, one order each (default 6 for each contestant)',
    },
    answers: { type: 'boolean', help: "show every answer as it lands, not only the champion's" },
  },
  examples: [
    'joust tournament -c claude -c codex -c gemini "why is this test flaky?" -f test.log',
    'joust tournament -c claude*8 -j codex --system adaptive --calls 40 "name this project"',
  ],
  load: async () => (await import('../tournament-command.ts')).tournamentCommand,
};
