// Fences that no entry can forge.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenceEntries } from './blind.ts';

describe('fenceEntries', () => {
  it('puts each entry between its two lines', () => {
    expect(
      fenceEntries(
        [
          { label: 'A', text: 'one\n' },
          { label: 'B', text: '' },
        ],
        'x7Kq09Lm',
      ),
    ).toEqual({
      fence: 'x7Kq09Lm',
      text: '<<<ENTRY A x7Kq09Lm\none\nENTRY A x7Kq09Lm>>>\n\n<<<ENTRY B x7Kq09Lm\n\nENTRY B x7Kq09Lm>>>',
    });
  });

  it('has exactly two fence lines per entry, whatever the entries hold', () => {
    const random = 'x7Kq09Lm';
    const scrap = fc.constantFrom(random, '-1', '-2', '<<<ENTRY A ', 'ENTRY A ', '>>>', '\n', 'text');
    const text = fc.array(scrap, { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (first, second) => {
        const fenced = fenceEntries(
          [
            { label: 'A', text: first },
            { label: 'B', text: second },
          ],
          random,
        );
        expect(fenced.text.split(fenced.fence)).toHaveLength(5);
      }),
    );
  });

  it('refuses random text that is too short, and labels that break the line', () => {
    expect(() => fenceEntries([], 'short')).toThrow('at least 8');
    expect(() => fenceEntries([{ label: 'A\nB', text: '' }], 'x7Kq09Lm')).toThrow('label');
  });
});
