// What is on record, found again: the filters of joust list, and the timeline of joust show.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { type Project, project } from '../setup/project.ts';

const quick = 'scripted/quick';

interface Past {
  readonly id: string;
  readonly at: string;
  readonly prompt: string;
  readonly format?: string;
  readonly cwd?: string;
}

/** Contests as an earlier joust would have left them. */
async function remember({ home, folder }: Project, past: readonly Past[]): Promise<void> {
  let now = '';
  const ledger = new SqliteLedger(home, () => new Date(now));
  for (const { id, at, prompt, format = 'ask', cwd = folder } of past) {
    now = at;
    const staged = await ledger.stage(prompt);
    await ledger.append([
      {
        contest: id,
        blobs: [staged],
        events: [
          {
            type: 'contest.opened',
            v: 1,
            format,
            formatVersion: 1,
            joustVersion: '0.1.0',
            task: { prompt: staged.ref, cwd, tier: 'read', files: [] },
            roster: [{ name: quick, agent: 'scripted' }],
            options: {},
            seed: 's',
            simulated: true,
          },
          { type: 'contest.closed', v: 1, outcome: 'ok' },
        ],
      },
    ]);
  }
  await ledger.close();
}

async function listed(place: Project, ...args: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await place.joust(['list', ...args]);
  expect(code).toBe(0);
  expect(stderr).toBe(stdout === '' && !args.includes('--json') ? 'No contests found.\n' : '');
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(0, line.indexOf(' ')));
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('list', () => {
  it('--since takes an age or a day, newest first', async () => {
    using place = project();
    await remember(place, [
      { id: 'oct', at: '2024-10-31T23:59:59.999Z', prompt: 'x' },
      { id: 'nov', at: '2024-11-01T00:00:00.000Z', prompt: 'x' },
      { id: 'yesterday', at: ago(20), prompt: 'x' },
      { id: 'today', at: ago(1), prompt: 'x' },
    ]);
    expect(await listed(place)).toEqual(['today', 'yesterday', 'nov', 'oct']);
    expect(await listed(place, '--since', '2024-11-01')).toEqual(['today', 'yesterday', 'nov']);
    expect(await listed(place, '--since', '12h')).toEqual(['today']);
    expect(await listed(place, '--since', '1d')).toEqual(['today', 'yesterday']);
    expect(await listed(place, '--since', '9999-12-31')).toEqual([]);
  });

  it('--project takes a folder with all below it, by any of its names, and not its neighbours', async () => {
    using place = project();
    const inner = join(place.folder, 'app');
    mkdirSync(inner);
    symlinkSync(inner, join(place.folder, 'link'));
    await remember(place, [
      { id: 'top', at: ago(4), prompt: 'x' },
      { id: 'app', at: ago(3), prompt: 'x', cwd: inner },
      { id: 'deep', at: ago(2), prompt: 'x', cwd: join(inner, 'src/..x') },
      { id: 'neighbour', at: ago(1), prompt: 'x', cwd: `${inner}-two` },
    ]);
    expect(await listed(place, '--project', '.')).toEqual(['neighbour', 'deep', 'app', 'top']);
    expect(await listed(place, '--project', 'app/')).toEqual(['deep', 'app']);
    expect(await listed(place, '--project', 'link')).toEqual(['deep', 'app']);
    expect(await listed(place, '--project', inner)).toEqual(['deep', 'app']);
    expect(await listed(place, '--project', '/')).toHaveLength(4);
    expect(await listed(place, '--project', 'gone')).toEqual([]);
  });

  it('--text wants every word, --format the very name, and all filters hold together', async () => {
    using place = project();
    await remember(place, [
      { id: 'one', at: ago(3), prompt: 'Why is this\ntest FLAKY?' },
      { id: 'two', at: ago(2), prompt: 'why is this slow', format: 'race' },
      { id: 'three', at: ago(1), prompt: 'flaky once more' },
    ]);
    expect(await listed(place, '--text', 'flaky')).toEqual(['three', 'one']);
    expect(await listed(place, '--text', ' flaky  WHY ')).toEqual(['one']);
    expect(await listed(place, '--format', 'race')).toEqual(['two']);
    expect(await listed(place, '--format', 'ask', '--text', 'why', '--since', '5h')).toEqual(['one']);
    expect(await listed(place, '--text', 'flaky', '--limit', '1')).toEqual(['three']);
    expect(await listed(place, '--state', 'open')).toEqual([]);
    expect(await listed(place, '--state', 'closed', '--json', '--text', 'slow')).toHaveLength(1);
  });

  it('a format that was never played is none to complain about', async () => {
    using place = project();
    expect(await listed(place, '--format', 'ask')).toEqual([]);
  });

  it.each([
    ['--since', 'yesterday', '12h, 30d or 8w, or a day such as 2026-11-01'],
    ['--since', '2026-02-31', '12h, 30d or 8w, or a day such as 2026-11-01'],
    ['--since', '', '12h, 30d or 8w, or a day such as 2026-11-01'],
    ['--limit', 'all', 'a whole number from 1'],
    ['--limit', '0', 'a whole number from 1'],
    ['--state', 'done', '"playing", "queued", "waiting", "parked", "open", "closed" or "cancelled"'],
    ['--format', 'aks', 'Give one of these to --format: ask.'],
    ['--project', ' ', 'a path, or . for this one'],
    ['--text', ' ', 'such as "flaky test"'],
  ])('%s "%s" is a mistake that is explained', async (option, value, hint) => {
    using place = project();
    await remember(place, [{ id: 'one', at: ago(1), prompt: 'x' }]);
    const { code, stdout, stderr } = await place.joust(['list', `${option}=${value}`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(hint);
  });
});

describe('show --timeline', () => {
  it('tells what happened, line by line, and nothing in it drives the terminal', async () => {
    using place = project({
      'evil.json': JSON.stringify({
        rate: 1000,
        steps: [{ fail: 'broken\u001b[2J\nsecond line', status: 400 }],
      }),
    });
    await place.joust(['ask', '-c', quick, '-c', 'scripted/./evil.json', 'hi']);
    const { code, stdout } = await place.joust(['show', '@last', '--timeline']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    const events = (await place.joust(['show', '@last', '--events'])).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(events.length);
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}contest opened +ask, simulated · scripted\/quick/,
    );
    expect(lines.at(-1)).toMatch(/ contest closed +ok$/);
    expect(stdout).toMatch(/ attempt ended +scripted\/quick · run 1 · ok · \d/);
    expect(stdout).toMatch(/ attempt ended +scripted\/\.\/evil\.json · run 1 · crashed · .*broken␛\[2J/);
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  });
});
