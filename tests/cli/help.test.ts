// The help: every command tells its usage and all of its options, and the overview all of its commands.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describedFormats, settingsOf } from '../../src/domain/settings/settings.ts';
import { parseLine } from '../../src/surfaces/cli/grammar/arguments.ts';
import type { OptionSpec } from '../../src/surfaces/cli/grammar/command.ts';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import { settingsSaid } from '../../src/surfaces/cli/grammar/contest-options.ts';
import { briefHelp, commandHelp, overview } from '../../src/surfaces/cli/grammar/help.ts';
import { joustLines } from '../setup/documentation.ts';
import { project, root } from '../setup/project.ts';

describe.each(commands)('joust $name --help', ({ name, summary, usage, options, examples, group, page }) => {
  it('exits with 0, and names the options of the command and where all of them are', async () => {
    using place = project();
    const { code, stdout, stderr } = await place.joust([...name.split(' '), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(summary);
    expect(stdout).toContain(`Usage: joust ${name} ${usage}`.trimEnd());
    const own = Object.entries(options).filter(([, { group: heading }]) => heading === undefined);
    expectOptions(stdout, own);
    for (const example of examples) expect(stdout).toContain(example);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(`joust help ${name} (?:tells more|has all options)`),
    );
  });

  it('has examples that are lines of joust, with values that are allowed', async () => {
    const lines = examples.map((example) => joustLines(example).at(-1) ?? []);
    if (group !== undefined) expect(lines.map(([first]) => first)).toContain(name.split(' ')[0]);
    for (const line of lines) await checkLine(line);
  });

  it('is told more of by joust help, with all options and the page about it', async () => {
    using place = project();
    const { code, stdout, stderr } = await place.joust(['help', ...name.split(' ')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: joust ${name} ${usage}`.trimEnd());
    expectOptions(stdout, Object.entries(options));
    expect(stdout).toContain(`Read on: ${join(root, 'docs', page)}.md`);
    expect(existsSync(join(root, 'docs', `${page}.md`))).toBe(true);
  });
});

function expectOptions(text: string, options: readonly (readonly [string, OptionSpec])[]): void {
  for (const [option, { short, value, help }] of options) {
    const line = text.split('\n').find((one) => one.includes(`--${option} `) || one.endsWith(`--${option}`));
    expect(line, `--${option} has no line`).toBeDefined();
    // Long ones go on below.
    expect(line).toContain(help.split(' ')[0]);
    if (short !== undefined) expect(line).toContain(`-${short}, --${option}`);
    if (value !== undefined) expect(line).toContain(`--${option} ${value}`);
  }
}

it('joust help FORMAT tells what its page begins with, more examples, and keys of the config', async () => {
  using place = project();
  const { stdout } = await place.joust(['help', 'oracle']);
  expect(stdout).toContain('One stronger model, one question');
  expect(stdout).toContain('oracle.session_usd');
  expect((await place.joust(['help', 'vote'])).stdout).toContain('joust vote --schema answer.json');
  expect((await place.joust(['vote', '--help'])).stdout).not.toContain('joust vote --schema answer.json');
});

describe('the overview', () => {
  it('comes by --help, -h and help, and names every command but the hidden, in groups', async () => {
    using place = project();
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { code, stdout } = await place.joust(args);
      expect(code).toBe(0);
      for (const { name, summary, group } of commands) {
        // Those of two words stand behind the first one.
        const [first, action] = name.split(' ');
        if (group === undefined) expect(stdout).not.toContain(summary);
        else expect(stdout).toMatch(new RegExp(`^  ${first} +\\S[^]*${action ?? ''}`, 'm'));
      }
      expect(stdout).toMatch(/^Ask$.*^Decide$.*^Change code$.*^Record$.*^Set up$/ms);
      expect(stdout).toMatch(/Exit codes: 0 ok, 1 .*, 2 .*124 .*130/s);
    }
  });

  it('is short for no words at all, with examples on top and every command by name', async () => {
    using place = project();
    const { code, stdout } = await place.joust([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/joust "why does/);
    expect(stdout.split('\n').length).toBeLessThan(20);
    for (const { name, group } of commands)
      if (group !== undefined) expect(stdout).toContain(name.split(' ')[0]);
  });

  it('keeps within a narrow terminal', () => {
    const lines = [
      ...overview(commands, 60).split('\n'),
      ...commands.flatMap((command) => briefHelp({ ...command, examples: [] }, 60).split('\n')),
      ...commands.flatMap((command) => commandHelp({ ...command, examples: [] }, 60).split('\n')),
    ].filter((line) => !/^ {2}joust |^Usage: /.test(line));
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
  });

  it('tells what there is behind a first word that has actions', async () => {
    using place = project();
    for (const args of [['brief'], ['brief', '--help'], ['help', 'brief']]) {
      const { code, stdout } = await place.joust(args);
      expect(code).toBe(0);
      expect(stdout).toContain('joust brief new [options] NAME');
    }
    const wrong = await place.joust(['brief', 'nwe']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/there is no "joust brief nwe"\n {2}Did you mean joust brief new\?/);
  });

  it('is pointed to by mistakes', async () => {
    using place = project();
    const unknown = await place.joust(['aks']);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/no command "aks"[\s\S]*Did you mean joust ask\?/);
    const near = await place.joust(['ask', '--exlude', 'codex', 'hi']);
    expect(near.stderr).toMatch(/--exlude[\s\S]*Did you mean --exclude\?/);
    const option = await place.joust(['doctor', '--nope']);
    expect(option.stderr).toMatch(/--nope[\s\S]*joust doctor --help/);
    const words = await place.joust(['ask', 'two', 'words']);
    expect(words.stderr).toMatch(/"words" is one word too many[\s\S]*quote/);
  });
});

/** It parses, and every value that has to be one of some words, or of some kind, is. */
async function checkLine(line: readonly string[]): Promise<void> {
  const { command, input } = parseLine(line, commands);
  const words = [
    [command.words.complete, input.words[0]] as const,
    ...Object.entries(command.options).map(
      ([name, { complete }]) => [complete, input.options[name]] as const,
    ),
  ];
  for (const [known, word] of words)
    if (Array.isArray(known) && word !== undefined) expect(known).toContain(word);
  const format = describedFormats.find(({ name }) => name === command.name);
  if (format !== undefined) await settingsSaid(input, settingsOf(format), async () => '');
}
