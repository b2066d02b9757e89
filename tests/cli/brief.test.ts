// Briefs from the command line: who plays, what counts as handed in, and what lies in the folder afterwards.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { briefPlace, hands, judges, read, rubric, script, work, yaml } from '../setup/brief-place.ts';

describe('playing', () => {
  it('leaves what everybody handed in where it can be found, without what tells who made it', async () => {
    using place = briefPlace();
    place.write(
      'ann.json',
      hands('a plan', { run: 'echo me >out/run.log; mkdir out/.claude; echo x >out/.claude/s' }),
    );
    const ran = await place.joust(['brief', 'play', 'b']);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(read(place, work('ann'))).toBe('a plan\n');
    expect(read(place, work('bob'))).toBe('short\n');
    expect(readdirSync(join(place.brief, 'work/ann/out'))).toEqual(['RESULT.md']);
    expect(ran.stdout).toContain('left out: out/run.log: it tells who made it');
    expect(JSON.parse(read(place, 'brief.lock'))).toMatchObject({ contests: [{ step: 'play', round: 1 }] });
    expect(await place.joust(['brief', 'play', 'b'])).toMatchObject({ code: 2 });
  });

  it('gives copies of the raw material, and tells who changed it', async () => {
    using place = briefPlace();
    place.write(
      'bob.json',
      hands('x', {
        run: 'cat raw/facts.txt >>out/RESULT.md; chmod u+w raw raw/*; echo other >raw/facts.txt',
      }),
    );
    const { stdout } = await place.joust(['brief', 'play', 'b']);
    expect(stdout).toContain('changed what it was only to read: raw/facts.txt');
    expect(read(place, 'raw/facts.txt')).toBe('the facts\n');
    expect(read(place, work('bob'))).toContain('the facts');
  });

  it('leaves out by name what is no plain file', async () => {
    using place = briefPlace();
    const evil = 'ln -s /etc/passwd out/pw; mkfifo out/pipe; ln -s ../../.. out/up; truncate -s 2G out/huge';
    place.write('ann.json', hands('fine', { run: evil }));
    const { stdout, code } = await place.joust(['brief', 'play', 'b']);
    for (const name of ['pw', 'pipe', 'up', 'huge']) expect(stdout).toContain(`left out: out/${name}`);
    expect(readdirSync(join(place.brief, 'work/ann/out'))).toEqual(['RESULT.md']);
    expect(code).toBe(0);
  });

  it('counts nobody who lacks what is required, and lets that one play again', async () => {
    using place = briefPlace();
    place.write('bob.json', script({ edit: 'out/OTHER.md', content: 'x' }, { say: 'done' }));
    const first = await place.joust(['brief', 'play', 'b']);
    expect(first.stdout).toContain('incomplete: not handed in: out/RESULT.md');
    place.write('bob.json', hands('now'));
    const second = await place.joust(['brief', 'play', 'b']);
    expect(second.stderr).toContain('Their work stays as it is: ann.');
    expect(second.stdout).toMatch(/bob +ok/);
    expect(second.stdout).toContain('2 entries to judge');
  });

  it('takes what lies beside out/ where that is empty, and says so', async () => {
    using place = briefPlace({ 'b/brief.yaml': yaml('contestants: [ann, bob]') });
    place.write('ann.json', script({ edit: 'RESULT.md', content: 'beside' }, { say: 'done' }));
    const { stdout } = await place.joust(['brief', 'play', 'b']);
    expect(stdout).toContain('out/ was empty: what was left beside it counts');
    expect(read(place, work('ann'))).toBe('beside');
  });

  it('plays a part of the field', async () => {
    using place = briefPlace();
    const one = await place.joust(['brief', 'play', 'b', '-c', 'bob']);
    expect(one.stdout).not.toContain('ann');
    expect(await place.joust(['brief', 'play', 'b', '-c', 'nobody'])).toMatchObject({ code: 2 });
    expect((await place.joust(['brief', 'judge', 'b', ...judges])).stderr).toContain('only one entry');
  });

  it('writes through no link that came with the folder', async () => {
    using place = briefPlace();
    mkdirSync(join(place.folder, 'elsewhere'));
    symlinkSync('../elsewhere', join(place.brief, 'work'));
    const { stderr, code } = await place.joust(['brief', 'play', 'b']);
    expect(stderr).toContain('work in ');
    expect(code).toBe(0);
    expect(readdirSync(join(place.folder, 'elsewhere'))).toEqual([]);
  });
});

