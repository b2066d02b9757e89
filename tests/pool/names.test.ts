// Hosts resolve the names of a contest for the pool. The submitting machine needs no program and no config entry.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { type PoolHost, type PoolPlace, poolPlace } from '../setup/pool-place.ts';
import { sharedCluster } from '../setup/postgres.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();
const rare = `[contestants.rare]\nagent = "command"\ncommand = ["only-there", "it"]\n`;

function placeFor(context: TestContext): PoolPlace {
  if (typeof shared === 'string') return context.skip(shared);
  return poolPlace((schema) => shared.url(schema), { seconds: '0' });
}

/** The program is on the path of this machine alone. */
async function richHost(place: PoolPlace): Promise<PoolHost> {
  const host = place.host();
  host.config(rare);
  writeFileSync(join(host.folder, 'only-there'), '#!/bin/sh\necho "an answer from there"\n');
  chmodSync(join(host.folder, 'only-there'), 0o755);
  await host.work([], { env: { PATH: `${host.folder}:${host.env['PATH'] ?? ''}` } });
  return host;
}

async function answered(place: PoolPlace, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await place.submitter.joust(['ask', '--pool', ...args, 'why?']);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('an answer from there');
}

it('plays a contestant whose config or program only a host has, and chooses one itself', async (context) => {
  await using place = placeFor(context);
  await richHost(place);
  await answered(place, ['-c', 'rare']);
  await answered(place, []);
  place.submitter.config(`[ledger]\nurl = ${JSON.stringify(place.url)}\n${rare}`);
  await answered(place, ['-c', 'rare']);
});

it('refuses a name that neither this machine nor a host knows', async (context) => {
  await using place = placeFor(context);
  await richHost(place);
  const { code, stderr } = await place.submitter.joust(['ask', '--pool', '-c', 'unheard', 'why?']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/named "unheard"[\s\S]*rare/);
});

it('says what is missing on which host, for a contest that no host can play', async (context) => {
  await using place = placeFor(context);
  const { submitter } = place;
  submitter.config(`[ledger]\nurl = ${JSON.stringify(place.url)}\n${rare}`);
  await place.host().work();
  await place.host().work();
  const { stdout, code, stderr } = await submitter.joust(['ask', '--pool', '--detach', '-c', 'rare', 'why?']);
  expect(code, stderr).toBe(0);
  const missing = (host: string) => `${host}-\\w+: rare: only-there is not installed`;
  const both = new RegExp(`${missing('host[12]')}; ${missing('host[12]')}`);
  await until(async () => both.test((await submitter.joust(['show', stdout.trim()])).stdout));
  const hosts = (await submitter.joust(['hosts', '--json'])).stdout;
  expect(hosts).toMatch(both);
});
