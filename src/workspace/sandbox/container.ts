// The sandbox container: docker or podman, looked for and tried once, and what a container is to see, made on the disk.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAmong, ofThisMachine } from '../../process/environment.ts';
import { currentUser, type Machine } from '../../process/machine.ts';
import { runProbe } from '../../process/spawn/probe.ts';
import { callProgram, findProgram, nodeProgram, ownFolders } from '../../process/spawn/programs.ts';
import { noteOutside, type Spool } from '../../process/spawn/spool.ts';
import {
  type ContainerLimits,
  type ContainerRun,
  type ContainerSettings,
  containerArgv,
  type Engine,
  type EngineName,
  engineArgv,
  limitedBy,
  type Mount,
  removalArgvs,
} from './container-argv.ts';
import { lookAt, makeMissing } from './find-sandbox.ts';
import type { Argv, NoSandbox } from './sandbox.ts';

/** What is not named does not exist inside. All paths are absolute, and the same inside as outside. */
export interface ContainerPolicy {
  /** Names the container; how it is taken away is noted there. */
  readonly spool: Spool;
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  /** Stands in for /tmp. */
  readonly tmp: string;
  readonly network: 'open' | 'none';
  readonly cwd: string;
  /** Over those of the config. */
  readonly limits?: ContainerLimits | undefined;
  /** The home folder outside. Inside there is an empty one. */
  readonly home: string;
  /** Where that is on the disk; gone with the container. */
  readonly private: string;
  /** Files that are copied into it, where they are there. */
  readonly login: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Container {
  readonly tier: 'container';
  /** `podman with IMAGE`. */
  readonly about: string;
  /** Called right before the start. Whoever ends the spool's tree ends the container. */
  wrap(argv: Argv, policy: ContainerPolicy): Promise<Argv>;
}

type Host = Pick<Machine, 'env' | 'cwd' | 'asRoot' | 'random'>;
type Settings = ContainerRun['settings'];

export async function findContainer(
  host: Host,
  { image, ...rest }: ContainerSettings,
): Promise<Container | NoSandbox> {
  if (image === undefined)
    return {
      unavailable: 'no image is named',
      hint: 'Build one (docs/container.md of joust has a Dockerfile) and name it in your config: [container] image = "joust-agents".',
    };
  const settings = { ...rest, image };
  const whys: string[] = [];
  for (const name of rest.engine === undefined ? (['podman', 'docker'] as const) : [rest.engine]) {
    const engine = await tryEngine(name, host, settings);
    if (typeof engine !== 'string') return containerOf(engine, host, settings);
    whys.push(engine);
  }
  return {
    unavailable: whys.join('; '),
    hint: 'Install podman or docker and build the image with it, or see docs/container.md of joust for places that restrict them.',
  };
}

/** Or why not. The whole of it is tried: an engine may be installed and not be allowed to do its work. */
async function tryEngine(name: EngineName, host: Host, settings: Settings): Promise<Engine | string> {
  const program = findProgram(name, { path: host.env['PATH'], cwd: host.cwd });
  if (program === undefined) return `${name} is not installed`;
  const begun = { name, program, variables: variablesOf(host.env), isRootless: false };
  const ask = (args: readonly string[]) => runProbe([...engineArgv(begun), program, ...args], { env: {} });
  const { code, output } = await ask(['info', '--format', infoFormats[name]]);
  if (code !== 0) return `${name} does not work here: ${lastLine(output)}`;
  const [memory, users = ''] = output.trim().split(/ (.*)/);
  if (name === 'docker' && /rootless|userns/.test(users))
    return 'docker gives its containers other users here, who could not write a workspace';
  const memoryBytes = Number(memory);
  const engine: Engine = {
    ...begun,
    isRootless: users === 'true',
    memoryBytes: memoryBytes > 0 ? memoryBytes : undefined,
  };
  if ((await ask(['image', 'inspect', settings.image])).code !== 0)
    return `${name} has no image ${settings.image}`;
  const why = await tryRun({
    engine,
    settings,
    name: `joust-trial-${host.random(8)}`,
    user: userOf(host),
    network: 'none',
    mounts: [],
    cwd: '/',
    env: [],
  });
  return why === undefined ? engine : `${name} cannot run ${settings.image}: ${why}`;
}

const trialMs = 60_000;

async function tryRun(run: ContainerRun): Promise<string | undefined> {
  const { code, output } = await runProbe(containerArgv(['true'], run), { env: {}, timeoutMs: trialMs });
  if (code === 0) return undefined;
  for (const argv of removalArgvs(run)) await runProbe(argv, { env: {} });
  return lastLine(output);
}

/** The memory of its machine; then whether it is rootless, or what its containers' users are. */
const infoFormats = {
  podman: '{{.Host.MemTotal}} {{.Host.Security.Rootless}}',
  docker: '{{.MemTotal}} {{.SecurityOptions}}',
} as const;

const wanted = [
  'PATH',
  'HOME',
  'XDG_*',
  'DBUS_SESSION_BUS_ADDRESS',
  'DOCKER_*',
  'CONTAINER_*',
  'CONTAINERS_*',
];

/** They stand on a command line: no login to a registry, which nobody asks. */
function variablesOf(env: Host['env']): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    isAmong(wanted, name) && name !== 'DOCKER_AUTH_CONFIG' ? [`${name}=${value ?? ''}`] : [],
  );
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) || 'it said nothing';
}

