// What is wrapped at words: help on narrow terminals, notes and errors.
import { expect, test } from 'vitest';
import { commandFamilies } from '../../../domain/settings/groups.ts';
import { commands } from './commands.ts';
import { briefHelp, commandHelp, overview, shortHelp, wrapWords } from './help.ts';

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
    ...commands.map((one) => briefHelp(one, 60)),
    ...commands.map((one) => commandHelp(one, 60)),
  ];
  const wide = texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.length > 60 && !/^(?:Usage: )?\s*(?:\S+ \| )?joust /.test(line));
  expect(wide).toEqual([]);
});

test.each([
  ['ask', 35],
  ['race', 40],
])('joust %s --help fits %i lines of 100 columns', (name, most) => {
  const command = commands.find((one) => one.name === name);
  const lines = command === undefined ? [] : briefHelp(command, 100).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(most);
});

test('all options of a command stand under the heading of their group', () => {
  const race = commands.find(({ name }) => name === 'race');
  const help = race === undefined ? '' : commandHelp(race, 100);
  const headings = [...help.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    'Contestants',
    'Task',
    'More on checks',
    'More on workspaces',
    'More on judging',
    'Limits',
    'Playing',
    'Output',
    'Examples',
  ]);
  expect(help).toMatch(/\nLimits:\n {2}-t, --timeout/);
});

test('commands of two words have a summary of what they share', () => {
  const families = new Set(
    commands.flatMap(({ name, group }) => (group && name.includes(' ') ? [name.split(' ')[0]] : [])),
  );
  expect([...families].filter((name = '') => commandFamilies[name] === undefined)).toEqual([]);
  expect(overview(commands, 100)).toMatch(/^ {2}ledger +move contests between ledgers: copy$/m);
});
