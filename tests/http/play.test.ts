// Contests over HTTP, played: started, answered, stopped, resumed, decided, applied and taken back; by processes that need no server.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { type Answered, type Served, serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;
let place: Project;
let served: Served;

beforeAll(async () => {
  place = project({ 'code.txt': 'old\n' });
  place.config(
    [
      shell('ann', 'echo yes'),
      shell('bob', 'echo yes; true'),
      shell('maker', 'mkdir -p out; echo made >> out/RESULT.md; echo done'),
      shell('other', 'mkdir -p out; echo another >> out/RESULT.md; echo done'),
      `${shell('local', 'echo here')}lane = "one-card"\n`,
      shell('hand', 'echo new > code.txt; echo done'),
      // Until it is told to.
      shell('slow', 'echo begun; while [ ! -e go ]; do sleep 0.05; done; echo ended'),
    ].join(''),
  );
  const { git } = madeRepository(place.folder);
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  served = await serve(place);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

const start = (body: object) => served.post('/contests', { cwd: place.folder, ...body });
const contest = async (id: string) => (await served.get(`/contests/${id}`)).body;
async function inState(id: string, state: string): Promise<Answered['body']> {
  await until(async () => (await contest(id)).state === state);
  return await contest(id);
}

it('has no pool where the ledger is a file, and says so', async () => {
  expect((await served.get('/pool')).body).toMatchObject({ isThere: false, hosts: [], waiting: [] });
  const { status, body } = await start({ format: 'ask', prompt: 'why?', pool: '' });
  expect([status, body]).toEqual([
    400,
    { error: expect.objectContaining({ message: expect.stringContaining('PostgreSQL') }) },
  ]);
});

it('starts a contest that a process of its own plays, to a result that can be judged and overruled', async () => {
  const { status, body } = await start({
    format: 'ask',
    prompt: 'why?',
    attachments: [{ name: 'notes.txt', text: 'a note' }],
    settings: { contestant: ['ann', 'bob'] },
  });
  expect([status, body.waiting, body.declined]).toEqual([201, false, false]);
  const { prompt, attempts } = await inState(body.id, 'closed');
  expect(prompt).toContain('begin of notes.txt');
  expect(attempts).toHaveLength(2);
  const judging = await start({ format: 'judge', subject: body.id, settings: { judge: ['scripted/judge'] } });
  expect(judging.status).toBe(201);
  await inState(judging.body.id, 'closed');
  const about = (await served.get(`/contests/${body.id}/about`)).body.contests;
  expect(about).toEqual([expect.objectContaining({ id: judging.body.id, format: 'judge' })]);
  expect((await served.post(`/contests/${body.id}/winner`, { winner: 'ann', reason: ' ' })).status).toBe(400);
  expect((await served.post(`/contests/${body.id}/winner`, { winner: 'zoe', reason: 'x' })).status).toBe(400);
  expect((await served.post(`/contests/${body.id}/winner`, { winner: 'ann', reason: 'short' })).status).toBe(
    200,
  );
  expect((await contest(body.id)).winner).toBe('ann');
  const reply = await served.post(`/contests/${body.id}/reply`, { prompt: 'and?', name: 'ann' });
  expect((await inState(reply.body.id, 'closed')).prompt).toContain('conversation so far');
});

it.each<[string, object, string]>([
  ['an unknown format', { format: 'duel', prompt: 'x' }, 'duel'],
  ['no prompt', { format: 'ask' }, 'no prompt'],
  ['an unknown setting', { format: 'ask', prompt: 'x', settings: { volume: 11 } }, 'volume'],
  [
    'a name where a list belongs',
    { format: 'ask', prompt: 'x', settings: { contestant: 'ann' } },
    'contestant',
  ],
  ['an unknown contestant', { format: 'ask', prompt: 'x', settings: { contestant: ['zoe'] } }, 'zoe'],
  ['a folder that is not there', { format: 'ask', prompt: 'x', cwd: '/nowhere' }, '/nowhere'],
  ['a relative folder', { format: 'ask', prompt: 'x', cwd: '.' }, 'is not a directory on the server'],
  ['a field that is not known', { format: 'ask', prompt: 'x', yolo: true }, 'yolo'],
  ['a brief', { format: 'brief', prompt: 'x' }, '/api/briefs'],
])('refuses %s, and records nothing', async (_what, body, said) => {
  const before = (await served.get('/contests?limit=1')).body.contests[0].id;
  const answer = await start(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain(said);
  expect((await served.get('/contests?limit=1')).body.contests[0].id).toBe(before);
});

it('names the setting if the base of a review does not exist', async () => {
  const settings = { contestant: ['ann', 'bob'], base: 'nowhere' };
  const { status, body } = await start({ format: 'review', settings });
  expect([status, body.error]).toEqual([
    400,
    expect.objectContaining({ setting: 'base', message: expect.stringContaining('"nowhere"') }),
  ]);
});

it('says what it would take without starting it', async () => {
  const body = { format: 'ask', prompt: 'x', cwd: place.folder, settings: { contestant: ['ann'] } };
  const { status, body: told } = await served.post('/estimate', body);
  expect([status, told.contestants, typeof told.estimate.text]).toEqual([200, ['ann'], 'string']);
  expect(told.warnings).toEqual([]);
  const doubtful = await served.post('/estimate', {
    format: 'ask',
    prompt: 'x',
    cwd: place.folder,
    settings: { contestant: ['local*3'], confirmTokens: 1 },
  });
  expect(doubtful.body.warnings).toMatchObject([{ about: 'budget' }, { about: 'lane' }]);
  const race = { format: 'race', prompt: 'x', cwd: place.folder };
  const judged = await served.post('/estimate', {
    ...race,
    settings: { contestant: ['ann', 'bob'], judge: ['hand'], noFoundChecks: true },
  });
  expect(judged.body.warnings).toMatchObject([{ about: 'own-family' }]);
});

it('waits for an answer, which is given here', async () => {
  const { body } = await start({
    format: 'ask',
    prompt: 'dear?',
    settings: { contestant: ['ann'], confirmTokens: 1 },
  });
  expect(body.waiting).toBe(true);
  const { gate } = await inState(body.id, 'waiting');
  expect(gate).toMatchObject({ key: 'assent', choices: ['yes', 'no'], isPick: false });
  expect((await served.post(`/contests/${body.id}/answer`, { answer: 'perhaps' })).status).toBe(400);
  expect((await served.post(`/contests/${body.id}/pick`, { pick: 'a' })).status).toBe(404);
  expect((await served.post(`/contests/${body.id}/answer`, { answer: 'yes' })).status).toBe(200);
  await inState(body.id, 'closed');
  expect((await served.post(`/contests/${body.id}/answer`, { answer: 'yes' })).status).toBe(404);
  expect((await served.post(`/contests/${body.id}/resume`)).status).toBe(409);
});

it('goes on while the server is gone, and shows it when it is back', async () => {
  const { body } = await start({ format: 'ask', prompt: 'slow?', settings: { contestant: ['slow'] } });
  const live = () => served.get(`/contests/${body.id}/attempts/slow`);
  await until(async () => (await live()).body.text?.includes('begun') === true);
  expect((await served.post(`/contests/${body.id}/resume`)).body.playedBy).toEqual(expect.any(Number));
  served.process.kill('SIGKILL');
  await until(() => served.process.signalCode !== null);
  const { port } = new URL(served.url);
  served = await serve(place, { port });
  expect((await contest(body.id)).state).toBe('playing');
  expect((await live()).body).toMatchObject({ live: true, text: expect.stringContaining('begun') });
  writeFileSync(join(place.folder, 'go'), '');
  await inState(body.id, 'closed');
  expect((await live()).body).toMatchObject({ live: false, text: 'begun\nended' });
});

it('ends one for good', async () => {
  const { body } = await start({ format: 'ask', prompt: 'never?', settings: { contestant: ['slow'] } });
  const { body: cancelled } = await served.post(`/contests/${body.id}/cancel`);
  expect(cancelled).toEqual({ id: body.id, done: true, living: [] });
  expect((await contest(body.id)).state).toBe('cancelled');
  expect((await served.post(`/contests/${body.id}/resume`)).status).toBe(409);
  expect((await served.post(`/contests/${body.id}/rm`, { yes: true })).body.done).toBe(true);
  expect((await served.get(`/contests/${body.id}`)).status).toBe(404);
});

describe('a race', () => {
  it('is compared, weighed anew, applied and taken back', async () => {
    const { body } = await start({
      format: 'race',
      prompt: 'change it',
      settings: { contestant: ['hand', 'ann'], check: ['same=true'], noFoundChecks: true },
    });
    await inState(body.id, 'closed');
    const { winner, entries } = (await served.get(`/contests/${body.id}/diff`)).body;
    expect([winner, entries.length]).toEqual(['hand', 2]);
    const { shown } = (await served.get(`/contests/${body.id}/diff?name=hand`)).body;
    expect(shown.patch).toContain('+new');
    const file = await served.get(`/contests/${body.id}/diff?name=hand&against=ann&file=code.txt`);
    expect(file.body.shown).toMatchObject({ against: 'ann', files: [{ path: 'code.txt', added: 1 }] });
    expect((await contest(body.id)).entries).toMatchObject([
      { contestant: 'hand', files: 1, added: 1, removed: 1, canApply: true },
      { contestant: 'ann', files: 0, canApply: false, whyNot: expect.stringContaining('changed nothing') },
    ]);
    const { checks } = (await served.get(`/contests/${body.id}/checks`)).body;
    const ofHand = checks.find(({ of }: { of: string }) => of === 'hand');
    expect(ofHand).toMatchObject({ name: 'same', outcome: 'passed', state: 'ended' });
    const log = await served.get(`/contests/${body.id}/log?of=${encodeURIComponent(ofHand.key)}`);
    expect(log.status).toBe(200);
    expect(
      (await served.get(`/contests/${body.id}/what-if?weights=diff=0`)).body.document.length,
    ).toBeGreaterThan(0);
    const code = () => readFileSync(join(place.folder, 'code.txt'), 'utf8');
    const look = await served.post(`/contests/${body.id}/apply`);
    expect([look.body.done, look.body.result.contestant, code()]).toEqual([false, 'hand', 'old\n']);
    const both = { commit: true, branch: 'new', yes: true };
    expect((await served.post(`/contests/${body.id}/apply`, both)).status).toBe(400);
    const applied = await served.post(`/contests/${body.id}/apply`, { yes: true });
    expect([applied.body.done, code()]).toEqual([true, 'new\n']);
    expect((await contest(body.id)).applied).toMatchObject({
      contestant: 'hand',
      how: 'tree',
      undone: false,
    });
    expect((await served.post(`/contests/${body.id}/undo`)).body).toMatchObject({ done: false });
    expect(code()).toBe('new\n');
    expect((await served.post(`/contests/${body.id}/undo`, { yes: true })).body).toMatchObject({
      done: true,
      result: { contestant: 'hand', files: [{ path: 'code.txt', added: 1, removed: 1 }] },
    });
    expect(code()).toBe('old\n');
    expect((await served.post(`/contests/${body.id}/undo`)).status).toBe(404);

    writeFileSync(join(place.folder, 'by-hand.patch'), shown.patch.replace('+new', '+by hand'));
    const adopt = join(place.folder, 'by-hand.patch');
    const adopted = await served.post(`/contests/${body.id}/adopt`, { adopt, name: 'me' });
    expect(adopted.status).toBe(201);
    const { entries: entered } = await inState(adopted.body.id, 'closed');
    expect(entered.map(({ contestant }: { contestant: string }) => contestant)).toEqual(['hand', 'me']);
    const apply = (as: string) => served.post(`/contests/${adopted.body.id}/apply`, { as, yes: true });
    expect((await apply('hand')).body.done).toBe(true);
    const other = await apply('me');
    expect([other.status, other.body.error.code]).toEqual([400, 'usage']);
    expect(other.body.error.message).toContain('the entry of hand is already applied');
  });
});

it('plays a brief in its folder, goes on with comments on lines, merges it and asks a reviewer', async () => {
  await place.joust(['brief', 'new', '260101-b', '-c', 'maker', '-c', 'other']);
  const folder = join(place.folder, '260101-b');
  const { status, body } = await served.post('/brief/play', { folder });
  expect(status).toBe(201);
  await inState(body.id, 'closed');
  const brief = async () => (await served.get(`/brief?folder=${encodeURIComponent(folder)}`)).body;
  const { contests, status: stands, report } = await brief();
  expect(contests).toEqual([expect.objectContaining({ id: body.id, step: 'play', round: 1 })]);
  expect([stands.round, report.newestRound, report.noScores.why]).toEqual([1, 1, 'it was not judged yet']);
  expect((await served.get('/briefs')).body.briefs).toEqual([
    expect.objectContaining({ folder, contests: 1 }),
  ]);
  const comments = [{ file: 'RESULT.md', line: 1, text: 'say why' }];
  const wrong = await served.post('/brief/refine', { folder, personal: { zoe: { comments } } });
  expect(wrong.status).toBe(400);
  const refined = await served.post('/brief/refine', { folder, personal: { maker: { comments } } });
  expect(refined.status).toBe(201);
  await inState(refined.body.id, 'closed');
  const { events } = (await served.get(`/contests/${refined.body.id}/events`)).body;
  expect(events[0].event.options.feedback.personal.maker).toContain('`RESULT.md`, line 1: say why');
  const between = `/brief/diff?folder=${encodeURIComponent(folder)}&from=1&to=2&contestant=maker`;
  expect((await served.get(between)).body.contestants).toEqual([
    expect.objectContaining({ contestant: 'maker', between: [1, 2] }),
  ]);
  const consulted = await served.post('/brief/consult', { folder, of: 'maker', by: ['ann'] });
  expect(consulted.status).toBe(201);
  await inState(consulted.body.id, 'closed');
  const merged = await served.post('/brief/merge', { folder, by: 'maker' });
  expect(merged.status).toBe(201);
  await inState(merged.body.id, 'closed');
  expect((await brief()).contests.map(({ step }: { step: string }) => step)).toEqual([
    'play',
    'refine',
    'consult',
    'merge',
  ]);
});

it('tells what there is over all: formats, agents, usage, the leaderboard, preferences', async () => {
  const { contest: general, formats } = (await served.get('/formats')).body;
  expect(general.find(({ name }: { name: string }) => name === 'timeout').rule.type).toBe('duration');
  expect(formats.map(({ name }: { name: string }) => name)).toContain('race');
  const { agents } = (await served.get('/agents?agents=scripted')).body;
  expect(agents).toEqual([expect.objectContaining({ contestant: 'scripted' })]);
  const [ann] = (await served.get(`/agents?agents=ann&past=true&cwd=${encodeURIComponent(place.folder)}`))
    .body.agents;
  expect(ann.past).toMatchObject({ of: 'contestant', medianMs: expect.any(Number) });
  const checked = await served.post('/agents/check', { agents: ['scripted'] });
  expect(checked.body.result.agents).toMatchObject([{ contestant: 'scripted', check: { outcome: 'ok' } }]);
  const { groups } = (await served.get('/usage?by=day&within=agent')).body;
  expect(groups[0].parts).toMatchObject([{ name: 'command' }]);
  expect((await served.get('/usage?by=format')).status).toBe(200);
  expect((await served.get('/usage?by=weather')).status).toBe(400);
  const board = (await served.get('/leaderboard')).body;
  expect(board.filters.sources).toEqual(['checks', 'people']);
  expect(board.pairs.length).toBeGreaterThan(0);
  expect((await served.get('/oracle')).body).toEqual({ sessions: [], consultations: [] });
  expect((await served.get('/preferences')).body).toEqual({ preferences: [] });
  expect(existsSync(join(place.home, 'serve.json'))).toBe(true);
});

it('shows folders to start in, and what lies below one', async () => {
  const { recent } = (await served.get('/folders')).body;
  expect(recent).toContainEqual(expect.objectContaining({ path: place.folder, repository: true }));
  const { here } = (await served.get(`/folders?path=${encodeURIComponent(place.folder)}`)).body;
  expect(here.folders).toContainEqual({
    name: '260101-b',
    path: join(place.folder, '260101-b'),
    repository: false,
    brief: true,
  });
  expect(JSON.stringify(here.folders)).not.toContain('.git');
  expect((await served.get('/folders?path=here')).status).toBe(400);
});

it('plays the demo for whoever has nothing else', async () => {
  const { status, body } = await served.post('/demo');
  expect([status, body.contests.length]).toEqual([200, 2]);
  const [, race] = body.contests;
  expect(await inState(race, 'closed')).toMatchObject({ simulated: true, winner: 'careful' });
});
