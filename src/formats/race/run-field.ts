// Lets everybody work and measures each entry as it lands, until all are in, the rest is not needed, or the budget is spent.
import type { Canaries } from '../../checks/canary/run-canary.ts';
import { type MeasuredCheck, prepareChecks } from '../../checks/run/run-checks.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { CheckSpec } from '../../domain/check-spec.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { thousands, totalTokens } from '../../domain/figures.ts';
import { candidateOf, hasEnded, isWhole } from './candidate.ts';
import {
  cannotBePassed,
  countedFiles,
  heldTo,
  type Measured,
  measure,
  scoreContext,
  scoreInput,
} from './measure.ts';
import { checkRulesOf, type RaceOptions, workspaceOf } from './options.ts';
import type { RaceResult } from './result.ts';
import { isPerfect, raceScore } from './weigh.ts';

export interface FieldRun {
  readonly results: readonly AttemptResult[];
  readonly measured: readonly Measured[];
  /** Why the rest was not waited for. */
  readonly stopped?: string;
  readonly overBudget: boolean;
}

interface FieldPlan {
  readonly runners: readonly Contestant[];
  /** What the base came to, which may take longer than they do. */
  readonly base: Promise<readonly MeasuredCheck[]>;
  /** An entry for which the rest is stopped would win. */
  readonly canaries: Canaries;
  /** They play whatever the budget says. */
  readonly beyondBudget: boolean;
  /** Called as soon as one of them is about to run, or has ended. */
  begun?(): void;
  /** Before the name in the keys of their attempts. */
  readonly stage: string;
}

export async function runField(contest: Contest, options: RaceOptions, plan: FieldPlan): Promise<FieldRun> {
  const { runners, beyondBudget, stage } = plan;
  const field = new Field(contest, options, plan);
  const replayed = options.checks.length > 0;
  const runs = runners.map(async (contestant, slot) => {
    const result = await contest.attempt({
      key: `${stage}/${contestant.name}`,
      contestant,
      prompt: taskPrompt(contest.task.prompt, options.checks, isLayered(contest, options)),
      cwd: contest.task.cwd,
      tier: contest.task.tier,
      beyondBudget: beyondBudget || undefined,
      begun: plan.begun,
      workspace: { key: `${stage}/${contestant.name}`, slot, replayed, ...workspaceOf(options) },
    });
    plan.begun?.();
    await field.landed(slot, result);
  });
  for (const { name } of replayed ? runners : [])
    if (!contest.ended(`${stage}/${name}`)) prepareChecks(contest, checkRulesOf(options, contest), name);
  await Promise.all(runs);
  return field.end();
}

class Field {
  readonly #contest: Contest;
  readonly #options: RaceOptions;
  readonly #plan: FieldPlan;
  readonly #results = new Map<number, AttemptResult>();
  readonly #measured = new Map<number, Measured>();
  #stopped: string | undefined;
  #overBudget = false;

  constructor(contest: Contest, options: RaceOptions, plan: FieldPlan) {
    this.#contest = contest;
    this.#options = options;
    this.#plan = plan;
  }

