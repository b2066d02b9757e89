// A contest that nothing ends: its host is given up and joins again, or is told to leave, and does so without it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { type PoolHost, type PoolPlace, paidOf, paidOnce, poolPlace } from '../setup/pool-place.ts';
import { sharedCluster } from '../setup/postgres.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();

/** A format of the user's own that hears of nothing. */
const format = (begun: string) => `import { appendFileSync } from 'node:fs';
export const extend = ({ defineFormat, z }) => defineFormat({
  name: 'hang', version: 1,
  about: { summary: 'never ends', group: 'ask', takes: 'prompt' },
  options: z.strictObject({}), request: z.strictObject({}),
  setUp: () => ({ options: {} }), expects: () => [],
  play: () => {
    appendFileSync(${JSON.stringify(begun)}, 'begun\\n');
    return new Promise(() => setInterval(() => undefined, 1000));
  },
});
`;

function placeFor(context: TestContext): PoolPlace {
  if (typeof shared === 'string') return context.skip(shared);
  const place = poolPlace((schema) => shared.url(schema));
  writeFileSync(join(place.folder, 'begun'), '');
  writeFileSync(join(place.folder, 'hang.mjs'), format(join(place.folder, 'begun')));
  extended(place, place.submitter);
  return place;
}

function extended<T extends Pick<PoolHost, 'config' | 'env'>>({ folder }: PoolPlace, one: T): T {
  const config = join(one.env['JOUST_CONFIG_DIR'] ?? '', 'config.toml');
  const before = existsSync(config) ? readFileSync(config, 'utf8') : '';
  one.config(`extensions = [${JSON.stringify(join(folder, 'hang.mjs'))}]\n${before}`);
  return one;
}

/** Hands over a contest that hangs; resolves once it does. */
async function hang({ submitter, folder }: PoolPlace): Promise<void> {
  const { code, stderr } = await submitter.joustAlone(['hang', '--pool', '--detach', '-c', 'a', 'x']);
  expect(code, stderr).toBe(0);
  await until(() => readFileSync(join(folder, 'begun'), 'utf8') !== '', 30_000);
}

async function stateOf({ submitter }: PoolPlace, { machine }: PoolHost): Promise<string> {
  const { stdout } = await submitter.joust(['hosts', '--json']);
  const { hosts } = JSON.parse(stdout) as {
    hosts: readonly { machine: string; state: string; epoch: number }[];
  };
  const found = hosts.find((one) => one.machine === machine);
  return `${found?.state} ${found?.epoch}`;
}

describe('a host with a contest that hangs', () => {
  it('joins again after it was given up, and takes more', async (context) => {
    await using place = placeFor(context);
    const host = extended(place, place.host());
    const worker = await host.work();
    await hang(place);
    const other = await place.host().work(['--labels', 'other']);
    worker.signal('SIGSTOP');
    await until(async () => (await stateOf(place, host)) === 'lost 1');
    worker.signal('SIGCONT');
    await until(async () => (await stateOf(place, host)) === 'here 2', 80_000);
    expect(worker.said()).toMatch(/did not end within \d+ s/);
    place.go();
    const ids = await place.submit(['more']);
    await place.closed(ids);
    expect(paidOf(place.bill())).toEqual(paidOnce(['more']));
    other.signal('SIGTERM');
    await other.ended;
  });

  it('leaves when it is told to, and leaves the contest to others', async (context) => {
    await using place = placeFor(context);
    const host = extended(place, place.host());
    const worker = await host.work();
    await hang(place);
    worker.signal('SIGTERM');
    expect((await worker.ended).code).toBe(130);
    expect(await stateOf(place, host)).toBe('left 1');
    expect(worker.said()).toMatch(/did not end within \d+ s/);
  });
});
