// The [race] table of the config file: how a change is raced, measured and weighed.
import { z } from 'zod';
import { checkNameShape, commandShape, insideShape, nameShape } from './rules.ts';
import { duration, number, ruled, text, word } from './schema-fields.ts';

const weight = () => number(0, 1000).optional();

const weightsTable = z
  .strictObject(
    {
      lint: weight().describe('Errors and warnings of linters; built in: 0.3.'),
      readiness: weight().describe('A percentage that a check gives; built in: 0.3.'),
      tests: weight().describe('Tests that pass; built in: 0.25.'),
      diff: weight().describe('Few changed lines; built in: 0.15.'),
    },
    { error: 'a table [race.weights]' },
  )
  .describe('How much each signal counts, over the preset; a signal the project does not have drops out.');

const checkTable = z
  .strictObject(
    {
      command: text(commandShape, 'a command for the shell such as "npm test"')
        .optional()
        .describe('A line for the shell, run in a fresh checkout. Every check needs one.'),
      parser: text(nameShape, 'the name of a parser such as "junit" or "any-tests"')
        .optional()
        .describe('What reads its output; without one, the exit code alone counts.'),
      pattern: text(/^[\s\S]{1,1000}$/, 'a regular expression')
        .refine(isPattern, { error: 'a regular expression that can be read' })
        .optional()
        .describe(
          'For the parser "regex": named groups passed, failed, skipped, total, errors, warnings, infos, percent.',
        ),
      report: text(insideShape, 'a path inside the repository')
        .optional()
        .describe('A file the command writes, read instead of its output.'),
      signal: word(['lint', 'readiness', 'tests'])
        .optional()
        .describe('What its figures count towards; without one, it only passes or fails.'),
      required: z
        .boolean({ error: 'true or false' })
        .optional()
        .describe('Whoever fails it cannot win; built in: true.'),
      timeout: duration().optional().describe('Time after which it is ended, instead of check_timeout.'),
    },
    { error: 'a table such as [race.checks.test]' },
  )
  .refine(({ parser, pattern }) => parser !== 'regex' || pattern !== undefined, {
    path: ['pattern'],
    error: 'a regular expression, which the parser "regex" needs',
  })
  .describe('A check of your own, or one in place of a found check of the same name.');

export const raceTable = z
  .strictObject(
    {
      width: ruled('race.width').describe('How many contestants race when none are named; built in: 3.'),
      tokens_per_run: ruled('race.tokens_per_run').describe(
        'What a run is estimated at for a contestant without a past; built in: 75000.',
      ),
      confirm_tokens: ruled('race.confirm_tokens').describe(
        'Ask before a race that is estimated above this; 0: never; built in: 200000.',
      ),
      budget_tokens: ruled('race.budget_tokens').describe(
        'A race above this becomes a single run; 0: no such limit; built in: 500000.',
      ),
      preset: ruled('race.preset').describe('Checks, parsers and weights of a kind of project.'),
      setup: ruled('race.setup').describe('A line for the shell that makes a fresh checkout ready.'),
      copy: ruled('race.copy').describe('Globs of untracked files copied into each checkout: dependencies.'),
      sandbox: ruled('race.sandbox').describe('What contestants and checks run in; built in: "none".'),
      check_network: ruled('race.check_network').describe(
        'Whether checks in a sandbox reach the network; built in: "none".',
      ),
      check_timeout: ruled('race.check_timeout').describe(
        'Time after which a check is ended; built in: 10m.',
      ),
      max_disk: ruled('race.max_disk').describe(
        'Most one workspace may hold: bytes, "500MB"; built in: 5GB.',
      ),
      judge_weight: ruled('race.judge_weight').describe(
        'How much judges count, where some judge; built in: 0.3.',
      ),
      cross_tests: ruled('race.cross_tests').describe(
        'Run the tests that one added on everybody\'s code; built in: "auto".',
      ),
      stop_when: ruled('race.stop_when').describe(
        'End the rest early: at a perfect score, or at a lead that holds.',
      ),
      tags: ruled('race.tags').describe('Tags of joust do that are raced; the others go to one contestant.'),
      contestant: ruled('race.contestant').describe(
        "Who plays in joust do; without it, the leaderboard's best for the tag.",
      ),
      found: ruled('race.found').describe("Whether the project's own checks are looked for; built in: true."),
      without: ruled('race.without').describe('Names of found checks that are left out.'),
      weights: weightsTable.optional(),
      checks: z
        .record(
          text(checkNameShape, 'a name of up to 40 letters, digits, dots, dashes and underscores'),
          checkTable,
          { error: 'a table of checks such as [race.checks.test]' },
        )
        .optional()
        .describe('Checks by name.'),
    },
    { error: 'a table [race]' },
  )
  .describe('How joust race and joust do play.');

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'gm') !== undefined;
  } catch {
    return false;
  }
}
