// What probes found is remembered across processes, for as long as it holds, and never gets in the way.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProbeCache } from './probes.ts';

const at = (ms: number) => new Date(1_800_000_000_000 + ms);
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'joust-probes-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('a finding', () => {
  it('is there for the next process, until it is too old', () => {
    new ProbeCache(home).set('login a', { state: 'key' }, at(0));
    const next = new ProbeCache(home);
    expect(next.get('login a', 1000, at(1000))).toEqual({ state: 'key' });
    expect(next.get('login a', 1000, at(1001))).toBeUndefined();
    expect(next.get('login a', Number.POSITIVE_INFINITY, at(1e9))).toEqual({ state: 'key' });
    expect(next.get('login b', 1000, at(0))).toBeUndefined();
  });

  it('stays beside those of another process that wrote in between', () => {
    const [one, two] = [new ProbeCache(home), new ProbeCache(home)];
    expect(one.get('x', 1, at(0))).toBeUndefined();
    two.set('theirs', 1, at(0));
    one.set('mine', 2, at(0));
    const next = new ProbeCache(home);
    expect([next.get('theirs', 1, at(0)), next.get('mine', 1, at(0))]).toEqual([1, 2]);
  });

  it('is in one private file, with nothing left beside it', () => {
    new ProbeCache(home).set('a', 1, at(0));
    expect(readdirSync(home)).toEqual(['probes.json']);
    expect(statSync(join(home, 'probes.json')).mode & 0o077).toBe(0);
  });
});

describe('a file that is none of ours', () => {
  it.each(['', 'not json', '[]', '7', 'null', '{"a":null}', '{"a":7}', '{"a":{"value":1}}'])(
    '%j says nothing',
    (text) => {
      writeFileSync(join(home, 'probes.json'), text);
      const cache = new ProbeCache(home);
      expect(cache.get('a', Number.POSITIVE_INFINITY, at(0))).toBeUndefined();
      cache.set('a', 'found', at(0));
      expect(new ProbeCache(home).get('a', 1, at(0))).toBe('found');
    },
  );

  it('costs nothing when it cannot be written: this process still knows', () => {
    mkdirSync(join(home, 'probes.json'));
    const cache = new ProbeCache(home);
    cache.set('a', 'found', at(0));
    expect(cache.get('a', 1, at(0))).toBe('found');
    expect(readdirSync(home)).toEqual(['probes.json']);
  });
});
