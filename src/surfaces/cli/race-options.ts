// The options of a race: how entries are measured, weighed and judged, and what it may take.
import type { OptionSpec } from './command.ts';
import { contestOptions, judgeOptions } from './contest-options.ts';

const checkOptions: Readonly<Record<string, OptionSpec>> = {
  check: {
    type: 'string',
    multiple: true,
    value: 'NAME=COMMAND',
    help: 'a check of your own, or in place of one found; NAME= leaves a found one out',
  },
  'no-found-checks': { type: 'boolean', help: "do not look for the project's own checks" },
  preset: {
    type: 'string',
    value: 'NAME',
    help: 'checks, parsers and weights for: node, python, rust, go or charm',
    complete: ['node', 'python', 'rust', 'go', 'charm'],
  },
  'check-timeout': { type: 'string', value: 'TIME', help: 'limit per check (default 10m)' },
  'check-network': {
    type: 'string',
    value: 'open|none',
    help: 'what checks in a sandbox may reach (default none)',
    complete: ['open', 'none'],
  },
  'cross-tests': {
    type: 'string',
    value: 'auto|on|off',
    help: "run the tests that one added on everybody's code (default auto)",
    complete: ['auto', 'on', 'off'],
  },
  weights: {
    type: 'string',
    value: 'SIGNAL=N,...',
    help: 'how much signals count, as in lint=0.3,tests=0.25; also readiness, diff and judge',
  },
};

const placeOptions: Readonly<Record<string, OptionSpec>> = {
  setup: { type: 'string', value: 'COMMAND', help: 'makes each checkout ready, before the clock starts' },
  copy: {
    type: 'string',
    multiple: true,
    value: 'GLOB',
    help: 'untracked files to copy into each checkout, as in node_modules',
  },
  sandbox: {
    type: 'string',
    value: 'none|os',
    help: 'what contestants and checks run in (default none)',
    complete: ['none', 'os'],
  },
  'max-disk': {
    type: 'string',
    value: 'SIZE',
    help: 'most one workspace may hold: 500MB, 5GB (default 5GB)',
  },
};

const { orders, 'self-judging': selfJudging } = judgeOptions;

const verdictOptions: Readonly<Record<string, OptionSpec>> = {
  judge: {
    type: 'string',
    short: 'j',
    multiple: true,
    optional: true,
    value: '[SPEC]',
    help: 'blind judges count as well; who, with -j SPEC or --judge=SPEC (default: as in a tournament)',
    complete: 'contestant',
  },
  rubric: {
    type: 'string',
    value: 'FILE',
    help: 'judges score on the dimensions of this YAML or JSON file instead of comparing pairs',
    complete: 'file',
  },
  'judge-weight': { type: 'string', value: 'N', help: 'how much the judges count (default 0.3)' },
  ...(orders !== undefined && { orders }),
  ...(selfJudging !== undefined && { 'self-judging': selfJudging }),
};

const gateOptions: Readonly<Record<string, OptionSpec>> = {
  'budget-tokens': {
    type: 'string',
    value: 'N',
    help: 'over it the race becomes a single run; 0: no such limit (default 500000)',
  },
  'confirm-tokens': { type: 'string', value: 'N', help: 'over it you are asked; 0: never (default 200000)' },
  'tokens-per-run': {
    type: 'string',
    value: 'N',
    help: 'estimate for a contestant without a past (default 75000)',
  },
};

export const raceOptions: Readonly<Record<string, OptionSpec>> = {
  ...contestOptions,
  ...checkOptions,
  ...placeOptions,
  ...verdictOptions,
  ...gateOptions,
  'stop-when': {
    type: 'string',
    value: 'perfect|lead',
    help: 'end the rest at a perfect score, or when the lead cannot be caught',
    complete: ['perfect', 'lead'],
  },
  tag: { type: 'string', value: 'TAG', help: 'what kind of task it is, for leaderboards and joust do' },
  yolo: {
    type: 'boolean',
    help: 'let contestants run anything, outside of a sandbox too; without it some of them can only edit',
  },
  apply: { type: 'boolean', help: 'apply the winner at the end, if there is a clear one' },
};
