// Limits: refused before, asked about before, kept while it runs, and never forgotten.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliProgram, type Project, project } from '../setup/project.ts';
import { noPty, startPty } from '../setup/pty.ts';
import { ended, outputLines } from './output-lines.ts';

const script = (name: string, steps: readonly object[]) =>
  JSON.stringify({ rate: 1000, steps: [{ append: `starts-${name}`, content: 'started\n' }, ...steps] });
const takes = (tokens: number) => ({ usage: { inputTokens: tokens - 100, outputTokens: 100 } });
const a = 'scripted/./a.json';
const b = 'scripted/./b.json';

function starts({ folder }: Project, name: string): number {
  const notes = join(folder, `starts-${name}`);
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
}

const two = {
  'a.json': script('a', [takes(1000), { say: 'first' }]),
  'b.json': script('b', [takes(1000), { say: 'second' }]),
};

describe('before', () => {
  it('a contest over its limit is refused, and nothing is started or recorded', async () => {
    using place = project(two);
    const { code, stderr } = await place.joust(['ask', '--max-tokens', '5999', '-c', a, '-c', b, 'hi']);
    expect(code).toBe(2);
    expect(stderr).toContain('estimated at 6,000 tokens, and the limit is 5,999');
    expect(stderr).toContain(
      'Estimate: about 6,000 tokens for 2 attempts (a guess: nothing like it is on record), cost unknown.',
    );
    expect([starts(place, 'a'), starts(place, 'b')]).toEqual([0, 0]);
    expect((await place.joust(['list'])).stdout).toBe('');
  });

  it('exactly at the limit is within it, and past attempts replace the baseline', async () => {
    using place = project(two);
    expect((await place.joust(['ask', '--max-tokens', '6000', '-c', a, '-c', b, 'hi'])).code).toBe(0);
    const { code, stderr } = await place.joust(['ask', '--max-tokens', '2000', '-c', a, '-c', b, 'hi']);
    expect(stderr).toContain('Estimate: about 2,000 tokens for 2 attempts (going by past ones)');
    expect(code).toBe(0);
  });

  it('more attempts than allowed are refused; the limit may stand in the config', async () => {
    using place = project(two);
    place.config('[budget]\nmax_attempts = 1\n');
    const { code, stderr } = await place.joust(['ask', '-c', a, '-c', b, 'hi']);
    expect(code).toBe(2);
    expect(stderr).toContain('it would take 2 attempts, and the limit is 1');
    expect(stderr).toContain('skip the contestants beyond it with --partial');
  });

  it('--partial plays the first contestants that fit, and records the others as skipped', async () => {
    using place = project({
      ...two,
      'c.json': script('c', [{ say: 'third' }]),
      'd.json': script('d', [{ say: 'fourth' }]),
    });
    const who = ['c', 'b', 'a', 'd'].flatMap((name) => ['-c', `scripted/./${name}.json`]);
    const { code, stdout, stderr } = await place.joust([
      'ask',
      ...['--json', '--max-attempts', '2', '--partial', ...who, 'hi'],
    ]);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('for 2 of 4 attempts'),
    });
    expect(['a', 'b', 'c', 'd'].map((name) => starts(place, name))).toEqual([0, 1, 1, 0]);
    const reason = 'left out: the limit of 2 attempts goes to the first 2 contestants';
    const ends = Object.fromEntries(ended(stdout).map((line) => [line.contestant, line]));
    expect(
      Object.values(ends)
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['ok', 'ok', 'skipped', 'skipped']);
    for (const name of ['a', 'd'])
      expect(ends[`scripted/./${name}.json`]).toMatchObject({ outcome: 'skipped', reason });
    const shown = await place.joust(['show', '@last']);
    expect(shown.stdout).toContain(reason);
  });
});

