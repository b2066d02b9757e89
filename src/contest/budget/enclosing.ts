// A budget within another: what a contest takes as a step of another counts there as well, and stops at whichever limit comes first.
import type { Limits } from '../../domain/usage.ts';
import type { Budget } from './budget.ts';
import type { Spending } from './spent-on-record.ts';

/** What attempts keep to, and who plays contests as steps. */
export type StepBudget = Pick<
  Budget,
  | 'admit'
  | 'release'
  | 'readmit'
  | 'allot'
  | 'watch'
  | 'streams'
  | 'report'
  | 'shareFor'
  | 'settle'
  | 'charge'
  | 'close'
>;

/** The part of a budget that one child takes, under names of its own. */
export interface ChildShare extends Omit<StepBudget, 'charge' | 'close'> {
  /** What it took in this playing; it is in the budget already. */
  readonly counted: Spending;
}

export function childShare(outer: StepBudget, child: string, format: string): ChildShare {
  const name = (key: string) => `${child}\n${key}`;
  const counted = { attempts: 0, tokens: 0, usd: 0 };
  return {
    counted,
    admit: (key, wish, halt) => outer.admit(name(key), { format, ...wish }, halt),
    release: (key) => outer.release(name(key)),
    readmit: (key, wish) => outer.readmit(name(key), { format, ...wish }),
    allot: (key, wishes, how) =>
      outer.allot(
        name(key),
        wishes.map((wish) => ({ format, ...wish })),
        how,
      ),
    watch: (halt) => outer.watch(halt),
    get streams() {
      return outer.streams;
    },
    report: (key, said) => outer.report(name(key), said),
    shareFor: (key) => outer.shareFor(name(key)),
    settle(key, figures) {
      const took = outer.settle(name(key), figures);
      counted.attempts += took === undefined ? 0 : 1;
      counted.tokens += took?.tokens ?? 0;
      counted.usd += took?.usd ?? 0;
      return took;
    },
  };
}

/** Both hold: its own limits, and those of the contest that it is a step of. */
export function withinBoth(own: Budget, outer: Omit<StepBudget, 'charge' | 'close'>): StepBudget {
  return {
    async admit(key, wish, halt) {
      const refused = await outer.admit(key, wish, halt);
      if (refused !== undefined) return refused;
      const why = await own.admit(key, wish, halt);
      if (why !== undefined) outer.release(key);
      return why;
    },
    release(key) {
      own.release(key);
      outer.release(key);
    },
    async readmit(key, wish) {
      await outer.readmit(key, wish);
      await own.readmit(key, wish);
    },
    async allot(key, wishes, how) {
      const theirs = await outer.allot(key, wishes, how);
      if ('outcome' in theirs) return theirs;
      const mine = await own.allot(key, wishes, how);
      if ('outcome' in mine) outer.release(key);
      return 'outcome' in mine ? mine : tighterLimits(theirs, mine);
    },
    watch(halt) {
      const unwatch = [own.watch(halt), outer.watch(halt)];
      return () => {
        for (const one of unwatch) one();
      };
    },
    get streams() {
      return own.streams || outer.streams;
    },
    report: (key, said) => own.report(key, said) ?? outer.report(key, said),
    shareFor: (key) => tighterLimits(own.shareFor(key), outer.shareFor(key)),
    settle(key, figures) {
      const took = outer.settle(key, figures);
      return own.settle(key, figures) ?? took;
    },
    charge: (spent) => own.charge(spent),
    close: () => own.close(),
  };
}

/** What a child took in earlier playings as well; what was counted as it went does not count twice. */
export function uncounted(spent: Spending, counted: Spending): Spending {
  return {
    attempts: Math.max(0, spent.attempts - counted.attempts),
    tokens: Math.max(0, spent.tokens - counted.tokens),
    usd: Math.max(0, spent.usd - counted.usd),
  };
}

/** Of each the smaller one. */
export function tighterLimits({ partial, ...one }: Limits, other: Limits): Limits {
  const least = (of: keyof typeof one) => {
    const said = [one[of], other[of]].filter((value) => value !== undefined);
    return said.length === 0 ? [] : [[of, Math.min(...said)] as const];
  };
  const all = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof typeof one>;
  return { ...Object.fromEntries([...all].flatMap(least)), ...(partial === true && { partial }) };
}
