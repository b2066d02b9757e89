// brief rejudge: judges a brief again. A judging is always a new one, so only its words differ from those of brief judge.
import { playingOperation } from '../../operations/operation.ts';
import { briefJudge } from './brief-judge.ts';

export const briefRejudge = playingOperation({
  ...briefJudge,
  name: 'brief rejudge',
  summary: 'judge again in a new order; earlier scores stay on record and no longer count',
  details: 'The result goes into judging/; joust brief report sums it up.',
  examples: ['joust brief rejudge', 'joust brief rejudge --judge gemini --one-at-a-time'],
  callers: ['people'],
});
