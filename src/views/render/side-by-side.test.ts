import { expect, test } from 'vitest';
import { paneRoom, sideBySide } from './side-by-side.ts';

test('puts as many beside each other as stay readable', () => {
  expect(paneRoom(3, 200)).toEqual({ inRow: 3, width: 64 });
  expect(paneRoom(3, 100)).toEqual({ inRow: 2, width: 48 });
  expect(paneRoom(3, 60)).toEqual({ inRow: 1, width: 60 });
});

test('fills the shorter ones, counting columns and not characters or styles', () => {
  const lines = sideBySide([['\u001b[1mab\u001b[22m', '漢字'], ['x']], 91);
  expect(lines).toEqual([`\u001b[1mab\u001b[22m${' '.repeat(45)}x`, '漢字']);
});

test('begins a new row where there is no room', () => {
  expect(sideBySide([['a'], ['b'], ['c']], 91)).toEqual([`a${' '.repeat(46)}b`, '', 'c']);
});
