// joust distill end to end: who goes in, who merges, what is shown, and what happens when somebody fails.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended, outputLines } from './output-lines.ts';

const work = '$HOME/../work';
/** Answers with its name; as an aggregator, which sees entries, it keeps its prompt and merges. */
const answering = (name: string, more = '') =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", '''
p=$(cat)
case "$p" in
  "You merge"*) echo started >>"${work}/merges-${name}"; printf %s "$p" >"${work}/merge-prompt"; echo "merged by ${name}";;
  *) echo started >>"${work}/starts-${name}"; printf %s "$p" >"${work}/prompt-${name}"; ${more} echo "I am Claude. The word of ${name}.";;
esac''']\n`;
const failing = (name: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo half; exit 3"]\n`;

function withContestants(...tables: readonly string[]): Project {
  const place = project();
  place.config(tables.join('\n'));
  return place;
}

function count({ folder }: Project, name: string): number {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
}

function mergePrompt({ folder }: Project): string {
  return readFileSync(join(folder, 'merge-prompt'), 'utf8');
}

function resultIn(stdout: string) {
  const line = outputLines(stdout).find(({ type }) => type === 'contest.result');
  return line?.type === 'contest.result' && line.result.type === 'distill' ? line.result : undefined;
}

const three = ['-c', 'ann', '-c', 'bob', '-c', 'cy'];

describe('joust distill', () => {
  it('prints the merged answer and nothing else; the aggregator saw ok answers alone, without names', async () => {
    using place = withContestants(answering('ann'), answering('bob'), failing('cy'));
    const { code, stdout, stderr } = await place.joust(['distill', ...three, 'why?']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'merged by ann\n' });
    expect(stderr).toContain('Merged by ann from 2 of 3 answers.');
    expect(stderr).toContain('Left out: cy (crashed).');
    const prompt = mergePrompt(place);
    expect(prompt).toContain('may be wrong');
    expect(prompt).toContain('Do not merely repeat them');
    expect(prompt.match(/<<<ENTRY [AB] /g)).toHaveLength(2);
    expect(prompt).toContain('The word of bob.');
    expect(prompt).not.toContain('I am Claude');
    expect(prompt).not.toContain('half');
    // The instructions come after the entries.
    expect(prompt.indexOf('Now write one answer')).toBeGreaterThan(prompt.indexOf('ENTRY B'));
  });

  it('shows the answers too with --council, and so does resume', async () => {
    using place = withContestants(answering('ann'), answering('bob'));
    const args = ['distill', '--council', '-c', 'ann', '-c', 'bob', 'why?'];
    const { stdout } = await place.joust(args);
    expect(stdout).toMatch(/## ann · ok[\s\S]*## bob · ok|## bob · ok[\s\S]*## ann · ok/);
    expect(stdout.trimEnd().endsWith('merged by ann')).toBe(true);
    const before = (await place.joust(['show', '@last', '--events'])).stdout;
    expect((await place.joust(['resume', '@last'])).stdout).toBe(stdout);
    expect((await place.joust(['show', '@last', '--events'])).stdout).toBe(before);
    expect([count(place, 'starts-ann'), count(place, 'merges-ann')]).toEqual([1, 1]);
  });

  it('has events and the result as JSON', async () => {
    using place = withContestants(answering('ann'), answering('bob'));
    const { stdout } = await place.joust(['distill', '--json', '-c', 'ann', '-c', 'bob', 'why?']);
    expect(ended(stdout).map(({ role }) => role ?? 'contestant')).toEqual([
      'contestant',
      'contestant',
      'aggregator',
    ]);
    expect(resultIn(stdout)).toMatchObject({ merged: { text: 'merged by ann', by: 'ann' }, layer: 1 });
  });

  it('is played by a process of its own with --detach', async () => {
    using place = withContestants(answering('ann'), answering('bob'));
    const { code, stdout } = await place.joust(['distill', '--detach', '-c', 'ann', '-c', 'bob', 'why?']);
    expect(code).toBe(0);
    await until(async () => (await place.joust(['list'])).stdout.includes('merged'));
    expect((await place.joust(['resume', stdout.trim()])).stdout).toBe('merged by ann\n');
  });
});

describe('fewer than two ok answers', () => {
  it('merge nothing: exit 1, and why, with what there is', async () => {
    using place = withContestants(answering('ann'), failing('cy'));
    const { code, stdout, stderr } = await place.joust(['distill', '-c', 'ann', '-c', 'cy', 'why?']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '## ann\n\nI am Claude. The word of ann.\n' });
    expect(stderr).toContain('It takes 2 ok answers to merge, and there is 1.');
    expect(count(place, 'merges-ann')).toBe(0);
    expect((await place.joust(['show', '@last'])).stdout).toContain(stdout);
  });

  it('can be mended: whoever is retried goes in, and the merge is made anew', async () => {
    using place = withContestants(
      answering('ann'),
      answering('bob'),
      answering('cy', `[ -e "${work}/mended" ] || exit 3;`),
    );
    expect((await place.joust(['distill', ...three, 'why?'])).stderr).toContain('from 2 of 3 answers');
    place.write('mended', '');
    const again = await place.joust(['resume', '@last', '--retry-failed']);
    expect(again.stderr).toContain('from 3 of 3 answers');
    for (const name of ['ann', 'bob', 'cy']) expect(mergePrompt(place)).toContain(`The word of ${name}.`);
    expect([count(place, 'starts-ann'), count(place, 'merges-ann')]).toEqual([1, 2]);
  });

  it('cannot come of one contestant: nothing starts', async () => {
    using place = withContestants(answering('ann'));
    const { code, stderr } = await place.joust(['distill', '-c', 'ann', 'why?']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/at least 2 contestants[\s\S]*claude\*2/);
    expect(count(place, 'starts-ann')).toBe(0);
  });

  it('by timeouts alone is a timeout', async () => {
    using place = withContestants(answering('ann', 'sleep 30;'), answering('bob', 'sleep 30;'));
    const { code, stderr } = await place.joust(['distill', '-t', '1', '-c', 'ann', '-c', 'bob', 'why?']);
    expect(code).toBe(124);
    expect(stderr).toContain('ann (timed-out), bob (timed-out)');
  });
});

describe('who merges', () => {
  it('is by default the first who answered', async () => {
    using place = withContestants(failing('cy'), answering('ann'), answering('bob'));
    const { stdout } = await place.joust(['distill', '-c', 'cy', '-c', 'bob', '-c', 'ann', 'why?']);
    expect(stdout).toBe('merged by bob\n');
  });

  it('is the first, a name of the roster or somebody else, as asked', async () => {
    using place = withContestants(answering('ann'), answering('bob'), answering('cy'));
    const by = async (...who: readonly string[]) =>
      (await place.joust(['distill', '-c', 'ann', '-c', 'bob', ...who, 'why?'])).stdout;
    expect(await by('-s', 'first')).toBe('merged by ann\n');
    expect(await by('-s', 'bob')).toBe('merged by bob\n');
    expect(await by('-s', 'cy')).toBe('merged by cy\n');
    expect(count(place, 'starts-cy')).toBe(0);
    place.config(`synthesizer = "bob"\n${answering('ann')}${answering('bob')}`);
    expect(await by()).toBe('merged by bob\n');
  });

  it('is with random one of those who answered, and the same after a resume', async () => {
    using place = withContestants(answering('ann'), answering('bob'), failing('cy'));
    const { stdout } = await place.joust(['distill', ...three, '-s', 'random', 'why?']);
    expect(stdout).toMatch(/^merged by (ann|bob)\n$/);
    expect((await place.joust(['resume', '@last'])).stdout).toBe(stdout);
  });

  it.each([
    ['nobody', /no agent or contestant named "nobody"/],
    ['--sources', /synthesizer/],
  ])('must be somebody: %s', async (who, why) => {
    using place = withContestants(answering('ann'), answering('bob'));
    const { code, stderr } = await place.joust(['distill', '-c', 'ann', '-c', 'bob', '-s', who, 'why?']);
    expect(code).toBe(2);
    expect(stderr).toMatch(why);
  });

  it('and fails leaves the answers as they are: exit 1, and why', async () => {
    using place = withContestants(answering('ann'), answering('bob'), failing('cy'));
    const args = ['distill', '-c', 'ann', '-c', 'bob', '-s', 'cy', 'why?'];
    const { code, stdout, stderr } = await place.joust(args);
    expect(code).toBe(1);
    expect(stdout).toBe(
      '## ann\n\nI am Claude. The word of ann.\n\n## bob\n\nI am Claude. The word of bob.\n',
    );
    expect(stderr).toMatch(/cy did not merge the answers: .*3/);
  });

  it('and is out of quota is parked, and the contest stays open', async () => {
    using place = withContestants(answering('ann'), answering('bob'));
    const args = ['distill', '-c', 'ann', '-c', 'bob', '-s', 'scripted/quota', 'why?'];
    const { stdout, stderr } = await place.joust(args);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/Parked until its quota is back .*scripted\/quota/);
    expect((await place.joust(['list'])).stdout).toContain('parked');
  });
});

it('a parked contestant is left out for now, and is no failure', async () => {
  using place = withContestants(answering('ann'), answering('bob'));
  const args = [
    'distill',
    '--json',
    '-c',
    'ann',
    '-c',
    'bob',
    '-c',
    'scripted/quota',
    '--layers',
    '2',
    'why?',
  ];
  const { code, stdout } = await place.joust(args);
  expect(code).toBe(0);
  expect(resultIn(stdout)).toMatchObject({ merged: { by: 'ann' }, layer: 1 });
  expect(resultIn(stdout)?.council).toContainEqual({
    contestant: 'scripted/quota',
    layer: 1,
    outcome: 'parked',
  });
  expect(outputLines(stdout).some(({ type }) => type === 'contest.closed')).toBe(false);
});

describe('--layers', () => {
  it('repeats propose and merge: the council sees the merge as a draft', async () => {
    using place = withContestants(answering('ann'), answering('bob'), failing('cy'));
    const { stdout } = await place.joust(['distill', '--json', ...three, '--layers', '3', 'why?']);
    expect(resultIn(stdout)).toMatchObject({ layer: 3, merged: { by: 'ann' } });
    expect([count(place, 'starts-bob'), count(place, 'merges-ann')]).toEqual([3, 3]);
    const prompt = readFileSync(join(place.folder, 'prompt-bob'), 'utf8');
    expect(prompt.startsWith('why?')).toBe(true);
    expect(prompt).toMatch(/may be wrong[\s\S]*merged by ann[\s\S]*do not merely repeat it/);
    // Whoever failed is not asked again.
    expect(resultIn(stdout)?.council.filter(({ contestant }) => contestant === 'cy')).toHaveLength(1);
  });

  it('keeps the last merge there is when a later layer fails', async () => {
    using place = withContestants(
      answering('ann'),
      answering('bob', `[ $(wc -l <"${work}/starts-bob") = 1 ] || exit 3;`),
    );
    const { code, stdout, stderr } = await place.joust([
      'distill',
      '-c',
      'ann',
      '-c',
      'bob',
      '--layers',
      '2',
      'why?',
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'merged by ann\n' });
    expect(stderr).toContain('there is 1 in layer 2. The answer of the layer before stands.');
  });

  it.each(['0', '4', 'x', '1.5'])('%s is a mistake', async (layers) => {
    using place = withContestants(answering('ann'));
    const { code, stderr } = await place.joust(['distill', '-c', 'ann*2', '--layers', layers, 'why?']);
    expect(code).toBe(2);
    expect(stderr).toContain(`--layers ${layers} is not allowed: expected a whole number from 1 to 3`);
  });
});

describe('--sources', () => {
  const merging = (reply: string) =>
    `[contestants.max]\nagent = "command"\ncommand = ["/bin/sh", "-c", '''
