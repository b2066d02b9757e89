// Whom a brief names, where one place names somebody of another.
import { expect, it } from 'vitest';
import { readBriefFile } from '../brief-file.ts';

it('takes a reviewer for the judge or contestant of that name', () => {
  const file = readBriefFile(
    [
      'name: cook',
      'participants: [{ name: one, flavor: dummy }]',
      'judges: [{ name: jd, flavor: dummy }]',
      'consult: { reviewers: [jd, dummy] }',
      '',
    ].join('\n'),
    'brief.yaml',
    ['scripted'],
  );
  expect(file.consult.reviewers?.map(({ name, play }) => [name, play?.settings?.script])).toEqual([
    ['jd', 'judge'],
    ['dummy', 'reviewer'],
  ]);
});
