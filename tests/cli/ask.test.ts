// joust ask end to end, piped: what it prints, where the prompt comes from, how it exits.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import { ended, outputLines } from './output-lines.ts';

describe('what is printed', () => {
  it('is content on standard output and nothing else, a heading each, in a pipe', async () => {
    using place = project();
    const { code, stdout, stderr } = await place.joust([
      'ask',
      '-c',
      'scripted/quick',
      '-c',
      'scripted/quota',
      'why?',
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^scripted\/quota · parked until .*\nParked until its quota is back \(.*\): scripted\/quota\.\nContest (\w{10}): parked · then go on: joust resume \1 · how it stands: joust show \1\n$/,
    );
    expect(stdout).toMatch(/^## scripted\/quick · simulated · ok · \d+\.\ds · \d+ tok$/m);
    expect(stdout).toContain('Short answer: measure first');
    expect(stdout).not.toContain('\x1b');
  });

  it('is one JSON object per event with --json, as the schema says', async () => {
    using place = project();
    const { code, stdout } = await place.joust([
      'ask',
      '--json',
      '-c',
      'scripted/quick',
      '-c',
      'scripted/crash',
      'why?',
    ]);
    expect(code).toBe(0);
    const lines = outputLines(stdout);
    expect(lines[0]).toMatchObject({ type: 'contest.opened', v: 1, simulated: true });
    expect(lines.at(-1)).toMatchObject({ type: 'contest.closed', outcome: 'ok' });
    const byName = Object.fromEntries(ended(stdout).map((line) => [line.contestant, line]));
    expect(byName['scripted/quick']).toMatchObject({ outcome: 'ok', usage: { inputTokens: 1 } });
    expect(byName['scripted/crash']).toMatchObject({ outcome: 'crashed', text: 'half an ans' });
    expect(byName['scripted/crash']?.usage).toBeUndefined();
  });

  it('cannot drive the terminal', async () => {
    using place = project({
      'evil.json': JSON.stringify({
        rate: 1000,
        steps: [{ say: 'a\x1b[2J\x1b]0;owned\x07b\u202Ec\u009b31m\rd' }],
      }),
    });
    const text = await place.joust(['ask', '-c', 'scripted/./evil.json', 'hi']);
    expect(text.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(text.stdout).toContain('a␛[2J␛]0;owned␇b<U+202E>c');
    const json = await place.joust(['ask', '--json', '-c', 'scripted/./evil.json', 'hi']);
    expect(json.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(ended(json.stdout)[0]?.text).toBe('a\x1b[2J\x1b]0;owned\x07b\u202Ec\u009b31m\rd');
  });
});

describe('exit codes', () => {
  it.each([
    ['0 when one answered', ['-c', 'scripted/quick', '-c', 'scripted/crash'], 0],
    ['1 when nobody did', ['-c', 'scripted/crash', '-c', 'scripted/empty'], 1],
    ['124 when all ran out of time', ['-t', '1', '-c', 'scripted/hang'], 124],
    ['2 for an unknown contestant', ['-c', 'clade'], 2],
    ['2 for a bad number', ['-n', 'three'], 2],
    ['2 for an unknown option', ['--nope'], 2],
  ])('%s', async (_name, args, code) => {
    using place = project();
    expect((await place.joust(['ask', ...args, 'why?'])).code).toBe(code);
  });

  it('2 in a folder, or with a home, that has a line break in its path', async () => {
    using place = project({ 'one\ntwo/file': '' });
    const line = ['ask', '-c', 'scripted/quick', 'hi'];
    const folder = await place.joust([...line, '--cwd', 'one\ntwo']);
    const home = await place.joust(line, { env: { JOUST_HOME: `${place.home}\nhome` } });
    for (const { code, stderr } of [folder, home]) {
      expect(code).toBe(2);
      expect(stderr).toMatch(/there is a line break in the path ".*\\n.*"/);
    }
    expect(existsSync(place.home)).toBe(false);
  });

  it('2 without a prompt, 1 without an agent, both with a next step', async () => {
    using place = project();
    const env = { PATH: '/nonexistent' };
    const none = await place.joust(['ask', 'why?'], { env });
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/no agent can play here: none is installed\n.*joust demo.*joust doctor/);
    expect(none.stderr.trim().split('\n')).toHaveLength(2);
    expect(none.stdout).toBe('');
    const empty = await place.joust(['ask', '-c', 'scripted']);
    expect(empty.code).toBe(2);
    expect(empty.stderr).toContain('there is no prompt');
  });
});

describe('the prompt', () => {
  const echo = '[contestants.echo]\nagent = "command"\ncommand = ["cat"]\n';

  it('comes from the argument, from standard input, or from a file, and they add up', async () => {
    using place = project({ 'a.txt': 'content of a\n' });
    place.config(echo);
    const ask = async (args: readonly string[], stdin?: string) =>
      ended(
        (await place.joust(['ask', '--json', '-c', 'echo', ...args], stdin === undefined ? {} : { stdin }))
          .stdout,
      )[0]?.text;
    expect(await ask(['just this'])).toBe('just this');
    expect(await ask(['-'], 'from stdin')).toBe('from stdin');
    expect(await ask([], 'piped')).toBe('piped');
    expect(await ask(['-f', 'a.txt', 'question'])).toBe(
      'question\n\n--- begin of a.txt ---\ncontent of a\n--- end of a.txt ---',
    );
    expect(await ask(['-f', '-', '-f', 'a.txt', 'question'], 'piped')).toContain(
      '--- begin of standard input ---\npiped\n--- end of standard input ---\n\n--- begin of a.txt ---',
    );
  });

  it('may be a megabyte', async () => {
    using place = project();
    place.config(echo.replace('["cat"]', '["wc", "-c"]'));
    const prompt = 'ü'.repeat(512 * 1024);
    const { stdout } = await place.joust(['ask', '--json', '-c', 'echo', '-'], { stdin: prompt });
    expect(ended(stdout)[0]?.text.trim()).toBe(String(1024 * 1024));
  });

  it('is an error that loses nothing when the file is not there or not text', async () => {
    using place = project({ 'b.bin': 'a\0b' });
    const missing = await place.joust(['ask', '-c', 'scripted', '-f', 'nope.txt', 'hi']);
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.stderr).toContain('nope.txt cannot be read: there is no such file');
    expect((await place.joust(['ask', '-c', 'scripted', '-f', 'b.bin', 'hi'])).stderr).toContain(
      'is not text',
    );
    expect(existsSync(place.home)).toBe(false);
  });
});

describe('settings that do not fit', () => {
  it('an effort an agent does not know is left out aloud', async () => {
    using place = project();
    const { code, stderr } = await place.joust(['ask', '-e', 'high', '-c', 'scripted/quick', 'hi']);
    expect(code).toBe(0);
    expect(stderr).toContain('scripted/quick: effort "high" is left out; scripted has no such setting.');
  });

  it('a prompt too long for an argument is refused, with what to use instead', async () => {
    using place = project();
    place.config('[contestants.arg]\nagent = "command"\ncommand = ["echo", "{prompt}"]\n');
    const short = await place.joust(['ask', '--json', '-c', 'arg', 'as an argument']);
    expect(ended(short.stdout)[0]?.text).toBe('as an argument');
    const long = await place.joust(['ask', '--json', '-c', 'arg', '-'], { stdin: 'x'.repeat(200_000) });
    expect(ended(long.stdout)[0]).toMatchObject({ outcome: 'crashed' });
    expect(ended(long.stdout)[0]?.reason).toContain('{prompt_file}');
  });
});
