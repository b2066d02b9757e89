// The [race] table in the domain's own types, and its built-in values.
import type { CheckSpec, Weights } from '../domain/check-spec.ts';
import type { Entry } from './entry.ts';

export interface RaceConfig {
  /** How many contestants play when nobody names any. */
  readonly width: number;
  /** For a contestant of whom the ledger knows nothing. */
  readonly tokensPerRun: number;
  /** Over it somebody has to agree; 0: never asked. */
  readonly confirmTokens: number;
  /** Over it a race becomes a single run; 0: no such limit. */
  readonly budgetTokens: number;
  readonly preset?: string;
  readonly setup?: string;
  /** Absent: as the preset, or what is found, says. */
  readonly copy?: readonly string[];
  readonly sandbox: 'none' | 'os';
  readonly checkNetwork: 'open' | 'none';
  readonly checkTimeoutMs: number;
  readonly maxDiskBytes: number;
  /** Counts where somebody judges. */
  readonly judgeWeight: number;
  readonly crossTests: 'auto' | 'on' | 'off';
  readonly stopWhen?: 'perfect' | 'lead';
  /** Which tags of `joust do` are raced. */
  readonly tags: readonly string[];
  /** Who plays in `joust do`. */
  readonly contestant?: string;
  /** Whether the project's own checks are looked for. */
  readonly found: boolean;
  /** Found checks, or a preset's, that are left out. */
  readonly without: readonly string[];
  /** Over those of the preset. */
  readonly weights: Partial<Omit<Weights, 'judge'>>;
  readonly checks: Readonly<Record<string, RaceCheckConfig>>;
}

/** A check is required unless it says otherwise. */
export type RaceCheckConfig = Omit<CheckSpec, 'name' | 'origin' | 'required'> & {
  readonly required?: boolean;
};

const builtIn: Readonly<Record<string, Entry['value']>> = {
  width: 3,
  tokens_per_run: 75_000,
  confirm_tokens: 200_000,
  budget_tokens: 500_000,
  sandbox: 'none',
  check_network: 'none',
  check_timeout: '10m',
  max_disk: '5GB',
  judge_weight: 0.3,
  cross_tests: 'auto',
  tags: [],
  found: true,
  without: [],
};

export const raceEntries: readonly Entry[] = Object.entries(builtIn).map(([key, value]) => ({
  path: ['race', key],
  value,
  origin: { from: 'built-in' },
}));
