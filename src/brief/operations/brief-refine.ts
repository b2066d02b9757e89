// brief refine: another round, in which each contestant continues its own work with the user's feedback.
import { z } from 'zod';
import { setting } from '../../domain/settings/setting.ts';
import { playingOperation } from '../../operations/operation.ts';
import { readyBriefRefine } from '../play-brief.ts';
import { briefFolder, briefRequest, contestantsPlay, onlyContestants } from './brief-request.ts';

const comment = z.strictObject({ file: z.string(), line: z.int().positive(), text: z.string() });

export const briefRefine = playingOperation({
  name: 'brief refine',
  group: 'brief',
  summary: 'another round: each contestant continues its own work, with your feedback',
  details:
    'FEEDBACK.md is for everyone, FEEDBACK_NAME.md for one contestant (by its name, else by its agent). Earlier rounds stay in rounds/.',
  examples: ['joust brief refine', 'joust brief refine --feedback notes.md -c claude'],
  page: 'briefs',
  effect: 'spend',
  words: ['folder'],
  plays: contestantsPlay,
  input: z.strictObject({
    folder: briefFolder,
    contestant: onlyContestants,
    feedback: setting(
      { type: 'content' },
      { value: 'FILE', help: 'feedback for everyone, instead of FEEDBACK.md', complete: 'file' },
    ),
    personal: z
      .record(
        z.string(),
        z.strictObject({ text: z.string().optional(), comments: z.array(comment).optional() }),
      )
      .optional()
      .describe('feedback for one contestant, by its name: a text, and comments on lines of its work'),
  }),
  async ready({ feedback, personal, ...asked }, context) {
    const request = { ...briefRequest(asked, context), feedback: feedback?.text, personal };
    return { type: 'new', ready: await readyBriefRefine(request, context) };
  },
});
