// A hard link brings no file from elsewhere along: not as an answer, not in an entry of a race, not in the folder of a brief.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import { racePlace, testCheck } from '../setup/race-place.ts';

const secret = 'what only its owner may read';

describe('a file from elsewhere under another name', () => {
  it('is not taken as an answer', async () => {
    using place = project();
    const outside = join(dirname(place.folder), 'private.txt');
    writeFileSync(outside, secret);
    place.config(
      `[contestants.eve]\nagent = "command"\ncommand = ["/bin/sh", "-c", "rm -f '{answer_file}'; ln ${outside} '{answer_file}'"]\nanswer = "file"\n`,
    );
    const { stdout, stderr, code } = await place.joust(['ask', '-c', 'eve', 'hi']);
    expect(`${stdout}${stderr}`).not.toContain(secret);
    expect(`${stdout}${stderr}`).toContain(
      'it is a hard link, another name of a file that may lie elsewhere',
    );
    expect(code).toBe(1);
  });

  it.each(['overlay', 'checkout'])('is in no entry of a race (%s)', async (workspace) => {
    using place = racePlace();
    writeFileSync(join(place.outside, 'private.txt'), secret);
    const work = `echo 'export const a = 1;' > own.js; ln own.js twin.js; ln ${place.outside}/private.txt notes.txt`;
    place.config(
      `[contestants.eve]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${work}; echo done"]\n` +
        `[race]\nworkspace = "${workspace}"\n`,
    );
    const { stdout } = await place.race(['eve'], testCheck);
    const sealed = (await place.events()).find((event) => event.type === 'entry.sealed');
    if (sealed?.type !== 'entry.sealed') throw new Error('nothing was sealed');
    expect(sealed.change.files.map(({ path }) => path)).toEqual(['own.js', 'twin.js']);
    // A mounted workspace takes no link from elsewhere in the first place.
    if (workspace === 'overlay' && sealed.leftOut === undefined) return;
    expect(sealed.leftOut).toEqual([
      { path: 'notes.txt', why: 'it is a hard link, another name of a file that may lie elsewhere' },
    ]);
    expect(stdout).toContain('it is a hard link');
  });
});
