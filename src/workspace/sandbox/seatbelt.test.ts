// The profile for seatbelt, compared as text: no Mac runs these tests.
import { expect, test } from 'vitest';
import { seatbeltArgv, seatbeltProfile } from './find-sandbox.ts';

const places = [
  { target: '/Users/u/data', access: 'hide', isFolder: true },
  { target: '/Users/u/data/ws/tree', access: 'write', source: '/Users/u/data/ws/tree', isFolder: true },
  { target: '/Users/u/data/objects', access: 'read', source: '/Users/u/data/objects', isFolder: true },
  { target: '/private/tmp', access: 'hide', source: '/Users/u/data/ws/tmp', isFolder: true },
  { target: '/tmp/x', access: 'write', source: '/private/tmp/x', isFolder: true },
] as const;

test('a later rule opens what an earlier one closed', () => {
  const lines = seatbeltProfile({ places, network: 'open' }).split('\n');
  const at = (line: string) => lines.indexOf(line);
  expect(lines.slice(0, 2)).toEqual(['(version 1)', '(allow default)']);
  const order = [
    at('(deny file-write*)'),
    at('(deny file-read* file-write* (subpath "/Users/u/data"))'),
    at('(allow file-read* file-write* (subpath "/Users/u/data/ws/tree"))'),
    at('(allow file-read* (subpath "/Users/u/data/objects"))'),
    at('(deny file-read* file-write* (subpath "/private/tmp"))'),
    at('(allow file-read-metadata (vnode-type DIRECTORY))'),
  ];
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(lines.join('\n')).not.toContain('"/tmp/x"');
  expect(lines.join('\n')).not.toContain('network*');
});

test('without the network only the loopback is left', () => {
  const profile = seatbeltProfile({ places, network: 'none' });
  expect(profile).toContain('(deny network*)\n');
  expect(profile).toContain('(allow network-outbound (remote ip "localhost:*"))');
  expect(profile).toContain('(allow network-bind (local unix-socket (subpath "/Users/u/data/ws/tree")))');
});

test('paths cannot break out of their quotes', () => {
  const odd = [{ target: '/a "b" \\c', access: 'hide', isFolder: true }] as const;
  expect(seatbeltProfile({ places: odd, network: 'open' })).toContain(String.raw`(subpath "/a \"b\" \\c")`);
});

test('brackets are balanced', () => {
  const profile = seatbeltProfile({ places, network: 'none' });
  expect(profile.split('(').length).toBe(profile.split(')').length);
});

test('the profile is one argument before the program', () => {
  const argv = seatbeltArgv(['agent', '--flag'], {
    program: '/usr/bin/sandbox-exec',
    places,
    network: 'open',
  });
  expect(argv.slice(0, 2)).toEqual(['/usr/bin/sandbox-exec', '-p']);
  expect(argv.slice(3)).toEqual(['agent', '--flag']);
});
