// The commands of a brief, `joust brief ACTION`: one line of the table each, its program in a file of its own.
import type { CommandSpec, CommandWords, OptionSpec } from '../command.ts';

/** Behind an action: the folder of the brief, here where none is named. */
const folderWord: CommandWords = { min: 0, max: 1, complete: 'folder' };

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
    page: 'briefs',
    load: async () => (await import('../../commands/brief/folder-command.ts')).newCommand,
  },
  {
    name: 'brief add',
    group: 'brief',
    summary: 'one more contestant in brief.yaml; everything else in it stays as it is',
    usage: 'CONTESTANT [FOLDER]',
    words: { min: 1, max: 2, complete: 'contestant' },
    options: {},
    examples: ['joust brief add second=claude/opus 260101-landing-page'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/folder-command.ts')).addCommand,
  },
  {
    name: 'brief lint',
    group: 'brief',
    summary: 'whether brief.yaml, BRIEF.md and JUDGE_BRIEF.md say the same',
    usage: '[options] [FOLDER]',
    details:
      'Dimensions, weights and scale of the rubric against the texts, required outputs, families of judges. Exit 0: nothing found, 1: something, 2: it cannot be read.',
    words: folderWord,
    options: { json },
    examples: ['joust brief lint', 'joust brief lint 261115-landing-page --json'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/folder-command.ts')).lintCommand,
  },
];
