// What a call's last line says of coming back reaches the end, whatever told the outcome.
import { expect, test } from 'vitest';
import { callDecoder } from './call-protocol.ts';

function ended(failed: object) {
  const [state] = callDecoder.line(callDecoder.start, JSON.stringify({ type: 'failed', ...failed }));
  return callDecoder.end(state, { cause: 'exited', code: 0, stderrTail: '' });
}

test.each([
  [{ message: 'No', status: 429, retryAfterMs: 5000 }, { retryAfterMs: 5000 }],
  [
    { message: 'No', status: 429, resetAt: '2026-11-02T10:02:00.000Z' },
    { resetAt: '2026-11-02T10:02:00.000Z' },
  ],
  [{ message: 'No', outcome: 'rate-limited', retryAfterMs: 5000 }, { retryAfterMs: 5000 }],
  [{ message: 'No\nResets 3pm.', outcome: 'rate-limited', status: 400 }, { resetText: 'Resets 3pm.' }],
])('%j', (failed, expected) => {
  expect(ended(failed)).toMatchObject({ outcome: 'rate-limited', reason: 'No', ...expected });
});
