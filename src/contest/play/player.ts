// Everything a contest needs of the world, gathered once by whoever plays it.
import type { Agent } from '../../agents/agent.ts';
import type { Observer } from '../../domain/agent-event.ts';
import type { GateAsked } from '../../domain/event.ts';
import type { ModelPrice } from '../../domain/usage.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { elapsedMs, type Machine } from '../../process/machine.ts';
import { noteOver, runningPids } from '../../process/spawn/running.ts';
import { endOutside, type Spool, spoolTree } from '../../process/spawn/spool.ts';
import { type ProcessRow, processNames } from '../../process/tree/process-list.ts';
import { endTree } from '../../process/tree/process-tree.ts';
import { findTrees, type Tree } from '../../process/tree/tree-scan.ts';
import type { Overlays } from '../../workspace/overlay/mount.ts';
import type { Container } from '../../workspace/sandbox/container.ts';
import type { ContainerSettings } from '../../workspace/sandbox/container-argv.ts';
import type { NoSandbox, Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { Accounts, AccountTable } from '../accounts/accounts.ts';
import type { Breaker } from '../accounts/breaker.ts';
import type { Probes } from '../accounts/probes.ts';
import type { Vault } from '../accounts/vault.ts';
import type { InlineContestants } from '../attempt/inline.ts';
import type { Lanes, Stagger } from '../attempt/lanes.ts';
import type { ChildShare } from '../budget/enclosing.ts';
import type { ChildRequest, ChildStart, PlayedChild } from '../handle/step.ts';
import type { CheckTurns, Turns } from './in-turn.ts';
import type { Recorder } from './recorder.ts';

export interface Player {
  readonly machine: Machine;
  /** JOUST_HOME: spools are made below it. */
  readonly home: string;
  /** Its name among the hosts of a pool; undefined: it has none. */
  readonly host?: string;
  /** Where a folder that the record names is on this machine. */
  folderOf(recorded: string): string;
  readonly ledger: Ledger;
  readonly recorder: Recorder;
  readonly observe: Observer;
  readonly lanes: Lanes;
  readonly stagger: Stagger;
  readonly accounts: Accounts;
  readonly sweeper: Sweeper;
  readonly probes: Probes;
  readonly sealing: Turns;
  /** Checkouts at once: they are bound by the disk. */
  readonly checkouts: Turns;
  /** Checks at once: they are bound by the machine, and disturb each other. */
  readonly checking: CheckTurns;
  /** What is being cleared away meanwhile; whoever leaves waits for it. */
  readonly clearing: Set<Promise<unknown>>;
  readonly breaker: Breaker;
  readonly vault: Vault;
  /** Aborted: interrupt everything and leave. */
  readonly signal: AbortSignal;
  readonly settings: PlayerSettings;
  /**
   * Only tells what is on record: nothing starts and nothing is written. What is not there yet is waited for in vain; with
   * `parks` contestants who have not ended yet are told as parked.
   */
  readonly retells?: 'waits' | 'parks';
  /** Asks whoever sits here; undefined: nobody does, or they would not say. */
  answer?(gate: GateAsked): Promise<GateAnswer | undefined>;
  /** Plays another contest to its end, or on from where its record ends; absent: only what is over can be told. */
  playChild?(contest: string, request: ChildRequest | ChildStart, share: ChildShare): Promise<PlayedChild>;
  /** The budget of the contest that this one is a step of: it holds over all of them together. */
  readonly within?: ChildShare;
  /** Functions of this program that play. */
  readonly inline: InlineContestants;
  agentOf(id: string): Agent;
  readonly agents: readonly Agent[];
  /** What confines processes on this machine, or why nothing does. */
  sandbox(): Promise<Sandbox | NoSandbox>;
  /** How workspaces are mounted as overlays on this machine, or why they are not. */
  overlays(): Promise<Overlays | NoSandbox>;
  /** What runs containers on this machine, or why nothing does. */
  container(): Promise<Container | NoSandbox>;
}

export interface GateAnswer {
  readonly answer: string;
  readonly by: 'terminal' | 'flag';
  /** Absent: a person said it. */
  readonly program?: string;
}

export interface PlayerSettings {
  readonly timeoutMs: number;
  /** Overrides every agent's own idle limit. */
  readonly idleMs?: number;
  readonly outputBytes: number;
  /** Variables the user lets pass besides the allow-list. */
  readonly envPass: readonly string[];
  /** What contestants are given by the config: values are not on record, and are looked for here when somebody plays on. */
  readonly environments?: readonly Readonly<Record<string, string>>[];
  /** What containers are made of and may use. */
  readonly container?: ContainerSettings;
  /** Prices in USD per million tokens, by model, over the price list. */
  readonly prices: Readonly<Record<string, ModelPrice>>;
  /** What accounts may take, as the user of this host says; it is not on record. */
  readonly accounts?: AccountTable;
  /** Waits for quotas that are back within this time, instead of leaving. */
  readonly waitForQuotaMs?: number;
  /** Agrees to whatever can be answered with yes. */
  readonly approve?: boolean;
  /** Folders: what processes print is kept in one, or played back from one in their place. */
  readonly cassettes?: { readonly record?: string; readonly replay?: string };
  /** Which trial of a suite it is. */
  readonly trial?: number;
  /** Only these contestants play on; the others stay as they are. */
  readonly only?: readonly string[];
}

/** After an attempt or a check ended: ends what it left running, and says what stays. */
export async function clearAway({ sweeper, observe }: Player, who: string, spool: Spool): Promise<void> {
  const left = await sweeper.sweep(spoolTree(spool));
  if (left.length === 0) noteOver(spool);
  else observe({ type: 'note', text: `${who} left what could not be ended: ${processNames(left)}` });
  for (const said of await endOutside(spool))
    observe({ type: 'note', text: `${who} left a container: ${said}` });
}

const longMs = 15;

/** After an attempt ended, whatever it left running is ended too; ends that come together share their scans. */
export class Sweeper {
  #waiting: { readonly tree: Tree; done(left: readonly ProcessRow[]): void; fail(error: unknown): void }[] =
    [];
  /** A scan looks at every process: after a long one the next waits for more ends to share it. */
  #restUntil = 0;

  /** What could not be ended. */
  sweep(tree: Tree): Promise<readonly ProcessRow[]> {
    return new Promise((done, fail) => {
      if (this.#waiting.length === 0) this.#schedule();
      this.#waiting.push({ tree, done, fail });
    });
  }

  #schedule(): void {
    const restMs = this.#restUntil - elapsedMs();
    if (restMs > 0) setTimeout(() => void this.#run(), restMs);
    else setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    const startedAt = elapsedMs();
    try {
      const others = new Set(runningPids());
      const left = await endTree(
        group.map(({ tree }) => tree),
        { others },
      );
      for (const { tree, done } of group) done(left.length === 0 ? [] : findTrees([tree], new Set()));
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
    const now = elapsedMs();
    const tookMs = now - startedAt;
    this.#restUntil = tookMs < longMs ? 0 : now + Math.min(2 * tookMs, 100);
  }
}
