// race: several work on one change, each in a checkout of its own; the changes are measured in a neutral place, judged
// blind where somebody wants that, and ranked by what was measured.

import { type Canaries, type CanaryFinding, canariesOf } from '../../checks/canary/run-canary.ts';
import { type MeasuredCheck, runChecks } from '../../checks/run/run-checks.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import type { WinnerDecided } from '../../domain/event.ts';
import { defineFormat, type FormatEnd } from '../format.ts';
import { type Candidate, candidateGiven, candidateOf, hasEnded, isWhole } from './candidate.ts';
import { judgeCalls, judgeRace } from './judge-race.ts';
import {
  countedFiles,
  crossTests,
  heldTo,
  isInDoubt,
  type Measured,
  measure,
  scoreContext,
  scoreInput,
} from './measure.ts';
import { checkRulesOf, options, type RaceOptions } from './options.ts';
import { type RaceStory, toldRace } from './race-result.ts';
import { type RaceResult, raceResult, type ScoreContext, type ScoreInput } from './result.ts';
import { type Admitted, type Downgrade, type FieldRun, passGate, runField } from './run-field.ts';
import { setUp } from './set-up.ts';
import { request } from './settings.ts';
import { type RaceLead, raceScore, rankRace } from './weigh.ts';

export const race = defineFormat({
  name: 'race',
  version: 6,
  oldest: 1,
  about: {
    summary:
      'several make the same change apart, it is measured in a neutral place, the best is yours to apply',
    details:
      'Each works in a private workspace of your repository, uncommitted work included; your own files stay as they are. ' +
      "The project's tests and linters measure what each hands in; checks named test, lint or readiness also count by what they print. " +
      'Exit code 4: no entry passed the required checks, or the leader fails one.',
    group: 'change',
    tool: { default: true },
    takes: 'prompt',
    ends: { missed: 'no entry passed' },
    page: { result: 'Decision', tabs: ['answers', 'checks', 'verdicts'] },
    examples: [
      'joust race "add retry with back-off to the client"',
      'joust race -c claude -c codex --check test="npm test" --apply "fix the flaky test"',
      'joust race --judge --stop-when lead --tag build "port the build to esbuild"',
    ],
  },
  request,
  options,
  result: raceResult,
  workspaces: true,
  asksAboutTokens: ({ roster, options: { entries } }) => roster.length > 1 && entries.length === 0,
  contestants: ({ width }) => ({ num: width }),
  setUp,
  shows: false,
  expects({ roster, staff, options: { judges, orders, entries, rubric }, task }) {
    const panel = [...roster, ...staff].filter(({ name }) => judges.includes(name));
    const count = entries.length > 0 ? entries.length : roster.length;
    const looks = judgeCalls(panel, { count, orders, rubric });
    return [
      ...(entries.length > 0 ? [] : roster.map((contestant) => ({ contestant, tier: task.tier }))),
      ...looks.map((contestant) => ({ contestant, tier: 'read' as const })),
    ];
  },
  async play(contest, chosen) {
    const admitted = await passGate(contest, chosen);
    const canaries = canariesOf(contest, {
      plans: chosen.canaries,
      checks: chosen.checks,
      rules: checkRulesOf(chosen, contest),
    });
    const base = baseChecks(contest, chosen);
    await base.beforeStart();
    // What is on record is told as it came.
    const { runners } = admitted;
    if (runners.length === 0 || runners.some(({ name }) => contest.ended(`work/${name}`))) base.begin();
    const field = await runField(contest, chosen, {
      runners,
      base: base.measured,
      canaries,
      beyondBudget: admitted.downgraded !== undefined,
      begun: base.begin,
      stage: 'work',
    });
    const measured = await base.measured;
    const raced = await continued(contest, chosen, { admitted, base: measured, field, canaries });
    return await decided(contest, chosen, { ...raced, canaries });
  },
});

interface BaseChecks {
  readonly measured: Promise<readonly MeasuredCheck[]>;
  begin(): void;
  /** What cannot be set up is said before contestants are paid. */
  beforeStart(): Promise<unknown>;
}