  async landed(slot: number, result: AttemptResult): Promise<void> {
    this.#results.set(slot, result);
    if (!hasEnded(result)) return;
    const over = this.#plan.beyondBudget || this.#overBudget ? undefined : this.#whyOverBudget();
    if (over !== undefined) {
      this.#overBudget = true;
      await this.#stopRest('stop/budget', over);
    }
    const candidate = candidateOf(result);
    if (!isWhole(candidate)) return;
    const found = await measure(this.#contest, this.#options, candidate);
    this.#measured.set(slot, found);
    const why = await this.#whyEnough(found);
    if (why !== undefined && !(await this.#passesAll(found))) await this.#stopRest('stop/enough', why);
  }

  end(): FieldRun {
    const inOrder = <T>(found: ReadonlyMap<number, T>) =>
      [...found].sort(([a], [b]) => a - b).map(([, one]) => one);
    return {
      results: inOrder(this.#results),
      measured: inOrder(this.#measured),
      overBudget: this.#overBudget,
      stopped: this.#stopped,
    };
  }

  /** Of what is known; an attempt that was ended at a limit has told. */
  #whyOverBudget(): string | undefined {
    const { budgetTokens } = this.#options.gate;
    const ends = [...this.#results.values()].filter(hasEnded).map(({ end }) => end);
    const told = ends.find(({ overBudget }) => overBudget === true);
    if (told?.reason !== undefined)
      return `the race is over its budget: ${told.contestant} was ${told.reason}`;
    if (budgetTokens === 0 || this.#options.estimateTokens === null) return undefined;
    const spent = ends.reduce((sum, { usage }) => sum + (totalTokens(usage) ?? 0), 0);
    return spent > budgetTokens
      ? `the race went over its budget of ${thousands(budgetTokens)} tokens`
      : undefined;
  }

  async #whyEnough(found: Measured): Promise<string | undefined> {
    const { candidate } = found;
    const { stopWhen, judges, rules } = this.#options;
    if (stopWhen === null || this.#stopped !== undefined) return undefined;
    const base = await this.#plan.base;
    const version = this.#contest.opened.formatVersion;
    const context = scoreContext(this.#options, base, { judged: false, version });
    const measured = heldTo(found, { base, rules, version });
    const input = scoreInput(candidate, { measured, base, allowed: this.#options, version });
    const score = raceScore(input, context);
    const { total } = score;
    if (input.disqualified !== undefined || !cannotBePassed(input, base)) return undefined;
    if (isPerfect(score, context))
      return `${candidate.name} scored ${total}: perfect${total < 0.999 ? ' except for its size' : ''}`;
    const best = raceScore(bestOf(context.baseTestsTotal ?? 1), context).total;
    // What judges will say is not known yet.
    return stopWhen === 'lead' && judges.length === 0 && total >= best
      ? `nobody can score more than ${candidate.name}`
      : undefined;
  }

  /** Asked only where somebody would be stopped. */
  async #passesAll({ candidate, restored }: Measured): Promise<boolean> {
    if (this.#plan.runners.length === this.#results.size) return false;
    const finding = await this.#plan.canaries.on(candidate.name, countedFiles(candidate, restored));
    return finding?.outcome === 'all-pass';
  }

  async #stopRest(key: string, reason: string): Promise<void> {
    const { runners, stage } = this.#plan;
    const rest = runners.flatMap(({ name }, slot) => (this.#results.has(slot) ? [] : [`${stage}/${name}`]));
    if (rest.length === 0) return;
    this.#stopped ??= reason;
    await this.#contest.stop({ key: `${stage}/${key}`, attempts: rest, reason });
  }
}

/** The best anybody could still hand in: everything passes, by one changed line. */
function bestOf(total: number) {
  const lint = { errors: 0, warnings: 0, infos: 0 };
  return { name: '', outcome: 'ok', lines: 1, lint, percent: 100, tests: { passed: total, total } } as const;
}

/** Those of older records were told nothing of it, and what they were told stays. */
function isLayered({ opened }: Contest, { workspace }: RaceOptions): boolean {
  return workspace === 'overlay' && opened.formatVersion >= 5;
}

/** What a contestant of a race is told: the task, where it works, and how its work is measured. */
export function taskPrompt(
  task: string,
  checks: readonly Pick<CheckSpec, 'command'>[],
  onOverlay: boolean,
): string {
  const measured = checks.map(({ command }) => `\`${command}\``).join(', ');
  return [
    task.trim(),
    '',
    '---',
    'You work in a private checkout of the project: the current folder. Make the change here, on your own; nobody can be asked meanwhile.',
    'What lies in this folder when you end is your entry: new files count, ignored files do not. You need not commit.',
    ...(onOverlay ? ['To move a whole folder use mv: a git mv of it does not work here.'] : []),
    ...(measured === ''
      ? []
      : [
          `Your entry is measured in a fresh checkout by: ${measured}. The project's own tests and settings are put back for that; tests you add are welcome. Small changes are better than large ones.`,
        ]),
    'End with a short summary of what you did. If you cannot go on without a person, end your last message with one line: BLOCKED: and the reason.',
  ].join('\n');
}

export type Downgrade = NonNullable<RaceResult['downgraded']>;

export interface Admitted {
  readonly runners: readonly Contestant[];
  readonly downgraded?: Downgrade;
}

/** Exactly at a limit is within it; a limit of 0 is none. */
export function gateFor(
  estimateTokens: number | null,
  { budgetTokens, confirmTokens }: RaceOptions['gate'],
): 'race' | 'confirm' | 'downgrade' {
  if (estimateTokens === null) return 'race';
  if (budgetTokens > 0 && estimateTokens > budgetTokens) return 'downgrade';
  return confirmTokens > 0 && estimateTokens > confirmTokens ? 'confirm' : 'race';
}

export async function passGate(contest: Contest, options: RaceOptions): Promise<Admitted> {
  const { roster } = contest.opened;
  const { estimateTokens, gate } = options;
  if (options.entries.length > 0) return { runners: [] };
  if (roster.length < 2) return { runners: roster };
  const way = gateFor(estimateTokens, gate);
  if (way === 'downgrade') return await downgraded(contest, options, 'over_budget');
  if (way === 'race') return { runners: roster };
  const question = gate.question ?? oldQuestion(roster, estimateTokens ?? 0, gate.confirmTokens);
  const answer = await contest.decide({ key: 'race', question, choices: ['yes', 'no'] });
  return answer === 'yes' ? { runners: roster } : await downgraded(contest, options, 'user_declined');
}

/** An answer on record belongs to the very words of its question. */
function oldQuestion(roster: readonly Contestant[], tokens: number, confirmTokens: number): string {
  const names = roster.map(({ name }) => name).join(', ');
  return (
    `A race of ${roster.length} (${names}) is estimated at ${thousands(tokens)} tokens, ` +
    `over ${thousands(confirmTokens)}. Race all of them? No: ${roster[0]?.name} plays alone.`
  );
}

async function downgraded(
  contest: Contest,
  { estimateTokens, gate }: RaceOptions,
  reason: 'over_budget' | 'user_declined',
): Promise<Admitted> {
  const { roster } = contest.opened;
  const runners = roster.slice(0, 1);
  const figures = {
    single: runners[0]?.name,
    estimateTokens: estimateTokens ?? undefined,
    budgetTokens: gate.budgetTokens > 0 ? gate.budgetTokens : undefined,
  };
  await contest.fact({
    type: 'race.downgraded',
    v: 1,
    key: 'downgraded',
    inputs: reason,
    reason,
    contestants: roster.map(({ name }) => name),
    ...figures,
  });
  return { runners, downgraded: { reason, ...figures } };
}
