// Patches as lines by kind, and figures of files.
import { expect, it } from 'vitest';
import { diffStat, patchLines } from './diff-text.ts';

it('tells headings from content that looks like one', () => {
  const patch = [
    'diff --git a/x b/x',
    '--- a/x',
    '+++ b/x',
    '@@ -1,2 +1,2 @@ here',
    '--- a/y',
    '+++ b/y',
    ' @@ -1 +1 @@',
    '\\ No newline at end of file',
    'diff --git a/z b/z',
    'GIT binary patch',
    'literal 4',
    'Lc$_~',
    '',
    'diff --git a/q b/q',
    'old mode 100644',
    '',
  ].join('\n');
  expect(patchLines(patch).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'file diff --git a/x b/x',
    'file --- a/x',
    'file +++ b/x',
    'hunk @@ -1,2 +1,2 @@ here',
    'removed --- a/y',
    'added +++ b/y',
    'context  @@ -1 +1 @@',
    'context \\ No newline at end of file',
    'file diff --git a/z b/z',
    'context Binary content, not shown',
    'file diff --git a/q b/q',
    'file old mode 100644',
  ]);
});

it('shows a changed end of line, and what would drive a terminal', () => {
  const patch = 'diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+a\r\n';
  expect(patchLines(patch).map(({ text }) => text)).toEqual([
    'diff --git a/x b/x',
    '@@ -1 +1 @@',
    '-a',
    '+a␍',
  ]);
});

it('lines up figures, and never takes binary for zero lines', () => {
  expect(
    diffStat([
      { path: 'a', how: 'added', added: 10, removed: 0 },
      { path: 'b\nc', how: 'deleted', added: 0, removed: 3 },
      { path: 'd.png', how: 'changed' },
    ]),
  ).toEqual([
    'A a          +10  -0',
    'D "b\\nc"      +0  -3',
    'M d.png   binary',
    '3 files, +10 -3, 1 binary',
  ]);
});
