// The files that a trusted config names are trusted with it: a change of one asks again.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConfigPlace, configPlace } from '../../tests/fixtures/config-place.ts';
import { loadConfig } from './load.ts';
import { reviewProject } from './review.ts';
import { filesOf, trustFile } from './trust.ts';

const load = (place: ConfigPlace, cwd = place.project) => loadConfig({ machine: place.machine(), cwd });

function trust(place: ConfigPlace): void {
  const machine = place.machine();
  const { file } = reviewProject({ machine, cwd: place.project });
  trustFile(machine, file, { files: filesOf(file), at: 'now' });
}

describe('trust', () => {
  it.each([
    ['a script', '[agents.scripted]\nscript = "tools/play.yaml"'],
    ['a script behind its agent', 'moderator = "scripted/tools/play.yaml"'],
    ['a word of a command', '[contestants.x]\nagent = "command"\ncommand = ["sh", "./tools/play.yaml"]'],
    ['a shell line', '[race]\nsetup = "make && sh tools/play.yaml --fast"'],
    ['a variable', 'agents.claude.environment = { NODE_OPTIONS = "--require=./tools/play.yaml" }'],
  ])('is also for the files it names: %s', async (_name, asked) => {
    using place = configPlace();
    const script = join(place.project, 'tools/play.yaml');
    place.write(script, 'steps: []\n');
    place.write(place.projectFile, `${asked}\n`);
    trust(place);
    expect((await load(place)).notices).toEqual([]);
    place.write(script, 'steps: [{ run: evil }]\n');
    expect((await load(place)).notices[0]).toContain('for tools/play.yaml, which it names, changed');
    // Also where it was named from another folder.
    expect((await load(place, dirname(script))).notices).toHaveLength(1);
    place.write(script, 'steps: []\n');
    expect((await load(place)).notices).toEqual([]);
    rmSync(script);
    expect((await load(place)).notices).toHaveLength(1);
  });

  it('is for what a name means where it is used', async () => {
    using place = configPlace();
    place.write(place.projectFile, '[agents.claude]\ncommand = ["./run.sh"]\n');
    place.write(join(place.project, 'run.sh'), 'echo\n');
    const below = dirname(place.write(join(place.project, 'sub/x'), ''));
    trust(place);
    expect((await load(place, below)).notices).toEqual([]);
    place.write(join(below, 'run.sh'), 'evil\n');
    expect((await load(place)).notices).toEqual([]);
    expect((await load(place, below)).notices[0]).toContain(
      'sub/run.sh, which it names, was not there before',
    );
  });
});
