// brief consult: reviewers tell what would improve one entry, as feedback for the next round.
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { playingOperation } from '../../operations/operation.ts';
import { readyBriefConsult } from '../merge-and-consult.ts';
import { briefFolder, briefRequest, specsRule, staffPlays } from './brief-request.ts';

export const briefConsult = playingOperation({
  name: 'brief consult',
  group: 'brief',
  summary: 'have reviewers tell what would improve an entry, for the next round',
  details: 'Their reviews go into FEEDBACK_NAME.md between marks. The next consultation replaces them.',
  examples: ['joust brief consult', 'joust brief consult --of codex --by claude/opus --refine'],
  page: 'briefs',
  effect: 'spend',
  words: ['folder'],
  plays: staffPlays,
  input: z.strictObject({
    folder: briefFolder,
    of: setting(textRule, { value: 'NAME', help: 'the author of the entry (default: of the best entry)' }),
    by: setting(specsRule, {
      value: 'SPEC',
      help: 'a reviewer (default: those of the brief, else its judges)',
      complete: 'contestant',
    }),
  }),
  async ready({ folder, of, by }, context) {
    const request = { ...briefRequest({ folder }, context), of, by };
    return { type: 'new', ready: await readyBriefConsult(request, context) };
  },
});
