import { expect, test } from 'vitest';
import { markdownText } from './markdown-terminal.ts';

/** Styles as tags, so that a test can say what wears which. */
const tagged = (columns = 60) => ({
  columns,
  paint: (format: string, text: string) => `<${format}>${text}</${format}>`,
});
const bare = (columns = 60) => ({ columns, paint: (_: string, text: string) => text });

test('shows headings, emphasis and code by their styles, without the marks', () => {
  expect(markdownText('## The plan\n\nUse **two** *small* `steps`.', tagged())).toBe(
    '<bold>The</bold> <bold>plan</bold>\n\nUse <bold>two</bold> <italic>small</italic> <cyan>steps</cyan>.',
  );
});

test('keeps the marks of code where there is no colour', () => {
  expect(markdownText('see `a.ts`, now', bare())).toBe('see `a.ts`, now');
});

test('wraps at words, and never between a word and its comma', () => {
  const text = markdownText(
    'aaaa bbbb **cccc**, dddd https://example.org/a/long/path/that/stays/whole',
    bare(14),
  );
  expect(text.split('\n')).toEqual([
    'aaaa bbbb',
    'cccc, dddd',
    'https://example.org/a/long/path/that/stays/whole',
  ]);
});

test('sets lists in under their marks, tight and loose', () => {
  expect(markdownText('1. one\n   - inner words that are long enough\n2. two', bare(29))).toBe(
    '1. one\n   • inner words that are\n     long enough\n2. two',
  );
  expect(markdownText('- a\n\n- b', bare())).toBe('• a\n\n• b');
});

test('lines tables up, and tells a table that is too wide row by row', () => {
  const table = '| who | cost |\n|---|--:|\n| claude | 1 |\n| b | 200 |';
  expect(markdownText(table, bare())).toBe('who     cost\n────────────\nclaude     1\nb        200');
  expect(markdownText(table, bare(11))).toBe('who: claude\ncost: 1\n\nwho: b\ncost: 200');
});

test('leaves code as it is, whatever its width', () => {
  const line = 'x'.repeat(100);
  expect(markdownText(`\`\`\`\n${line}\n\n  y\n\`\`\``, bare(20))).toBe(`    ${line}\n\n      y`);
});

test('writes links out, quotes behind a bar, and keeps HTML and images as words', () => {
  expect(markdownText('[here](https://evil.example) <https://a.example>', bare(100))).toBe(
    'here (https://evil.example) https://a.example',
  );
  expect(markdownText('> one\n> two', bare())).toBe('│ one two');
  expect(markdownText('<b>x</b> ![p](http://e/x.png)', bare())).toBe('<b>x</b> [image: p] (http://e/x.png)');
});

test('lets nothing of the text drive the terminal, and is quick with what is made to be slow', () => {
  expect(markdownText('a \u001b[31m `\u001b]0;x\u0007` &#27;[2J &#8238;x', bare())).not.toMatch(
    /[\u0000-\u0008\u000b-\u001f\u202e]/,
  );
  for (const evil of [
    '['.repeat(50_000),
    `${'> '.repeat(5_000)}x`,
    `${'- '.repeat(2_000)}x`,
    '*_'.repeat(20_000),
  ])
    expect(markdownText(evil, bare()).length).toBeGreaterThan(0);
  const long = `# ${'a'.repeat(250_000)}`;
  expect(markdownText(long, bare())).toBe(long);
});
