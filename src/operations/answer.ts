// answer: settles the question that a contest waits for. Consent is a person's alone.
import { z } from 'zod';
import { answerGate } from '../contest/handle/gate.ts';
import { textRule } from '../domain/settings/rule.ts';
import { needed } from '../domain/settings/setting.ts';
import { speakerName, thatWaits } from '../record/archive.ts';
import { note } from '../views/document.ts';
import { contestId } from './contest-id.ts';
import { operation } from './operation.ts';

/** What an answer and a pick put on record. */
export const settled = z.strictObject({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
});

export const answer = operation({
  name: 'answer',
  group: 'record',
  summary: 'settle the question a contest waits for, and play it on',
  examples: ['joust answer yes', 'joust answer 4k2 no'],
  page: 'record',
  effect: 'record',
  words: ['id', 'answer'],
  fits: thatWaits,
  input: z.strictObject({
    id: contestId,
    answer: needed(textRule, { value: 'ANSWER', help: 'one of the choices of the question', flag: false }),
  }),
  output: settled,
  async run({ id, answer: said }, { archive, speaker }) {
    const { question } = await answerGate(archive.below.ledger, id, {
      answer: said,
      program: speakerName(speaker),
    });
    return { id, question, answer: said };
  },
  document: ({ question, answer: said }) => [note(`${question} ${said}`)],
  playsOn: ({ id }) => id,
});
