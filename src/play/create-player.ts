// Gathers what a contest needs of the world: the ledger, the agents, the lanes.
import { agentOf, allAgents } from '../agents/all.ts';
import { Accounts } from '../contest/accounts/accounts.ts';
import { Breaker } from '../contest/accounts/breaker.ts';
import { Probes } from '../contest/accounts/probes.ts';
import { createVault } from '../contest/accounts/vault.ts';
import type { InlineContestants } from '../contest/attempt/inline.ts';
import { type LaneOptions, Lanes, Stagger } from '../contest/attempt/lanes.ts';
import { CheckTurns, Turns } from '../contest/play/in-turn.ts';
import { type Player, type PlayerSettings, Sweeper } from '../contest/play/player.ts';
import { Recorder } from '../contest/play/recorder.ts';
import type { Observer } from '../domain/agent-event.ts';
import type { ContestOpened } from '../domain/event.ts';
import type { LedgerOpener } from '../ledger/ledger.ts';
import { ledgerOf } from '../record/user-ledger.ts';

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
  /** Its name among the hosts of a pool. */
  readonly host?: string;
  /** Where folders that the record names are on this machine; absent: where it says. */
  folderOf?: Player['folderOf'];
  /** Of the contest that this one is a step of: what all its steps have in common. */
  readonly parent?: PlayerParts;
  /** Where it is recorded; absent: where this user's contests are. */
  readonly openLedger?: LedgerOpener;
  /** Asks whoever sits here; undefined: nobody does. */
  answer?: Player['answer'];
}

/** Lanes, quotas and turns hold over all steps together; the ledger stays open for the next. */
export type PlayerParts = Pick<
  Player,
  | 'ledger'
  | 'vault'
  | 'lanes'
  | 'stagger'
  | 'accounts'
  | 'sweeper'
  | 'sealing'
  | 'checkouts'
  | 'checking'
  | 'breaker'
> &
  Pick<Player, 'overlays' | 'sandbox' | 'container' | 'within'>;

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
  const { timeoutMs, idleMs, outputBytes, envPass, waitForQuotaMs, approve, cassettes } = settings;
  return {
    timeoutMs,
    outputBytes,
    envPass: [...envPass],
    idleMs,
    waitForQuotaMs,
    approve,
    cassettes: cassettes && { ...cassettes },
    lanes: { capacities: { ...lanes.options.capacities }, cloud: lanes.options.cloud },
  };
}

export function createPlayer(world: World): Player {
  const { machine, home, observe, signal, settings } = world;
  const answer = settings.approve === true ? approving(world.answer) : world.answer;
  const parts = world.parent ?? ownParts(world);
  return {
    machine,
    home,
    observe,
    signal,
    settings,
    recorder: new Recorder(parts.ledger, observe),
    probes: new Probes(machine, { home, envPass: settings.envPass }),
    clearing: new Set(),
    agents: allAgents,
    inline: world.inline ?? {},
    ...parts,
    answer,
    host: world.host,
    folderOf: world.folderOf ?? ((recorded) => recorded),
    agentOf,
  };
}

/** Of one that plays, for a step of its contest. */
export function partsOf(player: Player, within: NonNullable<Player['within']>): PlayerParts {
  const { ledger, vault, lanes, stagger, accounts, sweeper, sealing, checkouts, checking, breaker } = player;
  const { overlays, sandbox, container } = player;
  return {
    ledger,
    vault,
    lanes,
    stagger,
    accounts,
    sweeper,
    sealing,
    checkouts,
    checking,
    breaker,
    overlays,
    sandbox,
    container,
    within,
  };
}

/** For one that plays by itself, or for all that a host plays. */
export function ownParts({
  machine,
  home,
  settings,
  lanes,
  openLedger: open,
}: Pick<World, 'machine' | 'home' | 'settings' | 'lanes' | 'openLedger'>): PlayerParts {
  const ledger = (open ?? ledgerOf(machine))({ home, now: machine.now });
  return {
    ledger,
    lanes: new Lanes(lanes),
    stagger: new Stagger(machine.elapsed),
    accounts: new Accounts(),
    sweeper: new Sweeper(),
    sealing: new Turns(),
    checkouts: new Turns(2),
    checking: new CheckTurns(),
    overlays: once(async () => (await import('../workspace/overlay/mount.ts')).knownOverlays(machine, home)),
    sandbox: once(async () => (await import('../workspace/sandbox/find-sandbox.ts')).findSandbox(machine)),
    container: once(async () =>
      (await import('../workspace/sandbox/container.ts')).findContainer(machine, settings.container ?? {}),
    ),
    breaker: new Breaker(ledger),
    vault: createVault(home, settings.environments),
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
