// How joust arena, joust pick and joust preferences are called.
import type { CommandSpec, OptionSpec } from '../command.ts';
import { contestOptions, playOptions } from '../contest-options.ts';

const { num: _, ...ofTwo } = contestOptions;
const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

export const arenaSpec: CommandSpec = {
  name: 'arena',
  summary: 'two answers without names; you pick, then you are told whose they were',
  usage: '[options] PROMPT',
  details:
    'Without -c the first two usable agents play. Say a, b, tie, bad or skip; here, or later with joust pick. ' +
    'A series is read from --series, since -f adds a file to the prompt here as everywhere.',
  words: { min: 0, max: 1 },
  options: {
    ...ofTwo,
    'style-blind': { type: 'boolean', help: 'even out Markdown before the answers are shown' },
    tag: { type: 'string', multiple: true, value: 'TAG', help: 'a tag to find the preference by' },
    series: {
      type: 'string',
      value: 'FILE',
      help: 'one arena for each line of this file, with a running tally',
      complete: 'file',
    },
    from: { type: 'string', value: 'N', help: 'the prompt of the series to begin with' },
    pending: { type: 'boolean', help: 'the arenas that are still to be picked' },
  },
  examples: [
    'joust arena -c claude -c codex "explain this regex: ^(a|b)*$"',
    'joust pick @last a',
    'joust arena --pending',
  ],
  load: async () => (await import('../arena-command.ts')).arenaCommand,
};

export const pickSpec: CommandSpec = {
  name: 'pick',
  summary: "say which of an arena's answers is better, and see whose they were",
  usage: '[options] ID a|b|tie|bad|skip',
  details:
    'a, pick a, left; b, pick b, right; tie, equal, both, neither, t; bad, both bad; skip, cancel, abort, never mind.',
  words: { min: 2, max: 8 },
  options: { ...playOptions, detach: { type: 'boolean', help: 'leave it to a process of its own' } },
  examples: ['joust pick @last b'],
  load: async () => (await import('../pick-command.ts')).pickCommand,
};

export const preferencesSpec: CommandSpec = {
  name: 'preferences',
  summary: 'what you picked in arenas: look at it, forget it, keep it, pass it on',
  usage: '[options] list|show ID|forget ID|export [FILE]|import FILE',
  details: 'Export and import are JSON, one preference a line (schema/preference.schema.json).',
  words: { min: 0, max: 2, complete: ['list', 'show', 'forget', 'export', 'import'] },
  options: {
    tag: { type: 'string', multiple: true, value: 'TAG', help: 'only those with this tag' },
    json,
  },
  load: async () => (await import('../preferences-command.ts')).preferencesCommand,
};
