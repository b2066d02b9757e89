import { expect, it } from 'vitest';
import { deedBody, deedCommand } from './brief-deeds.ts';

it.each([
  ['play', {}, {}, 'joust brief play /b'],
  [
    'play',
    { contestant: ['ann'], again: true },
    { contestant: ['ann'], again: true },
    'joust brief play /b --contestant ann --again',
  ],
  [
    'judge',
    { judge: ['claude', 'x y'], oneAtATime: true, even: false },
    { judge: ['claude', 'x y'], oneAtATime: true },
    "joust brief judge /b --judge claude --judge 'x y' --one-at-a-time",
  ],
  [
    'merge',
    { by: '', base: 'bob', from: ['cy'] },
    { base: 'bob', from: ['cy'] },
    'joust brief merge /b --base bob --from cy',
  ],
] as const)('%s sends the same inputs that its command line has', (...[deed, form, body, command]) => {
  expect(deedBody('/b', form)).toEqual({ folder: '/b', ...body });
  expect(deedCommand(deed, '/b', form)).toBe(command);
});
