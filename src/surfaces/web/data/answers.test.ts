// Answers that pages show: read again when something was recorded, also before the live stream had begun.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Answers } from './answers.ts';
import type { Live, LiveState } from './live/open-live.ts';

beforeEach(() => vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined }));
afterEach(() => vi.unstubAllGlobals());

it('reads an answer again that it read before the live stream began', async () => {
  let contests = 1;
  let tell: (state: LiveState) => void = () => undefined;
  const live: Live = {
    onNews: () => () => undefined,
    onResync: () => () => undefined,
    watch: () => () => undefined,
    onState(hear) {
      tell = hear;
      hear({ type: 'connecting' });
      return () => undefined;
    },
  };
  const answers = new Answers({ get: async () => contests, live });
  const shown = () => answers.peek('/contests').data;
  answers.show('/contests', () => undefined);
  await vi.waitFor(() => expect(shown()).toBe(1));
  contests = 2;
  tell({ type: 'live' });
  await vi.waitFor(() => expect(shown()).toBe(2));
});
