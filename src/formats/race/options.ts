// What a race is opened with: what somebody wished, and what was found before it began.
import type { CheckRules } from '../../checks/run/run-checks.ts';
import type { Base, BlobRef, Change } from '../../domain/change.ts';
import type { CheckSpec, Weights } from '../../domain/check-spec.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { SelfJudging } from '../../judging/entry.ts';
import type { Rubric } from '../../judging/verdict/rubric.ts';
import type { AdoptSource } from '../../workspace/base/adopt-tree.ts';

/** From the command line and the config. */
export interface RaceWish {
  /** Named ones; found ones are added unless `onlyNamed`. */
  readonly checks: readonly CheckSpec[];
  readonly onlyNamed: boolean;
  /** node, python, rust, go or charm. */
  readonly preset: string | null;
  /** Over those of the preset. */
  readonly weights: Partial<Weights>;
  readonly setup: string | null;
  /** null: as the preset, or what is found, says. */
  readonly copy: readonly string[] | null;
  readonly sandbox: 'none' | 'os';
  /** What checks may reach inside a sandbox. */
  readonly checkNetwork: 'open' | 'none';
  readonly maxDiskBytes: number;
  readonly checkTimeoutMs: number;
  readonly gate: RaceGate;
  /** Empty: nobody judges. */
  readonly judges: readonly string[];
  readonly orders: 'one' | 'both';
  readonly selfJudging: SelfJudging;
  readonly rubric: Rubric | null;
  readonly crossTests: 'auto' | 'on' | 'off';
  readonly stopWhen: 'perfect' | 'lead' | null;
  /** What kind of task it is, in the user's words: for leaderboards. */
  readonly tag: string | null;
  /** Nobody plays: work that is here already is measured and ranked. */
  readonly adopt?: AdoptWish;
}

export interface AdoptWish {
  /** The race it enters. */
  readonly contest: string;
  readonly source: AdoptSource;
  /** What it is called in the report; judges never see it. */
  readonly name: string;
}

export interface RaceGate {
  /** Most tokens; over it a race becomes a single run. 0: no such limit. */
  readonly budgetTokens: number;
  /** Over it somebody has to agree; 0: never asked. */
  readonly confirmTokens: number;
  /** For a contestant of whom this ledger knows nothing. */
  readonly tokensPerRun: number;
  /** Somebody set it: it also counts where nothing costs anything. */
  readonly explicit: boolean;
}

/** As recorded when the contest is opened. */
export interface RaceOptions extends Omit<RaceWish, 'onlyNamed' | 'copy' | 'weights' | 'adopt'> {
  readonly base: Base;
  readonly weights: Weights;
  readonly rules: 'rescale' | 'charm';
  readonly copy: readonly string[];
  /** null: nothing of it costs anything. */
  readonly estimateTokens: number | null;
  /** Work that is here already: entries of another race, or made elsewhere. */
  readonly entries: readonly GivenEntry[];
}

export interface GivenEntry {
  readonly contestant: string;
  readonly outcome: Outcome;
  readonly change: Change;
  readonly patch: BlobRef | null;
  readonly says: BlobRef | null;
  readonly adopted: boolean;
  readonly secrets: readonly string[];
  /** null: cannot be told. */
  readonly looked: readonly string[] | null;
}

export const raceOptionNames = [
  ...['checks', 'preset', 'setup', 'sandbox', 'checkNetwork', 'maxDiskBytes', 'checkTimeoutMs', 'gate'],
  ...['judges', 'orders', 'selfJudging', 'rubric', 'crossTests', 'stopWhen', 'tag'],
  ...['base', 'weights', 'rules', 'copy', 'estimateTokens', 'entries'],
] as const satisfies readonly (keyof RaceOptions)[];

/** What all checkouts of a race have in common. */
export function workspaceOf(options: RaceOptions): CheckRules['workspace'] {
  const { base, copy, sandbox, maxDiskBytes, setup } = options;
  return { base, copy, sandbox, maxBytes: maxDiskBytes, ...(setup !== null && { setup }) };
}

export function checkRulesOf(options: RaceOptions): CheckRules {
  const { checkTimeoutMs: timeoutMs, checkNetwork: network } = options;
  return { workspace: workspaceOf(options), timeoutMs, network };
}
