// How joust distill is called.
import type { CommandSpec } from '../command.ts';
import { contestOptions } from '../contest-options.ts';

export const distillSpec: CommandSpec = {
  name: 'distill',
  summary: 'put one question to several agents and merge their answers into one',
  usage: '[options] PROMPT',
  details:
    'Standard output has the merged answer and nothing else. Whoever merges sees the answers shuffled and without names. It takes 2 ok answers.',
  words: { min: 0, max: 1 },
  options: {
    ...contestOptions,
    synthesizer: {
      type: 'string',
      short: 's',
      value: 'NAME',
      help: 'who merges: auto (the first who answered), first, random or a contestant (default auto)',
      complete: 'contestant',
    },
    layers: {
      type: 'string',
      value: 'N',
      help: 'answer and merge N times, 3 at most, each time on top of the last merge (default 1)',
    },
    council: { type: 'boolean', help: 'show the answers too' },
    sources: {
      type: 'boolean',
      help: 'say whose answers support each part, and what was dropped',
    },
  },
  examples: [
    'joust distill "how should we shard this table?"',
    'joust distill -c claude -c codex -c gemini -s codex --sources "what causes this crash?" -f crash.log',
  ],
  load: async () => (await import('../distill-command.ts')).distillCommand,
};
