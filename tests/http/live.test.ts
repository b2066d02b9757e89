// The live stream over HTTP: words and events as they come, and nothing lost or said twice by whoever comes back.
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';
import { type Served, type ServerEvent, serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

let place: Project;
let served: Served;

beforeAll(async () => {
  place = project({ words: '' });
  const shell = (name: string, script: string) =>
    `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;
  // Says what is written into a file, until that says so.
  const talk = 'tail -n +1 -f words & while ! grep -q END words; do sleep 0.05; done; sleep 0.2; kill $!';
  const script = (text: string) => JSON.stringify({ rate: 1000, steps: [{ say: text }] });
  place.write('z.json', script('the striped way'));
  place.write('g.json', script('the horned way'));
  place.config(
    `${shell('talker', talk)}${shell('ann', 'echo yes')}` +
      '[contestants.zebra]\nagent = "scripted"\nscript = "./z.json"\n' +
      '[contestants.gnu]\nagent = "scripted"\nscript = "./g.json"\n',
  );
  served = await serve(place);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

const say = (text: string) => appendFileSync(join(place.folder, 'words'), text);
const types = (events: readonly ServerEvent[]) =>
  events.flatMap(({ data }) => (data.events ?? []).map((one: { event: { type: string } }) => one.event.type));

/** What a page keeps: the words by their places, and where it is. */
class Page {
  text = '';
  id: string | undefined;
  readonly seqs: number[] = [];

  take({ id, event, data }: ServerEvent): void {
    this.id = id;
    expect(event).not.toBe('resync');
    for (const { seq } of data.events ?? []) this.seqs.push(seq);
    for (const { pieces } of data.said ?? [])
      for (const { from, text = '' } of pieces) {
        expect(from).toBe(this.text.length);
        this.text += text;
      }
  }

  async read(query: string, enough: () => boolean): Promise<void> {
    for await (const event of served.events(query, this.id)) {
      this.take(event);
      if (enough()) return;
    }
    throw new Error('the stream ended');
  }
}

it('goes on where it was cut off, by the reader or with the server, without loss or repeat', async () => {
  const { body } = await served.post('/contests', {
    format: 'ask',
    prompt: 'talk',
    cwd: place.folder,
    settings: { contestant: ['talker'] },
  });
  const query = `?watch=${body.id}`;
  const [page, other] = [new Page(), new Page()];
  say('one\ntwo\n');
  await page.read(query, () => page.text.includes('two'));
  say('three\n');
  await until(async () =>
    (await served.get(`/contests/${body.id}/attempts/talker`)).body.text.includes('three'),
  );
  await page.read(query, () => page.text.includes('three'));
  // Somebody who comes late hears it from the beginning.
  await other.read(query, () => other.text.includes('three'));
  expect(other.text).toBe(page.text);
  const { port } = new URL(served.url);
  served.process.kill('SIGKILL');
  await until(() => served.process.signalCode !== null);
  say('four\n');
  served = await serve(place, { port });
  await page.read(query, () => page.text.includes('four'));
  say('END\n');
  const ended: ServerEvent[] = [];
  for await (const event of served.events(query, page.id)) {
    page.take(event);
    ended.push(event);
    if (types(ended).includes('contest.closed')) break;
  }
  expect(page.text.startsWith('one\ntwo\nthree\nfour\n')).toBe(true);
  expect(page.seqs).toEqual([...new Set(page.seqs)].toSorted((one, two) => one - two));
  const { events } = (await served.get(`/contests/${body.id}/events`)).body;
  const missing = events
    .map(({ seq }: { seq: number }) => seq)
    .filter((seq: number) => seq > (page.seqs[0] ?? 0));
  expect(page.seqs.filter((seq) => seq > (page.seqs[0] ?? 0))).toEqual(missing);
});

it('tells of a contest that was started in a terminal', async () => {
  const seen: ServerEvent[] = [];
  for await (const event of served.events('')) {
    seen.push(event);
    if (event.event === 'hello') await place.joust(['ask', '-c', 'ann', 'in a terminal']);
    if (types(seen).includes('contest.closed')) break;
  }
  expect(types(seen)[0]).toBe('contest.opened');
  expect(types(seen)).toContain('attempt.ended');
});

it('names nobody before the pick, and says when there is more to see', async () => {
  const { body } = await served.post('/contests', {
    format: 'arena',
    prompt: 'which way?',
    cwd: place.folder,
    settings: { contestant: ['zebra', 'gnu'] },
  });
  const before: ServerEvent[] = [];
  const after: ServerEvent[] = [];
  for await (const event of served.events(`?watch=${body.id}`, '0')) {
    const picked = after.length > 0 || types([event]).includes('gate.answered');
    (picked ? after : before).push(event);
    if (!picked && types([event]).includes('gate.asked'))
      void served.post(`/contests/${body.id}/pick`, { pick: 'a' });
    if (types(after).includes('contest.closed')) break;
  }
  const told = JSON.stringify(before.map(({ data }) => data.events));
  for (const word of ['zebra', 'gnu', 'z.json', 'g.json']) expect(told).not.toContain(word);
  expect(before.flatMap(({ data }) => data.said ?? [])).toEqual([]);
  const reveals = after.flatMap(({ data }) => data.events).filter(({ reveals }) => reveals === true);
  expect(reveals[0].event.type).toBe('gate.answered');
  expect(JSON.stringify(after)).toContain('zebra');
  writeFileSync(join(place.folder, 'words'), '');
});
