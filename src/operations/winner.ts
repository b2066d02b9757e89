// winner: records someone's word on who won a contest, beside the computed winner.
import { z } from 'zod';
import { textRule } from '../domain/settings/rule.ts';
import { needed } from '../domain/settings/setting.ts';
import { withEntries } from '../play/make-scene.ts';
import { note } from '../views/document.ts';
import { contestId } from './contest-id.ts';
import { operation } from './operation.ts';

export const winner = operation({
  name: 'winner',
  group: 'decide',
  summary: 'record who won a contest, beside the computed winner',
  examples: ['joust winner codex --reason "the only one that handles an empty list"'],
  page: 'formats/judge',
  effect: 'record',
  callers: ['people', 'programs'],
  words: ['id', 'winner'],
  fits: withEntries(1),
  input: z.strictObject({
    id: contestId,
    winner: needed(textRule, { value: 'NAME', help: 'the contestant that won', flag: false }),
    reason: needed(textRule, { value: 'TEXT', help: 'why (required)' }),
  }),
  output: z.strictObject({ id: z.string(), winner: z.string(), program: z.string().optional() }),
  async run({ id, winner: name, reason }, { archive, speaker }) {
    await archive.override(id, { winner: name, reason, ...speaker });
    return { id, winner: name, program: speaker.program };
  },
  document: ({ id, winner: name, program }) => [
    note(
      program === undefined
        ? `${name} is recorded as the winner of contest ${id}.`
        : `${name} is recorded as the winner of contest ${id}, as the word of the program ${program}.`,
    ),
  ],
});
