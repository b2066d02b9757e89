// suite resume: plays a suite on from where its record ends.
import { z } from 'zod';
import { contestId } from '../../operations/contest-id.ts';
import { playingOperation } from '../../operations/operation.ts';
import { checkSuite, thatIsSuite } from '../suites-on-record.ts';

export const suiteResume = playingOperation({
  name: 'suite resume',
  group: 'suite',
  summary: 'play a suite on from where its record ends, and pay for nothing twice',
  examples: ['joust suite resume', 'joust suite resume 4k2 --max-usd 20'],
  page: 'suites',
  effect: 'spend',
  words: ['id'],
  fits: thatIsSuite,
  plays: { type: 'on-record' },
  input: z.strictObject({ id: contestId }),
  async ready({ id }, { archive, playing: { settings: limits, waitForQuotaMs, approve } }) {
    await checkSuite(id, archive);
    return { type: 'on-record', id, asked: { limits, waitForQuotaMs, approve } };
  },
});
