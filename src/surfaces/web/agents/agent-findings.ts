// What /agents answers, and how it is said in few words: whether somebody can play, on which lane, how it did of late.
import type { limitLines } from '../../../views/agent-limits.ts';
import { dollars, duration } from '../../../views/units.ts';

export interface AgentFinding {
  readonly contestant: string;
  readonly agent: string;
  readonly title: string;
  readonly family: string;
  readonly program?: string;
  readonly version?: string;
  readonly login: {
    readonly state: 'subscription' | 'key' | 'logged-out' | 'unknown';
    readonly detail?: string;
  };
  readonly tiers: Parameters<typeof limitLines>[0];
  readonly withheld: readonly string[];
  readonly lane: string;
  readonly verified: { readonly version: string } | { readonly because: string };
  readonly problem?: { readonly reason: string; readonly hint: string; readonly absent?: true };
  readonly check?: LiveCheck;
  readonly past?: {
    readonly of: 'contestant' | 'agent';
    readonly answers: number;
    readonly lastAt?: string;
    readonly medianTokensPerS?: number;
    readonly medianUsd?: number;
    readonly medianMs?: number;
  };
}

export interface LiveCheck {
  readonly outcome: string;
  readonly reason?: string;
  readonly ranMs?: number;
  readonly model?: string;
}

export interface Findings {
  readonly joust: string;
  readonly agents: readonly AgentFinding[];
  readonly platform: {
    readonly node: string;
    readonly platform: string;
    readonly tools: readonly {
      readonly name: string;
      readonly use: string;
      readonly path?: string;
      readonly version?: string;
    }[];
    readonly home: { readonly path: string; readonly writable: boolean };
    readonly freeBytes?: number;
  };
  readonly container?: { readonly about: string } | { readonly unavailable: string; readonly hint: string };
  readonly notices?: readonly string[];
}

/** A state is icon, word and colour: the icon goes by `is`. */
export function readiness({ problem, login }: AgentFinding): { readonly is: string; readonly word: string } {
  if (problem?.absent === true) return { is: 'unavailable', word: 'not installed' };
  if (login.state === 'logged-out') return { is: 'waiting', word: 'not logged in' };
  if (problem !== undefined) return { is: 'blocked', word: problem.reason };
  return { is: 'ok', word: loginWords[login.state] };
}

const loginWords = {
  subscription: 'subscription',
  key: 'API key',
  unknown: 'ready',
  'logged-out': 'not logged in',
} as const;

/** Undefined: nothing like it is on record. */
export function pastText({ past }: AgentFinding): string | undefined {
  if (past === undefined) return undefined;
  const { medianTokensPerS: speed, medianUsd: usd, medianMs: ranMs } = past;
  const parts = [
    speed === undefined ? undefined : `${Math.round(speed)} tok/s`,
    ranMs === undefined ? undefined : duration(ranMs),
    usd === undefined ? undefined : dollars(usd),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' · ');
}
