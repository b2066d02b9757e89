import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenStyle } from './even-style.ts';

describe('evened-out Markdown', () => {
  it.each([
    ['## Answer\n\nYes.', 'Answer\n\nYes.'],
    ['# Answer #\nYes.', 'Answer\nYes.'],
    ['Answer\n======\nYes.', 'Answer\nYes.'],
    [
      'This is **very** *important* and ***so on***, __really__ _so_.',
      'This is very important and so on, really so.',
    ],
    ['* one\n+ two\n• three\n- four', '- one\n- two\n- three\n- four'],
    ['1) one\n2. two', '1. one\n2. two'],
    ['> quoted\n> more', 'quoted\nmore'],
    ['above\n\n---\n\nbelow', 'above\n\nbelow'],
    ['| name | size |\n|---|:--:|\n| a | **1** |', 'name, size\na, 1'],
    ['see [the docs](https://a.example/x "title")', 'see the docs (https://a.example/x)'],
    ['~~old~~ new', 'old new'],
    ['a  \n\n\n\nb', 'a\n\nb'],
  ])('%j becomes %j', (text, even) => expect(evenStyle(text)).toBe(even));

  it.each([
    'multiply 2 * 3 * 4',
    'call snake_case_name and __init__x',
    'a*b*c',
    'the glob `**/*.ts` and `a*b*`',
    'C# and F# are languages',
    '#hashtag',
    'x -- y',
  ])('leaves %j as it is', (text) => expect(evenStyle(text)).toBe(text));

  it('leaves code as it is, but for the look of its fences', () => {
    const code = '# not a heading\n* not a list\n**kwargs = x\n';
    expect(evenStyle(`So:\n~~~~python\n${code}~~~~\ndone`)).toBe(`So:\n\`\`\`\n${code}\`\`\`\ndone`);
    expect(evenStyle('Text\n\n    # indented **code**\n\nmore')).toBe(
      'Text\n\n    # indented **code**\n\nmore',
    );
  });

  it('keeps every word', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/u);
    const piece = word.chain((one) =>
      fc.constantFrom(
        one,
        `**${one}**`,
        `*${one}*`,
        `# ${one}\n`,
        `\n- ${one}\n`,
        `\n\n> ${one}\n`,
        `\`${one}\``,
      ),
    );
    const words = (text: string) => text.match(/[a-z]+/gu) ?? [];
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        expect(words(evenStyle(text))).toEqual(words(text));
      }),
    );
  });

  it('is the same when it is done again', () => {
    const text =
      '## A\n\n* **b** [c](https://d.example)\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```js\n# k\n```\n';
    expect(evenStyle(evenStyle(text))).toBe(evenStyle(text));
  });

  it('takes its time with nothing', () => {
    for (const text of ['*'.repeat(50_000), '**a '.repeat(20_000), '_ '.repeat(50_000), '['.repeat(50_000)]) {
      const began = performance.now();
      evenStyle(text);
      expect(performance.now() - began).toBeLessThan(20_000);
    }
  });
});
