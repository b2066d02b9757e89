// Before the pick nothing tells who said what: every command, stream, log, export and recorded event is read for it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import { finished, type Project, project } from '../setup/project.ts';
import { noPty, startPty } from '../setup/pty.ts';
import { until } from '../setup/until.ts';

const names = ['zebra', 'gnu'];
const answers = ['the striped way', 'the horned way'];
const pair = ['-c', 'zebra', '-c', 'gnu'];

/** One fast and short, one slow and long, so that time, tokens and arrival would tell. */
function players(place: Project, { slowMs = 400 } = {}): void {
  const script = (steps: readonly object[]) => JSON.stringify({ rate: 1000, steps });
  place.write('z.json', script([{ say: answers[0] }]));
  place.write(
    'g.json',
    script([{ think: 'hm '.repeat(50) }, { wait: slowMs }, { say: `${answers[1]}${' more'.repeat(40)}` }]),
  );
  place.config(
    '[contestants.zebra]\nagent = "scripted"\nscript = "./z.json"\n' +
      '[contestants.gnu]\nagent = "scripted"\nscript = "./g.json"\n',
  );
}

/** What the user chose to play is no secret: the line that says so, the opening's roster, the list of pending ones. */
function withoutRoster(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^zebra and gnu are asked; their answers come together, as A and B\.$/.test(line))
    .map((line) =>
      line.replace(/^(\w+ · [-\d: ]+ · (?:waiting|playing|open) · )zebra and gnu( · .*)$/, '$1$2'),
    )
    .map((line) => line.replace(/^([-\d: ]+contest opened +arena, simulated · )zebra, gnu$/, '$1'))
    .map((line) => (line.startsWith('{') ? JSON.stringify(withoutRosterIn(JSON.parse(line))) : line))
    .join('\n');
}

function withoutRosterIn(line: Record<string, unknown>): object {
  const { roster, environment, contestants: _who, ...rest } = line;
  const inside = (roster as readonly unknown[] | undefined) ?? names;
  const order = inside.map((one) => (typeof one === 'string' ? one : (one as { name: string }).name));
  expect(order).toEqual(names);
  if (environment !== undefined) expect(Object.values(environment as object)).toEqual([[], []]);
  return rest;
}

function expectBlind(text: string, where: string): void {
  const rest = withoutRoster(text);
  for (const name of [...names, 'z.json', 'g.json']) expect(rest, `${name} in ${where}`).not.toContain(name);
  expect(rest, `figures in ${where}`).not.toMatch(
    /ranMs|queuedMs|startedAt|endedAt|outputTokens":\d|"usage"|"cost"|\btok\b|\$0\.0|attempt\.|"outcome|draw\.made|\b[01]\/2 ok/,
  );
}

/** What a report says of its contest: not the program that shows it. */
function saidIn(report: string): string {
  const [, plain = '', data = ''] =
    /<noscript>(.*?)<\/noscript>.*?id="joust-data">(.*?)<\/script>/s.exec(report) ?? [];
  expect(JSON.parse(data).contest).toMatch(/^\w+$/);
  return `${plain}${data}`;
}

async function lines(place: Project, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await place.joust(args);
  return `${stdout}\n${stderr}`;
}

const readers: readonly (readonly string[])[] = [
  ['show', '@last'],
  ['show', '@last', '--events'],
  ['show', '@last', '--json'],
  ['show', '@last', '--timeline'],
  ['show', '@last', '--answer', 'answer/1'],
  ['show', '@last', '--log', 'answer/1'],
  ['result', '@last', '--json'],
  ['sides', '@last', '--json'],
  ['checks', '@last', '--json'],
  ['about', '@last', '--json'],
  ['list', '--json'],
  ['tail', '@last', 'answer/1'],
  ['tail', '@last'],
  ['list'],
  ['list', '--json'],
  ['arena', '--pending'],
  ['arena', '--pending', '--json'],
  ['usage', '--simulated'],
  ['usage', '--simulated', '--json'],
  ['usage', '--simulated', '--by', 'model'],
  ['usage', '--simulated', '--by', 'format', '--json'],
  ['preferences', 'list'],
  ['preferences', 'export'],
  ['leaderboard', '--simulated', '--json'],
  ['judge', '@last', '--judge', 'scripted'],
  ['analyze', '@last'],
  ['cross-examine', '@last'],
  ['resume', '@last'],
  ['resume', '@last', '--json'],
  ['pick', '@last', 'nothing'],
  ['answer', '@last', 'nothing'],
];

let place: Project;
beforeEach(() => {
  place = project();
  players(place);
});
afterEach(() => place[Symbol.dispose]());

