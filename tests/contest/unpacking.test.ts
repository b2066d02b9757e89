// What a host makes of a pack that came with a contest: nothing outside of its own folders, whatever somebody put in; all of it
// again after a death amid.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropUnopened } from '../../src/contest/play/clear-up.ts';
import type { ContestOpened } from '../../src/domain/event.ts';
import type { Travels } from '../../src/domain/events/contest-event.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { createPlayer } from '../../src/play/create-player.ts';
import { openOnly } from '../../src/play/open.ts';
import { resumeContest } from '../../src/play/play.ts';
import { unpackTask } from '../../src/pool/unpack-task.ts';
import { makeStore } from '../../src/workspace/checkout/store.ts';
import { shell, type TravelPlace, travelPlace } from '../setup/travel-place.ts';

let place: TravelPlace;
beforeEach(() => {
  place = travelPlace();
});
afterEach(() => place[Symbol.dispose]());

type PackedBase = NonNullable<Travels['base']>;

function git(args: readonly string[], input: string | Uint8Array = ''): Buffer {
  return execFileSync('git', [...args], { cwd: place.folder, input, stdio: ['pipe', 'pipe', 'ignore'] });
}
const object = (type: string, content: string | Uint8Array) =>
  git(['hash-object', '-t', type, '-w', '--literally', '--stdin'], content).toString().trim();
