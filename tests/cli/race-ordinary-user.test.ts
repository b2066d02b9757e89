// A race from start to end by somebody who is not root, on overlays that a user namespace mounts, without a sandbox and in one. Where
// the other tests run as an ordinary user they are that race.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { cliProgram, type Ran } from '../setup/project.ts';
import { half, type RacePlace, racePlace, resultOf, rowOf, solve, testCheck } from '../setup/race-place.ts';

const nobody = '65534';
const user = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] as const;
const [program, ...asUser] = user;

/** Why it cannot be played here; undefined: it can. */
function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'there are no overlays but on Linux';
  if (process.getuid?.() !== 0) return 'the other tests run as an ordinary user here';
  const runs = spawnSync(program, [...asUser, process.execPath, cliProgram, '--version']);
  if (runs.status !== 0) return `nobody cannot run ${cliProgram}`;
  const mounts = spawnSync(program, [...asUser, 'unshare', '--user', '--map-root-user', '--mount', 'true']);
  return mounts.status === 0 ? undefined : 'an ordinary user has no namespaces here';
}

function raced(place: RacePlace, args: readonly string[]): Ran {
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, dirname(place.folder)]);
  const words = ['race', '--json', '-c', 'solver', '-c', 'half', '--workspace', 'overlay', ...args];
  const { status, stdout, stderr } = spawnSync(
    program,
    [...asUser, process.execPath, cliProgram, ...words, 'make the sums right'],
    { cwd: place.folder, env: place.env, encoding: 'utf8', timeout: 120_000 },
  );
  return { code: status, stdout, stderr };
}

const why = whyNot();
describe.skipIf(why !== undefined)(
  `an ordinary user${why === undefined ? '' : ` (not here: ${why})`}`,
  () => {
    it.for(['none', 'os'])(
      'races on overlays with the sandbox %s, and leaves nothing behind',
      async (sandbox, context) => {
        const found = await findSandbox(thisMachine());
        if (sandbox === 'os' && 'unavailable' in found) context.skip(`${found.unavailable}. ${found.hint}`);
        using place = racePlace();
        place.contestants({ solver: solve, half: [...half, { run: 'id -u > who.txt; rm double.js' }] });
        const played = raced(place, [...testCheck, '--sandbox', sandbox]);
        expect(played.stderr).not.toMatch(/cannot be had|overlays cannot/);
        const result = resultOf(played);
        expect(result).toMatchObject({ sandbox, winner: 'solver' });
        expect(rowOf(result, 'half')).toMatchObject({ outcome: 'ok', files: 3 });
        const shown = spawnSync(program, [...asUser, process.execPath, cliProgram, 'diff', '@last', 'half'], {
          cwd: place.folder,
          env: place.env,
          encoding: 'utf8',
        });
        expect(shown.stdout).toContain(`+${nobody}`);
        expect(place.git('-c', 'safe.directory=*', 'status', '--porcelain')).toBe('');
        expect(
          readdirSync(join(place.home, 'layers')).filter((name) => name.startsWith('base-')),
        ).toHaveLength(1);
        expect(
          existsSync(join(place.home, 'workspaces')) ? readdirSync(join(place.home, 'workspaces')) : [],
        ).toEqual([]);
        expect(place.leftovers()).toEqual([]);
      },
    );
  },
);
