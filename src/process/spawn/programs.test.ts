// Programs are looked up on PATH as a shell does it, but never where a cloned repository could put one.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callProgram, findProgram, nodeProgram } from './programs.ts';

let top: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-programs-')));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(path: string, mode = 0o755): string {
  const target = join(top, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, '#!/bin/sh\n');
  chmodSync(target, mode);
  return target;
}

describe('on PATH', () => {
  it('the first folder that has it wins', () => {
    const first = put('one/tool');
    put('two/tool');
    const path = [join(top, 'none'), join(top, 'one'), join(top, 'two')].join(':');
    expect(findProgram('tool', { path, cwd: top })).toBe(first);
  });

  it('what is no executable file is passed over', () => {
    put('one/tool', 0o644);
    mkdirSync(join(top, 'two/tool'), { recursive: true });
    mkdirSync(join(top, 'three'));
    symlinkSync('nowhere', join(top, 'three/tool'));
    const found = put('four/tool');
    const path = ['one', 'two', 'three', 'four'].map((name) => join(top, name)).join(':');
    expect(findProgram('tool', { path, cwd: top })).toBe(found);
  });

  it.each(['', ':', '.', './', 'bin', '../work', ':.:bin:', '~', '$HOME'])(
    'the entry %j never finds what lies in the folder',
    (path) => {
      for (const place of ['work/tool', 'work/bin/tool', 'work/~/tool', 'work/$HOME/tool']) put(place);
      const before = process.cwd();
      try {
        process.chdir(join(top, 'work'));
        expect(findProgram('tool', { path, cwd: join(top, 'work') })).toBeUndefined();
      } finally {
        process.chdir(before);
      }
    },
  );

  it('nothing is found without PATH', () => {
    expect(findProgram('sh', { path: undefined, cwd: '/bin' })).toBeUndefined();
  });
});

describe('a name with a slash', () => {
  it('is a path, relative to the folder and never looked up', () => {
    const tool = put('work/bin/tool');
    const cwd = join(top, 'work');
    expect(findProgram('./bin/tool', { path: '', cwd })).toBe(tool);
    expect(findProgram('bin/tool', { path: '', cwd })).toBe(tool);
    expect(findProgram(tool, { path: '', cwd: '/' })).toBe(tool);
    expect(findProgram('bin/other', { path: join(top, 'work'), cwd: '/' })).toBeUndefined();
  });
});

it('joust’s own programs are there', () => {
  expect(existsSync(nodeProgram)).toBe(true);
  expect(existsSync(callProgram)).toBe(true);
});
