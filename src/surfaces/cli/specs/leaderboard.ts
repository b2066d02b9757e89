// How joust leaderboard is called.
import type { CommandSpec } from '../command.ts';

export const leaderboardSpec: CommandSpec = {
  name: 'leaderboard',
  summary: 'who is how good, over all contests on record, with what is not known',
  usage: '[options]',
  details: 'From verdicts of judges and people; the same agent, model and effort count as one contestant.',
  words: { min: 0, max: 0 },
  options: {
    source: {
      type: 'string',
      value: 'WHO',
      help: 'only verdicts of judges, people or checks',
      complete: ['judges', 'people', 'checks'],
    },
    format: { type: 'string', value: 'NAME', help: 'only contests of this format' },
    project: {
      type: 'string',
      value: 'FOLDER',
      help: 'only contests played in this folder or below',
      complete: 'folder',
    },
    tag: { type: 'string', value: 'TAG', help: 'only contests with this tag' },
    since: { type: 'string', value: 'WHEN', help: 'only later ones: 12h, 30d, 8w or a date' },
    simulated: { type: 'boolean', help: 'count simulated contests as well' },
    markdown: { type: 'boolean', help: 'as a Markdown table' },
    json: { type: 'boolean', help: 'machine-readable output' },
  },
  load: async () => (await import('../leaderboard-command.ts')).leaderboardCommand,
};
