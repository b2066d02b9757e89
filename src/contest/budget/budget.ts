// Keeps a contest within its limits while it is played: each start reserves what it will probably take, and what nobody
// reports stays reserved.

import { plural, thousands, totalTokens } from '../../domain/figures.ts';
import type { Cost, Limits, Usage } from '../../domain/usage.ts';
import { elapsedMs } from '../../process/machine.ts';
import type { Halt, HaltReason } from '../handle/halt.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { Estimate, Estimator, Wish } from './estimate.ts';
import { type Spending, spentOnRecord } from './spent-on-record.ts';

interface Reservation {
  readonly estimate: Estimate;
  /** How many starts it stands for. */
  readonly attempts: number;
  /** What it may take elsewhere, where nobody here is asked before each start. */
  allotted?: Pick<Limits, 'usd' | 'tokens'>;
  /** What it was told that contests of its own may take: nobody else is told the same. */
  promised?: Pick<Limits, 'usd' | 'tokens'>;
  /** What it has reported so far. */
  tokens: number;
  usd: number;
}

/** A contest that is played elsewhere is let have so many times what is expected of it. */
const allottedTimes = 3;

export class Budget {
  readonly #limits: Limits;
  readonly #estimator: Estimator | undefined;
  readonly #spent: Spending = { tokens: 0, usd: 0, attempts: 0 };
  readonly #running = new Map<string, Reservation>();
  /** Contestants that have not begun yet: something is left for them. */
  readonly #toCome: Set<string>;
  /** With a partial contest: contestants beyond the limit of attempts. */
  readonly #leftOut: ReadonlySet<string>;
  readonly #halts = new Set<Halt>();
  #changed = Promise.withResolvers<void>();
  #clock: NodeJS.Timeout | undefined;
  #begunAt = 0;
  #late = false;

