// Keeps a contest within its limits while it is played: each start reserves what it will probably take, and what nobody
// reports stays reserved.

import type { AttemptEnded, AttemptParked, JoustEvent } from '../../domain/event.ts';
import { thousands, totalTokens } from '../../domain/figures.ts';
import { everybody } from '../../domain/roster.ts';
import type { Cost, Limits, Usage } from '../../domain/usage.ts';
import type { Halt, HaltReason } from '../handle/halt.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { Estimate, Estimator, Wish } from './estimate.ts';

interface Reservation {
  readonly estimate: Estimate;
  /** What it was told that contests of its own may take: nobody else is told the same. */
  promised?: Pick<Limits, 'usd' | 'tokens'>;
  /** What it has reported so far. */
  tokens: number;
  usd: number;
}

export interface Spending {
  tokens: number;
  usd: number;
  attempts: number;
}

export class Budget {
  readonly #limits: Limits;
  readonly #estimator: Estimator | undefined;
  readonly #spent: Spending = { tokens: 0, usd: 0, attempts: 0 };
  readonly #running = new Map<string, Reservation>();
  /** Contestants that have not begun yet: something is left for them. */
  readonly #toCome: Set<string>;
  readonly #halts = new Set<Halt>();
  #changed = Promise.withResolvers<void>();
  #clock: NodeJS.Timeout | undefined;
  #late = false;

  private constructor(limits: Limits, estimator: Estimator | undefined, contestants: readonly string[]) {
    this.#limits = limits;
    this.#toCome = new Set(contestants);
    this.#estimator = estimator;
  }

  /** What is on record counts; the estimator is asked for only where there is something to reserve. */
  static async of(record: ContestRecord, estimator: () => Promise<Estimator>): Promise<Budget> {
    const { limits } = record;
    const limited = limits.usd !== undefined || limits.tokens !== undefined || limits.attempts !== undefined;
    const contestants = record.opened?.roster.map(({ name }) => name) ?? [];
    const budget = new Budget(limits, limited ? await estimator() : undefined, contestants);
    if (limited) await budget.#recall(record);
    return budget;
  }

