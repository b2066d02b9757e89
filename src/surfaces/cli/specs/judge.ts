// How joust judge and joust winner are called.
import type { CommandSpec } from '../command.ts';
import { judgeOptions, limitOptions, paraphraseOption, playOptions } from '../contest-options.ts';

export const judgeSpec: CommandSpec = {
  name: 'judge',
  summary: 'judge the entries of a contest on record, blind, as often as you like',
  usage: '[options] ID',
  details:
    'A contest of its own about ID: the judged one is not played again and not changed. Each judging shuffles anew.',
  words: { min: 0, max: 1 },
  options: {
    ...judgeOptions,
    pairwise: { type: 'boolean', help: 'every pair, which of the two is better (default)' },
    rubric: {
      type: 'string',
      value: 'FILE',
      help: 'score each entry on the dimensions of this YAML or JSON file instead',
      complete: 'file',
    },
    ...paraphraseOption,
    evidence: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'a cross-examination whose answers count as part of the entries',
    },
    ...limitOptions,
    ...playOptions,
    detach: { type: 'boolean', help: "print the contest's id and leave; a process of its own plays it" },
  },
  examples: [
    'joust judge @last',
    'joust judge 4k2 --judge gemini --judge codex',
    'joust judge @last --rubric rubric.yaml',
  ],
  load: async () => (await import('../judge-command.ts')).judgeCommand,
};

export const winnerSpec: CommandSpec = {
  name: 'winner',
  summary: 'say who won a contest, beside what was computed',
  usage: '[options] ID NAME',
  words: { min: 2, max: 2 },
  options: { reason: { type: 'string', value: 'TEXT', help: 'needed: why' } },
  load: async () => (await import('../winner-command.ts')).winnerCommand,
};

const detach = {
  type: 'boolean',
  help: "print the contest's id and leave; a process of its own plays it",
} as const;

export const analyzeSpec: CommandSpec = {
  name: 'analyze',
  summary: 'a digest card of each entry of a contest, and a judgement over the cards',
  usage: '[options] ID',
  words: { min: 0, max: 1 },
  options: {
    analyst: {
      type: 'string',
      multiple: true,
      value: 'SPEC',
      help: 'who analyzes (default: like the default judge)',
      complete: 'contestant',
    },
    ...limitOptions,
    ...playOptions,
    detach,
  },
  load: async () => (await import('../analyze-command.ts')).analyzeCommand,
};

export const crossExamineSpec: CommandSpec = {
  name: 'cross-examine',
  summary: "let contestants question each other's entries, and answer",
  usage: '[options] ID',
  details:
    'Everybody asks the next one, unless you name who asks whom. The answers can count as evidence: see joust judge.',
  words: { min: 0, max: 1 },
  options: {
    by: { type: 'string', value: 'NAME', help: 'who asks' },
    of: { type: 'string', value: 'NAME', help: 'whose entry is asked about' },
    question: { type: 'string', value: 'TEXT', help: 'your question, in place of their own' },
    ...limitOptions,
    ...playOptions,
    detach,
  },
  load: async () => (await import('../analyze-command.ts')).crossExamineCommand,
};
