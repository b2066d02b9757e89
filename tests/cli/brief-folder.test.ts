// What lies in a brief's folder: made from the record, for people and for other programs, and nothing of anybody else touched.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefPlace, json, read, shell } from '../setup/brief-files.ts';

const contract = ['status.json', 'events.jsonl', 'artifacts.json'] as const;

describe('the files of a brief for other programs', () => {
  it('tell who is in which state, what happened and what lies there', async () => {
    using made = briefPlace();
    const before = await made.joust(['brief', 'status', 'b']);
    expect(before.stdout).toContain('b: nothing was played yet.');
    expect(before.stderr).toContain('joust brief play b');
    expect(existsSync(join(made.folder, 'b/status.json'))).toBe(false);

    await made.joust(['brief', 'play', 'b']);
    const status = json(made, 'b/status.json');
    expect(status).toMatchObject({
      madeBy: 'joust',
      schema_version: 1,
      brief: 'b',
      phase: 'play',
      state: 'handed_in',
      round: 1,
      cells: {
        ann: { role: 'contestant', agent: 'command', state: 'ok', exit_class: 'ok', entry: { files: 2 } },
        bob: { state: 'artifact_missing', exit_class: 'incomplete', missing: ['out/RESULT.md'] },
      },
    });
    const [head, ...lines] = read(made, 'b/events.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({ madeBy: 'joust', schema_version: 1 });
    expect(lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'phase.started',
        'cell.started',
        'seal.finished',
        'cell.exited',
        'phase.finished',
      ]),
    );
    const { artifacts } = json(made, 'b/artifacts.json');
    const seen = Object.fromEntries(
      artifacts.map((one: { path: string; visibility: string }) => [one.path, one.visibility]),
    );
    expect(seen).toEqual({
      'BRIEF.md': 'public',
      'brief.lock': 'operator',
      'brief.yaml': 'operator',
      'events.jsonl': 'operator',
      'status.json': 'operator',
      'work/ann/out/RESULT.md': 'public',
      'work/ann/out/x': 'public',
    });
  });

  it('come back as they were when they are deleted, and go on with the same lines', async () => {
    using made = briefPlace();
    await made.joust(['brief', 'play', 'b', '-c', 'ann']);
    const first = read(made, 'b/events.jsonl');
    await made.joust(['brief', 'refine', 'b']);
    expect(read(made, 'b/events.jsonl').startsWith(first)).toBe(true);
    const files = [...contract, 'brief.lock', 'work/ann/out/RESULT.md', 'rounds/1/ann/out/RESULT.md'];
    const before = files.map((name) => read(made, `b/${name}`));
    for (const name of [...contract, 'brief.lock', 'work', 'rounds'])
      rmSync(join(made.folder, 'b', name), { recursive: true });
    const told = await made.joust(['brief', 'status', 'b', '--json']);
    expect(JSON.parse(told.stdout)).toMatchObject({ v: 1, status: { round: 2 }, notes: [] });
    expect(files.map((name) => read(made, `b/${name}`))).toEqual(before);

    // Whoever moves the folder takes its record along.
    renameSync(join(made.folder, 'b'), join(made.folder, 'c'));
    rmSync(join(made.folder, 'c/status.json'));
    const moved = await made.joust(['brief', 'status', 'c']);
    expect(moved.stdout).toContain('b: round 2, handed in, 1 handed in.');
    expect(json(made, 'c/status.json').contests).toHaveLength(2);
  });

  it('tell how it stands while it is played', async () => {
    using made = briefPlace();
    const seen = join(made.folder, 'seen.json');
    made.config(
      shell(
        'ann',
        `n=0; until grep -q '\\"running\\"' ${made.folder}/b/status.json || test $n = 300; do n=$((n+1)); sleep 0.1; done; cp ${made.folder}/b/status.json ${seen}; mkdir out; echo a > out/RESULT.md; echo done`,
      ),
    );
    await made.joust(['brief', 'play', 'b', '-c', 'ann']);
    expect(JSON.parse(readFileSync(seen, 'utf8'))).toMatchObject({
      phase: 'play',
      state: 'playing',
      cells: { ann: { state: 'running', finished_at: null }, bob: { state: 'pending', contest: null } },
    });
    expect(json(made, 'b/status.json').cells.ann.state).toBe('ok');
  });
});

