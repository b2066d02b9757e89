// JSON among prose.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonInText } from './json-in-text.ts';

const values = (text: string) => jsonInText(text).map(({ value }) => JSON.parse(JSON.stringify(value)));

describe('jsonInText', () => {
  it('gives back every JSON object and list, with what stands around it passed over', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const json = JSON.stringify({ value });
        const [found, ...others] = jsonInText(`So: ${json} (end)`);
        expect(others).toEqual([]);
        expect(found?.text).toBe(json);
        expect(JSON.stringify(found?.value)).toBe(json);
      }),
    );
  });

  it('reads Python literals, trailing commas and broken lines', () => {
    expect(values("[{'a': True, 'b': None,}, 'it\\'s', 1.5,]")).toEqual([
      [{ a: true, b: null }, "it's", 1.5],
    ]);
    expect(values('{"a": "two\nlines"}')).toEqual([{ a: 'two\nlines' }]);
  });

  it('finds several, and goes on after what is none', () => {
    expect(values('{not json} {"a": 1} [[A]] [1, {"b": "}"}] {"open": ')).toEqual([
      { a: 1 },
      [1, { b: '}' }],
    ]);
  });
});
