// What a contest was started with is part of its opening: a player of its own, or a later one, plays by it.
import { expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import { until } from '../setup/until.ts';

const slow = JSON.stringify({ rate: 1000, steps: [{ hang: true }] });

async function opened(place: ReturnType<typeof project>): Promise<Record<string, unknown>> {
  const { stdout } = await place.joust(['show', '@last', '--events']);
  return JSON.parse(stdout.split('\n')[0] ?? '{}');
}

it('a detached player keeps -t: whoever hangs is ended by it', async () => {
  using place = project({ 'slow.json': slow });
  const { code } = await place.joust(['ask', '--detach', '-t', '2', '-c', 'scripted/./slow.json', 'hello?']);
  expect(code).toBe(0);
  await until(async () => (await place.joust(['show', '@last'])).stdout.includes('timed-out'));
});

it('the opening holds -t, --max-parallel and -y', async () => {
  using place = project();
  const words = ['-t', '7', '--max-parallel', '3', '-y', '-c', 'scripted/quick', 'hello?'];
  await place.joust(['ask', ...words]);
  expect(await opened(place)).toMatchObject({
    player: { timeoutMs: 7000, approve: true, lanes: { cloud: 3 } },
  });
});

it('tail tells what was said before it began, and who waits for a place', async () => {
  using place = project({
    'slow.json': JSON.stringify({ rate: 1000, steps: [{ wait: 1500 }, { say: 'late' }] }),
  });
  const words = ['--max-parallel', '1', '-c', 'scripted/./slow.json*2', '--max-tokens', '1000000'];
  await place.joust(['ask', '--detach', ...words, 'hello?']);
  const { stderr } = await place.joust(['tail', '@last']);
  expect(stderr).toContain('Estimate: ');
  expect(stderr).toMatch(/slow\.json#2 waits in the lane cloud, place 1 in the queue/);
});
