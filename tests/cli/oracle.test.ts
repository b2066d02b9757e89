// joust oracle end to end: one question, no tools, provenance; caps before the call, and meters that only answers move.
import { describe, expect, it } from 'vitest';
import { modelApi } from '../fixtures/model-api.ts';
import { type Project, project, type Ran } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { outputLines } from './output-lines.ts';

const files = {
  'wise.json': JSON.stringify({ rate: 1000, steps: [{ say: 'look at the lock' }] }),
  'mute.json': JSON.stringify({ rate: 1000, steps: [{ exit: 3 }] }),
  'out.json': JSON.stringify({
    rate: 1000,
    steps: [{ fail: 'Usage limit reached. Try again in 2 hours.', status: 429 }],
  }),
};
const wise = ['-c', 'scripted/./wise.json'];

function told({ stdout }: Ran) {
  const line = outputLines(stdout).find(({ type }) => type === 'contest.result');
  if (line?.type !== 'contest.result' || line.result.type !== 'oracle')
    throw new Error(`no answer: ${stdout}`);
  return line.result;
}

/** A program that answers with what it was asked. */
function echo(place: Project): void {
  place.config('[contestants.echo]\nagent = "command"\ncommand = ["/bin/cat"]\n');
}

describe('an answer', () => {
  it('stands alone on standard output, with one line of provenance beside it', async () => {
    using place = project(files);
    const { code, stdout, stderr } = await place.joust(['oracle', ...wise, 'why does it hang?']);
    expect(code).toBe(0);
    expect(stdout).toBe('look at the lock\n');
    expect(stderr).toMatch(/^scripted\/\.\/wise\.json \(simulated\) · .*cost unknown.*of \$2\.00/m);
  });

  it('is asked for with hint and context, and nothing of the folder', async () => {
    using place = project({ 'lock.ts': 'const lock = 1;' });
    echo(place);
    const args = [
      'oracle',
      '-c',
      'echo',
      '--hint',
      'only on CI',
      '--context',
      'lock.ts',
      'why does it hang?',
    ];
    const { stdout } = await place.joust(args);
    expect(stdout).toContain('why does it hang?');
    expect(stdout).toContain('only on CI');
    expect(stdout).toContain('const lock = 1;');
    expect(stdout.indexOf('only on CI')).toBeLessThan(stdout.indexOf('why does it hang?'));
  });

  it('told again is the same, and moves no meter', async () => {
    using place = project(files);
    const first = await place.joust(['oracle', '--json', '--session', 's', ...wise, 'hi']);
    const again = await place.joust(['resume', '@last', '--json']);
    expect(told(again)).toEqual(told(first));
    const next = await place.joust(['oracle', '--json', '--session', 's', ...wise, 'hi']);
    expect(told(next).sessionCalls).toBe(2);
  });

  it('comes from whom the config names, else from the first usable one', async () => {
    using place = project();
    place.config(
      '[oracle]\ncontestant = "second"\n' +
        '[contestants.first]\nagent = "command"\ncommand = ["/bin/echo", "from the first"]\n' +
        '[contestants.second]\nagent = "command"\ncommand = ["/bin/echo", "from the second"]\n',
    );
    expect((await place.joust(['oracle', 'hi'])).stdout).toBe('from the second\n');
    expect((await place.joust(['oracle', '-c', 'first', 'hi'])).stdout).toBe('from the first\n');
  });

  it('that is left to a process of its own is found later', async () => {
    using place = project(files);
    const { stdout } = await place.joust(['oracle', '--detach', ...wise, 'hi']);
    await until(async () => (await place.joust(['list'])).stdout.includes('answered'));
    expect((await place.joust(['resume', stdout.trim()])).stdout).toBe('look at the lock\n');
  });
});

