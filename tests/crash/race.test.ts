// What else may die in a race, and what is left then: wrappers, sandboxes and gits, players that stop others early, contests
// that are given up or pruned instead of resumed. Where checkouts and overlays go the same way, one of them is played;
// `npm run test:sweep` has both, in the sandbox and without.
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProcess } from '../../src/process/tree/process-list.ts';
import { processesOf } from '../setup/processes.ts';
import { finished, type Project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { inParallel } from '../sweep/in-parallel.ts';
import { diedAt, eventsOf, expectWhole, playWhole, prepared } from '../sweep/play.ts';
import { beside, makeLonger, makeNew, makingOf, raceFormat } from '../sweep/race-format.ts';
import { expectNoTraces, skipUnlessPlayable, tracesOf } from '../sweep/repository.ts';

/** `npm run test:sweep` has all of them. */
const isLong = process.env['JOUST_SWEEP'] === 'all';
const tiers = (['checkout', 'overlay'] as const).flatMap((workspace) =>
  [false, true]
    .map((sandboxed) => ({ sandboxed, workspace }))
    .filter(({ sandboxed }) => isLong || sandboxed === (workspace === 'overlay')),
);

/** Works until the test says so, in its own tree: nobody in a sandbox sees more. */
const patient = [
  { edit: 'begun', content: '' },
  { run: 'while [ -e begun ] && [ ! -e go ]; do sleep 0.05; done; rm go begun' },
];

/** The tree in which a step works that has begun. */
async function treeOf(place: Project, key: string): Promise<string> {
  const found = () => {
    const started = eventsOf(place).findLast(
      (event) => (event.type === 'attempt.started' || event.type === 'check.started') && event.key === key,
    );
    if (started === undefined || !('workspace' in started) || !('spool' in started)) return [];
    // An overlay is seen by those who run in it.
    const tree = `${started.workspace}/tree`;
    return [tree, `/proc/${childOf(started.spool ?? '')}/root${tree}`];
  };
  const begun = () => found().find((tree) => existsSync(join(tree, 'begun')));
  await until(() => begun() !== undefined);
  return begun() ?? '';
}

function childOf(spool: string): string {
  const noted = join(spool, 'child');
  return existsSync(noted) ? (readFileSync(noted, 'utf8').trim().split(' ')[0] ?? '') : '';
}

function commandLine(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

describe.each(tiers)('a contestant at work ($workspace, sandboxed: $sandboxed)', (tier) => {
  const { sandboxed } = tier;
  const format = raceFormat('race', { ...tier, scripts: { a: [...patient, ...makeNew], b: makeLonger } });

  it('works on without its player, and another one takes its work over', async (context) => {
    await skipUnlessPlayable(format, context);
    using place = await prepared(format);
    const player = place.start(format.args);
    const tree = await treeOf(place, 'work/a');
    player.kill('SIGKILL');
    await finished(player);
    const next = finished(place.start(['resume', '@last', '--json']));
    writeFileSync(join(tree, 'go'), '');
    expect((await next).code).toBe(0);
    const runs = eventsOf(place).flatMap((event) => (event.type === 'attempt.ended' ? [event.run] : []));
    expect(runs).toEqual([1, 1]);
    await expectNoTraces(place, 'taken over');
  });

  it('is run again, on record, when its wrapper dies, from the base', async (context) => {
    await skipUnlessPlayable(format, context);
    using place = await prepared(format);
    const played = finished(place.start(format.args));
    await treeOf(place, 'work/a');
    const started = eventsOf(place).find(
      (event) => event.type === 'attempt.started' && event.key === 'work/a',
    );
    const spool = (started?.type === 'attempt.started' && started.spool) || '';
    const pid = (who: string) => Number(readFileSync(join(spool, who), 'utf8').split(' ')[0]);
    const pids = [pid('claim'), ...(sandboxed ? [] : [pid('child')])];
    for (const one of pids) process.kill(one, 'SIGKILL');
    await until(() => eventsOf(place).some((event) => event.type === 'attempt.started' && event.run === 2));
    writeFileSync(join(await treeOf(place, 'work/a'), 'go'), '');
    expect((await played).code).toBe(0);
    const told = eventsOf(place).filter((event) => 'key' in event && event.key === 'work/a');
    expect(told.map(({ type }) => type)).toEqual([
      'attempt.started',
      'entry.sealed',
      'attempt.retried',
      'attempt.started',
      'entry.sealed',
      'attempt.ended',
    ]);
    expect(told.at(-1)).toMatchObject({ run: 2, outcome: 'ok' });
    await expectNoTraces(place, 'the wrapper died');
  });
});

it('a contestant whose sandbox is killed has crashed, with what it did as a part, and the other wins', async (context) => {
  const a = [...makeNew, ...patient];
  const format = raceFormat('race', { sandboxed: true, scripts: { a, b: makeLonger } });
  await skipUnlessPlayable(format, context);
  using place = await prepared(format);
  const played = finished(place.start(format.args));
  const tree = await treeOf(place, 'work/a');
  const sandboxes = processesOf(place.home).filter((pid) => {
    const [program = '', ...args] = commandLine(pid);
    return program.endsWith('bwrap') && args.includes(tree);
  });
  const outer = sandboxes.find((pid) => !sandboxes.includes(readProcess(pid)?.ppid ?? 0)) ?? 0;
  process.kill(outer, 'SIGKILL');
  const { code, stdout } = await played;
  expect(code).toBe(0);
  expect(stdout).toContain('"winner":"b"');
  const told = eventsOf(place).filter((event) => 'key' in event && event.key === 'work/a');
  expect(told.at(-1)).toMatchObject({ type: 'attempt.ended', outcome: 'crashed', run: 1 });
  expect(told.at(-2)).toMatchObject({ type: 'entry.sealed', partial: true });
  await expectNoTraces(place, 'the sandbox died');
});

it.for(tiers)(
  'a check runs on without its player, and is not run twice ($workspace, sandboxed: $sandboxed)',
  async (tier, context) => {
    const slow = 'slow=touch begun; while [ -e begun ] && [ ! -e go ]; do sleep 0.05; done';
    const format = raceFormat('race', { ...tier, args: ['--check', slow], scripts: { b: makeNew } });
    await skipUnlessPlayable(format, context);
    using place = await prepared(format);
    const player = place.start(format.args);
    const tree = await treeOf(place, 'check/base/slow');
    player.kill('SIGKILL');
    await finished(player);
    const next = finished(place.start(['resume', '@last', '--json']));
    writeFileSync(join(tree, 'go'), '');
    writeFileSync(join(await treeOf(place, 'check/b/slow'), 'go'), '');
    expect((await next).code).toBe(0);
    const runs = eventsOf(place).flatMap((event) => (event.type === 'check.ended' ? [event.run] : []));
    expect(runs).toEqual([1, 1, 1, 1]);
    await expectNoTraces(place, 'a check was taken over');
  },
);

it('checks that build on each other still do after a death between them', async () => {
  const args = ['--check', 'build=echo built >.git/built', '--check', 'use=test -e .git/built'];
  const format = raceFormat('race', { args, scripts: { b: makeNew } });
  const whole = await playWhole(format);
  await inParallel(['after check.ended check/b/build', 'ended check/b/use'], async (moment) => {
    using place = await prepared(format);
    expect(await diedAt(place, format, moment), moment).toBe('SIGKILL');
    expect(await expectWhole(place, { format, whole, moment })).toBe('resumed');
  });
}, 180_000);

it('an early stop stands whoever dies around it', async () => {
  const [awaits, halfway] = [
    `until [ -e ${beside}/halfway ]; do sleep 0.05; done`,
    `touch ${beside}/halfway`,
  ];
  const a = [...makeNew.slice(0, 1), { run: awaits }, { say: 'Done.' }];
  const scripts = { a, b: [{ edit: 'code.txt', content: 'half\n' }, { run: halfway }, { wait: 60_000 }] };
  const format = raceFormat('race', { args: ['--stop-when', 'perfect'], scripts });
  const whole = await playWhole(format);
  expect(whole.events.map(({ type }) => type)).toContain('stop.decided');
  // Sealed, and about to be put on record: in a race that is the same moment.
  const ended = ['before attempt.ended work/b', ...(isLong ? ['sealed work/b'] : [])];
  const moments = ['before stop.decided', 'after stop.decided', ...ended];
  await inParallel(moments, async (moment) => {
    using place = await prepared(format);
    expect(await diedAt(place, format, moment), moment).toBe('SIGKILL');
    expect(await expectWhole(place, { format, whole, moment })).toBe('resumed');
  });
}, 180_000);

it('a git that outlives its player is ended, and its lock does not stand in the way', async () => {
  const format = raceFormat('race', { scripts: { b: makeNew } });
  const whole = await playWhole(format);
  await inParallel(['read-tree --reset', 'update-index -z --add'], async (moment) => {
    using place = await prepared(format);
    // Dies with its lock in hand the first time it is asked for this in a checkout.
    const once = join(place.folder, '../once');
    // There may be shells in between.
    const isShell = 'case "$(ps -o comm= -p $p)" in sh|*/sh) :;; *) false;; esac';
    const killPlayer = `p=$PPID; while ${isShell}; do p=$(ps -o ppid= -p $p); done; kill -9 $p`;
    const fatal = `*"${moment}"*) if [ ! -e ${once} ] && case "$GIT_WORK_TREE" in */workspaces/*) :;; *) false;; esac
      then touch ${once} "$GIT_INDEX_FILE.lock"; ${killPlayer}; exec sleep 60; fi ;;`;
    const program = place.write(
      '../bin/git',
      `#!/bin/sh\ncase "$*" in ${fatal}\nesac\nexec /usr/bin/env -S PATH="${place.env['PATH']}" git "$@"\n`,
    );
    chmodSync(program, 0o755);
    const player = place.start(format.args, { env: { PATH: `${join(program, '..')}:${place.env['PATH']}` } });
    await finished(player);
    expect(player.signalCode, moment).toBe('SIGKILL');
    expect(await expectWhole(place, { format, whole, moment })).toBe('resumed');
  });
}, 180_000);

const afterDeath = (workspace: 'checkout' | 'overlay') =>
  raceFormat('race', { args: ['--setup', 'echo ready >.git/ready'], workspace });

describe.each(['checkout', 'overlay'] as const)('after a death (%s)', (workspace) => {
  const format = afterDeath(workspace);
  const ofAny = [
    'after check.started',
    'before attempt.started',
    'after attempt.started',
    'spawned work/a',
    'ended work/a',
    'after attempt.ended',
    'ended check/b/test',
  ];
  const moments = [...makingOf[workspace], ...(isLong || workspace === 'overlay' ? ofAny : ofAny.slice(-1))];

  it('a race that is cancelled leaves nothing', async () => {
    await inParallel(moments, async (moment) => {
      using place = await prepared(format);
      expect(await diedAt(place, format, moment), moment).toBe('SIGKILL');
      const { code, stderr } = await place.joust(['cancel', '@last']);
      expect(code, `${moment}: ${stderr}`).toBe(0);
      await expectNoTraces(place, `cancelled after ${moment}`);
    });
  }, 180_000);

  it('prune keeps what was not sealed and says so, and takes the rest', async () => {
    // Whoever ends first waits until the other has begun, which takes longer than that end.
    const begun = { run: `until [ -e ${beside}/starts-a ]; do sleep 0.05; done` };
    const scripts = { a: [{ wait: 2000 }, ...makeNew], b: [begun, ...makeLonger] };
    const format = raceFormat('race', { args: ['--base-first'], scripts, workspace });
    using place = await prepared(format);
    expect(await diedAt(place, format, 'after attempt.ended work/b')).toBe('SIGKILL');
    const id = readdirSync(join(place.home, 'workspaces'))[0] ?? '';
    const folder = join(place.home, 'workspaces', id);
    chmodSync(folder, 0o700);
    expect(readdirSync(folder).length).toBeGreaterThan(1);
    const { code, stderr } = await place.joust(['prune', '--yes']);
    expect(code).toBe(0);
    expect(stderr).toContain(`${id} keeps its workspaces until you resume it (joust resume ${id})`);
    // With checkouts the places of replays that were made ahead as well.
    expect(stderr).toMatch(/[1-3] workspace/);
    chmodSync(folder, 0o700);
    expect(readdirSync(folder)).toHaveLength(1);
    const whole = await playWhole(format);
    expect(await expectWhole(place, { format, whole, moment: 'pruned' })).toBe('resumed');
  }, 180_000);
});

/** A base is taken before there is a workspace of either kind. */
it.each(isLong ? (['checkout', 'overlay'] as const) : (['overlay'] as const))(
  'a base that no contest came of goes with the next race (%s)',
  async (workspace) => {
    const format = afterDeath(workspace);
    await inParallel(['base taken', 'before contest.opened'], async (moment) => {
      using place = await prepared(format);
      expect(await diedAt(place, format, moment), moment).toBe('SIGKILL');
      // By then a layer of it may be in the making.
      expect(tracesOf(place).length, moment).toBeGreaterThan(0);
      // Another base, so that it is not the same one that is used and taken away.
      place.write('untracked.txt', 'other\n');
      expect((await place.joust(format.args)).code, moment).toBe(0);
      expect(tracesOf(place), moment).toEqual([]);
    });
  },
  180_000,
);
