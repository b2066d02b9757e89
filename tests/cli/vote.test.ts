// joust vote end to end: how votes are taken and counted, and when it stops.
import { describe, expect, it } from 'vitest';
import { finished } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended, outputLines } from './output-lines.ts';
import { count, prompt, resultIn, says, stage, voter } from './voters.ts';

const three = ['-c', 'ann', '-c', 'bob', '-c', 'cy'];
const choices = ['--choices', 'yes,no'];

describe('joust vote', () => {
  it('prints the answer that won and who gave which', async () => {
    using place = stage(says('ann', 'Yes.'), says('bob', '**no**'), says('cy', 'Answer: YES'));
    const { code, stdout } = await place.joust(['vote', ...choices, ...three, 'why?']);
    expect(code).toBe(0);
    expect(stdout).toBe('yes\n\n2 of 3 agree (67 %).\n2  yes (ann, cy)\n1  no (bob)\n');
    expect(prompt(place, 'ann')).toMatch(/^why\?\n[\s\S]*yes \| no/);
  });

  it.each(['vote', 'tournament', 'debate'])(
    'refuses a %s of one contestant before anything starts',
    async (format) => {
      using place = stage(says('ann', 'yes'));
      const { code, stderr } = await place.joust([format, '-c', 'ann', 'why?']);
      expect(code).toBe(2);
      expect(stderr).toMatch(/ann/);
      expect((await place.joust(['list'])).stdout).toBe('');
      expect(count(place, 'ann')).toBe(0);
    },
  );

  it('calls a tie a tie: exit 3', async () => {
    using place = stage(says('ann', 'yes'), says('bob', 'no'));
    const { code, stdout } = await place.joust(['vote', ...choices, '-c', 'ann', '-c', 'bob', 'why?']);
    expect(code).toBe(3);
    expect(stdout).toBe('A tie: 2 answers have 1 of 2 votes each.\n\n1  yes (ann)\n1  no (bob)\n');
    const again = await place.joust(['resume', '@last']);
    expect({ code: again.code, stdout: again.stdout }).toEqual({ code, stdout });
  });

  it('does not count who failed, was late or cannot be read', async () => {
    using place = stage(
      says('ann', 'yes'),
      says('bob', 'perhaps'),
      voter('cy', 'echo yes; exit 3'),
      voter('dee', 'sleep 30'),
    );
    const args = ['vote', '--json', '-t', '5', ...choices, ...three, '-c', 'dee', 'why?'];
    const { code, stdout } = await place.joust(args);
    expect(code).toBe(0);
    expect(resultIn(stdout)).toMatchObject({
      outcome: 'won',
      answer: 'yes',
      counted: 1,
      agreement: 1,
      uncounted: [
        { contestant: 'bob', why: 'unread' },
        { contestant: 'cy', why: 'crashed' },
        { contestant: 'dee', why: 'timed-out' },
      ],
    });
  });

  it('without a vote is nothing: exit 1', async () => {
    using place = stage(says('ann', 'perhaps'), voter('bob', 'exit 3'));
    const { code, stdout } = await place.joust(['vote', ...choices, '-c', 'ann', '-c', 'bob', 'why?']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^No vote: .*\n\nNot counted: ann \(no vote could be read\), bob \(crashed\)\.\n$/,
    );
  });

  it('leaves a parked contestant out for now; its vote may still come', async () => {
    using place = stage(says('ann', 'yes'), says('bob', 'no'));
    const args = ['vote', '--json', ...choices, '-c', 'ann', '-c', 'bob', '-c', 'scripted/quota', 'why?'];
    const { stdout, stderr } = await place.joust(args);
    expect(resultIn(stdout)).toMatchObject({
      outcome: 'tied',
      uncounted: [{ contestant: 'scripted/quota', why: 'parked' }],
    });
    expect(stderr).toContain('Parked until its quota is back');
    expect(outputLines(stdout).some(({ type }) => type === 'contest.closed')).toBe(false);
  });

  it('is told again by resume, and nothing is written', async () => {
    using place = stage(says('ann', 'yes'), says('bob', 'yes'), voter('cy', 'sleep 60'));
    const { stdout } = await place.joust(['vote', ...choices, ...three, 'why?']);
    const before = (await place.joust(['show', '@last', '--events'])).stdout;
    expect((await place.joust(['resume', '@last'])).stdout).toBe(stdout);
    expect((await place.joust(['show', '@last', '--events'])).stdout).toBe(before);
  });

  it('is played by a process of its own with --detach', async () => {
    using place = stage(says('ann', 'yes'), says('bob', 'yes'));
    const { stdout } = await place.joust(['vote', '--detach', ...choices, '-c', 'ann', '-c', 'bob', 'why?']);
    await until(async () => (await place.joust(['list'])).stdout.includes('agreed'));
    expect((await place.joust(['resume', stdout.trim()])).stdout).toMatch(/^yes\n\n2 of 2 agree \(100 %\)/);
  });
});

