// What is wrapped at words: help on narrow terminals, notes and errors.
import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { commandHelp, overview, shortHelp, wrapWords } from './help.ts';

test('notes break at words, set in below themselves, and styles take no room', () => {
  const note = 'Estimate: about 9,000 tokens for 3 attempts (going by past ones).';
  expect(wrapWords(`${note}\nshort`, 40)).toBe(
    'Estimate: about 9,000 tokens for 3\n  attempts (going by past ones).\nshort',
  );
  expect(wrapWords('⠼ 日本語 running on', 9)).toBe('⠼ 日本語 running on');
  expect(wrapWords('  one two three', 9)).toBe('  one two\n    three');
  const red = '\u001b[31mjoust:\u001b[39m no';
  expect(wrapWords(red, 9)).toBe(red);
  expect(wrapWords('a https://example.com/long b', 10)).toBe('a\n  https://example.com/long\n  b');
});

test('help is never wider than 60 columns where the terminal is, but for lines to copy', () => {
  const texts = [
    shortHelp(commands, 60),
    overview(commands, 60),
    ...commands.map((one) => commandHelp(one, 60)),
  ];
  const wide = texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.length > 60 && !/^(?:Usage: )?\s*(?:\S+ \| )?joust /.test(line));
  expect(wide).toEqual([]);
});
