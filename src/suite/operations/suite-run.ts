// suite run: plays every task of a suite by every contestant, several times if asked.
import { resolve } from 'node:path';
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { playingOperation } from '../../operations/operation.ts';
import { readySuite } from '../start-suite.ts';

const countRule = { type: 'count', min: 1, max: 999_999 } as const;

export const suiteRun = playingOperation({
  name: 'suite run',
  group: 'suite',
  summary: 'play many tasks with several contestants, and see who does how well on your own work',
  details:
    "FILE (suite.yaml, a promptfooconfig.yaml, or a folder of Harbor tasks) names contestants, tasks, trials, asserts and thresholds. Every cell (task, contestant, trial) is a contest on record. An error (no login, a quota, a check that could not run) isn't a failure. Exit 4: below a threshold.",
  examples: ['joust suite run suite.yaml', 'joust suite run --trials 3 --filter "fix-*" -j 4 --max-usd 5'],
  page: 'suites',
  effect: 'spend',
  words: ['file'],
  plays: { type: 'new', format: 'suite', cassettes: true, ci: true },
  input: z.strictObject({
    file: setting(textRule, {
      value: 'FILE',
      help: 'the suite: its file, or a folder of Harbor tasks',
      flag: false,
      complete: 'file',
      builtIn: 'suite.yaml',
    }),
    trials: setting(countRule, { value: 'N', help: 'how often each contestant plays each task' }),
    filter: setting(
      { ...textRule, type: 'list', repeated: true },
      {
        value: 'EXPR',
        help: 'only tasks that match every EXPR given: "fix-*" (an ID), format=race, or ! before it to negate',
      },
    ),
    sample: setting(countRule, {
      value: 'N',
      help: 'only this many tasks, chosen at random and the same each time',
    }),
    jobs: setting(countRule, {
      value: 'N',
      short: 'j',
      help: 'cells at once (default: as many as the lanes hold)',
    }),
    workers: setting(
      { type: 'text', shape: /^(?:here|pool(?::\S+)?)$/, expected: 'here, pool, or pool:LABEL' },
      {
        value: 'WHO',
        help: 'who plays the cells: here (default), pool, or pool:LABEL',
        complete: ['here', 'pool'],
      },
    ),
    contestant: setting(
      { ...textRule, type: 'list', repeated: true },
      {
        value: 'NAME',
        short: 'c',
        help: 'only this contestant of the suite, or the player of a promptfoo file or Harbor folder (repeatable)',
        complete: 'contestant',
      },
    ),
  }),
  async ready({ file, filter, jobs, workers, contestant, ...counts }, { playing, ...world }) {
    const path = resolve(world.machine.cwd, file);
    const pool = workers?.startsWith('pool') ? workers.slice('pool:'.length) : playing.pool;
    const asked = { ...counts, filters: filter, parallel: jobs, contestants: contestant };
    return { type: 'new', ready: await readySuite({ ...playing, ...asked, pool, file: path }, world) };
  },
});
