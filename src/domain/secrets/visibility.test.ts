// Who may see what: one rule, whoever asks.
import { expect, it } from 'vitest';
import { type Audience, maySee, secretNote, visibilityOf } from './visibility.ts';

const audiences: readonly Audience[] = ['everybody', 'model', 'owner'];
const patch = { type: 'patch', secrets: undefined } as const;

it('shows answers and patches to all, what a machine tells to its owner, and values of variables to none', () => {
  const seen = (content: Parameters<typeof maySee>[1]) => audiences.filter((one) => maySee(one, content));
  expect(seen({ type: 'told' })).toEqual(audiences);
  expect(seen(patch)).toEqual(audiences);
  expect(seen({ type: 'machine' })).toEqual(['owner']);
  expect(seen({ type: 'value' })).toEqual([]);
});

it('classes a patch by what was found in it when it was handed in, and by what it shows', () => {
  expect(visibilityOf({ ...patch, secrets: [] })).toBe('public');
  expect(visibilityOf({ ...patch, secrets: ['keys.js'] })).toBe('operator');
  expect(visibilityOf({ ...patch, text: '+a line\n' })).toBe('public');
  expect(visibilityOf({ ...patch, text: ` old = npm_${'aB3dE6gH9'.repeat(4)}\n-x\n+y\n` })).toBe('operator');
});

it('names kinds and files, not all of many', () => {
  expect(secretNote(undefined, [])).toBe(
    'the patch has what looks like a secret: public exports leave it out, and no model sees it',
  );
  expect(secretNote(['npm token'], ['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toContain(
    'a secret (npm token) in a, b, c, d, e and 2 more:',
  );
});