describe("multicooker's folder", () => {
  it('plays as it is, and nothing of it is overwritten', async () => {
    using place = briefPlace({
      'b/brief.yaml': [
        'name: cook',
        'timeout_s: 60',
        'participants: [{ name: one, flavor: dummy }, { name: two, flavor: dummy }]',
        'judges: [{ name: boss, flavor: dummy }]',
        'judging: { policy: allow_self, strict_schema: true }',
        rubric,
        'outputs: { required: [{ path: RESULT.md, kind: markdown }] }',
        '',
      ].join('\n'),
      'b/RUN.json': '{}',
      'b/status.json': '{"cook":"theirs"}',
      'b/work/one/out/RESULT.md': 'theirs\n',
    });
    const played = await place.joust(['brief', 'play', 'b']);
    expect(played, played.stderr).toMatchObject({ code: 0 });
    expect(read(place, work('one'))).toBe('theirs\n');
    expect(read(place, 'status.json')).toBe('{"cook":"theirs"}');
    expect(read(place, join('joust', work('one')))).not.toBe('theirs\n');
    const judged = await place.joust(['brief', 'judge', 'b']);
    expect(judged.stdout, judged.stderr).toContain('boss');
    expect([0, 3]).toContain(judged.code);
  });

  it('names what to do instead of triad', async () => {
    using place = briefPlace({ 'b/brief.yaml': yaml('participants: [{ name: t, flavor: triad }]') });
    const { code, stderr } = await place.joust(['brief', 'play', 'b']);
    expect(code).toBe(2);
    expect(stderr).toContain('merge');
  });
});

it('runs nothing of a folder that is not trusted', async () => {
  using place = briefPlace();
  const marker = join(place.folder, 'ran');
  place.write(
    'b/brief.yaml',
    yaml('contestants:', `  - { name: x, agent: command, command: [touch, "${marker}"] }`),
  );
  const refused = await place.joust(['brief', 'play', 'b']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('joust trust');
  expect(existsSync(marker)).toBe(false);
});

it('is found again when its folder was moved, or its lock was lost', async () => {
  using place = briefPlace();
  await place.joust(['brief', 'play', 'b']);
  renameSync(place.brief, join(place.folder, 'moved'));
  const moved = await place.joust(['brief', 'judge', 'moved', ...judges]);
  expect(moved.stdout, moved.stderr).toContain('Winner: ann');
  renameSync(join(place.folder, 'moved'), place.brief);
  rmSync(join(place.brief, 'brief.lock'));
  rmSync(join(place.brief, 'work'), { recursive: true });
  writeFileSync(join(place.brief, 'FEEDBACK.md'), 'x');
  expect(await place.joust(['brief', 'refine', 'b', '-c', 'ann'])).toMatchObject({ code: 0 });
  expect(read(place, work('bob'))).toBe('short\n');
});

it('has nothing to do with another one that was in its place', async () => {
  using place = briefPlace();
  await place.joust(['brief', 'play', 'b']);
  cpSync(place.brief, join(place.folder, 'copy'), { recursive: true });
  rmSync(place.brief, { recursive: true });
  rmSync(join(place.folder, 'copy/brief.lock'));
  await sleep(1100);
  cpSync(join(place.folder, 'copy'), place.brief, { recursive: true });
  expect((await place.joust(['brief', 'judge', 'b', ...judges])).stderr).toContain(
    'nobody has handed anything in',
  );
});

it('is not said to have changed by what joust writes there itself', async () => {
  using place = briefPlace();
  await place.joust(['brief', 'play', 'b']);
  expect((await place.joust(['brief', 'judge', 'b', ...judges])).stderr).not.toContain('WARNING');
});