describe('the vote is taken', () => {
  it('by a pattern: its first group', async () => {
    using place = stage(says('ann', 'VOTE=x, I think'), says('bob', 'VOTE=X'), says('cy', 'none'));
    const { stdout } = await place.joust(['vote', '--json', '--pattern', 'VOTE=(\\w)', ...three, 'why?']);
    expect(resultIn(stdout)).toMatchObject({ answer: 'x', counted: 2 });
    // Who gives a pattern asks for the form in the task.
    expect(prompt(place, 'ann')).toBe('why?');
  });

  it('by a schema: the field answer', async () => {
    using place = stage(
      says('ann', '{"answer": "Left", "sure": 1}'),
      says('bob', '{"answer": "left"}'),
      says('cy', '{}'),
    );
    place.write(
      's.json',
      '{"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}',
    );
    const { stdout } = await place.joust(['vote', '--json', '--schema', 's.json', ...three, 'why?']);
    expect(resultIn(stdout)).toMatchObject({ answer: 'Left', counted: 2, uncounted: [{ why: 'unread' }] });
    expect(prompt(place, 'ann')).toContain('"required":["answer"]');
  });

  it.each([
    [['--choices', 'a'], /at least two different choices/],
    [['--choices', 'a,A'], /at least two different choices/],
    [['--choices', 'yes,yes!'], /at least two different choices/],
    [['--pattern', '('], /--pattern \( cannot be used/],
    [['--pattern', '(a+)+'], /repeated group/],
    [['--schema', 'missing.json'], /the file missing\.json cannot be read/],
    [['--choices', 'a,b', '--pattern', 'x'], /three ways/],
    [['--choices', 'a,b', '-j', 'ann'], /--judge groups open answers/],
    [['--quorum', '4'], /--quorum 4 is no number from 1 to 3/],
    [['--quorum', '0'], /--quorum 0/],
    [['--quorum', '5/4'], /--quorum 5\/4/],
    [['--quorum', 'most'], /--quorum most/],
  ])('never by %j: a mistake before anything starts', async (args, why) => {
    using place = stage(says('ann', 'a'), says('bob', 'a'), says('cy', 'a'));
    const { code, stderr } = await place.joust(['vote', ...three, ...args, 'why?']);
    expect(code).toBe(2);
    expect(stderr).toMatch(why);
    expect(count(place, 'ann')).toBe(0);
  });
});

describe('--quorum', () => {
  it.each([
    ['3', 3],
    ['2/3', 2],
    ['0.7', 3],
    ['66%', 2],
    ['1.0', 3],
  ])('%s of three is %i', async (said, quorum) => {
    using place = stage(says('ann', 'yes'), says('bob', 'yes'), says('cy', 'no'));
    const { code, stdout } = await place.joust([
      'vote',
      '--json',
      ...choices,
      ...three,
      '--quorum',
      said,
      'why?',
    ]);
    const won = quorum <= 2;
    expect(code).toBe(won ? 0 : 3);
    expect(resultIn(stdout)).toMatchObject({ quorum, outcome: won ? 'won' : 'no-quorum' });
  });
});

describe('once the outcome cannot change', () => {
  const slow = (name: string) => voter(name, 'sleep 60; echo no');

  it('the rest is ended, on record', async () => {
    using place = stage(says('ann', 'yes'), says('bob', 'yes'), slow('cy'));
    const { code, stdout } = await place.joust(['vote', '--json', ...choices, ...three, 'why?']);
    expect(code).toBe(0);
    const result = resultIn(stdout);
    expect(result.agreement).toBeCloseTo(2 / 3);
    expect(result).toMatchObject({
      answer: 'yes',
      stoppedEarly: true,
      counted: 2,
      uncounted: [{ contestant: 'cy', why: 'not-needed' }],
    });
    expect(outputLines(stdout).find(({ type }) => type === 'stop.decided')).toMatchObject({
      attempts: ['answer/cy'],
    });
    expect(ended(stdout).at(-1)).toMatchObject({ contestant: 'cy', outcome: 'cancelled' });
    const { stdout: shown } = await place.joust(['show', '@last']);
    expect(shown).toContain('2 of 3 agree (67 %). Stopped early, since the outcome could not change: cy.');
  });

  it('those who wait never start; so it is where a quorum is out of reach', async () => {
    using place = stage(says('ann', 'yes'), says('bob', 'no'), slow('cy'), slow('dee'));
    const four = [...three, '-c', 'dee', '--quorum', '100%'];
    const { code, stdout } = await place.joust([
      'vote',
      '--json',
      '--max-parallel',
      '1',
      ...choices,
      ...four,
      'why?',
    ]);
    expect(code).toBe(3);
    expect(resultIn(stdout)).toMatchObject({ outcome: 'no-quorum', quorum: 4, stoppedEarly: true });
    expect(count(place, 'dee')).toBe(0);
  });

  it('a death around the decision changes nothing', async () => {
    for (const moment of ['before stop.decided', 'after stop.decided']) {
      using place = stage(says('ann', 'yes'), says('bob', 'yes'), slow('cy'));
      const died = place.start(['vote', '--json', ...choices, ...three, 'why?'], {
        env: { JOUST_TEST_FAILPOINT: moment },
      });
      await finished(died);
      expect(died.signalCode, moment).toBe('SIGKILL');
      const { code, stdout } = await place.joust(['resume', '@last', '--json']);
      expect(code, moment).toBe(0);
      expect(resultIn(stdout), moment).toMatchObject({ answer: 'yes', counted: 2, stoppedEarly: true });
      expect([count(place, 'ann'), count(place, 'bob'), count(place, 'cy')], moment).toEqual([1, 1, 1]);
      const events = (await place.joust(['show', '@last', '--events'])).stdout;
      expect(events.match(/"type":"stop\.decided"/g), moment).toHaveLength(1);
    }
  });

  it('a parked contestant is not waited for when it is played on', async () => {
    using place = stage(says('ann', 'yes'), says('bob', 'yes'));
    const args = ['vote', '--json', ...choices, '-c', 'scripted/quota', '-c', 'ann', '-c', 'bob', 'why?'];
    const first = await place.joust(args);
    expect(resultIn(first.stdout)).toMatchObject({ answer: 'yes' });
    const { code, stdout } = await place.joust(['resume', '@last', '--json']);
    expect(code).toBe(0);
    expect(resultIn(stdout)).toMatchObject({ answer: 'yes', uncounted: [{ contestant: 'scripted/quota' }] });
    expect((await place.joust(['list'])).stdout).toContain('agreed');
  });
});