  private constructor(limits: Limits, estimator: Estimator | undefined, contestants: readonly string[]) {
    this.#limits = limits;
    this.#toCome = new Set(contestants);
    this.#leftOut = new Set(
      limits.partial === true ? contestants.slice(limits.attempts ?? contestants.length) : [],
    );
    this.#estimator = estimator;
  }

  /** What is on record counts; the estimator is asked for only where there is something to reserve. */
  static async of(record: ContestRecord, estimator: () => Promise<Estimator>): Promise<Budget> {
    const { limits } = record;
    const limited = limits.usd !== undefined || limits.tokens !== undefined || limits.attempts !== undefined;
    const contestants = record.opened?.roster.map(({ name }) => name) ?? [];
    const budget = new Budget(limits, limited ? await estimator() : undefined, contestants);
    if (limited) budget.charge(await spentOnRecord(record, budget.#estimator));
    return budget;
  }

  /** Reserves, or says why it must not start. Waits while attempts under way may yet turn out smaller than reserved. */
  async admit(key: string, wish: Wish, halt: Halt): Promise<HaltReason | undefined> {
    return await this.#admitAll(key, [wish], halt);
  }

  /**
   * For a contest that is played elsewhere as a step of this one: what it may take there, reserved as a whole until it is
   * released, so that all of them together keep to the limits. `known`: what it was given before.
   */
  async allot(
    key: string,
    wishes: readonly Wish[],
    { halt, known }: { readonly halt: Halt; readonly known?: Limits | undefined },
  ): Promise<HaltReason | Limits> {
    if (known === undefined) {
      const refused = await this.#admitAll(key, wishes, halt);
      if (refused !== undefined) return refused;
    } else await this.#readmitAll(key, wishes);
    const running = this.#running.get(key);
    if (running === undefined) return this.#timeLeft();
    const most = (of: 'usd' | 'tokens') => {
      const limit = this.#limits[of];
      if (limit === undefined) return undefined;
      const left = limit - this.#heldNow(of) + (running.estimate[of] ?? 0);
      // Where nobody can tell what it takes, whatever is left.
      return Math.min(left, allottedTimes * (running.estimate[of] ?? 0) || left);
    };
    const [usd, tokens] = [known?.usd ?? most('usd'), known?.tokens ?? most('tokens')];
    running.allotted = { usd, tokens };
    return {
      ...this.#timeLeft(),
      ...(usd !== undefined && { usd: Math.max(usd, 1e-6) }),
      ...(tokens !== undefined && { tokens: Math.max(Math.floor(tokens), 1) }),
      ...(this.#limits.attempts !== undefined && { attempts: wishes.length }),
    };
  }

  async #admitAll(key: string, wishes: readonly Wish[], halt: Halt): Promise<HaltReason | undefined> {
    const estimate = await this.#expected(wishes);
    // From here to the wait nothing else happens: a halt is either seen or heard.
    for (;;) {
      if (halt.why !== undefined) return halt.why;
      if (this.#late) return { outcome: 'skipped', reason: this.#lateReason() };
      if (estimate === undefined) return undefined;
      if (wishes.some(({ contestant }) => this.#leftOut.has(contestant.name)))
        return { outcome: 'skipped', reason: this.#leftOutReason() };
      const problem = this.#problem(estimate, wishes.length);
      if (problem === undefined) {
        this.#attach(key, estimate, wishes.length);
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
    await this.#readmitAll(key, [wish]);
  }

  async #readmitAll(key: string, wishes: readonly Wish[]): Promise<void> {
    const estimate = await this.#expected(wishes);
    if (estimate !== undefined) this.#attach(key, estimate, wishes.length);
  }

  /** Of all of them together; undefined: nothing has to be reserved. */
  async #expected(wishes: readonly Wish[]): Promise<Estimate | undefined> {
    this.#startClock();
    for (const { contestant } of wishes) this.#toCome.delete(contestant.name);
    const estimator = this.#estimator;
    if (estimator === undefined) return undefined;
    const each = await Promise.all(wishes.map((wish) => estimator.estimate(wish)));
    const priced = each.flatMap(({ usd }) => usd ?? []);
    const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0);
    return {
      tokens: sum(each.map(({ tokens }) => tokens)),
      usd: priced.length > 0 ? sum(priced) : undefined,
      samples: sum(each.map(({ samples }) => samples)),
    };
  }

  #attach(key: string, estimate: Estimate, attempts: number): void {
    this.#running.set(key, { estimate, attempts, tokens: 0, usd: 0 });
    this.#spent.attempts += attempts;
  }

  /** It was not started after all. */
  release(key: string): void {
    const running = this.#running.get(key);
    if (running === undefined) return;
    this.#running.delete(key);
    this.#spent.attempts -= running.attempts;
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
      const held = others.map((one) => Math.max(heldBy(one, of), one.promised?.[of] ?? 0));
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
    if (own !== undefined) own.promised = { usd, tokens };
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

  /** Spent, or reserved. */
  #heldNow(of: 'usd' | 'tokens'): number {
    return [...this.#running.values()].reduce((sum, one) => sum + heldBy(one, of), this.#spent[of]);
  }

  #problem(own: Estimate, starts: number): { reason: string; final: boolean } | undefined {
    const { tokens, usd, attempts } = this.#limits;
    if (attempts !== undefined && this.#spent.attempts + starts > attempts)
      return { reason: `the limit of ${attempts} attempts is reached`, final: true };
    const tokensNow = this.#heldNow('tokens');
    if (tokens !== undefined && tokensNow + own.tokens > tokens) {
      const left = Math.max(0, tokens - tokensNow);
      const reason = `the limit of ${thousands(tokens)} tokens leaves ${thousands(left)}, and it is estimated at ${thousands(own.tokens)}`;
      return { reason, final: this.#spent.tokens > tokens };
    }
    const usdNow = this.#heldNow('usd');
    if (usd !== undefined && usdNow + (own.usd ?? 0) > usd) {
      const left = Math.max(0, usd - usdNow);
      const reason = `the limit of $${usd} leaves $${left.toFixed(4)}, and it is estimated at $${(own.usd ?? 0).toFixed(4)}`;
      return { reason, final: this.#spent.usd > usd };
    }
    return undefined;
  }

  #timeLeft(): Pick<Limits, 'timeMs'> {
    const { timeMs } = this.#limits;
    if (timeMs === undefined) return {};
    return { timeMs: Math.max(1, Math.round(timeMs - (elapsedMs() - this.#begunAt))) };
  }

  #startClock(): void {
    const { timeMs } = this.#limits;
    if (timeMs === undefined || this.#clock !== undefined) return;
    this.#begunAt = elapsedMs();
    this.#clock = setTimeout(() => {
      this.#late = true;
      for (const halt of this.#halts) halt.now({ outcome: 'timed-out', reason: this.#lateReason() });
    }, timeMs);
    this.#clock.unref();
  }

  #leftOutReason(): string {
    const { attempts = 0 } = this.#limits;
    const contestants = attempts === 1 ? 'contestant' : `${attempts} contestants`;
    return `left out: the limit of ${plural(attempts, 'attempt')} goes to the first ${contestants}`;
  }

  #lateReason(): string {
    return `the contest's time limit of ${Math.round((this.#limits.timeMs ?? 0) / 1000)} s was reached`;
  }
}

function heldBy(one: Reservation, of: 'usd' | 'tokens'): number {
  return Math.max(one.estimate[of] ?? 0, one[of], one.allotted?.[of] ?? 0);
}
