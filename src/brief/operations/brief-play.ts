// brief play: contestants do the task of a brief, each in a folder of its own.
import { z } from 'zod';
import { setting } from '../../domain/settings/setting.ts';
import { playingOperation } from '../../operations/operation.ts';
import { readyBriefPlay } from '../play-brief.ts';
import { briefFolder, briefRequest, contestantsPlay, onlyContestants } from './brief-request.ts';

export const briefPlay = playingOperation({
  name: 'brief play',
  group: 'brief',
  summary: 'let everyone without an entry do the task, each in a folder of its own',
  details:
    'Contestants get BRIEF.md and a copy of raw/. They hand in what they leave in out/; you find it in work/NAME/out. To rank the entries, run joust brief judge.',
  examples: ['joust brief play', 'joust brief play 261115-landing-page -c claude'],
  page: 'briefs',
  effect: 'spend',
  callers: ['people', 'programs'],
  words: ['folder'],
  plays: { ...contestantsPlay, ci: true },
  input: z.strictObject({
    folder: briefFolder,
    contestant: onlyContestants,
    again: setting(
      { type: 'switch' },
      { help: 'contestants that already have an entry play again', builtIn: false },
    ),
  }),
  async ready({ again, ...asked }, context) {
    const request = { ...briefRequest(asked, context), again };
    return { type: 'new', ready: await readyBriefPlay(request, context) };
  },
});
