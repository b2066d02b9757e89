// A race that is interrupted, cancelled or killed: what was paid for is kept and never paid twice, and nothing is left.
import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../setup/processes.ts';
import { finished } from '../setup/project.ts';
import {
  goodDouble,
  goodSum,
  lenientCheck,
  type RacePlace,
  racePlace,
  resultOf,
  rowOf,
  solve,
  testCheck,
} from '../setup/race-place.ts';
import { until } from '../setup/until.ts';

const names = ['quick', 'slow'];
const command = ['race', '--json', '-c', 'quick', '-c', 'slow', ...testCheck, 'make the sums right'];

/** One that is done soon, and one that waits halfway until it is let go. */
function slowPlace(): RacePlace {
  const place = racePlace();
  const started = (name: string) => ({ run: `echo started >> ${place.outside}/${name}` });
  place.contestants({
    quick: [started('quick'), goodSum, { say: 'Done.' }],
    slow: [
      started('slow'),
      goodSum,
      { run: `echo here >> ${place.outside}/halfway; until test -e ${place.outside}/go; do sleep 0.1; done` },
      goodDouble,
      { say: 'Done.' },
    ],
  });
  return place;
}

function lines(place: RacePlace, name: string): number {
  const path = join(place.outside, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
}

/** Until `quick` is on record and `slow` is in the middle. */
async function inTheMiddle(place: RacePlace, child: ChildProcess): Promise<void> {
  let heard = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    heard += chunk.toString('utf8');
  });
  await until(() => heard.includes('"check/quick/test"') && existsSync(join(place.outside, 'halfway')));
}

function go(place: RacePlace): void {
  writeFileSync(join(place.outside, 'go'), '');
}