/** Beside the contestants, and behind their start: what they come to is needed for the verdict. */
function baseChecks(contest: Contest, options: RaceOptions): BaseChecks {
  const { checks, baseFirst, setup } = options;
  const [begun, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isFirst = baseFirst || setup !== null;
  const tree = { key: 'base', overlay: [], checks, reuse: true, behind: !isFirst };
  const measured = begun.promise.then(() =>
    runChecks(contest, checkRulesOf(options, contest), { ...tree, ready: () => made.resolve() }),
  );
  // Whoever waits for it later is told.
  measured.catch(() => undefined);
  return {
    measured,
    begin: begun.resolve,
    async beforeStart() {
      if (!isFirst) return;
      begun.resolve();
      await (baseFirst ? measured : Promise.race([made.promise, measured]));
    },
  };
}

interface Raced {
  readonly base: readonly MeasuredCheck[];
  readonly field: FieldRun;
  readonly downgraded?: Downgrade;
  /** Nobody had finished when the budget was gone: one of them may go on alone when it is resumed. */
  readonly paused: boolean;
}

interface Continuing extends Pick<Raced, 'base' | 'field'> {
  readonly admitted: Admitted;
  readonly canaries: Canaries;
}

/** A budget crossed in flight is no failure: what is finished counts, and where nothing is, one contestant goes on. */
async function continued(
  contest: Contest,
  options: RaceOptions,
  { admitted, base, field, canaries }: Continuing,
): Promise<Raced> {
  const { downgraded: before } = admitted;
  if (!field.overBudget) return { base, field, paused: false, downgraded: before };
  const nobody = field.measured.length === 0;
  const single = nobody ? admitted.runners[0] : undefined;
  const { budgetTokens } = options.gate;
  const reason = 'over_budget_midflight';
  const downgraded: Downgrade = {
    reason,
    budgetTokens,
    single: single?.name,
  };
  const contestants = admitted.runners.map(({ name }) => name);
  const fact = await contest.fact({
    type: 'race.downgraded',
    v: 1,
    key: 'downgraded',
    inputs: reason,
    contestants,
    ...downgraded,
  });
  if (single === undefined) return { base, field, downgraded, paused: false };
  if (fact === 'new') return { base, field, downgraded, paused: true };
  const alone = await runField(contest, options, {
    runners: [single],
    base: Promise.resolve(base),
    canaries,
    beyondBudget: true,
    stage: 'single',
  });
  const others = field.results.filter(({ contestant }) => contestant.name !== single.name);
  return { base, downgraded, paused: false, field: { ...alone, results: [...alone.results, ...others] } };
}

/**
 * What passed in an earlier race may fail by now for a reason outside of the repository. Where nobody passes it, the base tells whether
 * that is so.
 */
async function baseNow(
  contest: Contest,
  options: RaceOptions,
  { base, measured }: { readonly base: readonly MeasuredCheck[]; readonly measured: readonly Measured[] },
): Promise<readonly MeasuredCheck[]> {
  const last = base.findLastIndex((check) => isInDoubt(check, measured));
  // Older records tell what they told.
  if (last < 0 || contest.opened.formatVersion < 5) return base;
  // Those before it may build what it needs.
  const checks = options.checks.slice(0, last + 1);
  const tree = { key: 'base/again', overlay: [], checks, reuse: true, anew: true };
  return [...(await runChecks(contest, checkRulesOf(options, contest), tree)), ...base.slice(last + 1)];
}

async function decided(
  contest: Contest,
  options: RaceOptions,
  raced: Raced & { readonly canaries: Canaries },
): Promise<FormatEnd<RaceResult>> {
  const { field, downgraded, paused } = raced;
  const given = options.entries.map((entry) => candidateGiven(contest, entry));
  const candidates = [...field.results.filter(hasEnded).map(candidateOf), ...given];
  const found = [...field.measured];
  for (const one of given.filter(isWhole)) found.push(await measure(contest, options, one));
  const version = contest.opened.formatVersion;
  const heldToThe = (base: readonly MeasuredCheck[]) =>
    found.map((one) => heldTo(one, { base, rules: options.rules, version }));
  // Whoever is still to come may pass what nobody passes yet.
  const base = isWaiting(contest, field)
    ? raced.base
    : await baseNow(contest, options, { base: raced.base, measured: heldToThe(raced.base) });
  const measured = heldToThe(base);
  const { cross, note } = await crossTests(contest, options, { measured, base });
  const rules = { base, allowed: options, version };
  const judge = await judgeRace(contest, options, eligible(measured, rules));
  const context = scoreContext(options, base, { judged: judge.shares.size > 0, version });
  const scored = candidates.map((candidate) => {
    const own = measured.find((one) => one.candidate.name === candidate.name);
    return scoreInput(candidate, { measured: own, judge: judge.shares.get(candidate.name), ...rules });
  });
  // Whoever is still to come may win instead.
  const { inputs, tried } = isWaiting(contest, field)
    ? { inputs: scored, tried: new Map() }
    : await withCanaries({ inputs: scored, context, measured, canaries: raced.canaries });
  const result = toldRace({
    simulated: contest.opened.simulated,
    options,
    base,
    candidates,
    measured,
    score: { inputs, context },
    canaries: tried,
    says: await lastWords(candidates),
    downgraded,
    stopped: field.stopped,
    cross,
    pairs: judge.pairs,
    notes: note === undefined ? [] : [note],
  });
  if (!paused && !isWaiting(contest, field)) await recorded(contest, result, candidates);
  return {
    results: field.results,
    outcome: result.winner === undefined ? 'no-clear-winner' : 'ok',
    result,
    checkFailed: nobodyPassed(result) || undefined,
    paused: paused || undefined,
  };
}

interface Crowning {
  readonly inputs: readonly ScoreInput[];
  readonly context: ScoreContext;
  readonly measured: readonly Measured[];
  readonly canaries: Canaries;
}

/**
 * The canary runs for the would-be winner, or for those that share the first place. An entry with whose code tests can't fail is
 * out, and the next is tried.
 */
async function withCanaries({ inputs, context, measured, canaries }: Crowning): Promise<{
  readonly inputs: readonly ScoreInput[];
  readonly tried: RaceStory['canaries'];
}> {
  const tried = new Map<string, CanaryFinding | undefined>();
  let left = inputs;
  for (;;) {
    const scores = left.map((input) => raceScore(input, context));
    const { winner, lead, tied } = rankRace(scores, context);
    const first = lead === 'equal' ? tied : [winner];
    const untried = measured.filter(({ candidate: { name } }) => first.includes(name) && !tried.has(name));
    if (untried.length === 0) return { inputs: left, tried };
    for (const { candidate, restored } of untried)
      tried.set(candidate.name, await canaries.on(candidate.name, countedFiles(candidate, restored)));
    left = left.map((input) =>
      tried.get(input.name)?.outcome === 'all-pass' ? { ...input, disqualified: allPassText } : input,
    );
  }
}

const allPassText =
  'with its code loaded, the tests pass whatever it does: they find unequal values equal (canary)';

function isWaiting(contest: Contest, { results }: FieldRun): boolean {
  return results.some(({ state }) => state === 'parked') || contest.parked().length > 0;
}

/** Without a winner: the leader, or every whole entry, fails a required check. */
export function nobodyPassed({ winner, leader, rows, score }: RaceResult): boolean {
  if (winner === undefined && leader !== undefined) return true;
  const whole = rows.filter(
    ({ outcome, partial }) => partial !== true && (outcome === 'ok' || outcome === 'blocked'),
  );
  const refused = new Set(
    score.inputs.filter(({ disqualified }) => disqualified !== undefined).map(({ name }) => name),
  );
  return winner === undefined && whole.length > 0 && whole.every(({ contestant }) => refused.has(contestant));
}

/** Only what can win is worth a judge. */
function eligible(
  measured: readonly Measured[],
  rules: Pick<Parameters<typeof scoreInput>[1], 'base' | 'allowed' | 'version'>,
): readonly Measured[] {
  return measured.filter(
    (one) => scoreInput(one.candidate, { measured: one, ...rules }).disqualified === undefined,
  );
}

const maxSays = 600;

async function lastWords(candidates: readonly Candidate[]): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>();
  for (const one of candidates) {
    const text = (await one.says()).trim();
    words.set(one.name, text.length > maxSays ? `…${text.slice(-maxSays)}` : text);
  }
  return words;
}

