// joust preferences: what was picked, listed, forgotten, exported and brought elsewhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Preference, preferenceSchema } from '../../src/domain/events/verdict.ts';
import { type Project, project } from '../setup/project.ts';

const files = {
  'x.json': JSON.stringify({ rate: 1000, steps: [{ say: 'one' }] }),
  'y.json': JSON.stringify({ rate: 1000, steps: [{ say: 'two' }] }),
};
const both = ['-c', 'scripted/./x.json', '-c', 'scripted/./y.json'];

async function picked(place: Project, word: string, { prompt = 'hi', tags = [] as string[] } = {}) {
  await place.joust(['arena', ...both, ...tags.flatMap((tag) => ['--tag', tag]), prompt]);
  await place.joust(['pick', '@last', word]);
}

async function kept(place: Project, ...more: string[]): Promise<readonly Preference[]> {
  const { stdout } = await place.joust(['preferences', 'list', '--json', ...more]);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => preferenceSchema.parse(JSON.parse(line)));
}

describe('a preference', () => {
  it('holds both models, the beginning of the prompt, tags and the time', async () => {
    using place = project(files);
    const before = new Date().toISOString();
    await picked(place, 'b', { prompt: `why\n\n${'so '.repeat(200)}`, tags: ['speed', 'rust'] });
    const [one] = await kept(place);
    expect(one?.prompt).toMatch(/^why so so .*…$/);
    expect(one?.prompt).toHaveLength(200);
    expect(one).toMatchObject({ pick: 'b', tags: ['speed', 'rust'], simulated: true });
    expect([one?.a.model, one?.b.model].sort()).toEqual(['./x.json', './y.json']);
    expect(one?.at && one.at >= before).toBe(true);
    const shown = await place.joust(['preferences', 'show', one?.id.slice(0, 4) ?? '']);
    expect(shown.stdout).toContain(`${one?.b.contestant} over ${one?.a.contestant}`);
    expect((await place.joust(['preferences'])).stdout).toContain('#speed #rust');
    expect(await kept(place, '--tag', 'rust')).toHaveLength(1);
    expect(await kept(place, '--tag', 'other')).toEqual([]);
  });

  it('that is forgotten is nowhere any more: not listed, shown, exported or counted', async () => {
    using place = project(files);
    await picked(place, 'a');
    await picked(place, 'b');
    const [last, first] = await kept(place);
    const asked = await place.joust(['preferences', 'forget', first?.id ?? '']);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') });
    const { code } = await place.joust(['preferences', 'forget', first?.id ?? '', '--yes']);
    expect(code).toBe(0);
    expect((await kept(place)).map(({ id }) => id)).toEqual([last?.id]);
    expect((await place.joust(['preferences', 'show', first?.id ?? ''])).code).toBe(1);
    expect((await place.joust(['preferences', 'export'])).stdout).not.toContain(first?.id ?? '');
    const events = await place.joust(['show', first?.id ?? '', '--events']);
    expect(events.stdout).not.toContain('verdict.given');
    expect(events.stdout).toContain('preference.forgotten');
    const board = await place.joust(['leaderboard', '--simulated', '--json', '--source', 'people']);
    expect(JSON.parse(board.stdout)).toMatchObject({
      contests: 1,
      rows: [{ comparisons: 1 }, { comparisons: 1 }],
    });
    expect((await place.joust(['preferences', 'forget', first?.id ?? '', '--yes'])).code).toBe(1);
  });
});

describe('export and import', () => {
  it('bring them to another ledger, once', async () => {
    using here = project(files);
    await picked(here, 'a', { tags: ['t'] });
    await picked(here, 'tie');
    expect((await here.joust(['preferences', 'export', 'out.jsonl'])).code).toBe(0);
    const text = readFileSync(join(here.folder, 'out.jsonl'), 'utf8');
    using there = project({ 'in.jsonl': text });
    const first = await there.joust(['preferences', 'import', 'in.jsonl']);
    expect(first.stderr).toContain('2 imported');
    expect(await kept(there)).toEqual(await kept(here));
    const again = await there.joust(['preferences', 'import', 'in.jsonl']);
    expect(again.stderr).toContain('0 imported, 2 known already');
    expect((await there.joust(['list'])).stdout).toBe('');
    const [one] = await kept(there);
    await there.joust(['preferences', 'forget', one?.id ?? '', '--yes']);
    expect(await kept(there)).toHaveLength(1);
    expect((await there.joust(['preferences', 'import', '-'], { stdin: text })).stderr).toContain(
      '1 imported',
    );
    expect(await kept(there)).toHaveLength(2);
  });

  it('refuses bad lines with their numbers, and then imports nothing', async () => {
    using here = project(files);
    await picked(here, 'a');
    const [good] = await kept(here);
    const lines = [
      JSON.stringify(good),
      'not json',
      JSON.stringify({ ...good, pick: 'skip' }),
      '',
      JSON.stringify({ ...good, extra: 1 }),
    ];
    using there = project({ 'in.jsonl': lines.join('\n') });
    const { code, stderr } = await there.joust(['preferences', 'import', 'in.jsonl']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/line 2: .*\n\s*line 3: pick: .*\n\s*line 5: /);
    expect(await kept(there)).toEqual([]);
  });

  it.each([
    [['import'], 2],
    [['import', 'missing.jsonl'], 2],
    [['show'], 2],
    [['forget', 'nothing'], 1],
    [['rename', 'x'], 2],
  ])('%j is refused', async (args, code) => {
    using place = project();
    const ran = await place.joust(['preferences', ...args]);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(/^joust: /);
    expect(ran.stderr).not.toContain('    at ');
  });
});
