// The help: every command tells its usage and all of its options, and the overview all of its commands.
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import { project } from '../setup/project.ts';

describe.each(commands)('joust $name --help', ({ name, summary, usage, options, examples = [] }) => {
  it('exits with 0 and names every option', async () => {
    using place = project();
    const { code, stdout, stderr } = await place.joustHere([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(summary);
    expect(stdout).toContain(`Usage: joust ${name} ${usage}`.trimEnd());
    for (const [option, { short, value, help }] of Object.entries(options)) {
      const line = stdout
        .split('\n')
        .find((text) => text.includes(`--${option} `) || text.endsWith(`--${option}`));
      expect(line, `--${option} has no line`).toBeDefined();
      expect(line).toContain(help);
      if (short !== undefined) expect(line).toContain(`-${short}, --${option}`);
      if (value !== undefined) expect(line).toContain(`--${option} ${value}`);
    }
    for (const example of examples) expect(stdout).toContain(example);
  });
});

describe('the overview', () => {
  it('comes by --help, -h, help and no words at all, and names every command but the hidden', async () => {
    using place = project();
    for (const args of [['--help'], ['-h'], ['help'], []]) {
      const { code, stdout } = await place.joust(args);
      expect(code).toBe(0);
      for (const { name, summary, hidden } of commands) {
        if (hidden === true) expect(stdout).not.toContain(summary);
        else expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
      }
      expect(stdout).toMatch(/Exit codes: 0 ok, 1 .*, 2 .*124 .*130/s);
    }
  });

  it('is pointed to by mistakes', async () => {
    using place = project();
    const unknown = await place.joust(['aks']);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/no command "aks"[\s\S]*Commands: ask/);
    const option = await place.joust(['doctor', '--nope']);
    expect(option.stderr).toMatch(/--nope[\s\S]*joust doctor --help/);
    const words = await place.joust(['ask', 'two', 'words']);
    expect(words.stderr).toMatch(/"words" is one word too many[\s\S]*quote/);
  });
});
