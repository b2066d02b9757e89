// The sandbox of this system, tried once before anybody relies on it.

import { mkdirSync, realpathSync, statSync } from 'node:fs';
import type { Machine } from '../../process/machine.ts';
import { runProbe } from '../../process/spawn/probe.ts';
import { findProgram } from '../../process/spawn/programs.ts';
import { bubblewrapArgv } from './bubblewrap.ts';
import { type Found, type Place, placesOf } from './places.ts';
import type { NoSandbox, Sandbox, SandboxPolicy } from './sandbox.ts';
import { seatbeltArgv } from './seatbelt.ts';

type Host = Pick<Machine, 'platform' | 'env' | 'cwd' | 'asRoot'>;

export async function findSandbox(host: Host): Promise<Sandbox | NoSandbox> {
  switch (host.platform) {
    case 'linux':
      return await findBubblewrap(host);
    case 'darwin':
      return findSeatbelt(host);
    default:
      return {
        unavailable: `there is no sandbox os for ${host.platform}`,
        hint: 'Run joust on Linux or macOS, or with --sandbox none.',
      };
  }
}

async function findBubblewrap({ env, cwd, asRoot }: Host): Promise<Sandbox | NoSandbox> {
  const path = env['PATH'];
  const program = findProgram('bwrap', { path, cwd });
  if (program === undefined)
    return {
      unavailable: 'bwrap is not installed',
      hint: 'Install bubblewrap: apt install bubblewrap, dnf install bubblewrap or pacman -S bubblewrap.',
    };
  // The whole of it is tried: a container may allow some of the namespaces and not others.
  const tried = bubblewrapArgv(['true'], { program, asRoot, places: [], network: 'none', cwd: '/' });
  const { code, output } = await runProbe(tried, { env: { PATH: path ?? '' } });
  if (code !== 0)
    return {
      unavailable: `bwrap does not work here: ${output.trim().split('\n').at(-1) || 'it said nothing'}`,
      hint: 'It needs user namespaces: see sysctl kernel.unprivileged_userns_clone, user.max_user_namespaces and kernel.apparmor_restrict_unprivileged_userns; a container has to allow them.',
    };
  return {
    tier: 'os',
    wrap(argv, policy) {
      const { network, cwd: folder } = policy;
      return bubblewrapArgv(argv, { program, asRoot, places: prepare(policy), network, cwd: folder });
    },
  };
}

function findSeatbelt({ env, cwd }: Host): Sandbox | NoSandbox {
  const path = `${env['PATH'] ?? ''}:/usr/bin`;
  const program = findProgram('sandbox-exec', { path, cwd });
  if (program === undefined)
    return {
      unavailable: 'sandbox-exec is not there',
      hint: 'It is a part of macOS; look for it in /usr/bin.',
    };
  return {
    tier: 'os',
    wrap(argv, policy) {
      return seatbeltArgv(argv, { program, places: prepare(policy), network: policy.network });
    },
  };
}

function prepare(policy: SandboxPolicy): readonly Place[] {
  makeMissing([`${policy.tmp}/`, ...policy.writable]);
  return placesOf(policy, lookAt);
}

/** What a path of a policy is on the disk. Undefined for what is not there, or may not be looked at: whoever runs inside cannot reach that either. */
export function lookAt(path: string): Found | undefined {
  try {
    const real = realpathSync(path);
    return { real, isFolder: statSync(real).isDirectory() };
  } catch {
    return undefined;
  }
}

/** Inside, a folder that an agent would make in the home folder could not be made any more. */
export function makeMissing(paths: readonly string[]): void {
  for (const path of paths) {
    if (!path.endsWith('/')) continue;
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
    } catch {
      // The agent would not have been able to either, and says so in its own words.
    }
  }
}
