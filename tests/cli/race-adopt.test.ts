// joust adopt: work made elsewhere enters a race on record, measured beside its entries, and can be applied.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  goodDouble,
  goodSum,
  half,
  lenientCheck,
  type RacePlace,
  racePlace,
  resultOf,
  rowOf,
} from '../setup/race-place.ts';

let place: RacePlace;
let raced: string;

beforeAll(async () => {
  place = racePlace();
  place.contestants({ half, none: [{ say: 'Nothing to do.' }] });
  const { code, stdout } = await place.race(['half', 'none'], lenientCheck);
  expect(code).toBe(0);
  expect(resultOf({ stdout, stderr: '' }).winner).toBe('half');
  raced = (await place.joust(['list', '--json'])).stdout.match(/"(?:id|contest)":"(\w+)"/)?.[1] ?? '@last';
  place.git('checkout', '-q', '-b', 'by-hand');
  for (const { edit, content } of [goodSum, goodDouble]) writeFileSync(join(place.folder, edit), content);
  place.git('commit', '-qam', 'mine');
  place.git('checkout', '-q', 'main');
});

afterAll(() => place[Symbol.dispose]());

describe('joust adopt', () => {
  it('enters a branch, which wins, and is applied and taken back like any entry', async () => {
    const before = place.fingerprint();
    const adopted = await place.joust(['adopt', '--json', raced, 'by-hand']);
    expect(adopted.code).toBe(0);
    const result = resultOf(adopted);
    expect(result.winner).toBe('by-hand');
    expect(rowOf(result, 'by-hand')).toMatchObject({ adopted: true, outcome: 'ok', files: 2, rank: 1 });
    expect(rowOf(result, 'half').rank).toBe(2);
    expect(result.rows.map(({ contestant }) => contestant)).not.toContain('none');
    expect(place.fingerprint()).toBe(before);
    expect(place.leftovers()).toEqual([]);
    expect((await place.joust(['apply', '--yes', '@last'])).code).toBe(0);
    expect(readFileSync(join(place.folder, 'double.js'), 'utf8')).toBe(goodDouble.content);
    expect((await place.joust(['undo', '--yes', '@last'])).code).toBe(0);
    expect(place.git('status', '--porcelain')).toBe('');
    const diff = await place.joust(['diff', '@last', 'by-hand', '--against', 'half']);
    expect(diff.stdout).toContain('double.js');
  });

  it('enters a patch and a folder under names of their own', async () => {
    const patch = join(place.outside, 'mine.patch');
    writeFileSync(patch, place.git('diff', 'main', 'by-hand'));
    const byPatch = resultOf(await place.joust(['adopt', '--json', raced, patch]));
    expect(rowOf(byPatch, 'mine')).toMatchObject({ adopted: true, files: 2 });
    const folder = join(place.outside, 'copy');
    cpSync(place.folder, folder, { recursive: true });
    rmSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, 'sum.js'), goodSum.content);
    const byFolder = resultOf(await place.joust(['adopt', '--json', raced, folder, '--name', 'hers']));
    expect(rowOf(byFolder, 'hers')).toMatchObject({ adopted: true, files: 1 });
    // It holds the same change as the entry of half.
    expect(byFolder).toMatchObject({ rule: 'half and hers are equal in everything that was measured' });
    expect(byFolder.winner).toBeUndefined();
  });

  it('is judged blind beside the others', async () => {
    place.contestants(
      { half, none: [{ say: 'Nothing to do.' }], judge: [{ judge: 'contains double.js' }] },
      '',
    );
    const judged = resultOf(await place.joust(['adopt', '--json', raced, 'by-hand', '-j', 'judge']));
    expect(judged.judges).toEqual(['judge']);
    expect(rowOf(judged, 'by-hand').signals['judge']).toBe(1);
    expect(rowOf(judged, 'half').signals['judge']).toBe(0);
  });

  it.each([
    [['nowhere'], /nowhere is no branch, patch or folder/],
    [['main'], /main changes nothing on the base/],
    [['by-hand', '--name', 'half'], /there is an entry of "half" already/],
    [['by-hand', '--name', '../x'], /cannot be the name of an entry/],
  ])('refuses %j', async (args, why) => {
    const { code, stderr } = await place.joust(['adopt', raced, ...args]);
    expect(stderr).toMatch(why);
    expect(code).toBeGreaterThan(0);
    expect(place.leftovers()).toEqual([]);
  });

  it('refuses a patch that does not fit, and a contest that is no race', async () => {
    const patch = join(place.outside, 'bad.patch');
    writeFileSync(patch, place.git('diff', 'main', 'by-hand').replaceAll('return a - b', 'return a / b'));
    const misfit = await place.joust(['adopt', raced, patch]);
    expect(misfit.stderr).toMatch(/does not fit the base of the race/);
    expect(misfit.code).toBe(2);
    await place.joust(['ask', '-c', 'none', 'what?']);
    const [asked = ''] = (await place.joust(['list', '--format', 'ask'])).stdout.split(' ');
    const noRace = await place.joust(['adopt', asked, 'by-hand']);
    expect(noRace.stderr).toMatch(/is no race/);
  });
});