p=$(cat)
n=$(printf %s "$p" | sed -n 's/^SOURCES //p')
a=$(printf %s "$p" | grep -B1 -A0 'word of ann' | sed -n 's/^<<<ENTRY \\(.\\) .*/\\1/p')
${reply}''']\n`;

  it('restores the names for the reader, who never were in the prompt', async () => {
    using place = withContestants(
      answering('ann'),
      answering('bob'),
      merging(
        `printf 'One answer.\\n\\nSOURCES %s\\n{"nonce": "%s", "parts": [{"part": "the gist", "labels": ["%s"]}], "dropped": [{"claim": "an odd one", "labels": ["A", "B"], "why": "unproven"}]}' "$n" "$n" "$a"`,
      ),
    );
    const args = ['distill', '-c', 'ann', '-c', 'bob', '-s', 'max', '--sources', 'why?'];
    const { stdout } = await place.joust(args);
    expect(stdout).toMatch(
      /^One answer\.\n\n## Sources\n\n- the gist \[ann\]\n\n## Minority report\n\n- an odd one \[(ann, bob|bob, ann)\]: unproven\n$/,
    );
    expect((await place.joust(['resume', '@last'])).stdout).toBe(stdout);
  });

  it('that cannot be read are missing, aloud; the answer is there', async () => {
    using place = withContestants(answering('ann'), answering('bob'), merging('echo "One answer."'));
    const args = ['distill', '-c', 'ann', '-c', 'bob', '-s', 'max', '--sources', 'why?'];
    const { code, stdout, stderr } = await place.joust(args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'One answer.\n' });
    expect(stderr).toContain('The aggregator named no sources that could be read.');
  });
});
