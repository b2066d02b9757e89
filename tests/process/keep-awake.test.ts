// What keeps the machine awake ends with the contest, and with its owner. The programs are scripts that note how they were called.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepAwake } from '../../src/process/keep-awake.ts';
import { listProcesses } from '../../src/process/tree/process-list.ts';
import { finished, type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';

/** Puts a program on a PATH that holds nothing else. */
function withProgram(place: Project, name: string, script: string): string {
  chmodSync(place.write(`bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
  return join(place.folder, 'bin');
}

/** Notes its pid and arguments, then does as the real one: runs what it was given, and waits for it. */
function inhibit(place: Project): string {
  const note = join(place.folder, 'note');
  return withProgram(
    place,
    'systemd-inhibit',
    `printf '%s\\n' "$$" "$@" >"${note}.new"; mv "${note}.new" "${note}"
     while case $1 in --*) true ;; *) false ;; esac; do shift; done
     "$@"`,
  );
}

async function noteOf(place: Project): Promise<{ pid: number; args: readonly string[] }> {
  const file = join(place.folder, 'note');
  await until(() => existsSync(file));
  const [pid, ...args] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return { pid: Number(pid), args };
}

/** It leads a group of its own; those who ended but were not waited for yet do not count. */
function livingOf(group: number): number {
  return listProcesses().filter((row) => row.group === group && !isZombie(row.pid)).length;
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

function machine(path: string, platform: NodeJS.Platform = 'linux') {
  return { env: { PATH: path, SECRET_KEY: 'sk-1' }, platform, cwd: '/' } as const;
}

describe('on Linux', () => {
  it('holds an inhibitor with a reason until it is ended', async () => {
    using place = project();
    const end = keepAwake(machine(inhibit(place)));
    const { pid, args } = await noteOf(place);
    expect(args.slice(0, 6)).toEqual([
      '--what=idle:sleep',
      '--who=joust',
      '--why=a contest is being played',
      '--mode=block',
      '/bin/sh',
      '-c',
    ]);
    expect(args.at(-1)).toBe(String(process.pid));
    await until(() => livingOf(pid) >= 2);
    end();
    await until(() => livingOf(pid) === 0);
    end();
  });

  it('goes soon after its owner is killed', async () => {
    using place = project();
    const owner = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
    keepAwake(machine(inhibit(place)), owner.pid);
    const { pid } = await noteOf(place);
    await sleep(2500);
    expect(livingOf(pid)).toBeGreaterThan(0);
    const gone = once(owner, 'exit');
    owner.kill('SIGKILL');
    await gone;
    await until(() => livingOf(pid) === 0);
  });

  it('neither keeps a program from ending nor outlives it for long, and speaks on none of its streams', async () => {
    using place = project();
    const path = inhibit(place);
    const module = new URL('../../src/process/keep-awake.ts', import.meta.url).pathname;
    const program = place.write(
      'owner.mts',
      `import { keepAwake } from '${module}';
       keepAwake({ env: { PATH: '${path}' }, platform: 'linux', cwd: '/' });`,
    );
    const ran = await finished(spawn(process.execPath, [program]));
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    const { pid } = await noteOf(place);
    await until(() => livingOf(pid) === 0);
  });

  it('gives the program no secrets', async () => {
    using place = project();
    const note = join(place.folder, 'note');
    const path = withProgram(place, 'systemd-inhibit', `env >"${note}.new"; mv "${note}.new" "${note}"`);
    keepAwake(machine(path));
    await until(() => existsSync(note));
    expect(readFileSync(note, 'utf8')).not.toContain('sk-1');
  });
});

it('on a Mac asks caffeinate to watch the owner', async () => {
  using place = project();
  const note = join(place.folder, 'note');
  const script = `printf '%s\\n' "$$" "$@" >"${note}.new"; mv "${note}.new" "${note}"; sleep 600`;
  const end = keepAwake(machine(withProgram(place, 'caffeinate', script), 'darwin'));
  const { pid, args } = await noteOf(place);
  expect(args).toEqual(['-i', '-w', String(process.pid)]);
  end();
  await until(() => livingOf(pid) === 0);
});

describe('does no harm', () => {
  it('where the program fails at once', async () => {
    using place = project();
    const end = keepAwake(machine(withProgram(place, 'systemd-inhibit', 'echo no >&2; exit 1')));
    await sleep(300);
    end();
    end();
  });

  it('where it cannot be run, is absent, or the system is another', async () => {
    using place = project();
    chmodSync(place.write('bin/systemd-inhibit', '#!/no/such/interpreter\n'), 0o755);
    const path = join(place.folder, 'bin');
    for (const end of [
      keepAwake(machine(path)),
      keepAwake(machine('/nonexistent')),
      keepAwake(machine(path, 'darwin')),
      keepAwake(machine(path, 'win32')),
      keepAwake({ env: {}, platform: 'linux', cwd: '/' }),
    ])
      end();
    await sleep(100);
  });
});
