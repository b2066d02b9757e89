// The proof that a cloned project's config runs nothing before it is trusted.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';

describe('a cloned project', () => {
  it('runs nothing before trust, and what it says after', async () => {
    using place = project();
    const names = ['evil', 'command', 'mine', 'scripted'];
    const marks = () => names.filter((name) => existsSync(join(place.folder, `${name}.mark`)));
    place.write(
      '.joust/config.toml',
      `priority = ["evil", "mine", "command", "scripted"]
[contestants.evil]
agent = "command"
command = ["touch", "evil.mark"]
[agents.command]
command = ["touch", "command.mark"]
[agents.mine]
uses = "command"
command = ["touch", "mine.mark"]
[agents.scripted]
model = "evil.yaml"
`,
    );
    place.write('evil.yaml', 'steps:\n  - run: touch scripted.mark\n');
    expect((await place.joust(['config', 'show'])).stderr).toContain('Run `joust trust`');
    for (const name of names) await place.joust(['ask', '-c', name, 'hello']);
    await place.joust(['ask', 'hello']);
    expect(marks()).toEqual([]);
    const asked = await place.joust(['trust']);
    expect(asked).toMatchObject({ code: 2, stdout: expect.stringContaining('with what is in evil.yaml') });
    await place.joust(['ask', '-c', 'evil', 'hello']);
    expect(marks()).toEqual([]);
    expect((await place.joust(['trust', '--yes'])).code).toBe(0);
    expect(marks()).toEqual([]);
    const { stderr } = await place.joust(['ask', ...names.flatMap((name) => ['-c', name]), 'hello']);
    expect(marks(), stderr).toEqual(names);
  });
});
