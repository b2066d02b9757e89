// Runs a canary on the base and on an entry: two generated tests of which exactly one has to fail.
import type { Contest } from '../../contest/handle/contest.ts';
import type { Random } from '../../contest/handle/draw.ts';
import type { WantedFile } from '../../contest/workspace/workspace-spec.ts';
import type { CheckSpec } from '../../domain/check-spec.ts';
import { type CheckRules, type MeasuredCheck, runChecks } from '../run/run-checks.ts';
import { type CanaryPlan, gaps, type PlannedCanary } from './canary-plan.ts';

export type CanaryOutcome = 'clean' | 'all-pass' | 'not-measured';

export interface CanaryFinding {
  readonly outcome: CanaryOutcome;
  readonly why?: string;
  /** On the base it could be measured, so it may be the entry's doing that it can't be any more. */
  readonly onBase?: 'clean';
}

export interface Canaries {
  /** On the base first, where that has not been done. Undefined: the race has none. */
  on(name: string, overlay: readonly WantedFile[]): Promise<CanaryFinding | undefined>;
}

interface CanaryRace {
  readonly plans: readonly CanaryPlan[];
  readonly checks: readonly CheckSpec[];
  readonly rules: CheckRules;
}

/** Of one playing: each entry is measured once, whoever asks. */
export function canariesOf(contest: Contest, race: CanaryRace): Canaries {
  const known = new Map<string, Promise<CanaryFinding | undefined>>();
  const onBase = new Map<string, Promise<CanaryFinding>>();
  const once = <T>(results: Map<string, Promise<T>>, key: string, run: () => Promise<T>) => {
    const result = results.get(key) ?? run();
    results.set(key, result);
    return result;
  };
  const onEntry = async (plan: CanaryPlan, name: string, overlay: readonly WantedFile[]) => {
    if (plan.type === 'none') return unmeasured(plan, plan.why);
    const onTree = (tree: string, files: readonly WantedFile[]) =>
      measured(contest, race, { plan, tree, overlay: files });
    const base = await once(onBase, plan.check, () => onTree('base', []));
    if (base.outcome !== 'clean') return unmeasured(plan, `on the base, ${base.why ?? 'both hold'}`);
    const { outcome, why } = await onTree(name, overlay);
    if (outcome !== 'not-measured') return { outcome };
    return { ...unmeasured(plan, why ?? ''), onBase: 'clean' as const };
  };
  return {
    on: (name, overlay) =>
      once(known, name, async () => {
        const findings: CanaryFinding[] = [];
        for (const plan of race.plans) findings.push(await onEntry(plan, name, overlay));
        const worst = ['all-pass', 'not-measured', 'clean'] as const;
        return worst
          .map((outcome) => findings.find((one) => one.outcome === outcome))
          .find((one) => one !== undefined);
      }),
  };
}

function unmeasured({ check }: CanaryPlan, why: string): CanaryFinding {
  return { outcome: 'not-measured', why: `${check}: ${why}` };
}

interface Placed {
  readonly plan: PlannedCanary;
  /** `base`, or whose entry it is. */
  readonly tree: string;
  readonly overlay: readonly WantedFile[];
}

/** Among tests that are there already, one more file takes no longer. */
const mostMs = 120_000;

async function measured(
  contest: Contest,
  { checks, rules }: CanaryRace,
  { plan, tree, overlay }: Placed,
): Promise<CanaryFinding> {
  const key = `${tree}/${plan.check}`;
  const filled = fill(await contest.draw(`canary/${key}`, drawnWords));
  const spec: CheckSpec = {
    name: 'canary',
    command: filled(plan.command),
    parser: plan.parser,
    report: filled(plan.report),
    required: false,
    timeoutMs: Math.min(rules.timeoutMs, mostMs),
  };
  const file = { mode: '100644' as const, content: { text: filled(plan.text) } };
  const results = await runChecks(contest, rules, {
    key,
    overlay: [...overlay, { path: filled(plan.path), file }],
    checks: [...checks.filter(({ name }) => plan.builds.includes(name)), spec],
  });
  return findingOf(results.at(-1));
}

interface CanaryWords {
  readonly file: string;
  readonly equal: string;
  readonly unequal: string;
  readonly left: number;
  readonly right: number;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

function drawnWords(random: Random): CanaryWords {
  const word = () =>
    Array.from({ length: 10 }, () => letters[Math.floor(random() * letters.length)]).join('');
  const number = () => Math.floor(random() * 900_000) + 100_000;
  const left = number();
  const other = number();
  const right = other === left ? left + 1 : other;
  return { file: word(), equal: word(), unequal: word(), left, right };
}

function fill(words: CanaryWords): (text: string) => string {
  return (text) =>
    text
      .replaceAll(gaps.file, words.file)
      .replaceAll(gaps.equal, words.equal)
      .replaceAll(gaps.unequal, words.unequal)
      .replaceAll(gaps.left, String(words.left))
      .replaceAll(gaps.right, String(words.right));
}

export function findingOf(
  result: Pick<MeasuredCheck, 'outcome' | 'reading' | 'detail'> | undefined,
): CanaryFinding {
  const { outcome, reading, detail } = result ?? {};
  const { passed = 0, failed = 0, skipped = 0 } = reading?.tests ?? {};
  const came = `${passed} passed, ${failed} failed`;
  if (outcome === 'timed-out') return { outcome: 'not-measured', why: 'it took too long' };
  if (outcome === 'unavailable') return { outcome: 'not-measured', why: detail ?? 'it could not be run' };
  if (reading?.tests === undefined) return { outcome: 'not-measured', why: 'its results could not be read' };
  if (skipped === 0 && passed === 1 && failed === 1 && outcome === 'failed') return { outcome: 'clean' };
  if (skipped === 0 && passed === 2 && failed === 0 && outcome === 'passed') return { outcome: 'all-pass' };
  return { outcome: 'not-measured', why: `of its 2 tests ${came}` };
}
