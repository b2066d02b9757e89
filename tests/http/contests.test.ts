// Contests over HTTP, read: the list and its pages, one of them, its record, result, answers and files.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

let place: Project;
let served: Served;

beforeAll(async () => {
  place = project();
  place.config(
    '[contestants.ann]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo yes; echo aside >&2"]\n' +
      '[contestants.bob]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo \'<script>no</script>\'"]\n',
  );
  await place.joust(['ask', '-c', 'ann', 'first question']);
  await place.joust(['vote', '-c', 'ann', '-c', 'bob', 'second question']);
  await place.joust(['ask', '-c', 'ann', '-c', 'bob', 'third question']);
  served = await serve(place);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

it('lists them newest first, by pages and filters', async () => {
  const questions = async (query: string) => {
    const { status, body } = await served.get(`/contests${query}`);
    expect(status).toBe(200);
    return [body.contests.map(({ question }: { question: string }) => question), body.next];
  };
  const [all] = await questions('');
  expect(all).toEqual(['third question', 'second question', 'first question']);
  const [two, next] = await questions('?limit=2');
  expect(two).toEqual(['third question', 'second question']);
  expect(await questions(`?limit=2&before=${next}`)).toEqual([['first question'], undefined]);
  expect((await questions('?format=vote'))[0]).toEqual(['second question']);
  expect((await questions('?text=FIRST'))[0]).toEqual(['first question']);
  expect((await questions('?state=waiting'))[0]).toEqual([]);
  expect((await questions(`?project=${encodeURIComponent(place.folder)}`))[0]).toHaveLength(3);
  const link = join(place.folder, '..', `${basename(place.folder)}-link`);
  symlinkSync(place.folder, link);
  expect((await questions(`?project=${encodeURIComponent(link)}`))[0]).toHaveLength(3);
  expect((await questions('?since=2999-01-01T00:00:00Z'))[0]).toEqual([]);
});

it.each(['?limit=many', '?state=lost', '?nonsense=1', '?since=yesterday'])(
  'refuses %s in words',
  async (query) => {
    const { status, body } = await served.get(`/contests${query}`);
    expect([status, body.error.code]).toEqual([400, 'usage']);
  },
);

it('tells one with its attempts, and no more of a contestant than who it is', async () => {
  const { body } = await served.get('/contests/@last');
  expect(body).toMatchObject({
    format: 'ask',
    state: 'closed',
    prompt: 'third question',
    contestants: [
      { name: 'ann', agent: 'command', simulated: false },
      { name: 'bob', agent: 'command', simulated: false },
    ],
  });
  expect(body.attempts.map(({ end }: { end: { outcome: string } }) => end.outcome)).toEqual(['ok', 'ok']);
  expect(JSON.stringify(body)).not.toContain('/bin/sh');
  const answer = await served.get(
    `/contests/${body.id}/attempts/${encodeURIComponent(body.attempts[1].key)}`,
  );
  expect(answer.body).toMatchObject({ contestant: 'bob', text: '<script>no</script>', live: false });
  expect((await served.get(`/contests/${body.id}/attempts/nobody`)).status).toBe(404);
  expect((await served.get(`/contests/${body.id}/log?of=ann`)).body).toMatchObject({
    text: 'yes\n--- standard error ---\naside\n',
  });
  const { events } = (await served.get(`/contests/${body.id}/events`)).body;
  expect(events[0].event.type).toBe('contest.opened');
  expect((await served.get(`/contests/${body.id}/events?after=${body.seq}`)).body.events).toEqual([]);
  const { entries } = (await served.get(`/contests/${body.id}/timeline`)).body;
  expect(entries.map(({ seq }: { seq: number }) => seq)).toEqual(
    events.map(({ seq }: { seq: number }) => seq),
  );
  expect(entries.find(({ type }: { type: string }) => type === 'attempt.ended')).toMatchObject({
    what: 'attempt ended',
    run: 1,
    said: expect.arrayContaining(['ok']),
  });
});

it('tells what it came to as values and as a document', async () => {
  const { contests } = (await served.get('/contests?format=vote')).body;
  const { body } = await served.get(`/contests/${contests[0].id}/result`);
  expect(body.result.type).toBe('vote');
  expect(body.document.length).toBeGreaterThan(0);
  const nobody = await served.get('/contests/zzzz');
  expect([nobody.status, nobody.body.error]).toEqual([
    404,
    { code: 'not-found', message: 'there is no contest zzzz', hint: expect.any(String) },
  ]);
});

it('gives its files as a download that tar unpacks', async () => {
  const answer = await fetch(`${served.url}/api/contests/@last/export`, {
    headers: { authorization: `Bearer ${served.token}` },
  });
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="joust-\w+\.tar\.gz"$/);
  const folder = mkdtempSync(join(place.folder, 'export-'));
  writeFileSync(join(folder, 'all.tar.gz'), new Uint8Array(await answer.arrayBuffer()));
  const names = execFileSync('tar', ['-xvzf', 'all.tar.gz'], { cwd: folder, encoding: 'utf8' });
  expect(names).toMatch(/\/answers\/bob\.md\n/);
  expect(names).toMatch(/\/manifest\.json\n$/);
  const report = await served.get('/contests/@last/export?as=report');
  expect(report.body).toContain('<!doctype html>');
  expect(report.body).not.toContain('<script>no');
});

it('describes itself by the schemas it checks with', async () => {
  const { body } = await served.get('/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  const { parameters } = body.paths['/api/contests'].get;
  expect(parameters.map(({ name }: { name: string }) => name)).toContain('before');
  expect(
    body.paths['/api/contests/{id}/result'].get.responses['200'].content['application/json'],
  ).toBeDefined();
});