describe('what is refused', () => {
  it.each([
    ['a blank question', [...wise, '  '], 'the prompt is blank'],
    ['no question but context', [...wise, '--context', 'wise.json'], 'there is no prompt'],
    ['two oracles', [...wise, ...wise, 'hi'], 'an oracle is one'],
    ['a turn of no session', [...wise, '--turn', '1', 'hi'], '--turn needs a session'],
  ])('%s', async (_, args, why) => {
    using place = project(files);
    const { code, stderr } = await place.joust(['oracle', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
    expect((await place.joust(['list'])).stdout).toBe('');
  });

  it('a second call in a turn, naming used and cap; another turn is free', async () => {
    using place = project(files);
    const ask = (turn: string, ...more: string[]) =>
      place.joust(['oracle', ...more, '--session', 's', '--turn', turn, ...wise, 'hi']);
    expect((await ask('1')).code).toBe(0);
    const refused = await ask('1');
    expect(refused.code).toBe(2);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toContain('1 of 1 calls of this turn are used');
    const structured = await ask('1', '--json');
    expect(outputLines(structured.stdout)).toEqual([
      {
        type: 'oracle.refused',
        v: 1,
        cap: 'calls-per-turn',
        used: 1,
        limit: 1,
        session: 's',
        turn: '1',
        message: expect.stringContaining('1 of 1'),
      },
    ]);
    expect(told(await ask('2', '--json'))).toMatchObject({ turnCalls: 1, sessionCalls: 2 });
    const other = ['oracle', '--json', '--session', 'other', '--turn', '1', ...wise, 'hi'];
    expect(told(await place.joust(other))).toMatchObject({ turnCalls: 1, sessionCalls: 1 });
  });

  it('all but one of those that ask at the same moment, from processes of their own', async () => {
    using place = project();
    place.config(
      `[contestants.slow]\nagent = "command"\ncommand = ["/bin/sh", "-c", "while [ ! -e ${place.folder}/go ]; do sleep 0.05; done; echo ended"]\n`,
    );
    const args = ['oracle', '--json', '--session', 's', '--turn', '1', '-c', 'slow', 'hi'];
    const refused: string[] = [];
    const asked = ['play', 'play', 'play', '--detach'].map(async (how) => {
      const ran = await place.joustAlone(how === 'play' ? args : [...args, how]);
      if (ran.stdout.includes('oracle.refused')) refused.push(ran.stdout);
      return ran;
    });
    await until(async () => refused.length >= 3);
    place.write('go', '');
    await Promise.all(asked);
    expect(refused).toHaveLength(3);
    await until(async () => (await place.joust(['list'])).stdout.includes('answered'));
    expect((await place.joust(['list'])).stdout.trim().split('\n')).toHaveLength(1);
  });

  it('anything at all under a cap of 0 calls', async () => {
    using place = project(files);
    place.config('[oracle]\ncalls_per_turn = 0\n');
    const { code, stderr } = await place.joust(['oracle', ...wise, 'hi']);
    expect(code).toBe(2);
    expect(stderr).toContain('0 of 0 calls');
  });
});

describe('meters', () => {
  it('a call that failed or is parked moves none of them', async () => {
    using place = project(files);
    const turn = ['--session', 's', '--turn', '1'];
    const failed = await place.joust(['oracle', ...turn, '-c', 'scripted/./mute.json', 'hi']);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('No answer');
    expect((await place.joust(['oracle', ...turn, '-c', 'scripted/./out.json', 'hi'])).code).toBe(1);
    const result = told(await place.joust(['oracle', '--json', ...turn, ...wise, 'hi']));
    expect(result).toMatchObject({ turnCalls: 1, sessionCalls: 1 });
  });

  it('count money up to the cap of the session, by name or JOUST_SESSION; one call may end above it', async () => {
    using place = project();
    await using api = await modelApi();
    place.config(
      `[oracle]\nsession_usd = 0.5\n[agents.house]\nuses = "compatible"\nbase_url = "${api.url}/v1"\n` +
        '[prices.m-served]\ninput = 1000\noutput = 20000\n',
    );
    const args = ['oracle', '--json', '-c', 'house/m', 'hi'];
    const env = { JOUST_SESSION: 's' };
    const first = told(await place.joust(args, { env }));
    expect(first.costUsd).toBeGreaterThan(0);
    expect(first).toMatchObject({ session: 's', sessionUsd: first.costUsd, capUsd: 0.5, unknownCosts: 0 });
    let last = await place.joust(args, { env });
    for (let calls = 0; calls < 200 && last.code === 0; calls += 1) last = await place.joust(args, { env });
    const [refused] = outputLines(last.stdout);
    expect(refused).toMatchObject({ type: 'oracle.refused', cap: 'usd-per-session', limit: 0.5 });
    if (refused?.type === 'oracle.refused') expect(refused.used).toBeGreaterThanOrEqual(0.5);
    expect(last.stderr).toMatch(/\$\d+\.\d\d of \$0\.50 of this session are used/);
    const calls = api.seen.length;
    await place.joust(args, { env });
    expect(api.seen.length).toBe(calls);
  });
});

describe('over HTTP', () => {
  it('an oracle thinks up to 8000 tokens, answers up to 4096, coolly; the config says otherwise', async () => {
    using place = project();
    await using api = await modelApi();
    const agents = `
      [agents.google]
      base_url = "${api.url}/v1beta"
      [agents.house]
      uses = "compatible"
      base_url = "${api.url}/v1"
    `;
    place.config(agents);
    const env = { GEMINI_API_KEY: 'key' };
    expect((await place.joust(['oracle', '-c', 'google/m', 'hi'], { env })).code).toBe(0);
    const sent = JSON.stringify(api.seen[0]?.body);
    for (const part of ['"thinkingBudget":8000', '"maxOutputTokens":4096', '"temperature":0.2'])
      expect(sent).toContain(part);
    place.config(`[oracle]\nmax_output_tokens = 100\ntemperature = 0.9\n${agents}`);
    await place.joust(['oracle', '-c', 'house/m', 'hi']);
    expect(api.seen[1]?.body).toMatchObject({ max_tokens: 100, temperature: 0.9 });
  });
});
