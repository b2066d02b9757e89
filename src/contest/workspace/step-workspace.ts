// A step's private checkout, made ready or found again: base, dependencies, setup, environment.
import { chmodSync, existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import type { Base, FileChange } from '../../domain/change.ts';
import type { CheckEnded } from '../../domain/event.ts';
import { copyFolder, turnLinks, turnVenv } from '../../process/files/copy-folder.ts';
import { failpoint, sha256 } from '../../process/machine.ts';
import {
  checkOut,
  isWhole,
  markWhole,
  removeWorkspace,
  type Workspace,
  workspaceAt,
} from '../../workspace/checkout/checkout.ts';
import { ensureStore } from '../../workspace/checkout/ensure-store.ts';
import { buildTree, type Overlay, type Store } from '../../workspace/checkout/store.ts';
import type { Player } from '../play/player.ts';
import { holdStore } from './stray-workspaces.ts';
import type { WantedFile, WorkspaceSpec } from './workspace-spec.ts';

export interface WorkspaceRequest {
  readonly contest: string;
  readonly spec: WorkspaceSpec;
  /** Which run of its step: another run starts from the base again. */
  readonly run: number;
  /** Runs the setup command in the folder, on record. */
  setUp?(place: StepWorkspace, command: string): Promise<CheckEnded>;
}

export interface StepWorkspace {
  readonly spec: WorkspaceSpec;
  readonly store: Store;
  readonly workspace: Workspace;
  /** Where the work happens. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Its setup failed: nothing was started in it. */
export class SetupFailed extends Error {}

const portsEach = 20;
const firstPort = 20_000;

export async function openWorkspace(player: Player, request: WorkspaceRequest): Promise<StepWorkspace> {
  const { spec } = request;
  const store = await heldStore(player, request);
  const workspace = workspaceAt(workspaceRoot(player.home, request), store);
  const place: StepWorkspace = {
    spec,
    store,
    workspace,
    folder: join(workspace.tree, spec.base.below),
    env: environmentOf(player, workspace, spec),
  };
  if (!isWhole(workspace)) await player.checkouts.inTurn(() => makeReady(player, place));
  // The user may stand where nothing is tracked.
  mkdirSync(place.folder, { recursive: true });
  // Not in the turn above: it may take minutes.
  if (!existsSync(join(workspace.root, 'ready'))) await setUp(player, request, place);
  return place;
}

const maxHolds = 5;

/** Another contest may be the last to leave the same store just now: then it is made again. */
async function heldStore(player: Player, { contest, spec: { base } }: WorkspaceRequest): Promise<Store> {
  for (let tries = 0; tries < maxHolds; tries += 1) {
    const store = await baseStore(player, base);
    if (holdStore(player.home, base.snapshot, contest)) return store;
  }
  throw new Error(`the store of the base ${base.snapshot} is taken away again and again`);
}

export function workspaceRoot(home: string, { contest, spec, run }: WorkspaceRequest): string {
  const name = sha256(`${contest}\n${spec.key}\n${run}\n${spec.base.snapshot}`).slice(0, 24);
  return join(home, 'workspaces', contest, name);
}

/** Beside whatever else is done; what cannot be removed is left for prune. */
export function clearAway({ clearing }: Player, { workspace }: StepWorkspace): void {
  clearing.add(removeWorkspace(workspace).catch(() => undefined));
}

async function makeReady(
  { home, machine, ledger }: Player,
  { spec, store, workspace }: StepWorkspace,
): Promise<void> {
  const { base, overlay } = spec;
  const parent = join(home, 'workspaces');
  const own = join(workspace.root, '..');
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  mkdirSync(own, { recursive: true, mode: 0o700 });
  // Who works in one of them cannot list the others.
  chmodSync(own, 0o300);
  const files = overlay === undefined ? [] : await overlayOf({ ledger }, overlay);
  const tree = await buildTree(store, { tree: base.tree, overlay: files, nonce: machine.random(12) });
  await checkOut({ store, root: workspace.root, tree, commit: base.snapshot });
  failpoint('checked out');
  // Under a new name first: what a killed player's copying still writes goes nowhere.
  const beside = join(workspace.root, `copy-${machine.random(12)}`);
  for (const pattern of spec.copy)
    await copyMatches({ from: base.folder, to: workspace.tree, beside }, pattern);
  markWhole(workspace);
}

async function copyMatches(
  { from, to, beside }: { readonly from: string; readonly to: string; readonly beside: string },
  pattern: string,
): Promise<void> {
  for (const path of globSync(pattern, { cwd: from, exclude: (name) => basename(String(name)) === '.git' })) {
    const target = join(to, path);
    if (path.startsWith('..') || existsSync(target)) continue;
    await copyFolder(join(from, path), beside);
    mkdirSync(dirname(target), { recursive: true });
    await rename(beside, target);
    await turnLinks(target, { original: from, copy: to });
    turnVenv(target, { original: from, copy: to });
  }
}

/** Where the base was made ready and a change laid over it is not, that is the change's own: its checks tell. */
async function setUp(
  { ledger }: Player,
  { setUp: run }: WorkspaceRequest,
  place: StepWorkspace,
): Promise<void> {
  const { setup, overlay } = place.spec;
  if (setup !== undefined && run !== undefined) {
    const { outcome, code, stderr } = await run(place, setup);
    if (outcome !== 'passed' && overlay === undefined) {
      const said = stderr === undefined ? '' : lastLine((await ledger.blob(stderr)).toString('utf8'));
      const how = `${outcome}${code === null ? '' : ` with ${code}`}`;
      throw new SetupFailed(`the setup command (${setup}) ${how}${said === '' ? '' : `: ${said}`}`);
    }
  }
  mkdirSync(join(place.workspace.root, 'ready'), { recursive: true });
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
  const temporary = sandbox === 'os' && machine.platform === 'linux' ? '/tmp' : tmp;
  return {
    ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary, XDG_CACHE_HOME: cache },
    // The home folder cannot be written there.
    ...(sandbox === 'os' && { npm_config_cache: join(cache, 'npm') }),
    ...{ PORT: String(port), PORT_RANGE: `${port}-${port + portsEach - 1}` },
  };
}

/** Caches that an agent has its login or its program in are its own, also here. */
export function linkCaches({ workspace }: StepWorkspace, agent: Agent, home: string): void {
  const names = agent.state.flatMap((path) => /^\.cache\/([^/]+)/.exec(path)?.[1] ?? []);
  for (const name of names) {
    const [own, link] = [join(home, '.cache', name), join(workspace.cache, name)];
    if (existsSync(own) && !existsSync(link)) symlinkSync(own, link);
  }
}

/** Made again from the ledger where it is gone. */
export function baseStore(player: Player, base: Base): Promise<Store> {
  return ensureStore(base, {
    home: player.home,
    userHome: player.machine.home,
    nonce: player.machine.random(12),
    overlay: () => overlayOf(player, asHandedIn(base.change?.files ?? [])),
  });
}

/** The change as it was handed in. */
export function asHandedIn(files: readonly FileChange[]): readonly WantedFile[] {
  return files.map(({ path, after }) => ({ path, ...(after !== undefined && { file: after }) }));
}

export async function overlayOf(
  { ledger }: Pick<Player, 'ledger'>,
  files: readonly WantedFile[],
): Promise<readonly Overlay[]> {
  const overlay: Overlay[] = [];
  for (const { path, file } of files) {
    if (file === undefined) overlay.push({ path });
    else {
      const { mode, content } = file;
      const bytes = 'text' in content ? Buffer.from(content.text) : await ledger.blob(content);
      overlay.push({ path, file: { mode, content: bytes } });
    }
  }
  return overlay;
}
