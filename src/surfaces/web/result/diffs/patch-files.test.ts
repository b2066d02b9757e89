import { describe, expect, it } from 'vitest';
import { changedParts, patchFiles, splitRows } from './patch-files.ts';

const patch = [
  'diff --git a/my sum.js b/my sum.js',
  'index 1..2 100644',
  '--- a/my sum.js',
  '+++ b/my sum.js',
  '@@ -4,4 +4,5 @@ export function sum',
  ' {',
  '-  return a - b;',
  '--- a sum',
  '+  return a + b;',
  '+++ a sum',
  '+// more',
  ' }',
  '\\ No newline at end of file',
  'diff --git "a/\\303\\244.bin" "b/\\303\\244.bin"',
  'new file mode 100755',
  'GIT binary patch',
  'literal 3',
  'KcmZQz',
  '',
  'diff --git a/run b/run',
  'old mode 100644',
  'new mode 100755',
  '',
].join('\n');

describe('a patch', () => {
  const [sum, binary, run] = patchFiles(patch);

  it('is told by file, with what is no line', () => {
    expect([sum?.path, binary?.path, run?.path]).toEqual(['my sum.js', 'ä.bin', 'run']);
    expect(binary?.notes).toEqual(['new, executable', 'Binary content, not shown']);
    expect(run).toMatchObject({ notes: ['mode 100644', 'now 100755'], hunks: [] });
  });

  it('numbers lines, and takes none for a heading', () => {
    expect(sum?.hunks).toHaveLength(1);
    expect(sum?.hunks[0]).toMatchObject({ place: '@@ -4,4 +4,5 @@', within: 'export function sum' });
    expect(sum?.hunks[0]?.lines.map(({ kind, old, now }) => [kind, old, now])).toEqual([
      ['context', 4, 4],
      ['removed', 5, undefined],
      ['removed', 6, undefined],
      ['added', undefined, 5],
      ['added', undefined, 6],
      ['added', undefined, 7],
      ['context', 7, 8],
      ['remark', undefined, undefined],
    ]);
  });

  it('puts what was removed beside what replaced it, and marks what differs', () => {
    const lines = sum?.hunks[0]?.lines ?? [];
    expect(splitRows(lines).map(({ left, right }) => [left?.old, right?.now])).toEqual([
      [4, 4],
      [5, 5],
      [6, 6],
      [undefined, 7],
      [7, 8],
      [undefined, undefined],
    ]);
    const [[line, part] = []] = [...changedParts(lines)];
    expect(line?.text.slice(...(part ?? []))).toBe('-');
  });
});
