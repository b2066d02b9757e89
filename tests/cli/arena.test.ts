// joust arena end to end: two answers without names, picks by their grammar, reveals, refusals, retries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { type Project, project, type Ran } from '../setup/project.ts';
import { noPty, startPty } from '../setup/pty.ts';
import { until } from '../setup/until.ts';
import { outputLines } from './output-lines.ts';

const script = (steps: readonly object[]) => JSON.stringify({ rate: 1000, steps });
const files = {
  'x.json': script([{ say: 'the zebra way' }]),
  'y.json': script([{ say: 'the yak way' }]),
};
const both = ['-c', 'scripted/./x.json', '-c', 'scripted/./y.json'];
const arena = ['arena', ...both, 'which way?'];

function revealed({ stdout }: Ran) {
  const line = outputLines(stdout).find(({ type }) => type === 'contest.result');
  if (line?.type !== 'contest.result' || line.result.type !== 'arena')
    throw new Error(`no reveal: ${stdout}`);
  return line.result;
}

async function lastId(place: Project): Promise<string> {
  const { stdout } = await place.joust(['list', '--json', '--limit', '1']);
  return JSON.parse(stdout).contest;
}

async function preferences(place: Project): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await place.joust(['preferences', 'list', '--json']);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('two answers', () => {
  it('are shown together without names, and picked later; the reveal tells whose they were', async () => {
    using place = project(files);
    const played = await place.joust(arena);
    expect(played.code).toBe(1);
    expect(played.stdout).toMatch(/^## A\n\nthe \w+ way\n\n## B\n\nthe \w+ way\n\n$/);
    expect(played.stderr).toContain('joust pick');
    const id = await lastId(place);
    const pending = await place.joust(['arena', '--pending']);
    expect(pending.stdout).toContain(id);
    const picked = await place.joust(['pick', id, 'A', '--json']);
    expect(picked.code).toBe(0);
    const result = revealed(picked);
    const first = /## A\n\nthe (\w+) way/.exec(played.stdout)?.[1];
    const names = { zebra: 'scripted/./x.json', yak: 'scripted/./y.json' };
    expect(result).toMatchObject({ pick: 'a', winner: names[first as 'zebra'], stored: true });
    expect(result.sides.map(({ label }) => label)).toEqual(['A', 'B']);
    expect(result.sides[0]?.contestant).toBe(result.winner);
    expect((await place.joust(['arena', '--pending'])).stdout).toBe('');
    const shown = await place.joust(['show', id]);
    expect(shown.stdout).toContain(`A was ${result.winner}`);
  });

  it('told again after the pick are the same, and nothing is written', async () => {
    using place = project(files);
    await place.joust(arena);
    const picked = await place.joust(['pick', '@last', 'tie', '--json']);
    expect(picked.code).toBe(3);
    const before = await place.joust(['show', '@last', '--events']);
    const again = await place.joust(['resume', '@last', '--json']);
    expect(revealed(again)).toEqual(revealed(picked));
    expect(again.code).toBe(3);
    expect((await place.joust(['show', '@last', '--events'])).stdout).toBe(before.stdout);
  });

  it('have both orders over time: the draw depends on neither roster nor speed', async () => {
    const firsts = new Set<string>();
    for (let seed = 0; seed < 12 && firsts.size < 2; seed += 1) {
      using place = project(files, { JOUST_TEST_SEED: `s${seed}` });
      firsts.add(/## A\n\nthe (\w+) way/.exec((await place.joust(arena)).stdout)?.[1] ?? '');
    }
    expect(firsts).toEqual(new Set(['zebra', 'yak']));
  });

  it('lose what gives their author away, and with --style-blind their looks', async () => {
    using place = project({
      'x.json': script([{ say: 'I am Claude, made by Anthropic.\n\n## Answer\n\n* **forty-two**' }]),
      'y.json': script([{ say: 'forty-three' }]),
    });
    const { stdout } = await place.joust(['arena', '--style-blind', ...both, 'how many?']);
    expect(stdout).not.toMatch(/Claude|Anthropic|\*\*|## Answer/);
    expect(stdout).toMatch(/Answer\n\n- forty-two/);
    const picked = await place.joust(['pick', '@last', 'skip']);
    expect(picked.code).toBe(0);
    const own = await place.joust(['show', '@last', '--answer', 'scripted/./x.json']);
    expect(own.stdout).toContain('I am Claude');
  });

  it('are left to a player of its own with --detach', async () => {
    using place = project(files);
    const { stdout, code } = await place.joust(['arena', '--detach', ...both, 'hi']);
    expect(code).toBe(0);
    const id = stdout.trim();
    // Both sides are there before the question is.
    await until(async () => (await place.joust(['list', '--state', 'waiting'])).stdout.includes(id));
    expect((await place.joust(['show', id])).stdout).toContain('## B');
    expect(revealed(await place.joust(['pick', id, 'right', '--json']))).toMatchObject({ pick: 'b' });
  });
});

describe('a pick', () => {
  it.each([
    ['left', 'a', 0],
    ['PICK B', 'b', 0],
    ['neither', 'tie', 3],
    ['both bad', 'bad', 3],
    ['never mind', 'skip', 0],
  ])('%s means %s', async (said, pick, code) => {
    using place = project(files);
    await place.joust(arena);
    const picked = await place.joust(['pick', '@last', ...said.split(' '), '--json']);
    expect(picked.code).toBe(code);
    const result = revealed(picked);
    expect(result.pick).toBe(pick);
    expect(result.sides.map(({ contestant }) => contestant).sort()).toEqual([
      'scripted/./x.json',
      'scripted/./y.json',
    ]);
    const kept = await preferences(place);
    expect(kept.map((one) => one['pick'])).toEqual(pick === 'skip' ? [] : [pick]);
  });

  it('that is none leaves the arena pending', async () => {
    using place = project(files);
    await place.joust(arena);
    for (const said of ['a bold claim', 'yes', 'ab', 'bad one']) {
      const { code, stderr } = await place.joust(['pick', '@last', said]);
      expect(code).toBe(2);
      expect(stderr).toContain('is no answer to: Which answer is better?');
    }
    expect((await place.joust(['arena', '--pending'])).stdout).toContain('waiting');
  });

  it('can be given once', async () => {
    using place = project(files);
    await place.joust(arena);
    await place.joust(['pick', '@last', 'a']);
    const again = await place.joust(['pick', '@last', 'b']);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('does not wait for a pick');
    expect((await place.joust(['answer', '@last', 'b'])).code).toBe(1);
  });

  it('is accepted while both answers are still being written', async () => {
    const writing = script([{ say: 'one way' }, { hang: true }]);
    using place = project({ 'x.json': writing, 'y.json': writing });
    const id = (await place.joust(['arena', '--detach', ...both, 'which way?'])).stdout.trim();
    // It is refused until both have begun.
    await until(async () => (await place.joust(['pick', id, 'b'])).code === 0);
    const { stdout } = await place.joust(['show', id, '--events']);
    expect(stdout).toContain('"type":"gate.answered"');
    expect(stdout).toContain('"type":"attempt.started"');
    expect(stdout).not.toContain('"type":"attempt.ended"');
    expect((await place.joust(['cancel', id])).code).toBe(0);
  });

  it('is also taken by joust answer, in the same words', async () => {
    using place = project(files);
    await place.joust(arena);
    expect((await place.joust(['answer', '@last', 'a bold claim'])).code).toBe(2);
    expect(revealed(await place.joust(['answer', '@last', 'equal', '--json'])).pick).toBe('tie');
  });
});

/** How often the question was put. */
function asked(output: string): number {
  return output.split('Which answer is better?').length - 1;
}

describe('on a terminal', () => {
  const missing = noPty();
  function needsPty({ skip }: TestContext): void {
    if (missing !== undefined) skip(missing);
  }

  it('the question waits until one of its words is said, and the reveal follows', async (context) => {
    needsPty(context);
    using place = project(files);
    await using pty = startPty(place, arena, { columns: 100 });
    await pty.until('Which answer is better?');
    expect(pty.output()).toContain('── B ─');
    for (const [at, word] of ['a bold claim', 'ti', 'Pick A'].entries()) {
      await until(() => asked(pty.output()) > at);
      pty.type(`${word}\n`);
    }
    const { code, output } = await pty.done;
    expect(code).toBe(0);
    expect(asked(output)).toBe(3);
    expect(output).toMatch(/A was scripted/);
    const before = output.slice(0, output.indexOf('A was scripted'));
    expect(before).not.toMatch(/running|✔|queued/);
  });

  it('leaving it leaves it pending', async (context) => {
    needsPty(context);
    using place = project(files);
    await using pty = startPty(place, arena, { columns: 100 });
    await pty.until('Which answer is better?');
    pty.type('\x04');
    expect((await pty.done).output).toContain('joust pick');
    expect((await place.joust(['arena', '--pending'])).stdout).toContain('waiting');
    expect(revealed(await place.joust(['pick', '@last', 'b', '--json'])).pick).toBe('b');
  });

  it.for(['\x03', '\x1c'])('%j there exits with 130 and leaves it pending', async (key, context) => {
    needsPty(context);
    using place = project(files);
    await using pty = startPty(place, arena, { columns: 100 });
    await pty.until('Which answer is better?');
    pty.type(key);
    expect((await pty.done).code).toBe(130);
    expect((await place.joust(['arena', '--pending'])).stdout).toContain('waiting');
  });

  it('a series is picked one by one, with a running tally', async (context) => {
    needsPty(context);
    using place = project({ ...files, 'prompts.txt': 'one?\n\ntwo?\nthree?\n' });
    await using pty = startPty(place, ['arena', ...both, '--series', 'prompts.txt'], { columns: 100 });
    for (const [at, word] of ['a', 'tie', 'skip'].entries()) {
      await until(() => asked(pty.output()) > at);
      pty.type(`${word}\n`);
    }
    const { code, output } = await pty.done;
    expect(code).toBe(0);
    expect(output).toMatch(/after 1: .*1/);
    expect(output).toMatch(/after 3: scripted.*, ties 1, skipped 1/);
  });
});

describe('a side that fails', () => {
  const broken = { 'x.json': script([{ exit: 3 }]), 'y.json': files['y.json'] };

  it('wins nobody anything: it is said, asked again, or skipped with the reveal', async () => {
    using place = project(broken);
    const { stdout, stderr, code } = await place.joust(arena);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('One of the two has not answered (crashed)');
    expect(stderr).not.toMatch(/x\.json.*crashed|the yak way/);
    const skipped = await place.joust(['pick', '@last', 'skip', '--json']);
    expect(skipped.code).toBe(1);
    const result = revealed(skipped);
    expect(result).toMatchObject({ pick: 'none', stored: false });
    expect(result.winner).toBeUndefined();
    expect(result.sides.find(({ outcome }) => outcome === 'crashed')?.contestant).toBe('scripted/./x.json');
    expect(await preferences(place)).toEqual([]);
  });

  it.each([
    ['joust pick ID again', ['pick', '@last', 'again']],
    ['joust resume --retry-failed', ['resume', '@last', '--retry-failed']],
  ])('is asked again by %s; the other is not', async (_, again) => {
    using place = project();
    const program = (name: string, line: string) =>
      `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", ${JSON.stringify(line)}]\n`;
    place.config(
      program('ex', `[ -e ${place.folder}/mended ] && echo mended || exit 3`) +
        program('why', `echo started >>${place.folder}/starts; echo the yak way`),
    );
    const { stderr } = await place.joust(['arena', '-c', 'ex', '-c', 'why', 'which?']);
    expect(stderr).toContain('One of the two has not answered');
    place.write('mended', '');
    const { stdout } = await place.joust(again);
    expect(stdout).toContain('mended');
    expect(stdout).toContain('the yak way');
    expect(stdout).not.toMatch(/\bex\b|\bwhy\b/);
    expect(revealed(await place.joust(['pick', '@last', 'a', '--json'])).pick).toBe('a');
    expect(readFileSync(join(place.folder, 'starts'), 'utf8')).toBe('started\n');
  });

  it('in time is told like any other', async () => {
    using place = project({ 'x.json': script([{ hang: true }]), 'y.json': files['y.json'] });
    const { stderr } = await place.joust(['arena', ...both, '-t', '6', 'hi']);
    expect(stderr).toContain('One of the two has not answered (timed-out)');
  });

  it('and the other too: neither', async () => {
    using place = project({ 'x.json': broken['x.json'], 'y.json': broken['x.json'] });
    expect((await place.joust(arena)).stderr).toContain('Neither of the two has answered (crashed, crashed)');
  });

  it('parked is not failed: nobody is told who, and the arena goes on when the quota is back', async () => {
    using place = project({
      'x.json': script([{ fail: 'Usage limit reached. Try again in 2 hours.', status: 429 }]),
      'y.json': files['y.json'],
    });
    const { stdout, stderr, code } = await place.joust(arena);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('Parked until');
    expect(stderr.replace(/^.* are asked;.*$/m, '')).not.toContain('.json');
    expect((await place.joust(['arena', '--pending'])).stdout).toContain('which way?');
  });
});
