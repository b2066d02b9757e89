// winner: records someone's word on who won a contest, beside the computed winner.
import { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';
import { textRule } from '../domain/settings/rule.ts';
import { needed } from '../domain/settings/setting.ts';
import { withEntries } from '../play/make-scene.ts';
import { speakerName, stillBlind } from '../record/archive.ts';
import { type ContestSummary, contestSummary } from '../views/contest-summary.ts';
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
    const said = reason.trim();
    checkWinner(contestSummary(id, await archive.events(id)), { id, winner: name, reason: said });
    const word = { type: 'winner.overridden', v: 1, winner: name, reason: said } as const;
    const event = { ...word, program: speakerName(speaker) };
    await archive.below.ledger.append([{ contest: id, events: [event] }]);
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

function checkWinner(
  summary: ContestSummary | undefined,
  { id, winner, reason }: { readonly id: string; readonly winner: string; readonly reason: string },
): void {
  if (reason === '')
    throw new JoustError('a winner needs a reason', {
      code: 'usage',
      setting: 'reason',
      hint: 'Say why with --reason "...".',
    });
  if (summary?.blind === true) throw stillBlind(id);
  const roster = summary?.opened.roster ?? [];
  if (roster.some((one) => one.name === winner)) return;
  throw new JoustError(`"${winner}" does not play in contest ${id}`, {
    code: 'usage',
    setting: 'winner',
    hint: `There are: ${roster.map((one) => one.name).join(', ')}.`,
  });
}
