import { expect, it } from 'vitest';
import { deedBody, deedCommand } from './brief-deeds.ts';

it.each([
  ['play', {}, { folder: '/b' }, 'joust brief play /b'],
  [
    'play',
    { who: ['ann'], again: true },
    { folder: '/b', settings: { contestant: ['ann'] }, again: true },
    'joust brief play /b -c ann --again',
  ],
  [
    'judge',
    { judges: ['claude', 'x y'], oneAtATime: true, even: true },
    { folder: '/b', judges: ['claude', 'x y'], oneAtATime: true, even: true },
    "joust brief judge /b -j claude -j 'x y' --one-at-a-time --even",
  ],
  [
    'merge',
    { by: ['ann'], base: 'bob', from: ['cy'] },
    { folder: '/b', by: 'ann', base: 'bob', from: ['cy'] },
    'joust brief merge /b --by ann --base bob --from cy',
  ],
  [
    'consult',
    { of: 'ann', by: ['grok'] },
    { folder: '/b', of: 'ann', by: ['grok'] },
    'joust brief consult /b --of ann --by grok',
  ],
] as const)('%s is sent and said the same', (...[deed, form, body, command]) => {
  expect(deedBody(deed, '/b', form)).toEqual(body);
  expect(deedCommand(deed, '/b', form)).toBe(command);
});
