// The command line of a container engine, out of plain values. That of docker is unverified: no daemon has run it yet.
import { sizeBytes } from '../../domain/settings/rule.ts';
import type { Argv } from './sandbox.ts';

export interface ContainerLimits {
  readonly profile?: 'auto' | keyof typeof profiles | undefined;
  /** Bytes, or as in 4GB. */
  readonly memory?: string | number | undefined;
  readonly cpus?: number | undefined;
  readonly pids?: number | undefined;
}

export interface ContainerSettings extends ContainerLimits {
  readonly image?: string;
  readonly engine?: EngineName;
  /** More arguments for `run`. */
  readonly args?: readonly string[];
}

export type EngineName = 'docker' | 'podman';

export interface Engine {
  readonly name: EngineName;
  readonly program: string;
  /** NAME=VALUE: its own, for the contestant's environment may name other folders. */
  readonly variables: readonly string[];
  /** Each container has a network of its own anyway, and the user is the same inside. */
  readonly isRootless: boolean;
  /** Of the machine that its containers run on. */
  readonly memoryBytes?: number;
}

export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isReadOnly: boolean;
}

export interface ContainerRun {
  readonly engine: Engine;
  readonly settings: ContainerSettings & { readonly image: string };
  /** Of the container, and of its network. */
  readonly name: string;
  /** UID:GID. */
  readonly user: string;
  readonly network: 'open' | 'none';
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  /** NAME, with the value that the engine has itself, or NAME=VALUE. */
  readonly env: readonly string[];
}

export function containerArgv([program, ...args]: Argv, run: ContainerRun): Argv {
  const { engine, settings, name, user, mounts, cwd, env } = run;
  return [
    ...engineArgv(engine),
    ...(hasOwnNetwork(run)
      ? ['/bin/sh', '-c', networkFirst, 'sh', engine.program, name, engine.program]
      : [engine.program]),
    // Its output goes through the attached streams: the engine keeps none of it.
    'run',
    '--rm',
    '--init',
    '--interactive',
    '--name',
    name,
    '--pull',
    'never',
    '--log-driver',
    'none',
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
    '--read-only',
    '--user',
    user,
    // A label would have to be written on the user's own files.
    '--security-opt',
    'label=disable',
    ...(engine.isRootless ? ['--userns', 'keep-id'] : []),
    '--network',
    networkOf(run),
    ...limitArgs(settings, engine.memoryBytes),
    ...mounts.flatMap((mount) => ['--mount', mountText(mount)]),
    ...env.flatMap((one) => ['--env', one]),
    '--workdir',
    cwd,
    ...(settings.args ?? []),
    // Whatever an image starts by itself is not what was asked for.
    '--entrypoint',
    program,
    settings.image,
    ...args,
  ];
}

/** Takes it away, whatever became of it. */
export function removalArgvs(run: Pick<ContainerRun, 'engine' | 'name' | 'network'>): readonly Argv[] {
  const { engine, name } = run;
  const asked = (args: readonly string[]): Argv => [...engineArgv(engine), engine.program, ...args];
  const atOnce = engine.name === 'podman' ? ['--time', '0'] : [];
  return [
    asked(['rm', '--force', '--volumes', ...atOnce, name]),
    ...(hasOwnNetwork(run) ? [asked(['network', 'rm', name])] : []),
  ];
}

export function engineArgv({ variables }: Engine): [string, ...string[]] {
  return ['/usr/bin/env', ...variables];
}

const networkFirst = '"$1" network create "$2" >/dev/null && shift 2 && exec "$@"';

function hasOwnNetwork({ engine, network }: Pick<ContainerRun, 'engine' | 'network'>): boolean {
  return network === 'open' && !engine.isRootless;
}

function networkOf(run: ContainerRun): string {
  if (hasOwnNetwork(run)) return run.name;
  return run.network === 'open' ? 'private' : 'none';
}

const gibibyte = 1024 ** 3;
const profiles = {
  large: {},
  medium: { memory: 2 * gibibyte, cpus: 1 },
  small: { memory: gibibyte, cpus: 0.5 },
} as const;

function profileFor(memoryBytes = 8 * gibibyte): keyof typeof profiles {
  if (memoryBytes >= 32 * gibibyte) return 'large';
  return memoryBytes >= 8 * gibibyte ? 'medium' : 'small';
}

/** A profile of its own takes the place of memory and cores from above. */
export function limitedBy<Settings extends ContainerLimits>(
  settings: Settings,
  { profile, memory, cpus, pids }: ContainerLimits,
): Settings {
  const { memory: usualMemory, cpus: usualCpus } = profile === undefined ? settings : {};
  return {
    ...settings,
    profile: profile ?? settings.profile,
    memory: memory ?? usualMemory,
    cpus: cpus ?? usualCpus,
    pids: pids ?? settings.pids,
  };
}

function limitArgs(settings: ContainerSettings, memoryBytes: number | undefined): readonly string[] {
  const { profile = 'auto', pids = 512 } = settings;
  const usual: Pick<ContainerSettings, 'memory' | 'cpus'> =
    profiles[profile === 'auto' ? profileFor(memoryBytes) : profile];
  const memory = sizeBytes(settings.memory ?? usual.memory ?? '');
  const cpus = settings.cpus ?? usual.cpus;
  return [
    '--pids-limit',
    String(pids),
    '--ulimit',
    'nofile=4096:8192',
    '--oom-score-adj',
    '500',
    // With the same limit for both there is no swap.
    ...(memory === undefined ? [] : ['--memory', `${memory}b`, '--memory-swap', `${memory}b`]),
    ...(cpus === undefined ? [] : ['--cpus', String(cpus)]),
  ];
}

/** One line of CSV. */
function mountText({ source, target, isReadOnly }: Mount): string {
  const fields = ['type=bind', `source=${source}`, `target=${target}`, ...(isReadOnly ? ['readonly'] : [])];
  return fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',');
}
