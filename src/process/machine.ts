// The one place that asks for time, randomness, the environment and the home folder.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';
import { shortBytes, shortSha256 } from '../domain/sha256.ts';
import { refuseOthersPlace } from './others-write.ts';

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly asRoot: boolean;
  now(): Date;
  /** Milliseconds of a clock that never goes back. */
  elapsed(): number;
  /** The user's time zone, by its IANA name. */
  timeZone(): string;
  /** A number in [0, 1). */
  fraction(): number;
  /** Lower-case letters and digits, unguessable. */
  random(length: number): string;
}

export function thisMachine(): Machine {
  return {
    env: process.env,
    home: homedir(),
    cwd: currentFolder(),
    platform: process.platform,
    asRoot: process.getuid?.() === 0,
    now: () => new Date(),
    elapsed: elapsedMs,
    timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    fraction: Math.random,
    random: randomName,
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new JoustError('the current folder no longer exists', {
      code: 'usage',
      hint: 'Change to a folder that does, and try again.',
      cause,
    });
  }
}

/** UID:GID. */
export function currentUser(): string {
  return `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
}

export function cores(): number {
  return availableParallelism();
}

/** Where joust keeps its ledger, blobs and spools. Whoever owned it could read them, and say what is trusted. */
export function joustHome(machine: Pick<Machine, 'env' | 'home' | 'platform'>): string {
  const path = withoutLineBreak(homePath(machine));
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner !== undefined && user !== undefined && owner !== user)
    throw new JoustError(`the folder ${path} belongs to somebody else (user ${owner}, and you are ${user})`, {
      code: 'ledger',
      hint: 'Set JOUST_HOME to a folder of your own, or make this one yours with chown.',
    });
  refuseOthersPlace(path, 'the home of joust');
  return path;
}

/** git keeps paths in files line by line, and agents print them. */
export function withoutLineBreak(path: string): string {
  if (!path.includes('\n')) return path;
  throw new JoustError(`there is a line break in the path ${JSON.stringify(path)}`, {
    code: 'usage',
    hint: 'Rename that folder, or use another one: git and most agents cannot do with such a path.',
  });
}

function homePath({ env, home, platform }: Pick<Machine, 'env' | 'home' | 'platform'>): string {
  const chosen = env['JOUST_HOME'];
  // Attempts run in other folders: a relative path would mean another one there.
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'joust');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'joust');
  return resolve(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'joust');
}

/** Where the user's config file is. */
export function configFolder({ env, home, platform }: Pick<Machine, 'env' | 'home' | 'platform'>): string {
  const chosen = env['JOUST_CONFIG_DIR'];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'joust');
  return resolve(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'joust');
}

const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789';

/** Lower-case letters and digits, unguessable. */
export function randomName(length: number): string {
  return Array.from(unguessable(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** From the system where it is a file: a start needs a few of them, and Node's own library for that takes a while to load. */
function unguessable(length: number): Uint8Array {
  try {
    const file = openSync('/dev/urandom', 'r');
    try {
      const bytes = Buffer.alloc(length);
      if (readSync(file, bytes) === length) return bytes;
    } finally {
      closeSync(file);
    }
  } catch {
    // Told by the library.
  }
  return randomBytes(length);
}

/** After so many short ones whoever hashes is worth the library. */
const fewHashes = 12;
let hashed = 0;
let hasLibrary = false;

export function sha256(content: string | Uint8Array): string {
  const isShort = !hasLibrary && hashed < fewHashes && content.length <= shortBytes;
  if (!isShort) return hashedByLibrary(content);
  hashed += 1;
  return shortSha256(typeof content === 'string' ? Buffer.from(content) : content);
}

function hashedByLibrary(content: string | Uint8Array): string {
  hasLibrary = true;
  return createHash('sha256').update(content).digest('hex');
}

/** Has the library there while nobody waits for it. */
export function loadHashes(): void {
  hashedByLibrary('');
}

const failsAt = process.env['JOUST_TEST_FAILPOINT'];

/** For the crash sweep: dies at a named moment, as by kill -9, when JOUST_TEST_FAILPOINT names it. */
export function failpoint(name: string): void {
  if (failsAt !== undefined && failsAt === name) process.kill(process.pid, 'SIGKILL');
}

/** Of a clock that never goes back. The one of `performance` takes Node a millisecond to load. */
export function elapsedMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** What the clock shows, less the time that has passed. */
function clockOffsetMs(): number {
  return Date.now() - elapsedMs();
}

const setBackMs = 1000;

/** Tells whether the clock was set back since: what was changed then looks older than it is. A machine that slept is no such case. */
export function clockWatch(): () => boolean {
  const before = clockOffsetMs();
  return () => clockOffsetMs() < before - setBackMs;
}
