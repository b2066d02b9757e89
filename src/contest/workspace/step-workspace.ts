// A step's workspace, made ready or found again: its own folders, setup, environment.
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import type { CheckEnded } from '../../domain/event.ts';
import { freeBytes } from '../../process/files/folder.ts';
import { makeInside } from '../../process/files/make-inside.ts';
import { noteSlowEnd } from '../../process/slow-end.ts';
import { removeAfterwards } from '../../process/spawn/remove-spools.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Player } from '../play/player.ts';
import { type WorkspaceToOpen, workspaceOf } from './open-workspace.ts';
import type { WorkspaceSpec } from './workspace-spec.ts';

export interface WorkspaceRequest extends WorkspaceToOpen {
  /** Runs the setup command in the folder, on record. */
  setUp?(place: StepWorkspace, command: string): Promise<CheckEnded>;
}

export interface StepWorkspace {
  readonly spec: WorkspaceSpec;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
}

/** Its setup failed: nothing was started in it. */
export class SetupFailed extends Error {}

const portsEach = 20;
const firstPort = 20_000;

export async function openWorkspace(player: Player, request: WorkspaceRequest): Promise<StepWorkspace> {
  const { spec } = request;
  noteSlowEnd();
  const workspace = await workspaceOf(player, request);
  const make = () => {
    makeParents(workspace);
    return workspace.make();
  };
  // An overlay costs the disk nothing, and whoever waits for a look at its layers waits with the others.
  const light = spec.kind !== 'folder' && spec.layered === true;
  if (!workspace.isMade()) await (light ? make() : player.checkouts.inTurn(make));
  const place: StepWorkspace = {
    spec,
    workspace: withFolder(workspace, spec),
    env: environmentOf(player, workspace, spec),
  };
  // Not in the turn above: it may take minutes.
  if (!existsSync(join(workspace.root, 'ready'))) await setUp(player, request, place);
  return place;
}

/**
 * The user may stand where nothing is tracked: it is made then. Where what is laid over the base has something else in its place,
 * whatever is to run there fails for it, and says why.
 */
function withFolder(workspace: Workspace, spec: WorkspaceSpec): Workspace {
  const { root, tree, folder } = workspace;
  const below = relative(tree, folder);
  if (makeInside(tree, below) || !hasOverlay(spec)) return workspace;
  const why = `the folder ${below} is not part of this work any more`;
  // A program starts where there is a folder.
  return { ...workspace, folder: root, enter: () => ['/bin/sh', '-c', 'echo "$0" >&2; exit 1', why] };
}

/** Room for this many of its kind has to be left. */
const roomFor = 4;
const perFileBytes = 4096;

/** What takes long of it is done now, if there is room; whoever opens it later goes on from there. */
export async function prepareWorkspace(player: Player, request: WorkspaceToOpen): Promise<void> {
  const { spec } = request;
  if (spec.kind === 'folder' || spec.layered === true) return;
  const workspace = await workspaceOf(player, request);
  const needed = roomFor * (spec.base.bytes + spec.base.files * perFileBytes);
  if (((await freeBytes(player.home)) ?? 0) < needed) return;
  await player.checkouts.inTurn(async () => {
    if (workspace.isMade()) return;
    makeParents(workspace);
    await workspace.makeAhead?.();
  });
}

/** Who works in one of them cannot list the others. */
function makeParents({ root }: Workspace): void {
  const own = dirname(root);
  mkdirSync(dirname(own), { recursive: true, mode: 0o700 });
  mkdirSync(own, { recursive: true, mode: 0o700 });
  chmodSync(own, 0o300);
}

/** After what comes next; what cannot be removed is left for prune. */
export function clearAway({ workspace }: StepWorkspace): void {
  removeAfterwards(() => workspace.clear());
}

/** Where the base was made ready and a change laid over it is not, that is the change's own: its checks tell. */
async function setUp(
  { ledger }: Player,
  { setUp: run }: WorkspaceRequest,
  place: StepWorkspace,
): Promise<void> {
  const { setup } = place.spec;
  if (setup !== undefined && run !== undefined) {
    const { outcome, code, stderr } = await run(place, setup);
    if (outcome !== 'passed' && !hasOverlay(place.spec)) {
      const said = stderr === undefined ? '' : lastLine((await ledger.blob(stderr)).toString('utf8'));
      const how = `${outcome}${code === null ? '' : ` with ${code}`}`;
      throw new SetupFailed(`the setup command (${setup}) ${how}${said === '' ? '' : `: ${said}`}`);
    }
  }
  mkdirSync(join(place.workspace.root, 'ready'), { recursive: true });
}

function hasOverlay(spec: WorkspaceSpec): boolean {
  return 'overlay' in spec && spec.overlay !== undefined;
}

function lastLine(text: string): string {
  return (text.trimEnd().split('\n').at(-1) ?? '').trim().slice(0, 200);
}

function environmentOf(
  { machine }: Player,
  { tmp, cache }: Workspace,
  { slot, sandbox }: WorkspaceSpec,
): Record<string, string> {
  const port = firstPort + slot * portsEach;
  // There the sandbox puts the folder in the place of /tmp.
  const stoodIn = sandbox === 'container' || (sandbox === 'os' && machine.platform === 'linux');
  const temporary = stoodIn ? '/tmp' : tmp;
  return {
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
    XDG_CACHE_HOME: cache,
    // The home folder cannot be written there, or is gone afterwards.
    ...(sandbox !== 'none' && { npm_config_cache: join(cache, 'npm') }),
    PORT: String(port),
    PORT_RANGE: `${port}-${port + portsEach - 1}`,
  };
}

/** Caches that an agent has its login or its program in are its own, also here. */
export function linkCaches({ workspace, spec }: StepWorkspace, agent: Agent, home: string): void {
  if (spec.sandbox === 'container') return;
  const names = agent.state.flatMap((path) => /^\.cache\/([^/]+)/.exec(path)?.[1] ?? []);
  for (const name of names) {
    const [own, link] = [join(home, '.cache', name), join(workspace.cache, name)];
    if (existsSync(own) && !existsSync(link)) symlinkSync(own, link);
  }
}
