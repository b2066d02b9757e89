// The private checkout of one attempt, from its making to its clearing away: what it is started with, what is watched while
// it works, and what it leaves.
import { dirname, resolve } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import type { AgentEvent } from '../../domain/agent-event.ts';
import type { CheckEnded } from '../../domain/event.ts';
import type { AttemptToRun, AttemptWorkspace } from '../attempt/run.ts';
import { runCheck } from '../check/check.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { Player } from '../play/player.ts';
import { confineAgent, confineBare } from './confine.ts';
import { endWithEntry, sealEntry } from './seal-entry.ts';
import { clearAway, linkCaches, openWorkspace, SetupFailed, type StepWorkspace } from './step-workspace.ts';
import { watchDisk } from './watch-disk.ts';
import type { WorkspaceSpec } from './workspace-spec.ts';

type Entering = AttemptToRun & { readonly agent: Agent; readonly run: number };

export async function enterWorkspace(
  player: Player,
  attempt: Entering,
): Promise<AttemptWorkspace | { failed: string }> {
  const place = await placeFor(player, attempt);
  if (place instanceof SetupFailed) return { failed: place.message };
  const { step, agent, halt } = attempt;
  const outside = watchOutsideAccess(player, place);
  const unwatch = watchDisk(place, halt);
  return {
    root: place.workspace.root,
    folder: place.workspace.folder,
    // Who is bare is confined as it would be without any files.
    env: step.bare === true ? {} : place.env,
    sandbox: place.spec.sandbox,
    watched: outside.heard,
    unwatch,
    async confine(start) {
      linkCaches(place, agent, player.machine.home);
      const { workspace } = place;
      if (step.bare === true)
        return await confineBare(
          player,
          { ...workspace, scratch: start.spool.scratch },
          { argv: start.argv, agent },
        );
      const { script } = step.contestant.settings ?? {};
      const readable = script === undefined ? [] : [resolve(player.folderOf(step.cwd), script)];
      return workspace.enter(await confineAgent(player, place, { ...start, agent, readable }));
    },
    async seal(end, secrets) {
      if (place.spec.handsIn === 'answer')
        return { end, done: end.outcome === 'ok' || end.outcome === 'empty' };
      const entry = await sealEntry(player, { ...attempt, place, end, secrets, looked: outside.seen() });
      // It came to its own end, whatever is made of that.
      const done = end.outcome === 'ok' || end.outcome === 'empty';
      return { entry, end: endWithEntry(end, entry), done };
    },
    leave: () => clearAway(place),
  };
}

async function placeFor(player: Player, attempt: Entering): Promise<StepWorkspace | SetupFailed> {
  const { step, contest, record, run, agent } = attempt;
  const spec = agent.kind === 'inline' ? unlayered(step.workspace) : step.workspace;
  if (spec === undefined) throw new Error(`the attempt ${step.key} has no workspace`);
  const setUp = (place: StepWorkspace, line: string) =>
    runSetup(player, { contest, record, place, line, run });
  return await openWorkspace(player, { contest, spec, run, setUp }).catch((error: unknown) => {
    if (error instanceof SetupFailed) return error;
    throw error;
  });
}

/** A function of this program sees what this program sees. */
function unlayered(spec: WorkspaceSpec | undefined): WorkspaceSpec | undefined {
  return spec === undefined || spec.kind === 'folder' ? spec : { ...spec, layered: false };
}

interface OutsideAccess {
  heard(events: AsyncIterable<AgentEvent>): AsyncIterable<AgentEvent>;
  /** Undefined: it shows no tool calls, so nobody can tell. */
  seen(): readonly string[] | undefined;
}

const maxSigns = 20;

/** Not every `--all`: `git add --all` looks nowhere. */
const branches = [
  /\bgit\b[^\n;&|]*\s(?:worktree|show-ref|for-each-ref)\b/,
  /\bgit\b[^\n;&|]*\s(?:log|rev-list|shortlog|show|branch)\b[^\n;&|]*\s(?:--all|-a)(?![\w-])/,
];

/** Whether a contestant looked outside of its workspace, as far as its own tool calls tell. */
function watchOutsideAccess({ home }: Player, { workspace }: StepWorkspace): OutsideAccess {
  const signs = new Set<string>();
  let tools = 0;
  const own = workspace.root;
  const outside = [
    { path: dirname(own), what: "the rivals' workspaces" },
    { path: home, what: "joust's own data" },
    ...workspace.originals.map((path) => ({ path, what: "the user's own tree" })),
  ];
  const look = (text: string) => {
    const rest = text.replaceAll(own, '.');
    const found = outside.find(({ path }) => rest.includes(path));
    if (found !== undefined) signs.add(`${found.what}: ${shortened(text)}`);
    if (branches.some((sign) => sign.test(text))) signs.add(`other branches: ${shortened(text)}`);
  };
  const note = (detail: string, writes: readonly string[]) => {
    tools += 1;
    for (const text of [detail, ...writes]) if (signs.size < maxSigns) look(text);
  };
  return {
    async *heard(events) {
      for await (const event of events) {
        if (event.type === 'tool') note(event.detail ?? '', event.writes ?? []);
        yield event;
      }
    },
    seen: () => (tools === 0 ? undefined : [...signs]),
  };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

export interface SetupToRun {
  readonly contest: string;
  readonly record: ContestRecord;
  readonly place: StepWorkspace;
  /** For the shell. */
  readonly line: string;
  readonly run: number;
}

const setupTimeoutMs = 20 * 60_000;

/** The setup command, as a check of its own: on record, in a spool, found again after a crash. Packages come from somewhere: it has the network. */
export function runSetup(
  player: Player,
  { contest, record, place, line, run }: SetupToRun,
): Promise<CheckEnded> {
  const { spec, workspace } = place;
  const step = {
    key: `setup/${spec.key}/${run}`,
    command: ['sh', '-c', line],
    cwd: workspace.folder,
    timeoutMs: setupTimeoutMs,
    subject: workspace.root,
    network: 'open',
  } as const;
  return runCheck(player, { contest, record, step, place });
}
