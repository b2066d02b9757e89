import { describe, expect, it } from 'vitest';
import { codePassages } from './code-passages.ts';
import { jsonPassages } from './json-passages.ts';
import { markdownPassages } from './markdown-passages.ts';
import { breachesOf } from './rules.ts';

const inMarkdown = (text: string) => markdownPassages('a.md', text).flatMap(breachesOf);
const inCode = (text: string, path = 'src/a.tsx') => codePassages(path, text).flatMap(breachesOf);
const places = (breaches: ReturnType<typeof inCode>) => breaches.map(({ line, rule }) => `${line} ${rule}`);

describe('the phrases', () => {
  it.each([
    'Who changed the copies it was only to read, or put something among them, is told on.',
    'Where one serves already, its address is printed.',
    'What each CLI really honours is said by `joust doctor`',
    'who judges and analyzes where nobody is named for it',
    'what it would weigh goes to the others',
    'After a restart nobody is given up for the silence of all.',
    'A rate limit is no failure.',
    'is no folder of this machine',
    'takes one contest off the record',
    'so that nobody is preferred for looks',
    'It is read with patience',
    'None is like that',
    'What touches its own measure',
    'git was run by a small shell instead of by Node, which stood still for milliseconds each time',
    'is told of what was put into a work folder and cannot be handed in, by name',
    'leaves strangers alone whose pid stands in the spool',
    'Wait for no program of which nobody will tell',
    'The program is started anew.',
    'The default is used where nothing is set.',
    'It lists what is to be done.',
    'It looked for a git repository in vain.',
    'Whoever opens the page sees it.',
    'A page that anybody opens and somebody reads.',
  ])('objects to: %s', (text) => {
    expect(inMarkdown(text)).not.toEqual([]);
  });

  it.each([
    'If a contestant edits its read-only copies, the report says so.',
    'If a server is already running, prints its address.',
    '`joust doctor` shows what each CLI enforces',
    'default judges and analysts',
    'stop an attempt after this long without output (default: per agent)',
    'its weight is spread over the other signals',
    "After a database restart, joust doesn't declare hosts lost just because all of them went quiet.",
    "A rate limit isn't a failure.",
    'is not a directory on the server',
    'deletes a contest',
    "so formatting can't sway the verdict",
    'Parsing is lenient',
    'Search tasks',
    'No matches',
    'ann won every comparison',
    "dee and eli run your own programs, so joust can't make them read-only",
    'Changes to tests and check settings',
    'Races are faster: git runs through a helper process.',
    "lists files that can't be submitted",
    "never signals a process it doesn't own",
    "Make git's output order deterministic in tests",
    'Stop waiting for helpers that already exited',
    'What does it cost?',
    'There is no terminal to ask on.',
    'The contest is no longer open.',
  ])('accepts: %s', (text) => {
    expect(inMarkdown(text)).toEqual([]);
  });

  it('ignores quotations and code', () => {
    expect(inMarkdown('The message "is no folder" and the name `is no` may stay.')).toEqual([]);
  });
});

describe('lengths', () => {
  const words = (count: number) => Array(count).fill('word').join(' ');

  it('allows 20 words in a sentence and counts code as one', () => {
    expect(inMarkdown(`${words(19)} \`npm run check\`.`)).toEqual([]);
    expect(places(inMarkdown(`Short one.\n${words(20)}\n\`npm run check\`.`))).toEqual(['2 long-sentence']);
  });

  it('does not end a sentence at an abbreviation', () => {
    expect(places(inMarkdown(`${words(10)}, e.g. ${words(10)}.`))).toEqual(['1 long-sentence']);
  });

  it('allows 80 words and one semicolon in a paragraph', () => {
    const paragraph = Array(5)
      .fill(`${words(16)}.`)
      .join(' ');
    expect(inMarkdown(paragraph)).toEqual([]);
    expect(places(inMarkdown(`${paragraph} More.`))).toEqual(['1 long-paragraph']);
    expect(inMarkdown('One; two.\n\nThree; four.')).toEqual([]);
    expect(places(inMarkdown('One; two. Three; four.'))).toEqual(['1 semicolons']);
  });
});

describe('the places', () => {
  it('reads list items and table cells of Markdown, but not its code blocks', () => {
    const page =
      '# What it is\n\n- fine\n- is no list\n\n| what it is |\n|---|\n| is no cell |\n\n```\nis no code\n```\n';
    expect(places(inMarkdown(page))).toEqual(['4 is-no', '8 is-no']);
  });

  it('reads comments, messages and JSX of code', () => {
    const code = [
      '// A comment',
      '// is no code.',
      `const message = \`\${name} is no folder\`; // is no end`,
      "const path = '//path';",
      'const page = <p>It is no {name}, and so on.</p>;',
      "const table = 'SELECT what is no prose FROM contests';",
    ].join('\n');
    expect(places(inCode(code))).toEqual(['3 is-no', '5 is-no', '1 is-no', '3 is-no']);
  });

  it('reads names and comments of tests, but not their data', () => {
    const code = "// is no comment\nit.each([1])('is no %s', () => run('what is no data'));";
    expect(places(inCode(code, 'tests/a.test.ts'))).toEqual(['2 is-no', '1 is-no']);
  });

  it('takes words from the table of settings', () => {
    const table = '[\n{"name":"is no name","help":"is no \\"help\\""}]';
    expect(places(jsonPassages('a.json', table).flatMap(breachesOf))).toEqual(['2 is-no']);
  });
});