async function recorded(
  contest: Contest,
  result: RaceResult,
  candidates: readonly Candidate[],
): Promise<void> {
  const inputs = new Map(result.score.inputs.map((input) => [input.name, input]));
  for (const { contestant, outcome, total, whyNot } of result.rows) {
    const { passed, failing } = inputs.get(contestant) ?? {};
    await contest.fact({
      type: 'race.candidate',
      v: 1,
      key: `candidate/${contestant}`,
      inputs: [outcome, total, ...(passed === undefined ? [] : [passed])].join(' '),
      contestant,
      attempt: candidates.find(({ name }) => name === contestant)?.key ?? '',
      exitState: outcome,
      score: total,
      passed,
      whyNot,
      failing,
    });
  }
  const { winner, rule } = result;
  const scores = result.score.inputs.map((input) => raceScore(input, result.score.context));
  const { tied, lead } = rankRace(scores, result.score.context);
  await contest.fact({
    type: 'winner.decided',
    v: 1,
    key: 'winner',
    inputs: JSON.stringify(result.score),
    tied: [...tied],
    rule: `race: ${rule}`,
    winner,
    without: withoutWinner[lead],
  });
}

const withoutWinner: Readonly<Partial<Record<RaceLead, WinnerDecided['without']>>> = {
  equal: 'tie',
  unmeasured: 'not-judged',
};
