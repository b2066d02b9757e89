// File names: nothing leaves the folder, nothing is lost to a collision, and every system can hold them.
import { describe, expect, it } from 'vitest';
import { fileNames } from './manifest.ts';

describe('fileNames', () => {
  it.each([
    ['claude', 'claude'],
    ['claude/opus', 'claude-opus'],
    ['ollama/qwen3:30b', 'ollama-qwen3-30b'],
    ['scripted/./evil.json', 'scripted-.-evil.json'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..', 'unnamed'],
    ['', 'unnamed'],
    ['.hidden', 'hidden'],
    ['a\u0000b\u202ec\n', 'a-b-c'],
    ['C:\\x', 'C-x'],
    ['nul', '_nul'],
    ['com1.md', '_com1.md'],
    ['größe 日本', 'größe-日本'],
    ['-rf', 'rf'],
    ['<script>', 'script'],
  ])('makes %j %j', (name, expected) => {
    expect(fileNames([name])).toEqual([expected]);
  });

  it('tells apart what would collide, also where letter case does not count', () => {
    expect(fileNames(['a/b', 'a:b', 'A/B', 'a-b-2', 'e\u0301', '\u00e9'])).toEqual([
      'a-b',
      'a-b-2',
      'A-B-3',
      'a-b-2-2',
      '\u00e9',
      '\u00e9-2',
    ]);
  });

  it('keeps long names short, in bytes, without halving a character', () => {
    const names = fileNames(['x'.repeat(1000), 'x'.repeat(999), '😀日'.repeat(300)]);
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThan(100);
    expect(new Set(names).size).toBe(3);
    expect(names[2]).toMatch(/^[-日]+$/u);
  });
});