describe('a folder with other things in it', () => {
  it('keeps what joust did not make, and its links lead nothing elsewhere', async () => {
    using made = briefPlace({ 'b/events.jsonl': '{"ts":"theirs"}\n', 'elsewhere/status.json': 'theirs' });
    symlinkSync(join(made.folder, 'elsewhere/status.json'), join(made.folder, 'b/status.json'));
    execFileSync('mkfifo', [join(made.folder, 'b/artifacts.json')]);
    symlinkSync(join(made.folder, 'elsewhere'), join(made.folder, 'b/work'));
    const ran = await made.joust(['brief', 'play', 'b', '-c', 'ann']);
    expect(ran.code, ran.stderr).toBe(0);
    for (const name of contract) expect(ran.stderr).toContain(`${name} was not made by joust`);
    expect(ran.stderr).toContain('work in ');
    expect(read(made, 'elsewhere/status.json')).toBe('theirs');
    expect(existsSync(join(made.folder, 'elsewhere/ann'))).toBe(false);
    expect(read(made, 'b/events.jsonl')).toBe('{"ts":"theirs"}\n');
    expect(lstatSync(join(made.folder, 'b/artifacts.json')).isFIFO()).toBe(true);
    made.write('b/status.json.7.new', '{');
    const told = await made.joust(['brief', 'status', 'b']);
    expect(told.stdout).toContain('work/ann/out is not up to date');
    expect(existsSync(join(made.folder, 'b/status.json.7.new'))).toBe(false);
  });

  it('is told of what was put into a work folder and cannot be handed in, by name', async () => {
    using made = briefPlace();
    await made.joust(['brief', 'play', 'b', '-c', 'ann']);
    const out = join(made.folder, 'b/work/ann/out');
    execFileSync('mkfifo', [join(out, 'pipe')]);
    writeFileSync(join(out, 'huge'), '');
    truncateSync(join(out, 'huge'), 2 ** 31);
    symlinkSync('/etc/passwd', join(out, 'leads-out'));
    const { stdout } = await made.joust(['brief', 'status', 'b']);
    for (const name of ['pipe: it is not a file', 'huge: it has', 'leads-out: it is a link that leads out'])
      expect(stdout).toContain(name);
    await made.joust(['brief', 'refine', 'b']);
    expect(existsSync(join(out, 'huge'))).toBe(true);
    const { artifacts } = json(made, 'b/artifacts.json');
    const marks = Object.fromEntries(artifacts.map((one: { path: string }) => [one.path, one]));
    expect(marks['work/ann/out/pipe']).toMatchObject({ special: true });
    expect(marks['work/ann/out/leads-out']).toMatchObject({ link: true });
    expect(marks['work/ann/out/huge']).toEqual({
      path: 'work/ann/out/huge',
      kind: 'work',
      visibility: 'public',
      size: 2 ** 31,
    });
  });

  it('of multicooker stays as it is, with ours in joust/', async () => {
    const theirs = {
      'b/RUN.json': '{}',
      'b/status.json': '{"cook":"b"}',
      'b/work/ann/out/RESULT.md': 'theirs',
    };
    using made = briefPlace(theirs);
    mkdirSync(join(made.folder, 'b/.auth'));
    writeFileSync(join(made.folder, 'b/.auth/token'), 'secret');
    await made.joust(['brief', 'play', 'b', '-c', 'ann']);
    for (const [path, content] of Object.entries(theirs)) expect(read(made, path)).toBe(content);
    expect(read(made, 'b/joust/work/ann/out/RESULT.md')).toBe('more\n');
    expect(json(made, 'b/joust/status.json')).toMatchObject({ madeBy: 'joust', state: 'handed_in' });
    const told = await made.joust(['brief', 'status', 'b', '--json']);
    expect(JSON.parse(told.stdout)).toMatchObject({ changedByHand: [], notes: [] });
    const { artifacts } = json(made, 'b/joust/artifacts.json');
    expect(artifacts).toContainEqual(expect.objectContaining({ path: '.auth/token', visibility: 'secret' }));
  });
});
