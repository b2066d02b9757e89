// The commands of people's own word on contests, and of what all verdicts come to.
import type { CommandSpec, OptionSpec } from '../command.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

export const decideSpecs: readonly CommandSpec[] = [
  {
    name: 'preferences',
    group: 'decide',
    summary: 'what you picked in arenas: look at it, forget it, keep it, pass it on',
    usage: '[options] list|show ID|forget ID|export [FILE]|import FILE',
    details: 'Export and import are JSON, one preference a line (schema/preference.schema.json).',
    words: { min: 0, max: 2, complete: ['list', 'show', 'forget', 'export', 'import'] },
    options: {
      tag: { type: 'string', multiple: true, value: 'TAG', help: 'only those with this tag' },
      yes: { type: 'boolean', short: 'y', help: 'forget without asking' },
      json,
    },
    examples: [
      'joust preferences list --tag regex',
      'joust preferences export picks.jsonl',
      'joust preferences import picks.jsonl',
    ],
    page: 'formats/arena',
    load: async () => (await import('../../commands/record/preferences-command.ts')).preferencesCommand,
  },
];