/** A git that hangs from `hang` to `letGo`. */
function hangingGit({ outside }: RacePlace) {
  const bin = join(outside, 'bin');
  const [flag, hung] = [join(outside, 'hang'), join(outside, 'hung')];
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  mkdirSync(bin);
  const script = `#!/bin/sh\nif test -e ${flag}; then echo $$ >> ${hung}; exec sleep 600; fi\nexec ${real} "$@"\n`;
  writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
  return {
    env: { PATH: `${bin}:${process.env['PATH']}` },
    hang: () => writeFileSync(flag, ''),
    letGo() {
      rmSync(flag);
      for (const pid of readFileSync(hung, 'utf8').trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
    },
  };
}

const workspaces = (place: RacePlace) => place.leftovers().filter((path) => !path.startsWith('bases/'));

describe('in the middle of a race', () => {
  it('Ctrl-C seals what there is and leaves no workspace and no process; resume finishes it', async () => {
    using place = slowPlace();
    const before = place.fingerprint();
    const child = place.start(command);
    const ran = finished(child);
    await inTheMiddle(place, child);
    child.kill('SIGINT');
    expect((await ran).code).toBe(130);
    expect(workspaces(place)).toEqual([]);
    expect(processesOf(place.home)).toEqual([]);
    const sealed = (await place.events()).filter((event) => event.type === 'entry.sealed');
    const halfway = sealed.find(({ contestant }) => contestant === 'slow');
    expect(halfway?.partial).toBe(true);
    expect(halfway?.change.files.map(({ path }) => path)).toContain('sum.js');

    go(place);
    const resumed = await place.joust(['resume', '@last', '--json']);
    expect(resumed.code).toBe(0);
    const result = resultOf(resumed);
    expect(result.winner).toBe('slow');
    expect(rowOf(result, 'slow')).toMatchObject({ outcome: 'ok', files: 2 });
    expect(rowOf(result, 'slow').partial).toBeUndefined();
    expect([lines(place, 'quick'), lines(place, 'slow')]).toEqual([1, 2]);
    expect(place.leftovers()).toEqual([]);
    expect(place.fingerprint()).toBe(before);
  });

  it('Ctrl-C ends joust even while git hangs; resume seals what there was', async () => {
    using place = slowPlace();
    const { env, hang, letGo } = hangingGit(place);
    const child = place.start([...command, '--workspace', 'checkout'], { env });
    const ran = finished(child);
    await inTheMiddle(place, child);
    hang();
    child.kill('SIGINT');
    expect((await ran).code).toBe(130);
    expect(existsSync(join(place.outside, 'hung'))).toBe(true);

    letGo();
    go(place);
    const resumed = await place.joust(['resume', '@last', '--json']);
    expect(resumed.code).toBe(0);
    expect(resultOf(resumed).winner).toBe('slow');
    const sealed = (await place.events()).filter((event) => event.type === 'entry.sealed');
    expect(sealed.map(({ contestant, partial }) => [contestant, partial === true])).toContainEqual([
      'slow',
      true,
    ]);
    expect([lines(place, 'quick'), lines(place, 'slow')]).toEqual([1, 2]);
    expect(place.leftovers()).toEqual([]);
  });

  it('cancel ends it for good: no workspace, no base, no process', async () => {
    using place = slowPlace();
    const before = place.fingerprint();
    const child = place.start(command);
    const ran = finished(child);
    await inTheMiddle(place, child);
    expect((await place.joust(['cancel', '@last'])).code).toBe(0);
    await ran;
    expect(place.leftovers()).toEqual([]);
    expect(processesOf(place.home)).toEqual([]);
    expect(place.fingerprint()).toBe(before);
    expect((await place.joust(['list'])).stdout).toContain('cancelled');
  });

  it('a killed player is followed by one that pays for nothing again', async () => {
    using place = slowPlace();
    const child = place.start(command);
    const ran = finished(child);
    await inTheMiddle(place, child);
    child.kill('SIGKILL');
    await ran;
    expect(processesOf(place.home).length).toBeGreaterThan(0);

    go(place);
    const resumed = await place.joust(['resume', '@last', '--json']);
    expect(resumed.code).toBe(0);
    expect(resultOf(resumed)).toMatchObject({ winner: 'slow' });
    expect(rowOf(resultOf(resumed), 'slow')).toMatchObject({ outcome: 'ok', files: 2 });
    expect([lines(place, 'quick'), lines(place, 'slow')]).toEqual([1, 1]);
    expect(place.leftovers()).toEqual([]);
    expect(processesOf(place.home)).toEqual([]);
  });

  it('a killed player whose race is cancelled leaves nothing either', async () => {
    using place = slowPlace();
    const child = place.start(command);
    const ran = finished(child);
    await inTheMiddle(place, child);
    child.kill('SIGKILL');
    await ran;
    expect((await place.joust(['cancel', '@last'])).code).toBe(0);
    expect(place.leftovers()).toEqual([]);
    expect(processesOf(place.home)).toEqual([]);
  });

  it('killed in a check of the base, or of an entry, it goes on with it', async () => {
    using place = racePlace();
    place.contestants({ quick: solve, slow: [{ run: `echo x >> ${place.outside}/slow` }, goodSum] });
    const count = join(place.outside, 'checks');
    const gate = join(place.outside, 'go');
    const check = `test=echo x >> ${count}; until test -e ${gate}; do sleep 0.1; done; node --test`;
    const child = place.start([
      'race',
      '--json',
      ...names.flatMap((name) => ['-c', name]),
      '--check',
      check,
      'go',
    ]);
    const ran = finished(child);
    await until(() => existsSync(count));
    child.kill('SIGKILL');
    await ran;
    go(place);
    const resumed = await place.joust(['resume', '@last', '--json']);
    expect(resultOf(resumed)).toMatchObject({
      winner: 'quick',
      checks: [{ base: 'failed', detail: '1 of 3 tests' }],
    });
    // One for the base, one for each entry: the one that was under way was not begun again.
    expect(lines(place, 'checks')).toBe(3);
    expect(place.leftovers()).toEqual([]);
  });

  it('Ctrl-C in a check ends it, and resume runs it again', async () => {
    using place = racePlace();
    place.contestants({ quick: solve, slow: [goodSum] });
    const [begun, gate] = [join(place.outside, 'begun'), join(place.outside, 'go')];
    const check = `test=touch ${begun}; test -e ${gate} || sleep 50; node --test`;
    const child = place.start(['race', '--json', '-c', 'quick', '-c', 'slow', '--check', check, 'go']);
    const ran = finished(child);
    await until(() => existsSync(begun));
    child.kill('SIGINT');
    expect((await ran).code).toBe(130);
    expect(processesOf(place.home)).toEqual([]);
    expect(place.leftovers().filter((path) => path.startsWith('workspaces/'))).toEqual([]);
    go(place);
    const resumed = await place.joust(['resume', '@last', '--json']);
    expect(resultOf(resumed)).toMatchObject({ winner: 'quick', checks: [{ detail: '1 of 3 tests' }] });
    expect(place.leftovers()).toEqual([]);
  });
});

describe('after a race', () => {
  it('who failed may try again from the base, and is ranked with the others', async () => {
    using place = racePlace();
    const once = `test -e ${place.outside}/once || { touch ${place.outside}/once; echo junk > junk.txt; kill -9 $PPID; }`;
    place.contestants({ quick: [goodSum], slow: [{ run: once }, ...solve] });
    const first = resultOf(await place.race(names, lenientCheck));
    expect(first.winner).toBe('quick');
    expect(rowOf(first, 'slow')).toMatchObject({ outcome: 'crashed', partial: true });
    const again = await place.joust(['resume', '@last', '--retry-failed', '--json']);
    const second = resultOf(again);
    expect(second.winner).toBe('slow');
    expect(rowOf(second, 'slow')).toMatchObject({ outcome: 'ok', files: 2 });
    expect(place.leftovers()).toEqual([]);
  });

  it('several at once share a base, and the last one takes it away', async () => {
    using place = racePlace();
    place.contestants({ quick: solve, slow: [{ wait: 2500 }, goodSum] });
    const raced = await Promise.all([place.race(['quick'], testCheck), place.race(names, testCheck)]);
    expect(raced.map((one) => resultOf(one).winner)).toEqual(['quick', 'quick']);
    expect(place.leftovers()).toEqual([]);
  });
});
