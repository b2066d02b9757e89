// How joust race is called.
import type { CommandSpec } from '../command.ts';
import { raceOptions } from '../race-options.ts';

export const raceSpec: CommandSpec = {
  name: 'race',
  summary:
    'several make the same change apart, it is measured in a neutral place, the best is yours to apply',
  usage: '[options] TASK',
  details:
    'Each works in a private checkout of your repository, uncommitted work included; your own files stay as they are. ' +
    "The project's tests and linters measure what each hands in; checks named test, lint or readiness also count by what they print. " +
    'Exit code 4: nobody passed the required checks.',
  words: { min: 0, max: 1 },
  options: raceOptions,
  examples: [
    'joust race "add retry with back-off to the client"',
    'joust race -c claude -c codex --check test="npm test" --apply "fix the flaky test"',
    'joust race --judge --stop-when lead --tag build "port the build to esbuild"',
  ],
  load: async () => (await import('../race-command.ts')).raceCommand,
};
