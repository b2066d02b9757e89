// Folders made where others can write: never behind a link that leads out.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeInside } from './make-inside.ts';

let place: string;
let top: string;
let outside: string;

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'joust-make-')));
  [top, outside] = [join(place, 'top'), join(place, 'outside')];
  for (const folder of [top, outside]) mkdirSync(folder);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

it('makes what is missing, and takes what is there', () => {
  for (let time = 0; time < 2; time += 1) expect(makeInside(top, 'a/b/c')).toBe(true);
  expect(existsSync(join(top, 'a/b/c'))).toBe(true);
  expect(makeInside(top, '')).toBe(true);
  rmSync(top, { recursive: true });
  expect(makeInside(top, 'a')).toBe(true);
});

it('makes nothing behind a link that leads out, nor through the top itself', () => {
  mkdirSync(join(outside, 'there'));
  symlinkSync(outside, join(top, 'out'));
  symlinkSync('../outside', join(top, 'near'));
  symlinkSync(join(outside, 'nowhere'), join(top, 'nowhere'));
  symlinkSync('round', join(top, 'round'));
  symlinkSync(top, join(place, 'link'));
  for (const path of [
    'out',
    'out/a',
    'out/there',
    'near/a',
    'nowhere',
    'nowhere/a',
    'round/a',
    '../outside/a',
  ])
    expect([path, makeInside(top, path)]).toEqual([path, false]);
  expect(makeInside(join(place, 'link'), 'a')).toBe(false);
  expect(readdirSync(outside)).toEqual(['there']);
  expect(existsSync(join(top, 'a'))).toBe(false);
});

it('makes nothing where there is a file', () => {
  writeFileSync(join(top, 'file'), '');
  expect([makeInside(top, 'file'), makeInside(top, 'file/a'), makeInside(join(top, 'file'), 'a')]).toEqual([
    false,
    false,
    false,
  ]);
});

it('follows a link that stays', () => {
  mkdirSync(join(top, 'lib'));
  symlinkSync('lib', join(top, 'src'));
  expect(makeInside(top, 'src/a')).toBe(true);
  expect(existsSync(join(top, 'lib/a'))).toBe(true);
});
