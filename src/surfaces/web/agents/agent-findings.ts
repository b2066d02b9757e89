// The state of an agent in few words: whether it can play, and how it did in the last contests.
import { dollars, duration } from '../../../views/units.ts';
import type { AgentFinding } from '../../../views/wire/doctor-json.ts';

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
