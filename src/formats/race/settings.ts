// What may be said of a race; most of it can stand in the [race] table of the config as well.
import { z } from 'zod';
import { checkTables, weightsTable } from '../../domain/check-spec.ts';
import { presets } from '../../domain/settings/race-presets.ts';
import {
  checkNameShape,
  commandShape,
  textRule,
  tokensOrNoneRule,
  tokensRule,
} from '../../domain/settings/rule.ts';
import { setting, tableSetting } from '../../domain/settings/setting.ts';
import { insideShape, specRule, tagShape } from '../../domain/settings/shapes.ts';
import { judgeSettings, rubricSetting } from '../judging-options.ts';

/** What an entry made elsewhere may be called. */
export const entryNameShape = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u;

/** As a test runner prints it. */
const testNameShape = /^[^\p{Cc}]{1,500}$/u;

const runs = { trust: 'it runs a program' } as const;

const checkSettings = {
  check: setting(
    { ...textRule, type: 'list', repeated: true },
    {
      often: true,
      value: 'NAME=COMMAND',
      help: 'add a check, or replace one that was found; NAME= leaves it out',
    },
  ),
  noFoundChecks: setting({ type: 'switch' }, { help: "do not look for the project's own checks" }),
  found: setting(
    { type: 'switch' },
    {
      help: "whether the project's own checks are looked for",
      flag: false,
      config: 'race.found',
      project: 'off',
      builtIn: true,
    },
  ),
  without: setting(
    { type: 'list', shape: checkNameShape, expected: 'a list of names of checks such as "lint"' },
    {
      help: 'names of found checks that are left out',
      flag: false,
      config: 'race.without',
      project: 'choose',
      builtIn: [],
    },
  ),
  checks: tableSetting(checkTables, {
    help: 'checks by name',
    flag: false,
    config: 'race.checks',
    project: runs,
  }),
  allowFailing: setting(
    { ...textRule, type: 'list', repeated: true },
    { value: 'CHECK', help: 'an entry that fails this required check can still win and be applied' },
  ),
  knownFailures: setting(
    { type: 'list', shape: testNameShape, expected: 'a list of test names such as "adds prices"' },
    {
      help: 'tests that fail for known reasons; an entry that fails only these passes its check',
      flag: false,
      config: 'race.known_failures',
      project: { trust: 'it excuses failing tests' },
      builtIn: [],
    },
  ),
  preset: setting(
    { type: 'word', words: Object.keys(presets) },
    {
      often: true,
      value: 'NAME',
      help: 'checks, parsers and weights for: node, python, rust, go or charm',
      config: 'race.preset',
      project: 'choose',
    },
  ),
  checkTimeout: setting(
    { type: 'duration' },
    {
      value: 'TIME',
      group: 'checks',
      help: 'limit per check (default 10m)',
      config: 'race.check_timeout',
      project: 'lower',
      builtIn: '10m',
    },
  ),
  baseFirst: setting(
    { type: 'switch' },
    {
      group: 'checks',
      help: 'contestants wait for the checks on the base, which otherwise run beside them',
      config: 'race.base_first',
      project: 'choose',
      builtIn: false,
    },
  ),
  checkNetwork: setting(
    { type: 'word', words: ['none', 'open'] },
    {
      value: 'open|none',
      group: 'checks',
      help: 'what checks in a sandbox may reach (default none)',
      config: 'race.check_network',
      project: { order: ['none', 'open'] },
      builtIn: 'none',
    },
  ),
  crossTests: setting(
    { type: 'word', words: ['off', 'auto', 'on'] },
    {
      value: 'auto|on|off',
      group: 'checks',
      help: "run the tests that one added on everybody's code (default auto)",
      config: 'race.cross_tests',
      project: { order: ['off', 'auto', 'on'] },
      builtIn: 'auto',
    },
  ),
  weights: setting(textRule, {
    value: 'SIGNAL=N,...',
    group: 'checks',
    help: 'how much signals count, as in lint=0.3,tests=0.25; also readiness, diff and judge; equal: judges count the same, whatever their record',
  }),
  weightsTable: tableSetting(weightsTable, {
    help: 'how much each signal counts, over the preset; a signal the project does not have drops out',
    flag: false,
    config: 'race.weights',
    project: 'choose',
  }),
};