describe('somebody has to agree', () => {
  const config = '[budget]\nconfirm_tokens = 5000\n';

  it('where nobody can be asked, the question goes on record, and joust answer settles it', async () => {
    using place = project(two);
    place.config(config);
    const asked = await place.joust(['ask', '--json', '-c', a, '-c', b, 'hi']);
    expect(asked.code).toBe(1);
    expect(outputLines(asked.stdout).find((line) => line.type === 'gate.asked')).toMatchObject({
      choices: ['yes', 'no'],
    });
    expect(asked.stderr).toMatch(
      /above 5,000 tokens.*\nNothing goes on before an answer\.\nContest .*: joust answer \w+ yes\|no/,
    );
    expect([starts(place, 'a'), starts(place, 'b')]).toEqual([0, 0]);
    expect((await place.joust(['list'])).stdout).toContain('waiting');
    expect((await place.joust(['show', '@last'])).stdout).toContain('waiting for you: ');
    const wrong = await place.joust(['answer', '@last', 'maybe']);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain('It is one of: yes, no.');
    const answered = await place.joust(['answer', '@last', 'yes', '--json']);
    expect(answered.code).toBe(0);
    expect(ended(answered.stdout).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    const twice = await place.joust(['answer', '@last', 'no']);
    expect(twice.stderr).toContain('does not wait for an answer');
    expect((await place.joust(['show', '@last'])).stdout).toMatch(
      /decision: .* agreed to start: yes \(by joust answer\)/,
    );
  });

  it('a no closes the contest without a start', async () => {
    using place = project(two);
    place.config(config);
    await place.joust(['ask', '-c', a, '-c', b, 'hi']);
    const { code, stdout } = await place.joust(['answer', '@last', 'no', '--json']);
    expect(code).toBe(1);
    expect(outputLines(stdout).at(-1)).toMatchObject({ type: 'contest.closed', outcome: 'declined' });
    expect([starts(place, 'a'), starts(place, 'b')]).toEqual([0, 0]);
  });

  it('--yes agrees beforehand, and that is on record', async () => {
    using place = project(two);
    place.config(config);
    const { code, stdout } = await place.joust(['ask', '--json', '--yes', '-c', a, '-c', b, 'hi']);
    expect(code).toBe(0);
    expect(outputLines(stdout).find((line) => line.type === 'gate.answered')).toMatchObject({
      answer: 'yes',
      by: 'flag',
    });
  });

  it('on a terminal it is asked there, once', async ({ skip }) => {
    const missing = noPty();
    if (missing !== undefined) return skip(missing);
    using place = project(two);
    place.config(config);
    await using pty = startPty(place, ['ask', '-c', a, '-c', b, 'hi'], { columns: 100 });
    await pty.until('Play 2 attempts, about 6,000 tokens? [y/N]');
    pty.type('y\r');
    const { code } = await pty.done;
    expect(code).toBe(0);
    expect((await place.joust(['show', '@last'])).stdout).toMatch(/agreed to start: yes \(at the terminal\)/);
  });

  it('--detach asks before it leaves', async () => {
    using place = project(two);
    place.config(config);
    const { code, stdout, stderr } = await place.joust(['ask', '--detach', '-c', a, 'hi', '-c', b]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\w{10}\n$/);
    expect(stderr).toContain('joust answer');
    expect([starts(place, 'a'), starts(place, 'b')]).toEqual([0, 0]);
  });

  const free = '[contestants.own]\nagent = "command"\ncommand = ["cat"]\n';
  const longer = { 'long.txt': 'word '.repeat(250_000) };

  it('asks above 300,000 tokens without any setting', async () => {
    using place = project(longer);
    place.config(free);
    const asked = await place.joust(['ask', '-c', 'own', '-f', 'long.txt', 'hi']);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain('You are asked above 300,000 tokens (budget.confirm_tokens).');
    expect(asked.stderr).toContain('joust answer');
  });

  it('never asks with confirm_tokens = 0', async () => {
    using place = project(longer);
    place.config(`${free}[budget]\nconfirm_tokens = 0\n`);
    expect((await place.joust(['ask', '-c', 'own', '-f', 'long.txt', 'hi'])).code).toBe(0);
  });

  it('calibrates on 20 pairs by default, and asks before it uses all of them', async () => {
    using place = project();
    place.config(free);
    const few = await place.joust(['calibrate', '--dry-run', 'own']);
    expect(few.stdout).toContain(
      '20 pairs with known answers, each in both orders: 40 calls for each judge.',
    );
    const asked = await place.joust(['calibrate', '--pairs', '10000', 'own']);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain('You are asked above 300,000 tokens');
    expect((await place.joust(['list'])).stdout).toContain('waiting');
  });

  it('a money cap with a contestant nobody can price needs a yes', async () => {
    using place = project(two);
    const asked = await place.joust(['ask', '--max-usd', '1', '-c', a, 'hi']);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain(
      'The limit of $1.00 cannot be kept for scripted/./a.json: nobody knows the price.',
    );
    expect((await place.joust(['ask', '--max-usd', '1', '--yes', '-c', a, 'hi'])).code).toBe(0);
  });
});

describe('while it runs', () => {
  it('no attempt starts that does not fit any more; it is skipped, not missing', async () => {
    using place = project({ ...two, 'a.json': script('a', [takes(5500), { say: 'first' }]) });
    const args = ['ask', '--json', '--max-tokens', '6000', '--max-parallel', '1', '-c', a, '-c', b, 'hi'];
    const { code, stdout } = await place.joust(args);
    expect(code).toBe(0);
    expect(ended(stdout)).toMatchObject([
      { contestant: a, outcome: 'ok' },
      {
        contestant: b,
        outcome: 'skipped',
        reason: 'the limit of 6,000 tokens leaves 500, and it is estimated at 3,000',
      },
    ]);
    expect(starts(place, 'b')).toBe(0);
  });

  it('unknown usage keeps its reservation', async () => {
    using place = project({
      ...two,
      'a.json': JSON.stringify({ usage: false, rate: 1000, steps: [{ say: 'hm' }] }),
    });
    const args = ['ask', '--json', '--max-tokens', '6000', '--max-parallel', '1', '-c', `${a}*2`, 'hi'];
    const { stdout } = await place.joust(args);
    expect(ended(stdout).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    place.write('b.json', script('b', [takes(3001), { say: 'x' }]));
    const more = ['ask', '--json', '--max-tokens', '6000', '--max-parallel', '1', '-c', b, '-c', a, 'hi'];
    expect(ended((await place.joust(more)).stdout).map(({ outcome }) => outcome)).toEqual(['ok', 'skipped']);
  });

  it('an attempt whose usage streams is ended when it crosses the limit, and what it said is kept', async () => {
    using place = project({ 'a.json': script('a', [{ say: 'a beginning' }, takes(4000), { wait: 60_000 }]) });
    const { code, stdout } = await place.joust(['ask', '--json', '--max-tokens', '3000', '-c', a, 'hi']);
    expect(code).toBe(1);
    expect(ended(stdout)[0]).toMatchObject({
      outcome: 'skipped',
      reason: 'ended at the limit of 3,000 tokens',
      text: 'a beginning',
    });
    expect((await place.joust(['show', '@last'])).stdout).toContain(
      'It went over its limit of 3,000 tokens: 4,',
    );
  });

  it('the time limit ends who runs and skips who waits', async () => {
    using place = project({ ...two, 'a.json': script('a', [{ say: 'half' }, { hang: true }]) });
    const args = ['ask', '--json', '--max-time', '2s', '--max-parallel', '1', '-c', a, '-c', b, 'hi'];
    const { stdout } = await place.joust(args);
    const ends = ended(stdout).toSorted((x, y) => x.contestant.localeCompare(y.contestant));
    const reason = "the contest's time limit of 2 s was reached";
    expect(ends).toMatchObject([
      { contestant: a, outcome: 'timed-out', reason },
      { contestant: b, outcome: 'skipped', reason },
    ]);
    expect(starts(place, 'b')).toBe(0);
  });

  it('limits hold over a resume, unless it changes them', async () => {
    using place = project({ ...two, 'a.json': script('a', [takes(5500), { say: 'first' }]) });
    const args = ['ask', '--json', '--max-tokens', '6000', '--max-parallel', '1', '-c', a, '-c', b, 'hi'];
    await place.joust(args);
    const same = await place.joust(['resume', '@last', '--json', '--retry-failed']);
    expect(ended(same.stdout).map(({ outcome }) => outcome)).toEqual(['ok', 'skipped']);
    const more = await place.joust(['resume', '@last', '--json', '--retry-failed', '--max-tokens', '20000']);
    expect(ended(more.stdout).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect([starts(place, 'a'), starts(place, 'b')]).toEqual([1, 1]);
  });
});

it('is shared by contestants that both play contests of their own', async () => {
  using place = project();
  const inner = `${process.execPath} ${cliProgram} ask --raw -c left x`;
  const environment = `environment = { JOUST_HOME = "${place.home}", JOUST_CONFIG_DIR = "${place.env['JOUST_CONFIG_DIR']}" }`;
  const calls = (name: string) =>
    `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${inner}"]\n${environment}\n`;
  place.config(
    `${calls('ann')}${calls('bob')}[contestants.left]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo left=$JOUST_LEFT_TOKENS"]\n`,
  );
  const { stdout } = await place.joustAlone(['ask', '-c', 'ann', '-c', 'bob', '--max-tokens', '100000', 'x']);
  const told = [...stdout.matchAll(/left=(\d+)/g)].map(([, left]) => Number(left));
  expect(told).toHaveLength(2);
  // Each of the two, and each of the two they asked, takes at least 3,000 by the estimate.
  expect(told.reduce((sum, one) => sum + one, 4 * 3000)).toBeLessThanOrEqual(100_000);
  expect(Math.min(...told)).toBeGreaterThan(40_000);
});
