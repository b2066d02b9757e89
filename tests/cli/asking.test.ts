// What a question is made of: the argument, a pipe, files, folders and patterns, instructions, templates, and an answer it goes on from.
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import { until } from '../setup/until.ts';

const echo = '[contestants.echo]\nagent = "command"\ncommand = ["cat"]\n';
const templates = '[templates]\nreview = "Review this: {input}. Be brief."\nplain = "Be kind."\n';

function echoing(files: Readonly<Record<string, string>> = {}) {
  const place = project(files);
  place.config(`${echo}${templates}`);
  return place;
}

describe('standard input', () => {
  it('beside a prompt is a file of the task, and that is said', async () => {
    using place = echoing();
    const { stdout, stderr } = await place.joust(['ask', '-c', 'echo', 'what is it?'], { stdin: 'a diff\n' });
    expect(stdout).toContain(
      'what is it?\n\n--- begin of standard input ---\na diff\n--- end of standard input ---',
    );
    expect(stderr).toContain('Standard input is part of the task');
  });

  it('that says nothing is told of, and ends when it ends', async () => {
    using place = echoing();
    const child = place.start(['ask', '-c', 'echo', 'hi'], { stdin: '' });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await until(() => said.includes('joust waits for standard input'));
    child.stdin?.end();
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  });
});

describe('files', () => {
  it('come from folders and patterns too, in order, and what is not text is left out by name', async () => {
    using place = echoing({ 'sub/b.txt': 'two', 'sub/a.txt': 'one', 'sub/c.bin': 'x\0y', 'c.md': 'three' });
    const { stdout, stderr } = await place.joust(['ask', '-c', 'echo', '-f', 'sub', '-f', '*.md', 'look']);
    expect(stdout).toMatch(/begin of sub\/a\.txt[\s\S]*begin of sub\/b\.txt[\s\S]*begin of c\.md/);
    expect(stderr).toContain('Left out, for they are not text: sub/c.bin.');
    const refused = await place.joust(['ask', '-c', 'echo', '-f', 'sub/c.bin', 'look']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('sub/c.bin is not text');
  });

  it('of a folder are refused above a stated size, and a pattern that meets nothing is an error', async () => {
    using place = echoing({ 'big/a.txt': 'x'.repeat(1_100_000) });
    const large = await place.joust(['ask', '-c', 'echo', '-f', 'big', 'look']);
    expect(large).toMatchObject({ code: 2 });
    expect(large.stderr).toMatch(/big holds 1 files of .* may bring/);
    expect((await place.joust(['ask', '-c', 'echo', '-f', '*.nope', 'look'])).stderr).toContain(
      '*.nope holds no file',
    );
  });
});

it('puts instructions and a template around the words of whoever asks, and nothing around files', async () => {
  using place = echoing({ 'rules.md': 'Answer in verse.', 'a.txt': 'one' });
  const args = ['ask', '-c', 'echo', '--system', 'rules.md', '-T', 'review', '-f', 'a.txt', 'my code'];
  expect((await place.joust(args)).stdout).toContain(
    'Answer in verse.\n\nReview this: my code. Be brief.\n\n--- begin of a.txt ---',
  );
  expect((await place.joust(['ask', '-c', 'echo', '-T', 'plain', 'hi'])).stdout).toContain('Be kind.\n\nhi');
  const unknown = await place.joust(['ask', '-c', 'echo', '-T', 'reviw', 'hi']);
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.stderr).toContain('Did you mean review?');
});

it('refuses a blank prompt, and writing where several only read, with the way to it', async () => {
  using place = echoing();
  expect(await place.joust(['ask', '-c', 'echo', '  '])).toMatchObject({ code: 2 });
  for (const format of ['distill', 'debate', 'vote', 'tournament']) {
    const { code, stderr } = await place.joust([format, '--write', '-c', 'echo', 'hi']);
    expect(code).toBe(2);
    expect(stderr).toContain('joust race');
  }
});

it('says in a dry run who would play, on what, at what price, and leaves nothing on record', async () => {
  using place = echoing({ 'a.txt': 'one' });
  const { code, stdout } = await place.joust(['ask', '-c', 'echo*2', '-f', 'a.txt', '--dry-run', 'hi']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/contestants: echo#1, echo#2\nprompt: \d+ characters.*\nfiles: a\.txt/);
  expect(stdout).toMatch(/Estimate: about [\d,]+ tokens for 2 attempts/);
  expect((await place.joust(['list', '--json'])).stdout.trim()).toBe('');
  const json = await place.joust(['ask', '-c', 'echo', '--dry-run', '--json', 'hi']);
  expect(JSON.parse(json.stdout)).toMatchObject({ type: 'contest.plan', contestants: ['echo'] });
});

it('goes on from an answer with the conversation so far, again and again, with whoever is named', async () => {
  using place = project({
    'a.json': JSON.stringify({ rate: 1000, steps: [{ say: 'Blue.' }] }),
    'b.json': JSON.stringify({ rate: 1000, steps: [{ say: 'Green.' }] }),
  });
  place.config(echo);
  await place.joust(['ask', '-c', 'scripted/./a.json', '-c', 'scripted/./b.json', 'Which colour?']);
  const unclear = await place.joust(['reply', 'why?']);
  expect(unclear.code).toBe(1);
  expect(unclear.stderr).toMatch(/has several answers\n.*joust reply/);
  expect((await place.joust(['reply', 'scripted/./a.json', 'Why?', '-c', 'echo', '--dry-run'])).code).toBe(0);
  const first = await place.joust(['reply', '@last', 'scripted/./b.json', 'Why that?', '-c', 'echo']);
  expect(first.stdout).toContain(
    'Why that?\n\n--- begin of the conversation so far ---\nuser:\nWhich colour?\n\nscripted/./b.json:\nGreen.\n--- end',
  );
  const same = await place.joust(['reply', 'Sure?']);
  expect(same.stdout).toContain('## echo');
  // The answers hold the marks of a conversation themselves; nothing of it is lost.
  const third = (await place.joust(['reply', 'Really?'])).stdout;
  expect(third).toMatch(/^Really\?\n\n--- begin of the conversation so far ---\nuser:\nWhich colour\?/m);
  expect(third).toMatch(/user:\nSure\?\n\necho:\nSure\?/);
  expect(same.stdout).toMatch(/^Sure\?\n[\s\S]*user:\nWhich colour\?[\s\S]*Green\.[\s\S]*user:\nWhy that\?/m);
});

describe('paths that lead nowhere', () => {
  it.each([
    [['-f', '/nope/x'], 'the file /nope/x cannot be read: there is no such file\n  Check the path.\n'],
    [['--system', './rules.md'], 'the file ./rules.md cannot be read: there is no such file'],
    [['--system', 'sub/'], 'the file sub/ cannot be read: it is a folder'],
    [['--cwd', 'nope'], 'there is no folder '],
  ])('%j is said in words, before anything is played', async (options, said) => {
    using place = echoing({ 'sub/a.txt': 'one' });
    const { code, stderr } = await place.joust(['ask', '-c', 'echo', ...options, 'look']);
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });

  it('of a script name what was probably meant', async () => {
    using place = project();
    const { stdout } = await place.joust(['ask', '-c', 'scripted/quikc', 'look']);
    expect(stdout).toMatch(
      /the script quikc cannot be played: there is no file .*quikc; did you mean quick\?/,
    );
  });
});
