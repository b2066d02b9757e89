// Paths that an entry may and may not write.
import { expect, it } from 'vitest';
import { whyNoPath } from './apply-change.ts';

it.each([
  'a',
  'a/b c/d',
  'ü/\n',
  '.gitignore',
  '.github/workflows/x.yml',
  'git/hooks/x',
  'a..b',
  '...',
  'x.git/config',
  '-rf',
  ':(glob)*',
])('takes %j', (path) => {
  expect(whyNoPath(path)).toBeUndefined();
});

it.each([
  '../x',
  'a/../../x',
  'a/..',
  './a',
  'a//b',
  'a/',
  '/etc/passwd',
  'C:/x',
  'a\0b',
  '.git/hooks/post-commit',
  '.GIT/config',
  '.Git',
  'sub/.git/config',
  '.git./config',
  '.git /config',
  '.g\u200cit/config',
  'GIT~1/config',
  '.git::$INDEX_ALLOCATION/config',
])('does not take %j', (path) => {
  expect(whyNoPath(path)).toBeTypeOf('string');
});
