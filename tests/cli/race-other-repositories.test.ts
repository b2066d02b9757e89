// A race in a repository with a submodule and a filter such as Git LFS or git-crypt has, from its base to apply and undo.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addSubmodule, markingFilter } from '../setup/other-repositories.ts';
import { racePlace, resultOf, rowOf } from '../setup/race-place.ts';

it('files of a submodule and of a filter are raced on, measured, shown, applied and taken back; never committed', async () => {
  using place = racePlace({ 'run.bat': 'echo\r\n' });
  const { mark } = markingFilter({ ...place, home: place.outside }, 'mark');
  addSubmodule({ ...place, home: place.outside }, 'lib');
  place.write('.gitattributes', '*.bin filter=mark\n*.bat text eol=crlf\n');
  place.write('x.bin', 'CONTENT\n');
  place.git('add', '-A', '--renormalize', '.');
  place.git('add', '-A');
  place.git('commit', '-q', '-m', 'filtered');
  rmSync(mark);
  place.contestants({
    ann: [
      { edit: 'lib/lib.txt', content: 'entry\n' },
      { edit: 'x.bin', content: 'ENTRY\n' },
      { edit: 'run.bat', content: 'echo entry\r\n' },
      { say: 'Done.' },
    ],
    bob: [{ edit: 'run.bat', content: 'echo bob\r\n' }, { say: 'Done.' }],
  });
  const before = place.fingerprint();
  const check = 'grep -q entry lib/lib.txt && grep -q ENTRY x.bin';
  const raced = await place.race(['ann', 'bob'], ['--no-found-checks', '--check', `test=${check}`]);
  const result = resultOf(raced);
  expect(result.winner).toBe('ann');
  expect(rowOf(result, 'ann').checks).toMatchObject([{ name: 'test', outcome: 'passed' }]);
  expect(raced.stderr).toContain(
    'Taken as it lies on disk: what is checked out in lib; 2 files that git filters or turns.',
  );
  const { stdout: patch } = await place.joust(['diff', '@last', 'ann']);
  expect(patch).toMatch(/\+\+\+ b\/lib\/lib\.txt[\s\S]*-CONTENT\n\+ENTRY\n/);

  for (const how of [['--commit'], ['--branch', 'new']]) {
    const refused = await place.joust(['apply', '@last', '--yes', ...how]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('lib/lib.txt: it lies in the submodule lib');
    expect(refused.stderr).toContain('x.bin: it passes through a filter of yours');
    expect(refused.stderr).toMatch(/Apply it without --(commit|branch)/);
  }
  expect(place.fingerprint()).toBe(before);

  expect((await place.joust(['apply', '@last', '--yes'])).code).toBe(0);
  expect(readFileSync(join(place.folder, 'lib/lib.txt'), 'utf8')).toBe('entry\n');
  expect(readFileSync(join(place.folder, 'x.bin'), 'utf8')).toBe('ENTRY\n');
  expect((await place.joust(['undo', '--yes', '@last'])).code).toBe(0);
  expect(place.fingerprint()).toBe(before);

  // Line ends are git's own doing: those it can commit.
  expect((await place.joust(['apply', '--yes', '@last', '--as', 'bob', '--branch', 'bobs'])).code).toBe(0);
  expect(place.git('show', 'bobs:run.bat')).toBe('echo bob\n');
  expect(existsSync(mark)).toBe(false);
  expect((await place.joust(['apply', '@last', '--as', 'bob', '--commit', '--yes'])).code).toBe(0);
  expect(place.git('show', 'HEAD:run.bat')).toBe('echo bob\n');
});
