// Races and briefs in containers: contestants and checks run on an image, and what they made comes out as the user's own.
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefPlace, hands, read, yaml } from '../setup/brief-place.ts';
import { containerPlace } from '../setup/container-place.ts';
import { half, racePlace, resultOf, rowOf, solve, testCheck } from '../setup/race-place.ts';
import { outputLines } from './output-lines.ts';

describe('--sandbox container', () => {
  it('plays and measures in containers of which nothing stays', async (context) => {
    const made = containerPlace();
    if (typeof made === 'string') return context.skip(made);
    using podman = made;
    using place = racePlace();
    writeFileSync(join(place.outside, 'secret'), 'secret\n');
    place.write('notes.txt', 'uncommitted\n');
    const ways = `cat ${place.outside}/secret > seen.txt; echo x > ${place.outside}/escaped; id -u >> seen.txt; git log --format=%s >> seen.txt`;
    const { image, args, env } = podman;
    const config = `[container]\nimage = "${image}"\nengine = "podman"\nargs = ${JSON.stringify(args)}\n`;
    place.contestants({ solver: solve, escaper: [...half, { run: ways }] }, config);
    const raced = await place.race(['solver', 'escaper'], [...testCheck, '--sandbox', 'container'], { env });
    const result = resultOf(raced);
    expect(result).toMatchObject({ sandbox: 'container', winner: 'solver' });
    // The test runner inside left its report outside.
    const ended = (await place.events()).filter((event) => event.type === 'check.ended');
    const measured = ended.filter(({ key }) => !key.endsWith('/canary'));
    expect(measured.map(({ reports }) => reports !== undefined)).toEqual(measured.map(() => true));
    expect(rowOf(result, 'escaper')).toMatchObject({ outcome: 'ok', files: 2 });
    const id = outputLines(raced.stdout).flatMap((line) =>
      line.type === 'contest.opened' ? [line.contest] : [],
    )[0];
    const seen = await place.joust(['diff', '@last', 'escaper']);
    expect(seen.stdout).toMatch(/^\+\d+\n\+Uncommitted work\n\+base$/m);
    expect(seen.stdout).not.toContain('+secret');
    expect(existsSync(join(place.outside, 'escaped'))).toBe(false);
    await place.joust(['apply', '@last', '--yes']);
    expect(statSync(join(place.folder, 'double.js')).uid).toBe(process.getuid?.());
    expect(place.git('diff', '--stat')).toContain('2 files changed');
    expect(place.leftovers()).toEqual([]);
    expect(podman.left(`joust-${id}`)).toBe('');
  });

  it('plays a brief in them, each with a folder of its own', async (context) => {
    const made = containerPlace();
    if (typeof made === 'string') return context.skip(made);
    using podman = made;
    using place = briefPlace();
    const { image, args, env } = podman;
    const container = `[container]\nengine = "podman"\nargs = ${JSON.stringify(args)}\n`;
    place.config(`${place.configured}${container}`);
    const looks = `cat ${place.folder}/bob.json; ls; cat raw/facts.txt; grep CapEff /proc/self/status`;
    place.write('ann.json', hands('ann', { run: `{ ${looks}; } >out/SEEN.md 2>&1; true` }));
    place.write('b/brief.yaml', yaml('contestants: [ann, bob]', 'sandbox: container', `image: ${image}`));
    expect((await place.joust(['trust', 'b', '--yes'], { env })).code).toBe(0);
    const played = await place.joust(['brief', 'play', 'b'], { env });
    expect(played.stdout, played.stderr).toContain('2 entries to judge');
    const seen = read(place, 'work/ann/out/SEEN.md');
    expect(seen).toContain('BRIEF.md');
    expect(seen).toContain('the facts');
    expect(seen).toMatch(/CapEff:\s0+$/m);
    expect(seen).not.toContain('"steps"');
    expect(statSync(join(place.brief, 'work/ann/out/SEEN.md')).uid).toBe(process.getuid?.());
    expect(podman.left('joust-')).toBe('');
  });

  it('without an image it is an error, and nothing is played', async () => {
    using place = racePlace();
    place.contestants({ solver: solve });
    const raced = await place.race(['solver'], [...testCheck, '--sandbox', 'container']);
    expect(raced.code).toBe(2);
    expect(raced.stderr).toMatch(
      /the sandbox container cannot be had: no image is named\n.*\[container\] image/,
    );
    expect(place.leftovers()).toEqual([]);
  });
});
