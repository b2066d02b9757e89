// resume: plays a contest on from where its record ends.
import { z } from 'zod';
import { isFailed } from '../domain/outcome.ts';
import { textRule } from '../domain/settings/rule.ts';
import { setting } from '../domain/settings/setting.ts';
import type { Fitting } from '../record/archive.ts';
import { contestSummary } from '../views/contest-summary.ts';
import { contestId } from './contest-id.ts';
import { playingOperation } from './operation.ts';

/** One that is open or has a failed attempt; a step of another is meant by that other. */
const withFailed: Fitting = {
  holds(record) {
    const summary = contestSummary('', record);
    if (summary === undefined || summary.opened.parent !== undefined) return false;
    const { state, attempts } = summary;
    const isRetried = attempts.some(({ end }) => end !== undefined && isFailed(end.outcome));
    return state === 'open' || (state === 'closed' && isRetried);
  },
};

export const resume = playingOperation({
  name: 'resume',
  group: 'record',
  summary: 'play a contest on from where its record ends',
  details:
    'What is finished comes from the record. What still runs is re-attached. Only the rest runs again.',
  examples: [
    'joust resume',
    'joust resume 4k2 --retry-failed --only codex',
    'joust resume --max-usd 5 --detach',
  ],
  page: 'record',
  effect: 'spend',
  words: ['id'],
  plays: { type: 'on-record' },
  fitsFor: ({ retryFailed }) => (retryFailed ? withFailed : { query: { state: 'open' } }),
  input: z.strictObject({
    id: contestId,
    retryFailed: setting(
      { type: 'switch' },
      { help: 'run failed attempts again; later steps that depend on them follow', builtIn: false },
    ),
    only: setting({ ...textRule, type: 'list' }, { value: 'NAME', help: 'only this contestant plays on' }),
    here: setting({ type: 'switch' }, { help: 'play a contest of the pool on this machine', builtIn: false }),
  }),
  ready: async ({ id, ...asked }, { playing: { settings: limits, waitForQuotaMs, approve } }) => ({
    type: 'on-record',
    id,
    asked: { ...asked, limits, waitForQuotaMs, approve },
  }),
});
