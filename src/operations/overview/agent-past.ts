// How somebody did of late: the medians of its answers on record, for whoever chooses whom to let play.
import type { Contestant } from '../../domain/contestant.ts';
import { median } from '../../domain/figures.ts';
import { everybody, identityOf } from '../../domain/roster.ts';
import type { PastEnd } from '../../ledger/ledger.ts';
import { tokensPerSecond } from '../../views/answer.ts';
import type { AgentPast } from '../../views/wire/doctor-json.ts';

/** Undefined: nothing like it is on record. Newest first. */
export function agentPast(ends: readonly PastEnd[], contestant: Contestant): AgentPast | undefined {
  const played = ends.flatMap(({ opened, end }) => {
    const who = everybody(opened).find(({ name }) => name === end.contestant);
    return who === undefined || end.outcome !== 'ok' ? [] : [{ who, end }];
  });
  const same = played.filter(({ who }) => identityOf(who) === identityOf(contestant));
  const own = same.length > 0 ? same : played.filter(({ who }) => who.agent === contestant.agent);
  if (own.length === 0) return undefined;
  const speed = median(own.map(({ end }) => tokensPerSecond(end)));
  const usd = median(own.map(({ end }) => end.cost?.usd));
  const ranMs = median(own.map(({ end }) => end.timing.ranMs));
  const lastAt = own[0]?.end.timing.endedAt;
  return {
    of: same.length > 0 ? 'contestant' : 'agent',
    answers: own.length,
    lastAt,
    medianTokensPerS: speed,
    medianUsd: usd,
    medianMs: ranMs,
  };
}
