// What joust arena refuses before anything is asked, and what it asks of a model over HTTP.
import { describe, expect, it } from 'vitest';
import { modelApi } from '../fixtures/model-api.ts';
import { type Project, project } from '../setup/project.ts';

const script = (steps: readonly object[]) => JSON.stringify({ rate: 1000, steps });
const files = {
  'x.json': script([{ say: 'the zebra way' }]),
  'y.json': script([{ say: 'the yak way' }]),
};
const both = ['-c', 'scripted/./x.json', '-c', 'scripted/./y.json'];
const arena = ['arena', ...both, 'which way?'];

async function lastId(place: Project): Promise<string> {
  const { stdout } = await place.joust(['list', '--json', '--limit', '1']);
  return JSON.parse(stdout).contest;
}

describe('what is refused', () => {
  it.each([
    ['one contestant', ['-c', 'scripted/./x.json', 'hi'], 'between two'],
    ['three contestants', [...both, '-c', 'scripted', 'hi'], 'between two'],
    ['a pair that is the same', ['-c', 'scripted/./x.json*2', 'hi'], 'are the same'],
    ['a blank prompt', [...both, '  '], 'the prompt is blank'],
    ['-n', ['-n', '2', ...both, 'hi'], '-n'],
    ['a series and a prompt', [...both, '--series', 'x.json', 'hi'], 'from the file'],
    ['a series of nothing', [...both, '--series', 'blank.txt'], 'there is no prompt'],
  ])('%s', async (_, args, why) => {
    using place = project({ ...files, 'blank.txt': '\n \n' });
    const { code, stderr } = await place.joust(['arena', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
    expect((await place.joust(['list'])).stdout).toBe('');
  });

  it('a second pending one of the same two, in whatever order; not one of others', async () => {
    using place = project({ ...files, 'z.json': script([{ say: 'z' }]) });
    await place.joust(arena);
    const id = await lastId(place);
    const swapped = await place.joust([
      'arena',
      '-c',
      'scripted/./y.json',
      '-c',
      'scripted/./x.json',
      'other?',
    ]);
    expect(swapped.code).toBe(2);
    expect(swapped.stderr).toContain(`joust pick ${id}`);
    const other = await place.joust([
      'arena',
      '-c',
      'scripted/./z.json',
      '-c',
      'scripted/./x.json',
      'other?',
    ]);
    expect(other.stdout).toContain('## B');
    await place.joust(['pick', id, 'skip']);
    expect((await place.joust(arena)).stdout).toContain('## B');
  });

  it('a series off the terminal stops at the first, and says how to go on', async () => {
    using place = project({ ...files, 'prompts.txt': 'one?\ntwo?\n' });
    const first = await place.joust(['arena', ...both, '--series', 'prompts.txt']);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('--from 2');
    await place.joust(['pick', '@last', 'a']);
    const second = await place.joust(['arena', ...both, '--series', 'prompts.txt', '--from', '2']);
    expect(second.stderr).toContain('2/2: two?');
  });
});

describe('over HTTP', () => {
  it('both get temperature 0.7 and 2000 output tokens, unless they have their own', async () => {
    using place = project();
    await using api = await modelApi();
    place.config(`
      [agents.house]
      uses = "compatible"
      base_url = "${api.url}/v1"
      [contestants.cool]
      agent = "house"
      model = "m2"
      temperature = 0.1
    `);
    const { stdout } = await place.joust(['arena', '-c', 'house/m1', '-c', 'cool', 'hi']);
    expect(stdout).toContain('## B');
    const sent = api.seen.map(({ body }) => ({
      model: body['model'],
      t: body['temperature'],
      max: body['max_tokens'],
    }));
    expect(sent).toContainEqual({ model: 'm1', t: 0.7, max: 2000 });
    expect(sent).toContainEqual({ model: 'm2', t: 0.1, max: 2000 });
  });

  it('what was cut at the limit is an answer', async () => {
    using place = project();
    await using api = await modelApi();
    api.reply = { kind: 'answer', finish: 'length' };
    place.config(`[agents.house]\nuses = "compatible"\nbase_url = "${api.url}/v1"\n`);
    const { stdout } = await place.joust(['arena', '-c', 'house/m1', '-c', 'house/m2', 'hi']);
    expect(stdout).toContain('## B');
  });
});
