// What a review comes to, from what was raised and what others said of it.
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { type Met, type ReadReview, type SecondOpinion, severities } from './finding.ts';
import type { Merged } from './merge-findings.ts';
import type { ReviewOptions } from './options.ts';
import { failing, type ReviewFinding, type ReviewResult } from './result.ts';

export interface Review {
  readonly one: Contestant;
  readonly read?: ReadReview;
  readonly problem?: string;
  readonly results: readonly AttemptResult[];
}

export interface SecondLook {
  readonly by: string;
  readonly opinions: ReadonlyMap<string, SecondOpinion>;
  readonly results: readonly AttemptResult[];
}

interface Told {
  readonly reviews: readonly Review[];
  readonly merged: readonly Merged[];
  readonly looks: readonly SecondLook[];
  readonly simulated: boolean;
  readonly unmatched: ReviewResult['unmatched'];
}

export function toldReview(
  chosen: ReviewOptions,
  { reviews, merged, looks, simulated, unmatched }: Told,
): ReviewResult {
  const findings = merged.map((one) => judged(one, looks)).toSorted(worstFirst);
  const { title, files, added, removed, failOn } = chosen;
  const failed =
    failOn !== null &&
    findings.some(
      ({ standing, severity }) =>
        failing.includes(standing) && severities.indexOf(severity) <= severities.indexOf(failOn),
    );
  return {
    type: 'review',
    title,
    simulated,
    files,
    added,
    removed,
    reviewers: reviews.map(({ one, read, problem }) => ({
      contestant: one.name,
      findings: read?.findings.length,
      problem,
    })),
    unmatched,
    findings: findings.map((one, at) => ({ ...one, id: `F${at + 1}` })),
    requirements: chosen.requirements.length > 0 ? requirements(chosen, reviews) : undefined,
    failOn: failOn ?? undefined,
    failed,
  };
}

function judged(finding: Merged, looks: readonly SecondLook[]): ReviewFinding {
  const opinions = looks.flatMap(({ by, opinions: said }) => {
    const found = said.get(finding.id);
    return found === undefined ? [] : [{ by, verdict: found.opinion, reason: found.reason }];
  });
  const count = (verdict: string) => opinions.filter((one) => one.verdict === verdict).length;
  const [real, not] = [finding.raisedBy.length + count('real'), count('not real')];
  const { id, file, line, severity, claim, suggestion, raisedBy } = finding;
  return {
    id,
    file,
    severity,
    claim,
    raisedBy: [...raisedBy],
    opinions,
    line,
    suggestion,
    standing: standingOf({ real, not, asked: opinions.length }),
    // The reviewer who raised it agrees with itself: that is not agreement.
    agreement: real + not >= 2 ? real / (real + not) : undefined,
  };
}

function standingOf({
  real,
  not,
  asked,
}: {
  readonly real: number;
  readonly not: number;
  readonly asked: number;
}): ReviewFinding['standing'] {
  if (real >= 2 && real > not) return 'confirmed';
  if (not > 0) return 'disputed';
  return asked === 0 ? 'unconfirmed' : 'single';
}

function worstFirst(one: ReviewFinding, other: ReviewFinding): number {
  const rank = ({ severity }: ReviewFinding) => severities.indexOf(severity);
  return rank(one) - rank(other) || supportOf(other) - supportOf(one) || (one.file < other.file ? -1 : 1);
}

function supportOf({ agreement = 0, raisedBy }: ReviewFinding): number {
  return agreement * raisedBy.length;
}

function requirements(
  { requirements: wanted }: ReviewOptions,
  reviews: readonly Review[],
): NonNullable<ReviewResult['requirements']> {
  return wanted.map(({ id, text }) => {
    const answers = reviews.flatMap(({ one, read }) => {
      const said = read?.requirements.get(id);
      return said === undefined ? [] : [{ by: one.name, ...said }];
    });
    return { id, text, answers, met: most(answers.map(({ met }) => met)) };
  });
}

/** A reviewer that cannot tell has no opinion. Without any opinion it cannot be told; two words as often: split. */
function most(said: readonly Met[]): Met | 'split' {
  const opinions = said.filter((met) => met !== 'cannot tell');
  const counts = [...Map.groupBy(opinions, (met) => met)].map(([met, all]) => ({ met, times: all.length }));
  const [first, second] = counts.toSorted((one, other) => other.times - one.times);
  if (first === undefined) return 'cannot tell';
  return second?.times === first.times ? 'split' : first.met;
}
