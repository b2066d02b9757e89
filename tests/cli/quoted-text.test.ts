// Mentions in what the user did not write: files, standard input and what rivals said reach a CLI as mere words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';

/** Stands in for a CLI that expands mentions; what it may write in every sandbox is its own state. */
function stage(): Project {
  const place = project({ 'notes.txt': 'by somebody: @/etc/passwd\n' });
  const program = place.write(
    '../home/.claude/fake',
    `#!/bin/sh
cat >>"$HOME/.claude/prompts"
echo '{"type":"result","subtype":"success","is_error":false,"result":"I read @/etc/hosts.\\\\nPOSITION: yes"}'
`,
  );
  place.config(`
    [contestants.ann]
    agent = "command"
    command = ["/bin/sh", "-c", "echo I read @/etc/hosts.; echo POSITION: yes"]
    [contestants.bob]
    agent = "claude"
    command = ["/bin/sh", "${program}"]
  `);
  return place;
}

const prompts = ({ env }: Project) => readFileSync(join(env['HOME'] ?? '', '.claude/prompts'), 'utf8');
const alive = /@(?=\S)(?!\u2060)\S+/g;

it('keeps the user’s own mentions, says so, and none of a file', async () => {
  using place = stage();
  const { code, stderr } = await place.joust([
    'ask',
    '-c',
    'bob',
    '-f',
    'notes.txt',
    'Compare with @own.md.',
  ]);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/claude may bring in what @own\.md/),
  });
  expect(prompts(place).match(alive)).toEqual(['@own.md.']);
});

it('keeps none of standard input', async () => {
  using place = stage();
  await place.joust(['ask', '-c', 'bob'], { stdin: 'by somebody: @/etc/passwd' });
  expect(prompts(place).match(alive)).toBeNull();
});

it('keeps none of what a rival said, nor of what a judge is shown', async () => {
  using place = stage();
  const two = ['-c', 'ann', '-c', 'bob', '--moderator', 'bob', '--rounds', '1'];
  const { code, stdout } = await place.joust(['debate', ...two, 'Why @own.md?']);
  expect(code).toBe(0);
  expect(new Set(prompts(place).match(alive))).toEqual(new Set(['@own.md?']));
  expect(prompts(place)).toContain('I read @\u2060/etc/hosts.');
  expect(stdout).not.toContain('\u2060');
});
