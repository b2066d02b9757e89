// The commands of a brief that play nothing: how it stands, what changed between rounds, what is passed on, what goes.

import type { CommandSpec, CommandWords, OptionSpec } from '../command.ts';
import { contestant } from './brief-play-specs.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };
/** The folder of the brief, here where none is named. */
const folderWord: CommandWords = { min: 0, max: 1, complete: 'folder' };

export const briefUpkeepSpecs: readonly CommandSpec[] = [
  {
    name: 'brief report',
    group: 'brief',
    summary: 'who stands where, with what each judge said: leaderboard.md, summary.json and report.html',
    usage: '[options] [FOLDER]',
    details:
      'Made from the newest judging, in the folder of the brief. Exit 1 where there are no scores: then nothing is written that looks like a leaderboard.',
    words: folderWord,
    options: { json, open: { type: 'boolean', help: 'show report.html in your browser' } },
    examples: ['joust brief report', 'joust brief report 261115-landing-page --open'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/report-command.ts')).reportCommand,
  },
  {
    name: 'brief status',
    group: 'brief',
    summary: 'how a brief stands: who is in which state, what was handed in, what was changed by hand',
    usage: '[options] [FOLDER]',
    details: 'On the way, what joust keeps in the folder is made anew from the record.',
    words: folderWord,
    options: {
      restore: { type: 'boolean', help: 'also what brief prune took away' },
      json,
    },
    examples: ['joust brief status', 'joust brief status 261115-landing-page --json'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/upkeep-commands.ts')).statusCommand,
  },
  {
    name: 'brief diff',
    group: 'brief',
    summary: "what everybody's work became between two rounds",
    usage: '[options] [FOLDER] N M',
    details:
      'From the record, not from the folders. Who did not play in a round is in it with its work of the last one before. FOLDER may also stand last.',
    words: { min: 2, max: 3, complete: 'folder' },
    options: {
      contestant,
      'exit-code': { type: 'boolean', help: 'exit code 1 where nothing changed' },
      json,
    },
    examples: ['joust brief diff 1 2', 'joust brief diff 261115-landing-page 1 3 -c claude'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/upkeep-commands.ts')).diffCommand,
  },
  {
    name: 'brief archive',
    group: 'brief',
    summary: 'copy what of a brief is for everybody, to pass it on',
    usage: '[options] [FOLDER]',
    details:
      'BRIEF.md, JUDGE_BRIEF.md, what was handed in, scores, reviews and reports; artifacts.json lists them. Links, pipes and what may hold a secret are left out by name.',
    words: folderWord,
    options: {
      out: {
        type: 'string',
        value: 'PATH',
        help: 'where to, outside of the folder (default: beside it, as FOLDER-archive)',
        complete: 'folder',
      },
      'include-operator': {
        type: 'boolean',
        help: 'with brief.yaml, raw/, feedback, and from the record labels, prompts, logs and events',
      },
      format: {
        type: 'string',
        value: 'FORMAT',
        help: 'dir (default) or tar',
        complete: ['dir', 'tar'],
      },
    },
    examples: [
      'joust brief archive',
      'joust brief archive 261115-landing-page --format tar --out ../landing-page.tar',
    ],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/upkeep-commands.ts')).archiveCommand,
  },
  {
    name: 'brief prune',
    group: 'brief',
    summary: 'remove the files that joust wrote into the folders of old briefs; the record stays',
    usage: '[options] [FOLDER...]',
    details:
      'Without FOLDER it looks at this folder if it is a brief, else at the briefs right below it. It lists what it would remove and asks first. It removes only files that the record can restore, and names the files that stay because you wrote or changed them. joust prune removes contests from the record.',
    words: { min: 0, max: 1000, complete: 'folder' },
    options: {
      'older-than': {
        type: 'string',
        value: 'AGE',
        help: 'briefs with nothing on record since 12h, 30d, 8w (required)',
      },
      'keep-results': { type: 'boolean', help: 'keep leaderboard.md, summary.json and report.html' },
      'dry-run': { type: 'boolean', help: 'only list what would be removed' },
      yes: { type: 'boolean', short: 'y', help: 'remove without asking' },
    },
    examples: [
      'joust brief prune --older-than 30d --dry-run',
      'joust brief prune 261115-landing-page --older-than 8w --keep-results',
    ],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/upkeep-commands.ts')).pruneCommand,
  },
];
