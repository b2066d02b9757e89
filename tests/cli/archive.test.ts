// What is done with contests on record: usage, export, rm and prune, end to end.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';

const evil = '<script>alert(1)</script>\x1b[2J\u202e</pre><img src=x onerror=alert(2)>\n```\n# fake heading';
/** Every control but the line feed, and what reorders a line. */
const driving = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

const hostile = {
  'evil.json': JSON.stringify({ rate: 1000, steps: [{ say: evil }] }),
  'a/b.json': JSON.stringify({ rate: 1000, steps: [{ say: 'slash' }] }),
};

function files(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();
}

function manifestOf(folder: string) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  for (const { path, sha256, bytes } of manifest.files) {
    const content = readFileSync(join(folder, path));
    expect({
      path,
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
    }).toEqual({
      path,
      sha256,
      bytes,
    });
  }
  return manifest;
}

const inside = ({ folder }: Project, path: string) => readFileSync(join(folder, path), 'utf8');

describe('usage', () => {
  it('leaves simulated attempts out unless asked, and groups', async () => {
    using place = project();
    expect((await place.joust(['usage'])).stdout).toBe('no attempts on record\n');
    await place.joust(['ask', '-c', 'scripted/quick', '-c', 'scripted/crash', 'hi']);
    const without = await place.joust(['usage']);
    expect(without.stdout).toBe(
      'no attempts on record\n\n2 simulated attempts left out; --simulated counts them\n',
    );
    const counted = await place.joust(['usage', '--simulated', '--by', 'format']);
    expect(counted.stdout).toMatch(
      /^format +attempts +input +output\nask +2 .*\n\nUnknown, and in no sum: .*cost of 2 attempts\.\n$/,
    );
    const json = JSON.parse((await place.joust(['usage', '--simulated', '--json'])).stdout);
    expect(json).toMatchObject({ by: 'agent', groups: [{ name: 'scripted', attempts: 2, unknownCost: 2 }] });
    const wrong = await place.joust(['usage', '--by', 'moon']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('expected "agent", "model", "day" or "format"');
  });
});

describe('export', () => {
  it('writes what everybody may see, each file with its hash, and nothing of the machine', async () => {
    using place = project();
    await place.joust(['ask', '-c', 'scripted/quick', '-c', 'scripted/crash', 'what now?']);
    const { code, stderr } = await place.joust(['export', '@last', 'out']);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Contest \w+ is in .*out\.\n$/),
    });
    const out = join(place.folder, 'out');
    expect(files(out)).toEqual([
      'answers/scripted-crash.md',
      'answers/scripted-quick.md',
      'manifest.json',
      'prompt.md',
      'report.html',
      'report.md',
    ]);
    const manifest = manifestOf(out);
    expect(manifest).toMatchObject({
      visibility: 'public',
      contest: { format: 'ask', state: 'closed', simulated: true },
      roster: [{ name: 'scripted/quick' }, { name: 'scripted/crash' }],
    });
    expect(manifest.files).toHaveLength(5);
    expect(new Set(manifest.files.map(({ visibility }: { visibility: string }) => visibility))).toEqual(
      new Set(['public']),
    );
    const outcomes = manifest.attempts.map((each: Record<string, string>) => [
      each['outcome'],
      each['answer'],
    ]);
    expect(outcomes).toContainEqual(['ok', 'answers/scripted-quick.md']);
    expect(outcomes).toContainEqual(['crashed', 'answers/scripted-crash.md']);
    expect(inside(place, 'out/prompt.md')).toBe('what now?\n');
    expect(inside(place, 'out/answers/scripted-quick.md')).toMatch(/^Short answer/);
    expect(inside(place, 'out/answers/scripted-crash.md')).toMatch(/^No answer: [\s\S]*half an ans/);
    for (const path of files(out)) expect(inside(place, `out/${path}`)).not.toContain(place.folder);
  });

  it('adds events and logs for the operator, without the values of variables', async () => {
    using place = project();
    place.config('[contestants.mine]\nagent = "scripted"\nenvironment = { MY_TOKEN = "hunter2hunter2" }\n');
    const asked = await place.joust(['ask', '-c', 'mine', 'hi']);
    expect(asked.stderr + asked.stdout).toContain('mine');
    expect((await place.joust(['export', '@last', 'out', '--operator'])).code).toBe(0);
    const out = join(place.folder, 'out');
    expect(files(out)).toEqual(expect.arrayContaining(['events.jsonl', 'logs/mine.stdout']));
    expect(statSync(out).mode & 0o077).toBe(0);
    const manifest = manifestOf(out);
    const operator = manifest.files.filter(
      ({ visibility }: { visibility: string }) => visibility === 'operator',
    );
    expect(operator.map(({ path }: { path: string }) => path)).toEqual(['events.jsonl', 'logs/mine.stdout']);
    expect(
      inside(place, 'out/events.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toContain('contest.closed');
    expect(inside(place, 'out/events.jsonl')).toContain('MY_TOKEN');
    for (const path of files(out)) expect(inside(place, `out/${path}`)).not.toContain('hunter2');
  });

  it('keeps hostile names and answers inert', async () => {
    using place = project(hostile);
    const roster = ['./evil.json', './a/b.json', './evil.json'].flatMap((path) => ['-c', `scripted/${path}`]);
    await place.joust(['ask', ...roster, `${evil}?`]);
    expect((await place.joust(['export', '@last', 'out'])).code).toBe(0);
    const out = join(place.folder, 'out');
    expect(readdirSync(join(out, 'answers'))).toHaveLength(3);
    for (const path of files(out)) expect(inside(place, `out/${path}`)).not.toMatch(driving);
    const page = inside(place, 'out/report.html');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;␛[2J&lt;U+202E&gt;&lt;/pre&gt;&lt;img');
    const [, plain = '', data = ''] =
      /<noscript>(.*?)<\/noscript>\n<script type="application\/json" id="joust-data">(.*?)<\/script>/s.exec(
        page,
      ) ?? [];
    expect(plain).not.toMatch(/<script|<img|onerror=[^&]*>|javascript:/i);
    expect(plain.match(/<div class="quote"/g)).toHaveLength(4);
    expect(data).not.toContain('<');
    expect(JSON.parse(data).answers).toBeDefined();
    expect(inside(place, 'out/report.md')).toMatch(
      /\n````text\n<script>[\s\S]*?\n```\n# fake heading\n````\n/,
    );
  });

  it('refuses a folder with something in it and leaves nothing behind', async () => {
    using place = project({ 'full/mine.txt': 'mine', file: 'x' });
    await place.joust(['ask', '-c', 'scripted/quick', 'hi']);
    mkdirSync(join(place.folder, 'empty'));
    const before = readdirSync(place.folder);
    for (const [target, why] of [
      ['full', 'not an empty folder'],
      ['file', 'not an empty folder'],
      ['none/below', 'does not exist'],
      ['.', 'not an empty folder'],
    ] as const) {
      const { code, stderr } = await place.joust(['export', '@last', target]);
      expect(code).toBe(2);
      expect(stderr).toContain(why);
    }
    expect(readdirSync(place.folder)).toEqual(before);
    expect(readdirSync(join(place.folder, 'full'))).toEqual(['mine.txt']);
    expect((await place.joust(['export', '@last', 'empty'])).code).toBe(0);
    expect(existsSync(join(place.folder, 'empty/manifest.json'))).toBe(true);
  });

  it('that fails half-way leaves no folder', async () => {
    using place = project({
      'long.json': JSON.stringify({
        rate: 100_000,
        steps: [{ raw: `${'x'.repeat(400_000)}\n` }, { say: 'ok' }],
      }),
    });
    await place.joust(['ask', '-c', 'scripted/./long.json', 'hi']);
    const blobs = join(place.home, 'blobs');
    expect(files(blobs)).toHaveLength(1);
    for (const path of files(blobs)) rmSync(join(blobs, path));
    const before = readdirSync(place.folder);
    const { code, stderr } = await place.joust(['export', '@last', 'out', '--operator']);
    expect(code).toBe(1);
    expect(stderr).toContain('lost the content');
    expect(readdirSync(place.folder)).toEqual(before);
  });
});
