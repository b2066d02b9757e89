// joust vote with open answers: who puts together those that mean the same, and when nobody needs to.
import { describe, expect, it } from 'vitest';
import { count, prompt, resultIn, says, stage, work } from './voters.ts';

const three = ['-c', 'ann', '-c', 'bob', '-c', 'cy'];

/** A judge that puts the entries together that hold the same first letter. */
const grouping = (reply = 'printf \'{"nonce": "%s", "groups": [[%s], [%s]]}\' "$n" "$(of P)" "$(of L)"') =>
  `[contestants.max]\nagent = "command"\ncommand = ["/bin/sh", "-c", '''
echo started >>"${work}/starts-max"; p=$(cat); printf %s "$p" >"${work}/prompt-max"
n=$(printf %s "$p" | sed -n 's/^{"nonce": "\\([a-z0-9]*\\)".*/\\1/p')
of() { printf %s "$p" | grep -A1 '^<<<ENTRY' | sed -n "/^<<<ENTRY/{s/^<<<ENTRY \\(.\\) .*/\\1/;h};/^[Tt]*[he ]*$1/{x;s/.*/\\"&\\"/p}" | paste -sd, -; }
${reply}''']\n`;

describe('open answers', () => {
  const open = [says('ann', 'Paris'), says('bob', 'The Paris city'), says('cy', 'London')];

  it('are put together by a judge who sees them without names', async () => {
    using place = stage(...open, grouping());
    const { code, stdout, stderr } = await place.joust(['vote', ...three, '-j', 'max', 'why?']);
    expect(stdout).toBe('Paris\n\n2 of 3 agree (67 %).\n2  Paris (ann, bob)\n1  London (cy)\n');
    expect(code).toBe(0);
    expect(stderr).toContain('Judge: max puts together answers that mean the same.');
    expect(stderr).toContain('The judge max put together what means the same.');
    expect(prompt(place, 'max')).not.toMatch(/ann|bob|Some reasons/);
    expect(prompt(place, 'max').match(/<<<ENTRY/g)).toHaveLength(3);
    expect((await place.joust(['resume', '@last'])).stdout).toBe(stdout);
  });

  it('that are all the same need no judge', async () => {
    using place = stage(says('ann', 'Paris.'), says('bob', '**paris**'), grouping());
    const { stdout } = await place.joust(['vote', '-c', 'ann', '-c', 'bob', '-j', 'max', 'why?']);
    expect(stdout).toBe('Paris.\n\n2 of 2 agree (100 %).\n2  Paris. (ann, bob)\n');
    expect(count(place, 'max')).toBe(0);
  });

  it('stay as they are with --judge none', async () => {
    using place = stage(...open);
    const { code, stdout } = await place.joust(['vote', ...three, '-j', 'none', 'why?']);
    expect(code).toBe(3);
    expect(stdout).toContain('A tie: 3 answers have 1 of 3 votes each.');
  });

  it.each([
    ['a judge that cannot be read, after one repair', 'echo "they are all fine"', 2],
    ['a judge that fails', 'exit 3', 1],
  ])('stay as they are with %s', async (_, reply, calls) => {
    using place = stage(...open, grouping(reply));
    const { code, stdout, stderr } = await place.joust(['vote', '--json', ...three, '-j', 'max', 'why?']);
    expect(code).toBe(3);
    expect(resultIn(stdout)).toMatchObject({ outcome: 'tied', grouping: { judge: 'max', state: 'unread' } });
    expect(stderr).toContain('count as different');
    expect(count(place, 'max')).toBe(calls);
  });

  it('wait for a judge that is out of quota', async () => {
    using place = stage(...open);
    const { stdout, stderr } = await place.joust([
      'vote',
      '--json',
      ...three,
      '-j',
      'scripted/quota',
      'why?',
    ]);
    expect(resultIn(stdout)).toMatchObject({ grouping: { state: 'parked' } });
    expect(stderr).toContain('Parked until its quota is back');
  });
});
