// brief judge: a panel scores the entries of a brief by its rubric, without names.
import { z } from 'zod';
import { setting } from '../../domain/settings/setting.ts';
import { evenSetting } from '../../formats/judging-options.ts';
import { playingOperation } from '../../operations/operation.ts';
import { readyBriefJudge } from '../play-brief.ts';
import { briefFolder, briefRequest, specsRule, staffPlays } from './brief-request.ts';

export const briefJudge = playingOperation({
  name: 'brief judge',
  group: 'brief',
  summary: 'have a panel score the entries by the rubric, without names',
  details:
    'Each judge sees all entries at once, in an order of its own. The result goes into judging/; joust brief report sums it up.',
  examples: ['joust brief judge', 'joust brief judge --judge gemini --judge codex'],
  page: 'briefs',
  effect: 'spend',
  callers: ['people', 'programs'],
  words: ['folder'],
  plays: { ...staffPlays, ci: true },
  input: z.strictObject({
    folder: briefFolder,
    judge: setting(specsRule, {
      short: 'j',
      value: 'SPEC',
      help: 'a judge instead of those of the brief (repeat for more)',
      complete: 'contestant',
    }),
    oneAtATime: setting(
      { type: 'switch' },
      { help: 'each entry in a call of its own, for entries that are too large together' },
    ),
    ...evenSetting,
  }),
  async ready({ folder, judge: judges, oneAtATime, even }, context) {
    const request = { ...briefRequest({ folder }, context), judges, oneAtATime, even };
    return { type: 'new', ready: await readyBriefJudge(request, context) };
  },
});
