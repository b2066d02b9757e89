// A folder that multicooker has cooked goes on in joust: its entries are judged, refined and reported without playing again.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { yaml } from '../setup/brief-place.ts';
import { project } from '../setup/project.ts';

const participant = (name: string, status: string) => ({ name, flavor: 'dummy', status, exit_code: 0 });
const result = (...statuses: readonly string[]) =>
  JSON.stringify({
    finished_at: '2026-06-10T10:00:00Z',
    round: 1,
    participants: ['one', 'two', 'three'].map((name, at) => participant(name, statuses[at] ?? 'ok')),
  });

function cooked(files: Readonly<Record<string, string>> = {}) {
  return project({
    'c/brief.yaml': yaml(
      'participants: [one=dummy, two=dummy, three=dummy]',
      'judges: [{ name: jury, flavor: dummy }]',
      'outputs: { required: [RESULT.md] }',
    ),
    'c/BRIEF.md': 'Write a plan.\n',
    'c/JUDGE_BRIEF.md': 'Score clarity and depth.\n',
    'c/RUN.json': '{}',
    'c/RUN_RESULT.json': result('ok', 'timed_out', 'rate_limited'),
    'c/work/one/out/RESULT.md': 'the plan of one\n',
    'c/judging/_inbox/one/out/RESULT.md': 'the plan of one\n',
    'c/judging/_inbox/one/meta.json': '{"schema_version":1,"exit_class":"ok","round":1}',
    'c/work/two/out/RESULT.md': 'the long and careful plan of two\n',
    ...files,
  });
}

it('is judged, judged again, refined and reported', async () => {
  using place = cooked();
  const judged = await place.joust(['brief', 'judge', 'c']);
  expect([0, 3], judged.stderr).toContain(judged.code);
  for (const text of [
    'two is sealed from work/two/out, since judging/_inbox/two/out is missing.',
    'two ended as timed_out in multicooker; its files count.',
    'three has no entry: judging/_inbox/three/out and work/three/out hold no files.',
  ])
    expect(judged.stderr).toContain(text);
  expect([0, 3]).toContain((await place.joust(['brief', 'rejudge', 'c'])).code);

  const reported = await place.joust(['brief', 'report', 'c', '--json']);
  const { ranking, round } = JSON.parse(reported.stdout);
  expect(ranking.map(({ participant: name }: { participant: string }) => name).toSorted()).toEqual([
    'one',
    'two',
  ]);
  expect(round).toBe(1);
  expect(existsSync(join(place.folder, 'c/joust/leaderboard.md'))).toBe(true);
  expect(existsSync(join(place.folder, 'c/leaderboard.md'))).toBe(false);

  const refined = await place.joust(['brief', 'refine', 'c', '-c', 'one']);
  expect(refined.code, refined.stderr).toBe(0);
  expect(JSON.parse(readFileSync(join(place.folder, 'c/joust/status.json'), 'utf8'))).toMatchObject({
    round: 2,
  });
  const { stdout } = await place.joust(['list', '--format', 'brief', '--json']);
  expect(stdout.trim().split('\n')).toHaveLength(2);
});

it('goes on from the newest round, and can be reported before it is judged', async () => {
  using place = cooked({ 'c/REFINE_2_RESULT.json': result() });
  const reported = await place.joust(['brief', 'report', 'c']);
  expect(reported.code).toBe(1);
  expect(reported.stderr).toContain('it was not judged yet');
  const status = JSON.parse((await place.joust(['brief', 'status', 'c', '--json'])).stdout);
  expect(status.status).toMatchObject({ round: 2 });
});

it('names a result file that is missing or damaged', async () => {
  using damaged = cooked({ 'c/RUN_RESULT.json': '{' });
  const { stderr } = await damaged.joust(['brief', 'judge', 'c']);
  expect(stderr).toContain("RUN_RESULT.json can't be read as JSON: the round is taken as 1.");

  using missing = cooked();
  rmSync(join(missing.folder, 'c/RUN_RESULT.json'));
  expect((await missing.joust(['brief', 'judge', 'c'])).stderr).toContain(
    'RUN_RESULT.json is missing: the round is taken as 1.',
  );
});

it('takes the work folder if the sealed entry is damaged, and names what it leaves out', async () => {
  using place = cooked({ 'outside/RESULT.md': 'not of this folder\n' });
  rmSync(join(place.folder, 'c/judging/_inbox/one/out'), { recursive: true });
  writeFileSync(join(place.folder, 'c/judging/_inbox/one/out'), 'a file');
  symlinkSync(join(place.folder, 'outside/RESULT.md'), join(place.folder, 'c/work/two/out/away.md'));
  const { code, stderr } = await place.joust(['brief', 'judge', 'c']);
  expect([0, 3], stderr).toContain(code);
  expect(stderr).toContain("judging/_inbox/one/out can't be read: ");
  expect(stderr).toContain('work/two/out/away.md is left out: ');
});

it('says what is missing if there is no entry at all', async () => {
  using place = project({
    'c/brief.yaml': yaml('participants: [one=dummy, two=dummy]'),
    'c/BRIEF.md': 'Write a plan.\n',
    'c/RUN_RESULT.json': result(),
    'c/judging/_inbox/one/meta.json': '{}',
  });
  const { code, stderr } = await place.joust(['brief', 'judge', 'c']);
  expect(code).toBe(1);
  expect(stderr).toContain('one has no entry: judging/_inbox/one/out and work/one/out hold no files.');
});