  /** Reserves, or says why it must not start. Waits while attempts under way may yet turn out smaller than reserved. */
  async admit(key: string, wish: Wish, halt: Halt): Promise<HaltReason | undefined> {
    this.#startClock();
    this.#toCome.delete(wish.contestant.name);
    const estimate = await this.#estimator?.estimate(wish);
    // From here to the wait nothing else happens: a halt is either seen or heard.
    for (;;) {
      if (halt.why !== undefined) return halt.why;
      if (this.#late) return { outcome: 'skipped', reason: this.#lateReason() };
      if (estimate === undefined) return undefined;
      const problem = this.#problem(estimate);
      if (problem === undefined) {
        this.attach(key, estimate);
        return undefined;
      }
      if (this.#running.size === 0 || problem.final) return { outcome: 'skipped', reason: problem.reason };
      const halted = Promise.withResolvers<void>();
      halt.signal.addEventListener('abort', () => halted.resolve(), { once: true });
      await Promise.race([this.#changed.promise, halted.promise]);
    }
  }

  /** For an attempt that is under way already: it was admitted when it was started. */
  async readmit(key: string, wish: Wish): Promise<void> {
    this.#startClock();
    this.#toCome.delete(wish.contestant.name);
    if (this.#estimator !== undefined) this.attach(key, await this.#estimator.estimate(wish));
  }

  attach(key: string, estimate: Estimate): void {
    this.#running.set(key, { estimate, tokens: 0, usd: 0 });
    this.#spent.attempts += 1;
  }

  /** It was not started after all. */
  release(key: string): void {
    if (!this.#running.delete(key)) return;
    this.#spent.attempts -= 1;
    this.#tellChange();
  }

  #tellChange(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Until its attempt is over, a halt hears of the time limit. */
  watch(halt: Halt): () => void {
    this.#halts.add(halt);
    return () => this.#halts.delete(halt);
  }

  /** Whether reports matter. */
  get streams(): boolean {
    return this.#limits.tokens !== undefined || this.#limits.usd !== undefined;
  }

  /** What an attempt reports while it runs; a reason when a limit is crossed thereby. */
  report(key: string, { usage, usd }: { usage: Usage; usd: number | undefined }): HaltReason | undefined {
    const running = this.#running.get(key);
    if (running === undefined) return undefined;
    running.tokens = Math.max(running.tokens, (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0));
    running.usd = Math.max(running.usd, usd ?? 0);
    const now = { ...this.#spent };
    for (const { tokens, usd: cost } of this.#running.values()) {
      now.tokens += tokens;
      now.usd += cost;
    }
    const { tokens, usd: money } = this.#limits;
    if (tokens !== undefined && now.tokens > tokens)
      return {
        outcome: 'skipped',
        reason: `ended at the limit of ${thousands(tokens)} tokens`,
        overBudget: true,
      };
    if (money !== undefined && now.usd > money)
      return { outcome: 'skipped', reason: `ended at the limit of $${money}`, overBudget: true };
    return undefined;
  }

  /**
   * What contests may take that an attempt starts: its share of what is left beside what is spent, reserved by others or promised
   * to them, without what it will take itself. All shares together keep to the limits.
   */
  shareFor(key: string): Pick<Limits, 'usd' | 'tokens'> {
    const others = [...this.#running].flatMap(([other, one]) => (other === key ? [] : [one]));
    const shareOf = (limit: number | undefined, of: 'usd' | 'tokens') => {
      if (limit === undefined) return undefined;
      const held = others.map((one) => Math.max(one.estimate[of] ?? 0, one[of], one.promised?.[of] ?? 0));
      const free = limit - this.#spent[of] - held.reduce((sum, one) => sum + one, 0);
      // Of those who are admitted already and wait to be told, each has its own share coming.
      const waiting = others.filter((one) => one.promised === undefined).length + this.#toCome.size;
      const theirs = others.reduce(
        (sum, one) => sum + (one.promised === undefined ? (one.estimate[of] ?? 0) : 0),
        0,
      );
      return waiting === 0 ? free : Math.min(free, (free + theirs) / (waiting + 1));
    };
    const [usd, tokens] = [shareOf(this.#limits.usd, 'usd'), shareOf(this.#limits.tokens, 'tokens')];
    const own = this.#running.get(key);
    if (own !== undefined)
      own.promised = { ...(usd !== undefined && { usd }), ...(tokens !== undefined && { tokens }) };
    const { usd: ownUsd = 0, tokens: ownTokens = 0 } = own?.estimate ?? {};
    return {
      ...(usd !== undefined && { usd: usd - ownUsd }),
      ...(tokens !== undefined && { tokens: tokens - ownTokens }),
    };
  }

  /** The run is over: what it took replaces what was reserved; where it did not say, the reservation stays. */
  settle(
    key: string,
    figures: { readonly usage?: Usage | undefined; readonly cost?: Cost | undefined },
  ): Pick<Spending, 'tokens' | 'usd'> | undefined {
    const running = this.#running.get(key);
    if (running === undefined) return undefined;
    this.#running.delete(key);
    const { estimate } = running;
    const tokens = totalTokens(figures.usage) ?? Math.max(estimate.tokens, running.tokens);
    const usd = figures.cost?.usd ?? Math.max(estimate.usd ?? 0, running.usd);
    this.#spent.tokens += tokens;
    this.#spent.usd += usd;
    this.#tellChange();
    return { tokens, usd };
  }

  /** What a contest took that was played as a step of this one. */
  charge({ attempts, tokens, usd }: Spending): void {
    this.#spent.attempts += attempts;
    this.#spent.tokens += tokens;
    this.#spent.usd += usd;
    this.#tellChange();
  }

  close(): void {
    clearTimeout(this.#clock);
  }

  #problem(own: Estimate): { reason: string; final: boolean } | undefined {
    const { tokens, usd, attempts } = this.#limits;
    if (attempts !== undefined && this.#spent.attempts + 1 > attempts)
      return { reason: `the limit of ${attempts} attempts is reached`, final: true };
    const reserved = [...this.#running.values()];
    const tokensNow = reserved.reduce(
      (sum, one) => sum + Math.max(one.estimate.tokens, one.tokens),
      this.#spent.tokens,
    );
    if (tokens !== undefined && tokensNow + own.tokens > tokens) {
      const left = Math.max(0, tokens - tokensNow);
      const reason = `the limit of ${thousands(tokens)} tokens leaves ${thousands(left)}, and it is estimated at ${thousands(own.tokens)}`;
      return { reason, final: this.#spent.tokens > tokens };
    }
    const usdNow = reserved.reduce(
      (sum, one) => sum + Math.max(one.estimate.usd ?? 0, one.usd),
      this.#spent.usd,
    );
    if (usd !== undefined && usdNow + (own.usd ?? 0) > usd) {
      const left = Math.max(0, usd - usdNow);
      const reason = `the limit of $${usd} leaves $${left.toFixed(4)}, and it is estimated at $${(own.usd ?? 0).toFixed(4)}`;
      return { reason, final: this.#spent.usd > usd };
    }
    return undefined;
  }

  #startClock(): void {
    const { timeMs } = this.#limits;
    if (timeMs === undefined || this.#clock !== undefined) return;
    this.#clock = setTimeout(() => {
      this.#late = true;
      for (const halt of this.#halts) halt.now({ outcome: 'timed-out', reason: this.#lateReason() });
    }, timeMs);
    this.#clock.unref();
  }

  #lateReason(): string {
    return `the contest's time limit of ${Math.round((this.#limits.timeMs ?? 0) / 1000)} s was reached`;
  }

  async #recall({ all, opened }: ContestRecord): Promise<void> {
    const players = opened === undefined ? [] : everybody(opened);
    for (const event of all) {
      if (event.type === 'child.ended') this.charge(event.spent);
      if (event.type !== 'attempt.started') continue;
      const end = all.find((other) => isEndOf(other, event));
      // Under way: whoever attaches to it reserves for it.
      if (end === undefined && !isGivenUp(all, event)) continue;
      const contestant = players.find(({ name }) => name === event.contestant);
      const estimate = contestant && (await this.#estimator?.estimate({ contestant, tier: event.tier }));
      this.#spent.attempts += 1;
      this.#spent.tokens += totalTokens(end?.usage) ?? estimate?.tokens ?? 0;
      this.#spent.usd += end?.cost?.usd ?? estimate?.usd ?? 0;
    }
  }
}

function isEndOf(
  event: JoustEvent,
  { key, run }: { key: string; run: number },
): event is AttemptEnded | AttemptParked {
  return (
    (event.type === 'attempt.ended' || event.type === 'attempt.parked') &&
    event.key === key &&
    event.run === run
  );
}

/** Interrupted, given up, or lost: another run of it was started since. */
function isGivenUp(all: readonly JoustEvent[], { key, run }: { key: string; run: number }): boolean {
  return all.some((event) => {
    if (event.type === 'attempt.started') return event.key === key && event.run > run;
    const isOver = event.type === 'attempt.interrupted' || event.type === 'attempt.retried';
    return isOver && event.key === key && event.run === run;
  });
}
