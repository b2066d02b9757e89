// The command line of bubblewrap, compared as text.
import { expect, test } from 'vitest';
import { type Bubblewrap, bubblewrapArgv } from './find-sandbox.ts';

const around: Bubblewrap = {
  program: '/usr/bin/bwrap',
  asRoot: false,
  places: [],
  network: 'open',
  cwd: '/w',
};
const words = (more: Partial<Bubblewrap> = {}) =>
  bubblewrapArgv(['agent', '--flag'], { ...around, ...more }).join(' ');

test('everything is read-only, and the program comes last', () => {
  expect(words()).toBe(
    '/usr/bin/bwrap --die-with-parent --unshare-pid --unshare-ipc --ro-bind / / --dev /dev --proc /proc ' +
      '--unsetenv XDG_RUNTIME_DIR --unsetenv DBUS_SESSION_BUS_ADDRESS --unsetenv SSH_AUTH_SOCK --chdir /w -- agent --flag',
  );
});

test('the network is taken away only where there is to be none', () => {
  expect(words()).not.toContain('--unshare-net');
  expect(words({ network: 'none' })).toContain(' --unshare-net ');
});

test('root is an ordinary user without a right; others have none to lose, and may not be asked to', () => {
  expect(words({ asRoot: true })).toContain(
    ' --unshare-user --uid 65534 --gid 65534 --cap-drop ALL --ro-bind',
  );
  expect(words()).not.toMatch(/--cap|--uid/);
});

test('each place becomes a mount; hidden folders are closed when everything in them is there', () => {
  const places = [
    { target: '/data', access: 'hide', isFolder: true },
    { target: '/data/tree', access: 'write', source: '/data/tree', isFolder: true },
    { target: '/home/u/.npmrc', access: 'hide', isFolder: false },
    { target: '/objects', access: 'read', source: '/real/objects', isFolder: true },
    { target: '/tmp', access: 'hide', source: '/data/tmp', isFolder: true },
  ] as const;
  expect(words({ places })).toContain(
    '--proc /proc --tmpfs /data --bind /data/tree /data/tree --ro-bind /dev/null /home/u/.npmrc ' +
      '--ro-bind /real/objects /objects --bind /data/tmp /tmp --remount-ro /data --unsetenv',
  );
});
