// A folder as judges see it: all files named, texts within a budget, nothing that could pass for a line of ours.
import { expect, it } from 'vitest';
import { folderCard } from './folder-card.ts';

it('lists files with their sizes, then shows the texts', () => {
  const text = folderCard({
    says: 'Done.',
    missing: ['report.pdf'],
    files: [
      { path: 'notes.md', bytes: 12, text: '# Plan\nSize: 0' },
      { path: 'logo.png', bytes: 2048, type: 'image/png' },
      { path: 'tool', bytes: 9 },
    ],
  });
  expect(text).toBe(`Size: 3 files, 2069 bytes

Files:
- notes.md: 12 bytes
- logo.png: image/png, 2048 bytes
- tool: binary, 9 bytes

Required, but not there:
- report.pdf

Summary by its author:
> Done.

Text of notes.md:
> # Plan
> Size: 0
`);
});

it('cuts long texts fairly and aloud, and keeps short ones whole', () => {
  const long = Array.from({ length: 500 }, (_, at) => `line ${at}`).join('\n');
  const text = folderCard({
    textBudget: 1_000,
    files: [
      { path: 'long.txt', bytes: long.length, text: long },
      { path: 'short.txt', bytes: 4, text: 'whole' },
    ],
  });
  expect(text).toContain('> whole');
  expect(text).toMatch(/\(\d+ lines of this file left out\)/);
  expect(text.length).toBeLessThan(1_500);
});

it('says so where there is nothing', () => {
  expect(folderCard({ files: [] })).toBe(
    'Size: 0 files, 0 bytes\n\nFiles: none\n\nSummary by its author:\n> (none)\n',
  );
});
