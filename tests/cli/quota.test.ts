// A quota in the middle: everybody of that account is parked, the others go on, and resume continues what was parked.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended, outputLines } from './output-lines.ts';

/** A script whose own shell says on standard output that it is out of quota. */
const outOf = (message: string, more = '') =>
  JSON.stringify({
    rate: 1000,
    steps: [
      { append: 'starts', content: 'started\n' },
      { fail: message, status: 429, ...JSON.parse(`{${more}}`) },
    ],
  });

function starts({ folder }: Project): number {
  const notes = join(folder, 'starts');
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
}

function parked(stdout: string) {
  return outputLines(stdout).filter((line) => line.type === 'attempt.parked');
}

const other = JSON.stringify({ rate: 1000, steps: [{ say: 'fine' }] });

describe('a rate limit', () => {
  it('parks every attempt of that account that has not started, and nobody else', async () => {
    using place = project({
      'out.json': outOf('Usage limit reached. Try again in 2 hours.'),
      'ok.json': other,
    });
    const args = [
      'ask',
      '--json',
      '--max-parallel',
      '1',
      '-c',
      'scripted/./out.json*3',
      '-c',
      'scripted/./ok.json',
      'hi',
    ];
    const { code, stdout } = await place.joust(args);
    expect(code).toBe(0);
    expect(starts(place)).toBe(1);
    expect(parked(stdout)).toHaveLength(3);
    expect(new Set(parked(stdout).map((line) => line.until)).size).toBe(1);
    expect(ended(stdout).map(({ contestant, outcome }) => `${contestant} ${outcome}`)).toEqual([
      'scripted/./ok.json ok',
    ]);
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  });

  it('is neither lost nor asked again before its time; resume says so', async () => {
    using place = project({ 'out.json': outOf('Usage limit reached. Try again in 2 hours.') });
    const first = await place.joust(['ask', '-c', 'scripted/./out.json', 'hi']);
    expect(first.code).toBe(1);
    expect(first.stderr).toMatch(/Parked until its quota is back .*\n.* joust resume/);
    const again = await place.joust(['resume', '@last']);
    expect(again.stderr).toMatch(/Parked until its quota is back/);
    expect(starts(place)).toBe(1);
    expect((await place.joust(['list'])).stdout).toContain('parked');
    expect((await place.joust(['show', '@last'])).stdout).toMatch(
      /## scripted\/\.\/out\.json · parked until .* · Usage limit/,
    );
    const events = (await place.joust(['show', '@last', '--events'])).stdout;
    expect(events.match(/attempt\.parked/g)).toHaveLength(1);
  });

  it('whose time is over is run again by resume, as a second run, and the contest closes', async () => {
    using place = project({ 'out.json': outOf('slow down', '"retryAfterMs": 61000') });
    await place.joust(['ask', '-c', 'scripted/./out.json', 'hi']);
    expect(starts(place)).toBe(1);
    place.write('out.json', other);
    // The clock of the machine cannot be set here: what is on record is moved into the past instead.
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(join(place.home, 'ledger.db'));
    db.exec(
      `UPDATE events SET body = json_set(body, '$.until', '2020-01-01T00:00:00.000Z') WHERE type = 'attempt.parked'`,
    );
    db.close();
    const { code, stdout } = await place.joust(['resume', '@last', '--json']);
    expect(code).toBe(0);
    expect(ended(stdout)[0]).toMatchObject({ outcome: 'ok', text: 'fine' });
    expect((await place.joust(['list'])).stdout).toContain('answered');
    const runs = (await place.joust(['show', '@last', '--events'])).stdout.match(
      /"type":"attempt.started","v":1,"key":"[^"]*","run":\d/g,
    );
    expect(runs?.map((run) => run.at(-1))).toEqual(['1', '2']);
  });

  it('that lasts seconds is waited for without being told to', async () => {
    using place = project({ 'out.json': outOf('slow down', '"retryAfterMs": 700') });
    const running = place.joust(['ask', '--json', '-c', 'scripted/./out.json', 'hi']);
    await until(() => starts(place) > 0);
    place.write('out.json', other);
    const { code, stdout } = await running;
    expect(code).toBe(0);
    expect(parked(stdout)).toHaveLength(1);
    expect(ended(stdout)[0]).toMatchObject({ outcome: 'ok' });
  });

  it('that lasts seconds, again and again, is waited for a few times only', async () => {
    using place = project({ 'out.json': outOf('slow down', '"retryAfterMs": 200') });
    const { code } = await place.joust(['ask', '-c', 'scripted/./out.json', 'hi']);
    expect(code).toBe(1);
    expect(starts(place)).toBe(4);
  });

  it('is waited for with --wait-for-quota, up to the time given', async () => {
    using place = project({ 'out.json': outOf('slow down', '"retryAfterMs": 61000'), 'ok.json': other });
    const args = ['ask', '-c', 'scripted/./out.json', '--wait-for-quota', '30s', 'hi'];
    const { code } = await place.joust(args);
    expect(code).toBe(1);
    expect(starts(place)).toBe(1);
    const child = place.start(['ask', '--json', '--wait-for-quota', '-c', 'scripted/./out.json', 'hi']);
    child.stdin?.end();
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    await until(() => said.includes('attempt.parked'));
    child.kill('SIGINT');
    const exit = await new Promise((done) => child.once('exit', done));
    expect(exit).toBe(130);
  });

  it('a wait that is no time is an error before anything starts', async () => {
    using place = project({ 'ok.json': other });
    const { code, stderr } = await place.joust([
      'ask',
      '--wait-for-quota=soon',
      '-c',
      'scripted/./ok.json',
      'hi',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--wait-for-quota soon is not a time');
  });

  it('without a time backs off from a minute, longer each time', async () => {
    using place = project({ 'out.json': outOf('Too many requests') });
    const before = Date.now();
    const { stdout } = await place.joust(['ask', '--json', '-c', 'scripted/./out.json', 'hi']);
    const [line] = parked(stdout);
    expect(line).toMatchObject({ guessed: true });
    const waitMs = new Date(line?.until ?? 0).getTime() - before;
    expect(waitMs).toBeGreaterThan(59_000);
    // A minute, and what the attempt itself took.
    expect(waitMs).toBeLessThan(115_000);
  });
});
