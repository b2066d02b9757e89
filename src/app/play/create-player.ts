// Gathers what a contest needs of the world: the ledger, the agents, the lanes.
import { agentOf, allAgents } from '../../agents/all.ts';
import { Breaker } from '../../contest/accounts/breaker.ts';
import { Probes } from '../../contest/accounts/probes.ts';
import { createVault, type Vault } from '../../contest/accounts/vault.ts';
import type { InlineContestants } from '../../contest/attempt/inline.ts';
import { type LaneOptions, Lanes, Stagger } from '../../contest/attempt/lanes.ts';
import { checkTurns, type Player, type PlayerSettings, Sweeper, Turns } from '../../contest/play/player.ts';
import { Recorder } from '../../contest/play/recorder.ts';
import type { Observer } from '../../domain/agent-event.ts';
import type { ContestOpened } from '../../domain/event.ts';
import type { LedgerOpener } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/sqlite/sqlite-ledger.ts';

export interface World {
  readonly machine: Player['machine'];
  /** JOUST_HOME. */
  readonly home: string;
  readonly observe: Observer;
  /** Aborted: interrupt everything and leave. */
  readonly signal: AbortSignal;
  readonly settings: PlayerSettings;
  readonly lanes: LaneOptions;
  /**
   * Which of these settings were said for this playing; the others are those the contest was opened with. Absent: all of
   * them count.
   */
  readonly said?: readonly RecordedSetting[];
  /** Functions that play for the contestants of these names (`inline`: for all others), with `agent: 'inline'` in the roster. */
  readonly inline?: InlineContestants;
  /** Of the contest that this one is a step of. */
  readonly vault?: Vault;
  /** Where it is recorded; absent: in the home. */
  readonly openLedger?: LedgerOpener;
  /** Asks whoever sits here; undefined: nobody does. */
  answer?: Player['answer'];
}

export type RecordedSetting = keyof NonNullable<ContestOpened['player']>;

/** For playing on: what was not said now is as it was when the contest was opened. */
export function asOpened(world: World, { player }: ContestOpened): World {
  if (player === undefined || world.said === undefined) return world;
  const { said } = world;
  const { lanes, ...settings } = player;
  const kept = Object.entries(settings).filter(([name]) => !said.includes(name as RecordedSetting));
  return {
    ...world,
    settings: { ...world.settings, ...Object.fromEntries(kept) },
    ...(!said.includes('lanes') && { lanes }),
  };
}

/** What goes on record of them. */
export function recordedSettings({
  settings,
  lanes,
}: Pick<Player, 'settings' | 'lanes'>): NonNullable<ContestOpened['player']> {
  const { timeoutMs, idleMs, outputBytes, envPass, waitForQuotaMs, approve } = settings;
  return {
    ...{ timeoutMs, outputBytes, envPass: [...envPass] },
    ...(idleMs !== undefined && { idleMs }),
    ...(waitForQuotaMs !== undefined && { waitForQuotaMs }),
    ...(approve !== undefined && { approve }),
    lanes: { capacities: { ...lanes.options.capacities }, cloud: lanes.options.cloud },
  };
}

export function createPlayer(world: World): Player {
  const { machine, home, observe, signal, settings, lanes } = world;
  const answer = settings.approve === true ? approving(world.answer) : world.answer;
  const ledger = (world.openLedger ?? openLedger)({ home, now: machine.now });
  return {
    machine,
    home,
    ledger,
    observe,
    signal,
    settings,
    recorder: new Recorder(ledger, observe),
    lanes: new Lanes(lanes),
    stagger: new Stagger(machine.elapsed),
    sweeper: new Sweeper(),
    probes: new Probes(machine, { home, envPass: settings.envPass }),
    sealing: new Turns(),
    checkouts: new Turns(2),
    checking: checkTurns(),
    clearing: new Set(),
    agents: allAgents,
    inline: world.inline ?? {},
    overlays: once(async () =>
      (await import('../../workspace/overlay/mount.ts')).knownOverlays(machine, home),
    ),
    sandbox: once(async () => (await import('../../workspace/sandbox/find-sandbox.ts')).findSandbox(machine)),
    container: once(async () =>
      (await import('../../workspace/sandbox/container.ts')).findContainer(machine, settings.container ?? {}),
    ),
    breaker: new Breaker(),
    vault: world.vault ?? createVault(home, settings.environments),
    ...(answer !== undefined && { answer }),
    agentOf,
  };
}

/** Agrees to what can be agreed to; anything else goes to whoever sits here. */
function approving(ask: World['answer']): NonNullable<World['answer']> {
  return async (gate) => (gate.choices.includes('yes') ? { answer: 'yes', by: 'flag' } : await ask?.(gate));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
