// A suite of every kind of place: a race and a question at a commit of a repository, a brief, an empty folder. Cells do not meet.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';

const works =
  '[ -e code.txt ] && cat code.txt; echo new > code.txt; mkdir -p out; echo result > out/RESULT.md; ls | wc -l';

const suite = `
name: mixed
contestants:
  - {name: hand, agent: command, command: [/bin/sh, -c, '${works}']}
trials: 2
tasks:
  - {id: fix, format: race, repo: ./app, commit: v1, prompt: change it, settings: {noFoundChecks: true}, assert: [{command: grep -q new code.txt}]}
  - {id: read, repo: ./app, commit: v1, prompt: what?, assert: [{starts-with: old}]}
  - {brief: b1, assert: [{command: grep -rq result .}]}
  - {id: empty, prompt: what?, assert: [{equals: 2}]}
`;

it('plays each where it belongs, and nobody finds what another left', async () => {
  using place = project({
    'suite.yaml': suite,
    'b1/brief.yaml': 'name: b1\ncontestants: [scripted]\noutputs: {required: [RESULT.md]}\n',
    'b1/BRIEF.md': 'Write RESULT.md.\n',
  });
  const app = join(place.folder, 'app');
  mkdirSync(app, { recursive: true });
  const { git, write } = madeRepository(app);
  write('code.txt', 'old\n');
  for (const line of [
    ['add', '-A'],
    ['commit', '-q', '-m', 'one'],
    ['tag', 'v1'],
  ])
    git(...line);
  write('code.txt', 'later\n');
  git('commit', '-q', '-a', '-m', 'two');
  const refused = await place.joust(['suite', 'run']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('it runs a program')]);
  expect((await place.joust(['trust', 'suite.yaml', '--yes'])).code).toBe(0);
  const ran = await place.joust(['suite', 'run', '--yes', '--jsonl', 'cells.jsonl']);
  expect(ran.code, ran.stderr).toBe(0);
  const cells = readFileSync(join(place.folder, 'cells.jsonl'), 'utf8').trim().split('\n');
  const told = cells
    .map((line) => JSON.parse(line))
    .map(({ task, state, asserts }) => [task, state, asserts]);
  expect(told.filter(([, state]) => state !== 'passed')).toEqual([]);
  expect(told).toHaveLength(8);
  expect(readFileSync(join(app, 'code.txt'), 'utf8')).toBe('later\n');
  expect(existsSync(join(place.folder, 'b1/work'))).toBe(false);
  expect(readdirSync(join(place.home, 'cells')).filter((name) => name !== 'none')).toEqual([]);
  expect(readdirSync(join(place.home, 'bases'))).toEqual([]);
}, 60_000);

it('leaves nothing in the state of the CLIs that played its cells', async () => {
  const leaves = `#!/bin/sh
mkdir -p "$HOME/.claude/projects/$(printf %s "$PWD" | tr -c 'A-Za-z0-9' -)"
echo '{"type":"result","subtype":"success","is_error":false,"result":"hi"}'
`;
  using place = project({
    'suite.yaml':
      'name: s\ncontestants: [ann]\nprompt: why?\ntasks: [{id: a, assert: [{equals: hi}]}, {id: b}]\n',
    claude: leaves,
  });
  place.config(
    `[contestants.ann]\nagent = "claude"\ncommand = ["/bin/sh", "${join(place.folder, 'claude')}"]\n`,
  );
  const ran = await place.joust(['suite', 'run', '--yes']);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  expect(readdirSync(join(place.env['HOME'] ?? '', '.claude/projects'))).toEqual([]);
});
