// brief merge: one contestant combines the best of all entries into a new one.
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { playingOperation } from '../../operations/operation.ts';
import { readyBriefMerge } from '../merge-and-consult.ts';
import { briefFolder, briefRequest, contestantsPlay } from './brief-request.ts';

export const briefMerge = playingOperation({
  name: 'brief merge',
  group: 'brief',
  summary: 'have one contestant combine the best of all entries; the result is an entry like any other',
  details: 'MERGE.md in its work says which parts it kept, took and rejected, and why.',
  examples: ['joust brief merge', 'joust brief merge --by claude/opus --base codex'],
  page: 'briefs',
  effect: 'spend',
  words: ['folder'],
  plays: contestantsPlay,
  input: z.strictObject({
    folder: briefFolder,
    by: setting(textRule, {
      value: 'SPEC',
      help: 'the contestant that merges (default: the author of the best entry)',
      complete: 'contestant',
    }),
    base: setting(textRule, { value: 'NAME', help: 'the entry it starts from (default: the best entry)' }),
    from: setting(
      { ...textRule, type: 'list', repeated: true },
      { value: 'NAME', help: 'an entry it may take from (default: all others)' },
    ),
  }),
  async ready({ folder, ...asked }, context) {
    const request = { ...briefRequest({ folder }, context), ...asked };
    return { type: 'new', ready: await readyBriefMerge(request, context) };
  },
});
