// Before the pick of an arena nothing that the server sends names anybody: every route is asked, every event is read.
import { expect, it } from 'vitest';
import { everyRoute } from '../../src/surfaces/http/server.ts';
import { project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

const words = ['zebra', 'gnu', 'z.json', 'g.json'];

/** What every route says of it; those that change something are asked for what they do not do. */
async function answersOf(served: Served, id: string): Promise<readonly string[]> {
  const asked = (await everyRoute())
    .filter(({ path }) => !/^\/(?:agents|config|events)(?:\/|$)/.test(path) && !path.endsWith('/cancel'))
    .flatMap(({ method, path, query }) =>
      ['zebra', 'answer/1'].map((key) => ({
        method,
        path: path.replace(':id', id).replace(':attempt', encodeURIComponent(key)),
        query: `?${new URLSearchParams(Object.entries({ simulated: 'true', of: key, weights: 'diff=0' }).filter(([name]) => Object.hasOwn(query?.shape ?? {}, name)))}`,
      })),
    );
  const answers = asked.map(({ method, path, query }) =>
    method === 'get' ? served.get(`${path}${query}`) : served.post(path, { nonsense: true }),
  );
  return (await Promise.all(answers)).map(({ body }) => JSON.stringify(body));
}

it('tells who said what after the pick, and nothing of it before', async () => {
  using place = project();
  const script = (text: string) => JSON.stringify({ rate: 1000, steps: [{ say: text }] });
  place.write('z.json', script('the striped way'));
  place.write('g.json', script('the horned way'));
  place.config(
    '[contestants.zebra]\nagent = "scripted"\nscript = "./z.json"\n' +
      '[contestants.gnu]\nagent = "scripted"\nscript = "./g.json"\n',
  );
  await using served = await serve(place);
  const { body: started } = await served.post('/contests', {
    format: 'arena',
    prompt: 'which way?',
    cwd: place.folder,
    settings: { contestant: ['zebra', 'gnu'] },
  });
  const { id } = started;
  const contest = async () => (await served.get(`/contests/${id}`)).body;
  await until(async () => (await contest()).state === 'waiting');

  const said = [JSON.stringify(started), ...(await answersOf(served, id))];
  for (const asked of ['judge', 'analyze', 'cross-examine'])
    said.push(JSON.stringify(await served.post('/contests', { format: asked, subject: id })));
  for (const more of [
    { winner: 'zebra', reason: 'x' },
    { winner: 'a', reason: 'x' },
  ])
    said.push(JSON.stringify((await served.post(`/contests/${id}/winner`, more)).body));
  expect(said.length).toBeGreaterThan(20);
  // What stood in the request is no news.
  const answers = said.map((text) => text.replaceAll('\\"zebra\\"', ''));
  for (const word of words) expect(answers.filter((text) => text.includes(word))).toEqual([]);

  const { gate, contestants, attempts } = await contest();
  expect([contestants, attempts]).toEqual([[], []]);
  expect(gate.exhibits.map(({ text }: { text: string }) => text).toSorted()).toEqual([
    'the horned way',
    'the striped way',
  ]);
  expect((await served.post(`/contests/${id}/pick`, { pick: 'neither of these' })).status).toBe(400);
  expect((await served.post(`/contests/${id}/pick`, { pick: 'a' })).status).toBe(200);
  await until(async () => (await contest()).state === 'closed');
  const revealed = await contest();
  expect(revealed.roster.toSorted()).toEqual(['gnu', 'zebra']);
  expect((await served.get('/preferences')).body.preferences).toHaveLength(1);
  expect((await served.post(`/preferences/${id}/forget`, { yes: true })).status).toBe(200);
  expect((await served.get('/preferences')).body.preferences).toEqual([]);
});