/** Root is nobody, whom every system knows by name. */
function userOf({ asRoot }: Host): string {
  return asRoot ? '65534:65534' : currentUser();
}

function containerOf(engine: Engine, host: Host, settings: Settings): Container {
  return {
    tier: 'container',
    about: `${engine.name} with ${settings.image}`,
    async wrap(argv, policy) {
      const { spool, private: own, network, cwd, limits = {} } = policy;
      const [user, name] = [userOf(host), `joust-${basename(spool.path)}`];
      noteOutside(spool, [...removalArgvs({ engine, name, network }), ['/bin/rm', '-rf', own]]);
      const mounts = prepare(argv, policy);
      if (host.asRoot) await giveAway(user, policy);
      // The image's own node: ours may not run on its libraries.
      const program: Argv = argv[0] === nodeProgram ? ['node', ...argv.slice(1)] : argv;
      const env = envInside(policy, engine);
      return containerArgv(program, {
        engine,
        settings: limitedBy(settings, limits),
        name,
        user,
        network,
        mounts,
        cwd,
        env,
      });
    },
  };
}

/** Makes the private home, with the login in it, and every place where something is to be mounted. */
function prepare(argv: Argv, policy: ContainerPolicy): readonly Mount[] {
  const { home, private: own, login, writable, tmp, env } = policy;
  rmSync(own, { recursive: true, force: true });
  const homes = new Set([home]);
  makeMissing([`${tmp}/`, ...writable, `${join(own, home)}/`]);
  for (const path of login) {
    const found = lookAt(path);
    if (found === undefined || found.isFolder) continue;
    mkdirSync(join(own, dirname(path)), { recursive: true, mode: 0o700 });
    // Not copied by the system, which would give it the rights of the original.
    writeFileSync(join(own, path), readFileSync(found.real), { mode: 0o600 });
    if (!path.startsWith(`${home}/`)) homes.add(dirname(path));
  }
  const program = argv[1] === callProgram ? ownFolders().slice(0, 1) : [];
  const certificates = certificateNames.flatMap((name) => env[name] ?? []);
  const mounts = [
    ...[...homes].map((target) => ({ source: join(own, target), target, isReadOnly: false })),
    ...['/tmp', '/var/tmp'].map((target) => ({ source: tmp, target, isReadOnly: false })),
    ...writable.flatMap((path) => mountsOf(path, false)),
    ...[...policy.readable, ...program, ...certificates].flatMap((path) => mountsOf(path, true)),
  ];
  const unique = [...new Map(mounts.map((mount) => [mount.target, mount])).values()];
  const sorted = unique.sort((one, other) => (one.target < other.target ? -1 : 1));
  for (const mount of sorted) makeMountpoint(mount, sorted);
  return sorted;
}

const certificateNames = [
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
];

/** Under the name it was given by, and under the one that links on the way lead to. */
function mountsOf(path: string, isReadOnly: boolean): readonly Mount[] {
  const source = lookAt(path)?.real;
  if (source === undefined) return [];
  return [source, path.replace(/(?<=.)\/+$/, '')].map((target) => ({ source, target, isReadOnly }));
}

/** In another mount it would be made by the engine, and be root's. */
function makeMountpoint({ source, target }: Mount, mounts: readonly Mount[]): void {
  const around = mounts.findLast((one) => !one.isReadOnly && target.startsWith(`${one.target}/`));
  if (around === undefined) return;
  const place = join(around.source, target.slice(around.target.length));
  if (lookAt(place) !== undefined) return;
  const isFolder = lookAt(source)?.isFolder === true;
  mkdirSync(isFolder ? place : dirname(place), { recursive: true, mode: 0o700 });
  if (!isFolder) writeFileSync(place, '');
}

const giveAwayMs = 120_000;

/** To the ordinary user that root is inside. They are joust's own folders: what is handed in is written anew by root. */
async function giveAway(user: string, { writable, tmp, private: own }: ContainerPolicy): Promise<void> {
  const paths = [...writable, tmp, own].filter((path) => lookAt(path) !== undefined);
  await runProbe(['/bin/chown', '-hR', user, ...paths], { env: {}, timeoutMs: giveAwayMs });
}

/** By name, so that no value stands on a command line, but for those that the engine itself has otherwise. */
function envInside({ env, home }: ContainerPolicy, { variables }: Engine): readonly string[] {
  const engines = new Map(variables.map((one) => [one.split('=', 1)[0], one]));
  const inside = { ...env, HOME: home };
  return Object.entries(inside)
    .filter(([name]) => !isAmong(ofThisMachine, name))
    .map(([name, value]) => {
      const differs = name === 'HOME' || (engines.has(name) && engines.get(name) !== `${name}=${value}`);
      return differs ? `${name}=${value}` : name;
    });
}
