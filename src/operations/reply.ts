// reply: goes on from an answer on record, with the conversation so far.
import { z } from 'zod';
import { textRule } from '../domain/settings/rule.ts';
import { setting } from '../domain/settings/setting.ts';
import { readyReply, thatAnswered } from '../play/ready-reply.ts';
import { contestId } from './contest-id.ts';
import { playingOperation } from './operation.ts';

export const reply = playingOperation({
  name: 'reply',
  group: 'ask',
  summary: 'go on from an answer on record, with the conversation so far',
  details: 'The contestant that gave the answer is asked, or those you name with -c.',
  examples: ['joust reply "and in Rust?"', 'joust reply 4k2 claude "why not the second way?" -c codex'],
  page: 'formats/ask',
  effect: 'spend',
  words: ['id', 'name'],
  fits: thatAnswered,
  plays: { type: 'new', format: 'ask', takes: 'prompt', cassettes: true },
  input: z.strictObject({
    id: contestId,
    name: setting(textRule, {
      value: 'NAME',
      help: "this contestant's answer (default: the only one, or the winner's)",
      flag: false,
    }),
  }),
  ready: async ({ id: contest, name }, { playing: { task, ...playing }, machine, home, openLedger }) => ({
    type: 'new',
    ready: await readyReply(
      { ...playing, cwd: machine.cwd, ...task, contest, name },
      { machine, home, openLedger },
    ),
  }),
});
