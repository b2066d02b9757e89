// How a policy's paths are laid over each other: the deepest counts, links are followed, what is missing is left out.
import { describe, expect, it } from 'vitest';
import { type Found, type Place, placesOf } from './places.ts';
import type { SandboxPolicy } from './sandbox.ts';

const policy: SandboxPolicy = {
  writable: [],
  readable: [],
  hidden: [],
  tmp: '/data/ws/tmp',
  network: 'open',
  cwd: '/data/ws/tree',
};

interface Disk {
  readonly files?: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
  readonly missing?: readonly string[];
}

/** A disk on which everything is a folder, but for what is said. */
function disk({ files = [], links = {}, missing = ['/run', '/var/run', '/etc', '/var/tmp'] }: Disk = {}) {
  return (path: string): Found | undefined => {
    const plain = path.replace(/\/$/, '');
    if (missing.some((each) => plain === each || plain.startsWith(`${each}/`))) return undefined;
    const [from, to] = Object.entries(links).find(([link]) => `${plain}/`.startsWith(`${link}/`)) ?? ['', ''];
    return { real: to + plain.slice(from.length), isFolder: !files.includes(plain) };
  };
}

function said(places: readonly Place[]): readonly string[] {
  return places.map(({ access, target, source }) =>
    [access, target, ...(source === undefined || source === target ? [] : ['from', source])].join(' '),
  );
}

const always = ['write /data/ws/tmp', 'hide /tmp from /data/ws/tmp'];

describe('places', () => {
  it('of an empty policy are the temporary folders alone', () => {
    expect(said(placesOf(policy, disk()))).toEqual(always);
  });

  it('show what lies in a hidden place, parents first', () => {
    const around = { ...policy, hidden: ['/data'], writable: ['/data/ws/tree'], readable: ['/data/objects'] };
    expect(said(placesOf(around, disk()))).toEqual([
      'hide /data',
      'read /data/objects',
      'write /data/ws/tmp',
      'write /data/ws/tree',
      'hide /tmp from /data/ws/tmp',
    ]);
  });

  it('hide what lies in a place that is shown or written', () => {
    const around = { ...policy, writable: ['/home/u/.own'], hidden: ['/home/u/.own/other', '/home/u/.ssh'] };
    expect(said(placesOf(around, disk()))).toEqual([
      'write /data/ws/tmp',
      'write /home/u/.own',
      'hide /home/u/.own/other',
      'hide /home/u/.ssh',
      'hide /tmp from /data/ws/tmp',
    ]);
  });

  it('are the more open ones where two are the same, also by another name', () => {
    const around = { ...policy, writable: ['/home/u/.own/'], hidden: ['/home/u/.own', '/link/.own'] };
    const links = { '/link': '/home/u' };
    expect(said(placesOf(around, disk({ links })))).toEqual([
      'write /data/ws/tmp',
      'write /home/u/.own',
      'hide /tmp from /data/ws/tmp',
    ]);
  });

  it('leave out what repeats the place it lies in', () => {
    const around = {
      ...policy,
      hidden: ['/home/u/.ssh', '/home/u/.ssh/keys'],
      readable: ['/usr/bin', '/work/tree/bin'],
      writable: ['/work/tree', '/work/tree/sub'],
    };
    expect(said(placesOf(around, disk()))).toEqual([
      'write /data/ws/tmp',
      'hide /home/u/.ssh',
      'hide /tmp from /data/ws/tmp',
      'write /work/tree',
    ]);
  });

  it('leave out what is missing', () => {
    const missing = ['/home/u/.ssh', '/home/u/.state', '/tmp', '/var', '/run', '/etc'];
    const around = { ...policy, hidden: ['/home/u/.ssh'], writable: ['/home/u/.state/', '/gone'] };
    expect(said(placesOf(around, disk({ missing: [...missing, '/gone'] })))).toEqual(['write /data/ws/tmp']);
  });

  it('follow links, and keep the given name where the link itself is hidden', () => {
    const links = { '/tmp/link': '/data/real', '/home/alias': '/home/u' };
    const around = { ...policy, writable: ['/tmp/link/tree', '/home/alias/tree'] };
    expect(said(placesOf(around, disk({ links })))).toEqual([
      'write /data/real/tree',
      'write /data/ws/tmp',
      'write /home/u/tree',
      'hide /tmp from /data/ws/tmp',
      'write /tmp/link/tree from /data/real/tree',
    ]);
  });

  it('open nothing by a link that was planted in a writable place, or that leads to a secret', () => {
    const links = {
      '/ws/cache/tool': '/home/u',
      '/home/u/bin': '/home/u/.ssh',
      '/home/u/.own': '/home/u/own',
    };
    const around = {
      ...policy,
      hidden: ['/home/u/.ssh'],
      readable: ['/home/u/bin'],
      writable: ['/ws/cache/', '/ws/cache/tool/', '/home/u/.own'],
    };
    expect(said(placesOf(around, disk({ links })))).toEqual([
      'write /data/ws/tmp',
      'hide /home/u/.ssh',
      'write /home/u/own',
      'hide /tmp from /data/ws/tmp',
      'write /ws/cache',
    ]);
  });

  it('keep names apart that only begin alike', () => {
    const around = { ...policy, hidden: ['/data/jo'], writable: ['/data/joust'] };
    expect(said(placesOf(around, disk()))).toEqual([
      'hide /data/jo',
      'write /data/joust',
      'write /data/ws/tmp',
      'hide /tmp from /data/ws/tmp',
    ]);
  });

  it('hide the sockets of services but for the look-up of names', () => {
    const links = { '/var/run': '/run', '/run/systemd/resolve': '/run/systemd/resolve' };
    const missing = ['/etc', '/var/tmp', '/run/nscd', '/run/resolvconf', '/run/NetworkManager'];
    const nix = ['/run/current-system', '/run/booted-system', '/run/opengl-driver', '/var/run/mDNSResponder'];
    expect(said(placesOf(policy, disk({ links, missing: [...missing, ...nix] })))).toEqual([
      'write /data/ws/tmp',
      'hide /run',
      'read /run/systemd/resolve',
      'hide /tmp from /data/ws/tmp',
    ]);
  });
});
