// What a race came to, for views: every figure behind the decision.
import type { CanaryFinding } from '../../checks/canary/run-canary.ts';
import type { MeasuredCheck } from '../../checks/run/run-checks.ts';
import { changedLines } from '../../domain/changed-file.ts';
import { type PairVerdict, toldWords } from '../../judging/panel/judge-choice.ts';
import type { Candidate } from './candidate.ts';
import { ignoredBecause, type Measured } from './measure.ts';
import type { RaceOptions } from './options.ts';
import type { RaceResult, RaceRow, ScoreContext, ScoreInput } from './result.ts';
import type { Downgrade } from './run-field.ts';
import { type RaceRanking, raceScore, rankRace } from './weigh.ts';

export interface RaceStory {
  readonly simulated: boolean;
  readonly options: RaceOptions;
  readonly base: readonly MeasuredCheck[];
  readonly candidates: readonly Candidate[];
  readonly measured: readonly Measured[];
  readonly score: { readonly inputs: readonly ScoreInput[]; readonly context: ScoreContext };
  /** Of those that would have won, or shared the first place. */
  readonly canaries: ReadonlyMap<string, CanaryFinding | undefined>;
  readonly says: ReadonlyMap<string, string>;
  readonly downgraded?: Downgrade;
  readonly stopped?: string;
  readonly cross?: RaceResult['cross'];
  readonly pairs: readonly PairVerdict[];
  readonly notes: readonly string[];
}

export function toldRace(story: RaceStory): RaceResult {
  const { options, base, score, downgraded, stopped, cross, notes } = story;
  const scores = score.inputs.map((input) => raceScore(input, score.context));
  const ranking = rankRace(scores, score.context);
  const { order, winner, leader } = ranking;
  const { commit, tree, change, turned = [] } = options.base;
  const own = new Set(turned);
  return {
    type: 'race',
    simulated: story.simulated,
    base: { commit, tree, dirty: change?.files.some(({ path }) => !own.has(path)) === true },
    sandbox: options.sandbox,
    preset: options.preset ?? undefined,
    downgraded,
    stopped,
    checks: base.map((check) => toldCheck(check, options)),
    dropped: [...(scores[0]?.dropped ?? [])],
    rows: order.map((scored) => rowOf(story, scored)),
    winner,
    leader: winner === undefined ? leader : undefined,
    rule: ruleOf(ranking),
    cross,
    judges: options.judges.length > 0 ? [...options.judges] : undefined,
    weighed: options.weighed,
    pairs: story.pairs.length > 0 ? story.pairs.map(toldPair) : undefined,
    notes: [...notes],
    score: { inputs: [...score.inputs], context: score.context },
  };
}

function toldCheck(
  check: MeasuredCheck,
  { allowFailing }: Pick<RaceOptions, 'allowFailing'>,
): RaceResult['checks'][number] {
  const { spec, outcome, detail } = check;
  const ignored = ignoredBecause(check);
  return {
    name: spec.name,
    command: spec.command,
    signal: spec.signal,
    required: spec.required,
    base: outcome,
    detail,
    ignored,
    allowed: allowFailing.includes(spec.name) || undefined,
  };
}

function toldPair(verdict: PairVerdict): NonNullable<RaceResult['pairs']>[number] {
  return { pair: [...verdict.pair], words: toldWords(verdict) };
}

type Scored = RaceRanking['order'][number];

function rowOf({ candidates, measured, canaries, says }: RaceStory, scored: Scored): RaceRow {
  const candidate = candidates.find(({ name }) => name === scored.name);
  const own = measured.find((one) => one.candidate.name === scored.name);
  const files = candidate?.files ?? [];
  const words = says.get(scored.name);
  return {
    contestant: scored.name,
    outcome: scored.outcome,
    reason: candidate?.reason,
    partial: candidate?.partial === true || undefined,
    adopted: candidate?.adopted === true || undefined,
    rank: scored.rank,
    whyNot: scored.cannotWin,
    total: scored.total,
    signals: { ...scored.signals },
    unknown: own === undefined ? [] : [...scored.unknown],
    files: files.length,
    ...changedLines(files),
    checks: own === undefined ? [] : checkRows(own),
    ...canaryOf(canaries, scored),
    tamper: [...(own?.tamper ?? [])],
    leftOut: [...(candidate?.leftOut ?? [])],
    ...secretsOf(candidate),
    looked: candidate?.looked && [...candidate.looked],
    ranMs: candidate?.ranMs,
    tokens: candidate?.tokens,
    costUsd: candidate?.costUsd,
    says: words || undefined,
  };
}

function canaryOf(canaries: RaceStory['canaries'], { name }: Scored): Pick<RaceRow, 'canary'> {
  const canary = canaries.get(name);
  return canary === undefined ? {} : { canary };
}

function secretsOf(candidate: Candidate | undefined): Pick<RaceRow, 'secrets' | 'secretKinds'> {
  const { secrets = [], secretKinds } = candidate ?? {};
  if (secrets.length === 0) return {};
  return { secrets: [...secrets], secretKinds: secretKinds && [...secretKinds] };
}

/** Why the first is first, or why there is no winner. */
function ruleOf({ order, lead, tied }: RaceRanking): string {
  const able = order.filter(({ cannotWin }) => cannotWin === undefined);
  const [first, second] = able;
  if (first === undefined) return 'nobody can win';
  if (lead === 'unmeasured') return 'nothing was checked';
  if (lead === 'zero') return 'every total is 0';
  if (lead === 'equal') return `${allOf(tied)} are equal in everything that was measured`;
  if (lead === 'fails-required-check') return `${first.name} leads, but ${first.failing}`;
  if (second === undefined)
    return able.length === order.length ? 'the only entry' : 'the only entry that can win';
  if ((first.passed ?? 0) > (second.passed ?? 0)) return 'more required checks passed';
  if (first.total > second.total) return 'the highest score';
  if (first.passed !== undefined && first.outcome !== second.outcome)
    return 'the highest score, and it needs no person first';
  return first.lines < second.lines
    ? 'the highest score, with fewer changed lines'
    : 'the highest score, by name alone';
}

function allOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The results that count; beside them those as handed in, where these differ. */
export function checkRows({ checks, submitted }: Pick<Measured, 'checks' | 'submitted'>): RaceRow['checks'] {
  return checks.map(({ spec, outcome, detail, readers, lostTests }) => {
    const handed = submitted?.find((one) => one.spec.name === spec.name);
    const differs = handed !== undefined && (handed.outcome !== outcome || handed.detail !== detail);
    return {
      name: spec.name,
      outcome,
      detail,
      lostTests,
      readers: readers && [...readers],
      submitted: differs ? handed.outcome : undefined,
      submittedDetail: differs ? handed.detail : undefined,
    };
  });
}
