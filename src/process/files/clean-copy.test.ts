// A clean copy is what cleaning the whole text at once would give, however long its lines are.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redactor } from '../../domain/kept-text.ts';
import { cleanCopy } from './clean-copy.ts';

const piece = 32 * 1024;
const longestLine = 256 * 1024;
const secret = 'hunter2-and-something-more';
const clean = redactor({ PASSWORD: secret });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-clean-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function copied(content: string | Uint8Array, how = clean): Promise<string> {
  writeFileSync(join(folder, 'raw'), content);
  await cleanCopy(join(folder, 'raw'), join(folder, 'clean'), how);
  return readFileSync(join(folder, 'clean'), 'utf8');
}

describe('a secret', () => {
  it('goes where a piece ends inside it', async () => {
    for (let back = 0; back <= secret.length; back += 5) {
      const text = `${'a '.repeat(piece / 2).slice(back)}${secret} b\n`;
      expect(await copied(text)).toBe(clean(text));
    }
  });

  it('goes wherever it stands in a line longer than the longest', async () => {
    for (const at of [longestLine - piece, longestLine, longestLine + piece]) {
      for (let back = 0; back <= secret.length; back += 5) {
        const text = `${'x '.repeat(at / 2).slice(back)}${secret}${' y'.repeat(2 * piece)}\n`;
        expect(await copied(text)).toBe(clean(text));
      }
    }
  });

  it('goes in a line that is nothing but secrets', async () => {
    const text = `${secret} `.repeat(40_000);
    expect(await copied(text)).toBe(clean(text));
  });

  it('goes as a private key of many lines, wherever a piece ends inside it', async () => {
    const line = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9jK2mN5pQ8sT1vW4yZ7/aB3dE6gH+';
    const key = [
      '-----BEGIN EC PRIVATE KEY-----',
      line,
      line,
      line,
      'q2W4==',
      '-----END EC PRIVATE KEY-----',
    ];
    for (let back = 0; back <= 280; back += 35) {
      const text = `${'a\n'.repeat(piece / 2).slice(back)}${key.join('\n')}\nb\n`;
      expect(await copied(text)).toBe(clean(text));
      expect(clean(text)).not.toContain(line);
    }
  });

  it('goes by its shape too, across any border', async () => {
    const token = `ghp_${'a1'.repeat(20)}`;
    for (const at of [longestLine, longestLine + piece - 8 * 1024, longestLine + piece]) {
      for (const back of [1, 4, 20, 43]) {
        const text = `${'-'.repeat(at - back)}${token} ${'y '.repeat(piece)}`;
        expect(await copied(text)).toBe(clean(text));
        expect(clean(text)).not.toContain(token);
      }
    }
  });
});

describe('the copy', () => {
  it('has every byte of a text without secrets, characters across borders included', async () => {
    for (const lead of ['', 'a', 'ab', 'abc']) {
      const text = `${lead}${'😀é\n'.repeat(20_000)}no end`;
      expect(await copied(text)).toBe(text);
      const line = `${lead}${'😀é'.repeat(100_000)}`;
      expect(await copied(line)).toBe(line);
    }
  });

  it('is empty for an empty file, and private', async () => {
    expect(await copied('')).toBe('');
    expect(statSync(join(folder, 'clean')).mode & 0o077).toBe(0);
  });

  it('cleans in pieces, so that memory stays bounded', async () => {
    let longest = 0;
    const measured = (text: string) => {
      longest = Math.max(longest, text.length);
      return text;
    };
    await copied('x'.repeat(5 * 1024 * 1024), measured);
    expect(longest).toBeLessThanOrEqual(longestLine + 2 * piece);
  });
});
