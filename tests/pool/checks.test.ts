// A check that is in flight on a host that is lost: another run of it is made, and what the host had of it is ended and removed.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { type PoolPlace, poolPlace, whyNoMachines } from '../setup/pool-place.ts';
import { sharedCluster } from '../setup/postgres.ts';
import { madeRepository } from '../setup/repository.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();

/** Notes by which host it was started, and waits until it may go on. */
const check = `#!/bin/sh
mkdir -p "$1/checks"
: >"$1/checks/$(hostname)-$$-$(date +%N)"
while [ ! -e "$1/go-check" ]; do sleep 0.1; done
echo "1 passed"
`;

interface Race {
  readonly place: PoolPlace;
  readonly id: string;
  /** How often a host has begun with one. */
  begun(host: string): number;
  go(): void;
}

/** Handed to the pool: its entry is there at once, its checks wait. */
async function raceIn(place: PoolPlace): Promise<Race> {
  const { submitter, folder } = place;
  const { git, write } = madeRepository(submitter.folder);
  write('code.txt', 'old\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  const script = join(folder, 'check');
  writeFileSync(script, check);
  chmodSync(script, 0o755);
  mkdirSync(join(folder, 'checks'));
  const raced = await submitter.joust([
    'race',
    '--pool',
    '--detach',
    '-c',
    'hand',
    '--no-found-checks',
    '--check',
    `slow=${script} ${folder}`,
    'make it new',
  ]);
  expect(raced.code, raced.stderr).toBe(0);
  return {
    place,
    id: raced.stdout.trim(),
    begun: (host) => readdirSync(join(folder, 'checks')).filter((name) => name.startsWith(`${host}-`)).length,
    go: () => writeFileSync(join(folder, 'go-check'), ''),
  };
}

const hand = `[contestants.hand]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo new >code.txt"]\n`;

function placeFor(context: TestContext): PoolPlace {
  if (typeof shared === 'string') return context.skip(shared);
  if (whyNoMachines !== undefined) return context.skip(whyNoMachines);
  return poolPlace((schema) => shared.url(schema), { toml: hand });
}

const endedOf = async ({ place, id }: Race) =>
  (await place.events(id)).flatMap((event) => (event.type === 'check.ended' ? [event] : []));
const startedOf = async ({ place, id }: Race) =>
  (await place.events(id)).flatMap((event) => (event.type === 'check.started' ? [event] : []));

describe('a check in flight', () => {
  it('is run again by its own host when the machine was switched off and on', async (context) => {
    await using place = placeFor(context);
    const patient = ['--lost-after', '80s'];
    const host = place.host();
    await host.work(patient);
    const race = await raceIn(place);
    await until(() => race.begun('host1') > 0);
    const before = race.begun('host1');
    await host.kill();
    await host.work(patient);
    await until(() => race.begun('host1') > before);
    race.go();
    await place.closed([race.id]);
    expect((await endedOf(race)).map(({ outcome }) => outcome)).not.toContain('unavailable');
    expect(host.spools()).toEqual([]);
  });

  it('is run again by the host that takes over, and its own host removes what it had of it', async (context) => {
    await using place = placeFor(context);
    const [first, second] = [place.host(), place.host()];
    await first.work();
    const race = await raceIn(place);
    await until(() => race.begun('host1') > 0);
    await second.work();
    await first.kill();
    await until(() => race.begun('host2') > 0);
    race.go();
    await place.closed([race.id]);
    const hosts = (await startedOf(race)).map(({ host }) => host?.replace(/-.*/, ''));
    expect(new Set(hosts)).toEqual(new Set(['host1', 'host2']));
    await first.work();
    await until(() => first.spools().length === 0);
  });

  it('ends on a host that was only stopped, and is counted where it was run again', async (context) => {
    await using place = placeFor(context);
    const [first, second] = [place.host(), place.host()];
    const worker = await first.work();
    const race = await raceIn(place);
    await until(() => race.begun('host1') > 0);
    await second.work();
    worker.signal('SIGSTOP');
    await until(() => race.begun('host2') > 0);
    worker.signal('SIGCONT');
    await until(() => first.spools().length === 0);
    race.go();
    await place.closed([race.id]);
    const started = await startedOf(race);
    for (const { key, run } of await endedOf(race))
      expect(started.findLast((one) => one.key === key && one.run === run)?.host).toMatch(/^host2-/);
  });
});
