// Mistakes on a command line: each error names the mistake in joust's own words, and what to write instead.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';

let place: Project;
beforeAll(() => {
  place = project();
  place.config('num = 2\n[contestants.ann]\nagent = "command"\ncommand = ["echo", "yes"]\n');
});
afterAll(() => place[Symbol.dispose]());

it.each([
  [['ask', '-t', '-1', 'hi'], '--timeout -1 is not allowed', 'duration such as'],
  [['ask', '--max-usd', '-3', 'hi'], '--max-usd -3 is not allowed', 'US dollars'],
  [['list', '--limit', '-1'], '--limit -1', ''],
  [['prune', '--older-than', '-3d'], '--older-than -3d', ''],
  [
    ['config', 'set', 'num', '-1'],
    'there is no option -1',
    'joust config set [options] KEY VALUE: put -- before',
  ],
  [
    ['race', '--check', '-x=1', 'y'],
    '--check needs a value, and "-x=1" looks like an option',
    '--check=-x=1',
  ],
  [
    ['ask', '-c', '-x', 'y', 'z'],
    '--contestant needs a value, and "-x" looks like an option',
    '--contestant=-x',
  ],
  [['ask', '-c'], '--contestant needs a value', 'joust ask --help'],
  [['ask', '--json=1', 'hi'], '--json takes no value', 'joust ask --help'],
  [['ask', '--contestants', 'x', 'hi'], 'there is no option --contestants', 'Did you mean --contestant?'],
  [['suite', 'compare', 'nofile.json', 'nofile.json'], 'there is no file nofile.json', ''],
])('%j', async (line, message, hint) => {
  const { code, stdout, stderr } = await place.joust(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
  expect(stderr).not.toMatch(/ambiguous|XYZ|ENOENT|at .*\.[cm]?js/);
});

it.each([
  [['ask', '-p', 'ann', 'hi'], 'Did you mean -c?'],
  [['ask', '--provider', 'ann', 'hi'], 'Did you mean --contestant?'],
  [['ask', '-c', 'claude,codex', 'hi'], '-c claude -c codex'],
  [['config', 'set', 'model', 'claude=opus'], 'joust config set agents.claude.model opus'],
  [['config', 'set', 'providers.claude.model', 'opus'], 'agents.claude.model'],
  [['config', 'set', 'models.claude', 'opus'], 'agents.claude.model'],
  [['config', 'set', 'exclude', 'claude,codex'], `["claude", "codex"]`],
])('%j names the word that joust has for it', async (line, hint) => {
  const { code, stderr } = await place.joust(line);
  expect(code).toBe(2);
  expect(stderr).toContain(hint);
});

it('names the agents that can be used if a model is set for an unknown one', async () => {
  const { stderr } = await place.joust(['ask', '-m', 'nobody=x', 'hi']);
  expect(stderr).toContain('there is no agent or contestant named "nobody"');
  expect(stderr).not.toContain('Did you mean nobody');
  expect(stderr).not.toMatch(/There are: .*nobody/);
  expect((await place.joust(['ask', '-m', 'claud=x', 'hi'])).stderr).toContain('Did you mean claude?');
});