const tree = (...entries: readonly [mode: string, name: string, oid: string][]) =>
  object(
    'tree',
    Buffer.concat(
      entries.flatMap(([mode, name, oid]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
    ),
  );
const commit = (of: string, who = 'A <a@example.com> 1700000000 +0000') =>
  object('commit', `tree ${of}\nauthor ${who}\ncommitter ${who}\n\nbase\n`);

async function stored(content: string | Uint8Array) {
  const blob = await place.ledger.stage(content);
  await place.ledger.append([{ contest: 'other', events: [], blobs: [blob] }]);
  return blob.ref;
}

/** As the record of a contest would name it, with a pack of what it names. */
async function packed(of: string, more: Partial<PackedBase> = {}, snapshot = commit(of)) {
  const objects = git(['rev-list', '--objects', '--no-object-names', of]);
  const pack = await stored(git(['pack-objects', '--stdout', '-q'], `${snapshot}\n${objects}`));
  const base: PackedBase = {
    folder: place.folder,
    below: '',
    commit: snapshot,
    snapshot,
    tree: of,
    excludes: '',
    shallow: [snapshot],
    pack,
    ...more,
  };
  return base;
}

async function unpacked(base: unknown) {
  const task = {
    cwd: place.folder,
    prompt: { sha256: '0'.repeat(64), bytes: 0 },
    tier: 'read' as const,
    files: [],
  };
  const pool = {
    label: 'default',
    kind: 'read' as const,
    protocol: 1,
    travels: { base: base as PackedBase },
  };
  const player = createPlayer(place.host());
  return (await unpackTask(player, 'c1', { task, pool } as unknown as ContestOpened)).folderOf;
}

describe('a pack with', () => {
  const evil = () => object('blob', 'touch owned\n');
  const hooks = () => tree(['100755', 'post-checkout', evil()]);
  const link = () => object('blob', '/etc');

  it.each([
    ['a file outside of the tree', () => tree(['100644', '../x', evil()])],
    ['a folder above it', () => tree(['40000', '..', hooks()])],
    ['hooks of git', () => tree(['40000', '.git', tree(['40000', 'hooks', hooks()])])],
    ['hooks of git in other letters', () => tree(['40000', '.GIT', hooks()])],
    ['a link and a folder of the same name', () => tree(['120000', 'd', link()], ['40000', 'd', hooks()])],
  ])('%s is refused, and nothing of it stays', async (_what, made) => {
    const base = await packed(made());
    await expect(unpacked(base)).rejects.toThrow(/^what travels with this contest cannot be used: /);
    expect(place.left('host')).toEqual([]);
  });

  it('something else than the record names is refused', async () => {
    const whole = tree(['100644', 'a', evil()]);
    const other = await packed(whole, { tree: hooks() });
    await expect(unpacked(other)).rejects.toThrow('another tree than the record names');
    const part = await packed(tree(['40000', 'd', hooks()]));
    const alone = await stored(git(['pack-objects', '--stdout', '-q'], `${part.snapshot}\n`));
    await expect(unpacked({ ...part, pack: alone })).rejects.toThrow('did not receive expected object');
    const none = await stored('no pack at all');
    await expect(unpacked({ ...part, pack: none })).rejects.toThrow('cannot be used');
    expect(place.left('host')).toEqual([]);
  });

  it('names in the record that lead elsewhere is refused', async () => {
    const base = await packed(hooks());
    for (const more of [
      { below: '../..' },
      { snapshot: '../../x' },
      { submodules: [{ path: '../y', link: base.tree }] },
    ])
      await expect(unpacked({ ...base, ...more })).rejects.toThrow('what travels with contest c1');
    expect(place.left('host')).toEqual([]);
  });

  it('links that lead out has them as links; nothing is written through them, and no filter runs', async () => {
    const attributes = object('blob', '* filter=evil\n');
    const folderOf = await unpacked(
      await packed(
        tree(['100644', '.gitattributes', attributes], ['120000', 'd', link()], ['100644', 'f', evil()]),
      ),
    );
    expect(lstatSync(join(folderOf(place.folder), 'd')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folderOf(place.folder), 'f'), 'utf8')).toBe('touch owned\n');
  });

  it('commits that were written carelessly is taken', async () => {
    const whole = tree(['0100644', 'a', evil()]);
    const folderOf = await unpacked(await packed(whole, {}, commit(whole, 'nobody <a@b 99 +99')));
    expect(readdirSync(folderOf(place.folder)).toSorted()).toEqual(['.git', 'a']);
  });
});

it('what one contest leaves does not take away what another is having unpacked', async () => {
  const { home } = place.host();
  const making = makeStore(join(home, 'bases/.new-x'), {
    top: '/none',
    below: '',
    gitDir: '/none',
    userHome: '/none',
    head: '',
    objectFormat: 'sha1',
    settings: {},
    excludes: '',
  });
  await dropUnopened({ home });
  expect(existsSync(making.gitDir)).toBe(true);
});

describe('a host that dies while it unpacks', () => {
  const source = (path: string) => new URL(`../../src/${path}`, import.meta.url).href;
  const program = `
    const [home, ledgerHome, id] = process.argv.slice(2);
    const { resumeContest } = await import('${source('play/play.ts')}');
    const { SqliteLedger } = await import('${source('ledger/sqlite/sqlite-ledger.ts')}');
    const { world } = await import('${new URL('../setup/world.ts', import.meta.url).href}');
    const openLedger = () => new SqliteLedger(ledgerHome, () => new Date());
    await resumeContest(id, world(home, { home, host: 'h1', openLedger }));
  `;
  const dies = async (moment: string, args: readonly string[]) => {
    const script = place.beside('resume.mts');
    writeFileSync(script, program);
    const env = { ...process.env, JOUST_TEST_FAILPOINT: moment };
    const child = spawn(process.execPath, [script, ...args], { env, stdio: 'ignore' });
    return await new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  };

  it('begins again where nothing was whole, and leaves nothing in the end', async () => {
    const shared = place.beside('shared');
    const ledger = new SqliteLedger(shared, () => new Date());
    const openLedger = () => new SqliteLedger(shared, () => new Date());
    const { id } = await openOnly(place.asks([shell('a', 'cat code.txt')]), place.submitter({ openLedger }));
    const home = place.beside('host');
    await place.without(async () => {
      for (const moment of ['base unpacked', 'checked out'])
        expect(await dies(moment, [home, shared, id])).toBe('SIGKILL');
      expect(existsSync(join(home, 'pool', id, 'whole'))).toBe(false);
      expect(await resumeContest(id, place.host({ openLedger }))).toMatchObject({
        state: 'closed',
        outcome: 'ok',
      });
    });
    expect(place.left('host')).toEqual([]);
    await ledger.close();
  });
});
