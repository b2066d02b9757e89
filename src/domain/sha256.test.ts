// The hash of a few bytes is the one everybody else computes.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortBytes, shortSha256 } from './sha256.ts';

const known = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('hashes as Node does, whatever the length', () => {
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, shortBytes]) {
    const bytes = new Uint8Array(length).fill(length);
    expect(shortSha256(bytes)).toBe(known(bytes));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(shortSha256(bytes)).toBe(known(bytes));
    }),
  );
});
