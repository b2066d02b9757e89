// Every parser on text that was never meant for it: it never throws, never reads nonsense, and never takes forever.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allParsers, parserNamed } from '../../src/checks/parsers/all.ts';

describe('any text at all', () => {
  const names = Object.keys(allParsers).filter((name) => name !== 'regex');
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      '<testsuite>',
      '</testsuite>',
      '<testcase',
      '>',
      '<!--',
      '\n',
      ' ',
      '1',
    ],
    ...[
      'ok 1',
      'not ok',
      '1..2',
      '    ',
      'Tests:',
      ' passed',
      ', ',
      ' total',
      '%',
      '\u001b[',
      '\r',
      '---',
      '...',
    ],
    ...['{"Action":"fail","Package":"a"}', 'running 1 test', 'test result: ok. ', '⎯', 'errorCount', 'null'],
  );

  test('never throws, and what is read is never negative', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom(0, 1, 2), (pieces, code) => {
        for (const name of names) {
          const found = parserNamed(name)?.({ code, stdout: pieces.join(''), stderr: '' }, {}) ?? {};
          const { cases: _cases, ...counts } = found.tests ?? {};
          const figures = [...Object.values(counts), ...Object.values(found.lint ?? {})];
          expect(figures.every((figure) => Number.isInteger(figure) && figure >= 0)).toBe(true);
        }
      }),
    );
  });

  // A megabyte each. No clock is asked: what is not linear would run into the limit of the test.
  test.each([
    ['spaces', ' '],
    ['open brackets', '['],
    ['open objects on lines', '{\n'],
    ['what looks like objects', '{a}\n'],
    ['objects that never close', '{"a":[\n'],
    ['quotes', '"'],
    ['backslashes', '\n["\\'],
    ['tags', '<testcase name="'],
    ['stray brackets', "<a b='<\"'<"],
    ['comments', '<!--'],
    ['attributes', '<testcase aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['digits', '1'],
    ['percent signs', '%'],
    ['escapes', '\u001b]\u001b['],
    ['points', '    ok 1\n'],
    ['deepening points', ' '.repeat(2_000).concat('ok\n')],
    ['running tests', 'running 1 test\n'],
    ['frames', '⎯'],
    ['equal signs', '= '],
    ['summaries', '1 passed, '],
    ['words', 'a b '],
  ])(
    '%s',
    (_, unit) => {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const output = { code: 1, stdout: text, stderr: '' };
      for (const name of names) {
        const found = parserNamed(name)?.(output, {});
        expect(found === undefined || Object.keys(found).length <= 1).toBe(true);
      }
    },
    30_000,
  );
});
