// pick: says which of an arena's answers is better, also while they are being written.
import { z } from 'zod';
import { answerGate } from '../contest/handle/gate.ts';
import { picks } from '../domain/events/blind-pick.ts';
import { JoustError } from '../domain/joust-error.ts';
import { textRule } from '../domain/settings/rule.ts';
import { needed } from '../domain/settings/setting.ts';
import { speakerName } from '../record/archive.ts';
import { type ContestSummary, contestSummary } from '../views/contest-summary.ts';
import { note } from '../views/document.ts';
import { settled } from './answer.ts';
import { contestId } from './contest-id.ts';
import { operation } from './operation.ts';

export const pick = operation({
  name: 'pick',
  group: 'decide',
  summary: "say which of an arena's answers is better, and see whose they were",
  examples: ['joust pick b', 'joust pick 4k2 both bad'],
  page: 'formats/arena',
  effect: 'record',
  callers: ['people', 'programs'],
  tool: { name: 'pick' },
  words: ['id', 'pick'],
  fits: {
    query: { state: 'open' },
    holds: (record) => awaitsPick(contestSummary('', record)),
  },
  input: z.strictObject({
    id: contestId,
    pick: needed(textRule, {
      value: 'PICK',
      help: `${picks.join(', ')}, or other words for them`,
      flag: false,
    }),
  }),
  output: settled,
  async run({ id, pick: said }, { archive, speaker }) {
    if (!awaitsPick(contestSummary(id, await archive.events(id))))
      throw new JoustError(`contest ${id} does not wait for a pick`, {
        code: 'not-found',
        setting: 'id',
        hint: 'joust arena --pending lists the contests that do.',
      });
    const { question } = await answerGate(archive.below.ledger, id, {
      answer: said,
      program: speakerName(speaker),
    });
    return { id, question, answer: said };
  },
  document: ({ question, answer }) => [note(`${question} ${answer}`)],
  playsOn: ({ id }) => id,
});

/** A question of another kind is a person's to answer. Someone who has read enough need not wait for the end of both answers. */
function awaitsPick(summary: ContestSummary | undefined): boolean {
  if (summary?.state !== 'open') return false;
  return summary.waiting === undefined ? summary.blind === true : summary.waiting.words !== undefined;
}
