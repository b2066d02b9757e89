import { expect, it } from 'vitest';
import { workLines } from './work-lines.ts';

const patch = `diff --git a/RESULT.md b/RESULT.md
--- a/RESULT.md
+++ b/RESULT.md
@@ -4,3 +4,3 @@ ## Plan
 one
--- two
+++ two
\\ No newline at end of file
diff --git a/x.png b/x.png
new file mode 100644
Binary files differ: 9 bytes
`;

it('numbers lines as they were and are, whatever they begin with', () => {
  expect(workLines(patch)).toEqual([
    [
      { type: 'place', text: '## Plan' },
      { type: 'context', old: 4, line: 4, text: 'one' },
      { type: 'removed', old: 5, text: '-- two' },
      { type: 'added', line: 5, text: '++ two' },
      { type: 'remark', text: 'no line feed at the end' },
    ],
    [{ type: 'remark', text: 'Binary files differ: 9 bytes' }],
  ]);
  expect(workLines('')).toEqual([]);
});