describe('before the pick', () => {
  it('the stream, and everything that can be asked of the record, is blind', async () => {
    expectBlind(await lines(place, ['arena', '--json', ...pair, 'hi']), 'arena --json');
    const known = new Set(commands.map(({ name }) => name));
    for (const args of readers.filter(([command = '']) => known.has(command)))
      expectBlind(await lines(place, args), args.join(' '));
    for (const name of names) {
      for (const args of [
        ['show', '@last', '--answer', name],
        ['show', '@last', '--log', name],
        ['tail', '@last', name],
      ]) {
        const { code, stdout, stderr } = await place.joust(args);
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toContain('nobody has picked');
      }
    }
  });

  it('the answers are there all the same, under labels', async () => {
    const { stdout } = await place.joust(['arena', ...pair, 'hi']);
    for (const text of [
      stdout,
      await lines(place, ['show', '@last']),
      await lines(place, ['tail', '@last']),
    ]) {
      expect(text).toMatch(/## A\n\nthe \w+ way/);
      for (const answer of answers) expect(text).toContain(answer);
      expectBlind(text, 'the answers');
    }
  });

  it.each([[[]], [['--operator']]])('an export %j is blind', async (more) => {
    await place.joust(['arena', ...pair, 'hi']);
    const { code } = await place.joust(['export', '@last', 'out', ...more]);
    expect(code).toBe(0);
    const folder = join(place.folder, 'out');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(folder, path)).isFile(),
    );
    expect(files).toContain('report.md');
    for (const path of files) {
      expectBlind(path, path);
      const text = readFileSync(join(folder, path), 'utf8');
      const read = path.endsWith('.html') ? saidIn(text) : text;
      const flat = path.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : read;
      expectBlind(flat, path);
    }
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain(answers[0]);
  });

  it('who watches while it is played sees nothing of it, nor does the log of its player', async () => {
    players(place, { slowMs: 1500 });
    const { stdout } = await place.joust(['arena', '--detach', ...pair, 'hi']);
    const id = stdout.trim();
    const tail = finished(place.start(['tail', id]));
    expectBlind(await lines(place, ['list', '--json']), 'list while it is played');
    expectBlind(await lines(place, ['show', id]), 'show while it is played');
    expectBlind(await lines(place, ['show', id, '--events']), 'events while it is played');
    const watched = await tail;
    expectBlind(`${watched.stdout}\n${watched.stderr}`, 'tail');
    const log = join(place.home, 'players', `${id}.log`);
    await until(() => readFileSync(log, 'utf8').includes('joust pick'));
    expect(readFileSync(log, 'utf8')).toContain('gate.asked');
    expectBlind(readFileSync(log, 'utf8'), 'the log of the player');
  });

  it('no recorded event links a label to a name, and nothing in the data folder is named after them', async () => {
    await place.joust(['arena', ...pair, 'hi']);
    const db = new DatabaseSync(join(place.home, 'ledger.db'), { readOnly: true });
    const bodies = db
      .prepare('SELECT body FROM events')
      .all()
      .map(({ body }) => String(body));
    db.close();
    expect(bodies.some((body) => body.includes('"label":"A"'))).toBe(true);
    for (const body of bodies)
      if (/"label":/.test(body)) for (const name of names) expect(body).not.toContain(name);
    const paths = readdirSync(place.home, { recursive: true, encoding: 'utf8' });
    for (const path of paths) expectBlind(path, path);
    if (existsSync(join(place.home, 'spools'))) expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  });

  it('the terminal shows that answers are being written, and nobody running, ending or waiting', async ({
    skip,
  }) => {
    const missing = noPty();
    if (missing !== undefined) skip(missing);
    await using pty = startPty(place, ['arena', ...pair, 'hi'], { columns: 120 });
    await pty.until('Which answer is better?');
    const seen = pty.output();
    expect(seen).toMatch(/2 answers are being written · \d+\.\ds/);
    expect(seen).not.toMatch(
      /running|queued|starting|✔|✖|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏](?!\x1b\[39m 2 answers are being written)/,
    );
    expectBlind(seen.replaceAll('\r', ''), 'the terminal');
    pty.type('skip\n');
    expect((await pty.done).output).toMatch(/[AB] was zebra/);
  });
});

describe('after the pick', () => {
  it.each(['a', 'skip'])('everything is told: %s', async (word) => {
    await place.joust(['arena', ...pair, 'hi']);
    const picked = await place.joust(['pick', '@last', word, '--json']);
    expect(picked.stdout).toMatch(/"type":"attempt.ended".*"contestant":"zebra"/);
    const events = await lines(place, ['show', '@last', '--events']);
    for (const kind of ['attempt.ended', 'draw.made', 'contest.closed']) expect(events).toContain(kind);
    expect(events).not.toContain('hidden until the pick');
    expect(await lines(place, ['usage', '--simulated', '--json'])).toContain('"attempts":2');
    expect(await lines(place, ['list', '--json'])).toContain('"outcomes":{"zebra":"ok"');
  });

  it('a cancelled one has nothing left to pick and is told as well', async () => {
    await place.joust(['arena', ...pair, 'hi']);
    await place.joust(['cancel', '@last']);
    expect(await lines(place, ['show', '@last'])).toContain('## zebra');
    expect((await place.joust(['arena', '--pending'])).stdout).toBe('');
  });
});
