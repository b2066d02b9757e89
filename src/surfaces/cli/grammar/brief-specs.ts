// The commands of a brief, `joust brief ACTION`: one line of the table each, its program in a file of its own.
import type { CommandSpec, OptionSpec } from './command.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

/** The templates that are shipped. */
const templateNames = ['hello', 'code-review', 'design', 'proposal', 'spike', 'postmortem'] as const;

export const briefSpecs: readonly CommandSpec[] = [
  {
    name: 'brief new',
    group: 'brief',
    summary: 'make the folder of an open task: the task, how it is scored, who plays, raw material',
    usage: '[options] NAME',
    details:
      'Makes YYMMDD-NAME/ here, with BRIEF.md, JUDGE_BRIEF.md, brief.yaml and raw/. Without -c, whoever would play here is written into brief.yaml.',
    words: { min: 1, max: 1 },
    options: {
      template: {
        type: 'string',
        short: 't',
        value: 'NAME',
        help: `what to begin from: ${templateNames.join(', ')} (default hello)`,
        complete: templateNames,
      },
      contestant: {
        type: 'string',
        short: 'c',
        multiple: true,
        value: 'SPEC',
        help: 'who plays: claude/opus, or name=agent (say it again for more)',
        complete: 'contestant',
      },
      json,
    },
    examples: ['joust brief new landing-page --template design -c claude -c codex'],
    load: async () => (await import('../commands/brief/new-command.ts')).newCommand,
  },
];