const placeSettings = {
  setup: setting(
    { type: 'text', shape: commandShape, expected: 'a command for the shell such as "npm ci"' },
    {
      value: 'COMMAND',
      group: 'workspaces',
      help: 'makes each checkout ready, before the clock starts',
      config: 'race.setup',
      project: runs,
    },
  ),
  copy: setting(
    {
      type: 'list',
      shape: insideShape,
      expected: 'globs inside the repository such as "node_modules"',
      repeated: true,
    },
    {
      value: 'GLOB',
      group: 'workspaces',
      help: 'untracked files to copy into each checkout, as in node_modules',
      config: 'race.copy',
      project: { trust: 'it copies files of yours' },
    },
  ),
  sandbox: setting(
    { type: 'word', words: ['none', 'os', 'container'] },
    {
      value: 'KIND',
      help: 'where contestants and checks run: none (default), os or container',
      config: 'race.sandbox',
      project: { order: ['container', 'os', 'none'] },
      builtIn: 'none',
    },
  ),
  workspace: setting(
    { type: 'word', words: ['auto', 'overlay', 'checkout'] },
    {
      value: 'KIND',
      group: 'workspaces',
      help: 'overlay: layers that all share; checkout: a whole one for each; auto: overlays where they can be had (default auto)',
      config: 'race.workspace',
      project: 'choose',
      builtIn: 'auto',
    },
  ),
  maxDisk: setting(
    { type: 'size' },
    {
      value: 'SIZE',
      group: 'workspaces',
      help: 'most one workspace may hold: 500MB, 5GB (default 5GB)',
      config: 'race.max_disk',
      project: 'lower',
      builtIn: '5GB',
    },
  ),
};

const gateSettings = {
  budgetTokens: setting(tokensOrNoneRule, {
    value: 'N',
    group: 'limits',
    help: 'over this estimate only one contestant plays; 0: no such limit (default 500000)',
    config: 'race.budget_tokens',
    project: 'lower-or-none',
    builtIn: 500_000,
  }),
  confirmTokens: setting(tokensOrNoneRule, {
    value: 'N',
    group: 'limits',
    help: 'over this estimate you are asked first; 0: never (default 300000)',
    config: 'race.confirm_tokens',
    project: 'lower-or-none',
    // Three contestants of whom nothing is known are within it.
    builtIn: 300_000,
  }),
  tokensPerRun: setting(tokensRule, {
    value: 'N',
    group: 'limits',
    help: 'estimate for a contestant who has not raced before (default 75000)',
    config: 'race.tokens_per_run',
    // A lower estimate would pass a gate that the true one does not.
    project: 'not-lower',
    builtIn: 75_000,
  }),
};

/** Of `joust do`: which of its tasks are raced, and who plays the others. */
const doSettings = {
  tags: setting(
    { type: 'list', shape: tagShape, expected: 'a list of tags such as "build"' },
    {
      help: 'tags of joust do that are raced; the others go to one contestant',
      flag: false,
      config: 'race.tags',
      project: 'fewer',
      builtIn: [],
    },
  ),
  single: setting(specRule, {
    help: "who plays in joust do; without it, the leaderboard's best for the tag",
    flag: false,
    config: 'race.contestant',
    project: 'contestant',
  }),
};

/** What counts how much is one setting here: of signals, and of judges in words. */
const { weights: _weights, ...judgesOwn } = judgeSettings;

export const request = z.strictObject({
  ...checkSettings,
  ...placeSettings,
  ...judgesOwn,
  judge: setting(
    { ...textRule, type: 'list', repeated: true },
    {
      short: 'j',
      bare: true,
      value: '[SPEC]',
      help: 'blind judges count as well; who, with -j SPEC or --judge=SPEC (default: as in a tournament)',
      complete: 'contestant',
    },
  ),
  ...rubricSetting,
  judgeWeight: setting(
    { type: 'number', min: 0, max: 1000 },
    {
      value: 'N',
      group: 'judging',
      help: 'how much the judges count (default 0.3)',
      config: 'race.judge_weight',
      project: 'choose',
      builtIn: 0.3,
    },
  ),
  ...gateSettings,
  ...doSettings,
  width: setting(
    { type: 'count', min: 1, max: 64 },
    {
      help: 'how many race when none are named',
      flag: false,
      config: 'race.width',
      project: 'lower',
      builtIn: 3,
    },
  ),
  stopWhen: setting(
    { type: 'word', words: ['perfect', 'lead'] },
    {
      value: 'perfect|lead',
      help: 'stop the others when an entry is perfect or surely leads',
      config: 'race.stop_when',
      project: 'choose',
    },
  ),
  tag: setting(
    {
      type: 'text',
      shape: tagShape,
      expected: 'one word of up to 40 letters, digits, dots, dashes and underscores',
    },
    { often: true, value: 'TAG', help: 'what kind of task it is, for leaderboards and joust do' },
  ),
  yolo: setting(
    { type: 'switch' },
    {
      help: 'let contestants run anything, outside of a sandbox too; without it some of them can only edit',
    },
  ),
  adopt: setting(textRule, {
    help: 'a branch, a patch file or a folder: work that enters the race on record instead of being played',
    flag: false,
  }),
  adoptAs: setting(textRule, {
    help: 'what the report calls it (default: from the branch or file)',
    flag: false,
  }),
});
export type RaceRequest = z.output<typeof request>;
