// The name of this machine among the hosts of a pool: made once, and kept in joust's home, where its spools are.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readSmallFile, replaceFile } from '../../process/files/small-file.ts';
import type { Machine } from '../../process/machine.ts';

const nameShape = /^[a-z0-9][a-z0-9.-]{0,80}$/;
const fileIn = (home: string): string => join(home, 'host');

/** Undefined: it has never been one. */
export function hostNameIn(home: string): string | undefined {
  const said = readSmallFile(fileIn(home))?.trim() ?? '';
  return nameShape.test(said) ? said : undefined;
}

/** Not the machine's alone: several homes on one machine are several hosts, each with processes of its own. */
export function hostNameFor(home: string, machine: Pick<Machine, 'random'>): string {
  const known = hostNameIn(home);
  if (known !== undefined) return known;
  const plain = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 60);
  replaceFile(fileIn(home), `${plain === '' ? 'host' : plain}-${machine.random(4).toLowerCase()}\n`);
  return hostNameIn(home) ?? 'host';
}
