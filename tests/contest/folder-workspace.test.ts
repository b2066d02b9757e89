// A step in a plain folder: required outputs, what is sealed of it, the record, and a player that is killed meanwhile.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptStep } from '../../src/contest/handle/step.ts';
import type { FolderSpec } from '../../src/contest/workspace/workspace-spec.ts';
import type { Contestant } from '../../src/domain/contestant.ts';
import { eventSchema } from '../../src/domain/event.ts';
import { type ContestPlace, contestPlace, ended } from '../setup/contest-place.ts';
import { until } from '../setup/until.ts';

let play: ContestPlace;

beforeEach(() => {
  play = contestPlace();
});
afterEach(() => play[Symbol.dispose]());

const workspace: FolderSpec = {
  kind: 'folder',
  key: 'work',
  sandbox: 'none',
  maxBytes: 1e9,
  slot: 0,
  given: [
    { path: 'BRIEF.md', mode: '100644', content: { text: 'Write a report.\n' } },
    { path: 'raw/facts.txt', mode: '100644', content: { text: 'facts\n' } },
  ],
  readOnly: ['raw'],
  required: ['out/report.md', 'out/summary.md'],
};

function step(contestant: Contestant, more: Partial<FolderSpec> = {}): AttemptStep {
  return { ...play.step(contestant), tier: 'write', workspace: { ...workspace, ...more } };
}

async function played(contestant: Contestant) {
  return await play.withPlayer(async (player) => {
    const contest = await play.open(player, [contestant]);
    const { end, entry } = ended(await contest.attempt(step(contestant)));
    const contents = await Promise.all(
      (entry?.change.files ?? []).map(async ({ path, after }) => [
        path,
        after && (await player.ledger.blob(after.content)).toString(),
      ]),
    );
    return { id: contest.id, end, entry, contents };
  });
}

const writes = 'mkdir out; cat BRIEF.md raw/facts.txt >out/report.md; echo short >out/summary.md; echo done';

describe('a step with a plain folder and required outputs', () => {
  it('hands in what it made of what it was given, and comes back from the record', async () => {
    const contestant = play.shell('one', writes);
    const { id, end, entry, contents } = await played(contestant);
    expect(end).toMatchObject({ outcome: 'ok', run: 1 });
    expect(entry).toMatchObject({ kind: 'folder' });
    expect(contents).toEqual([
      ['out/report.md', 'Write a report.\nfacts\n'],
      ['out/summary.md', 'short\n'],
    ]);
    const recorded = await play.events(id);
    for (const event of recorded) expect(eventSchema.parse(event)).toEqual(event);
    expect((await play.again(id, step(contestant))).end).toEqual(end);
    expect(await play.events(id)).toEqual(recorded);
  });

  it('ends incomplete where one is missing, with its name; what there was is sealed', async () => {
    const { end, entry } = await played(play.shell('one', 'mkdir out; echo half >out/report.md; echo done'));
    expect(end).toMatchObject({ outcome: 'incomplete', reason: 'not handed in: out/summary.md' });
    expect(entry).toMatchObject({ kind: 'folder', missing: ['out/summary.md'] });
    expect(entry?.change.files.map(({ path }) => path)).toEqual(['out/report.md']);
  });

  it('ends incomplete for a scripted contestant that writes nothing', async () => {
    const { end } = await played(play.scripted('two', [{ say: 'All done.' }]));
    expect(end).toMatchObject({
      outcome: 'incomplete',
      reason: 'not handed in: out/report.md, out/summary.md',
    });
  });

  it('tells who changed what was given to be read', async () => {
    const { end, entry } = await played(
      play.shell('one', `${writes}; chmod -R u+w raw; echo better >raw/facts.txt`),
    );
    expect(end.outcome).toBe('ok');
    expect(entry).toMatchObject({ altered: ['raw/facts.txt'] });
    expect(entry?.change.files.map(({ path }) => path)).toEqual(['out/report.md', 'out/summary.md']);
  });

  it('is run anew when other outputs are required', async () => {
    const contestant = play.shell('one', writes);
    const { id } = await played(contestant);
    const { end } = await play.again(id, step(contestant, { required: ['out/more.md'] }));
    expect(end).toMatchObject({ outcome: 'incomplete', reason: 'not handed in: out/more.md' });
  });

  it('is cleared away when it is sealed', async () => {
    const { id } = await played(play.shell('one', writes));
    const started = (await play.events(id)).find((event) => event.type === 'attempt.started');
    expect(started?.workspace).toContain(join('workspaces', id));
    await until(() => !existsSync(started?.workspace ?? ''));
  });
});

describe('a player that was killed', () => {
  const at = (path: string) => new URL(path, import.meta.url).pathname;
  const program = `
    import { readFileSync } from 'node:fs';
    import { openContest } from '${at('../../src/contest/handle/opening.ts')}';
    import { createPlayer } from '${at('../../src/play/create-player.ts')}';
    import { world } from '${at('../setup/world.ts')}';
    const { folder, step } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
    const player = createPlayer(world(folder));
    const contest = await openContest(player, { format: 'test', formatVersion: 1, joustVersion: '0',
      task: { prompt: 'why?', cwd: folder, tier: 'write', files: [] }, roster: [step.contestant], options: {}, simulated: false });
    console.log(contest.id);
    await contest.attempt(step);
  `;

  it('leaves a folder that the next one finds again, and what was paid for in it', async () => {
    const started = join(play.folder, 'started');
    const contestant = play.shell('one', `echo x >>${started}; sleep 1.5; ${writes}`);
    const file = (name: string, content: string) => {
      writeFileSync(join(play.folder, name), content);
      return join(play.folder, name);
    };
    const given = file('play.json', JSON.stringify({ folder: play.folder, step: step(contestant) }));
    const child = spawn(process.execPath, [file('player.mts', program), given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let id = '';
    child.stdout.on('data', (chunk: Buffer) => {
      id += chunk.toString();
    });
    await until(() => existsSync(started));
    child.kill('SIGKILL');
    await new Promise((done) => child.once('close', done));
    const { end } = await play.again(id.trim(), step(contestant));
    expect(end).toMatchObject({ outcome: 'ok', run: 1 });
    const sealed = (await play.events(id.trim())).find((event) => event.type === 'entry.sealed');
    expect(sealed?.change.files.map(({ path }) => path)).toEqual(['out/report.md', 'out/summary.md']);
  });
});
