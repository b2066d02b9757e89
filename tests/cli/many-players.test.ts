// Eight contests at once from four shells on one ledger: nobody is told that it is busy, and every event is there.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { cliProgram, finished, type Project, project, type Ran } from '../setup/project.ts';
import { ended, outputLines } from './output-lines.ts';

const shells = 4;
const contestants = 3;
const script = JSON.stringify({ rate: 1000, steps: [{ say: 'one' }, { wait: 20 }, { say: ' answer' }] });

/** Two contests at once; what each prints and its exit code go to files outside of the folder that is watched. */
const two = `for turn in 1 2; do
  ( "$@" >"$HOME/$NUMBER-$turn.out" 2>"$HOME/$NUMBER-$turn.err"; echo $? >"$HOME/$NUMBER-$turn.code" ) &
done
wait`;

function startShell(place: Project, number: number): Promise<Ran> {
  const line = [process.execPath, cliProgram, 'ask', '--json', '-c', `scripted/./brief.json*${contestants}`];
  const env = { ...place.env, NUMBER: String(number) };
  const args = ['-c', two, 'sh', ...line, 'hi'];
  return finished(spawn('/bin/sh', args, { cwd: place.folder, env }));
}

interface Row {
  readonly seq: number;
  readonly contest: string;
  readonly type: string;
}

function rows({ home }: Project): readonly Row[] {
  // Not only to be read: whoever was killed may have left a log that has to be taken up first.
  const db = new DatabaseSync(join(home, 'ledger.db'), { timeout: 5000 });
  try {
    // In the order they were stored in, which is not asked to be that of seq.
    return db.prepare('SELECT seq, contest, type FROM events NOT INDEXED').all() as unknown as Row[];
  } finally {
    db.close();
  }
}

function printed({ env }: Project): readonly { out: string; err: string; code: string }[] {
  const read = (name: string) => readFileSync(join(env['HOME'] ?? '', name), 'utf8');
  return Array.from({ length: shells }, (_, number) => [`${number}-1`, `${number}-2`])
    .flat()
    .map((name) => ({ out: read(`${name}.out`), err: read(`${name}.err`), code: read(`${name}.code`) }));
}

const story = {
  'contest.opened': 1,
  'attempt.started': contestants,
  'attempt.ended': contestants,
  'folder.watched': 1,
  'agents.identified': 1,
  'contest.closed': 1,
};

it.each(['a new', 'a known'])('lets eight players share %s ledger', async (which) => {
  using place = project({ 'brief.json': script });
  if (which === 'a known') expect((await place.joust(['ask', '-c', 'scripted/quick', 'hi'])).code).toBe(0);
  const before = which === 'a known' ? rows(place).length : 0;
  const ran = await Promise.all(Array.from({ length: shells }, (_, number) => startShell(place, number)));
  for (const { code, stderr } of ran) expect([code, stderr]).toEqual([0, '']);

  const ids = new Set<string>();
  for (const { out, err, code } of printed(place)) {
    expect(err).not.toMatch(/locked|busy/i);
    expect(code, err).toBe('0\n');
    expect(ended(out).map(({ outcome, text }) => [outcome, text])).toEqual(
      Array.from({ length: contestants }, () => ['ok', 'one answer']),
    );
    for (const line of outputLines(out)) if (line.type === 'contest.opened') ids.add(line.contest);
  }
  expect(ids.size).toBe(2 * shells);

  const news = rows(place).slice(before);
  for (const id of ids) {
    const types = news.filter(({ contest }) => contest === id).map(({ type }) => type);
    const counts = Object.entries(Object.groupBy(types, (type) => type)).map(([type, all]) => [
      type,
      all?.length,
    ]);
    expect(Object.fromEntries(counts)).toEqual(story);
    expect([types[0], types.at(-1)]).toEqual(['contest.opened', 'contest.closed']);
  }
  const seqs = rows(place).map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  expect(news).toHaveLength(ids.size * Object.values(story).reduce((sum, n) => sum + n));

  const list = (await place.joust(['list'])).stdout.trim().split('\n');
  expect(list.filter((line) => [...ids].some((id) => line.startsWith(id)))).toHaveLength(2 * shells);
  expect(list).toHaveLength(2 * shells + (which === 'a known' ? 1 : 0));
  expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
});
