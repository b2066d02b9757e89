// suite retry: plays cells of a suite again that ended in an error.
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import { setting } from '../../domain/settings/setting.ts';
import { contestId } from '../../operations/contest-id.ts';
import { playingOperation } from '../../operations/operation.ts';
import { checkSuite, thatIsSuite } from '../suites-on-record.ts';

export const suiteRetry = playingOperation({
  name: 'suite retry',
  group: 'suite',
  summary: 'play cells again that ended in an error; passed and failed ones stay',
  examples: ['joust suite retry --errors', 'joust suite retry 4k2 --errors --yes'],
  page: 'suites',
  effect: 'spend',
  words: ['id'],
  fits: thatIsSuite,
  plays: { type: 'on-record' },
  input: z.strictObject({
    id: contestId,
    errors: setting({ type: 'switch' }, { help: 'cells that ended in an error', builtIn: false }),
  }),
  async ready({ id, errors }, { archive, playing: { settings: limits, waitForQuotaMs, approve } }) {
    await checkSuite(id, archive);
    if (!errors)
      throw new JoustError('suite retry needs --errors', {
        code: 'usage',
        setting: 'errors',
        hint: 'Retry cells that ended in an error: joust suite retry --errors. A failure is a result, and stays.',
      });
    return { type: 'on-record', id, asked: { retryFailed: true, limits, waitForQuotaMs, approve } };
  },
});
