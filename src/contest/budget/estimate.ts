// What an attempt will probably take: the median of its like in this ledger, else a stated baseline; and its prompt on top.

import type { Contestant, Tier } from '../../domain/contestant.ts';
import { blindUntil } from '../../domain/events/blind-pick.ts';
import { median, totalTokens } from '../../domain/figures.ts';
import { everybody, identityOf } from '../../domain/roster.ts';
import type { ModelPrice, Usage } from '../../domain/usage.ts';
import type { Ledger, PastEnd } from '../../ledger/ledger.ts';
import { costOf } from '../accounts/price.ts';

export interface Estimate {
  readonly tokens: number;
  /** Absent: nobody can tell. */
  readonly usd?: number;
  readonly ranMs?: number;
  /** How many past attempts it is the median of; 0: the baseline. */
  readonly samples: number;
}

export interface Wish {
  readonly contestant: Contestant;
  readonly tier: Tier;
  /** What is asked, as far as it is known. */
  readonly prompt?: string;
  /** Absent: that of the contest. */
  readonly format?: string;
}

/** Tokens of an attempt of which nothing is known. */
export const baselineTokens: Readonly<Record<'coding' | 'question', number>> = {
  coding: 75_000,
  question: 3000,
};
/** The part of the baseline that is taken for input when it is priced. */
const baselineInput = 0.8;
/** Of text as people write it; code and other scripts take more tokens. */
const bytesPerToken = 4;
const looksBack = 500;
/** Of a long record the last ones are read first: who plays often has enough among them, and all take milliseconds to read. */
const looksFirst = 30;
/** So many of a kind tell as much as all. */
const enough = 8;

export interface EstimatorOptions {
  readonly prices: Readonly<Record<string, ModelPrice>>;
  /** For a coding attempt of which nothing is known. */
  readonly attemptTokens?: number | undefined;
  /** The past with what came before, for those of whom there is little. */
  earlier?(): Promise<readonly PastEnd[]>;
}

/** By the format and by who it was. */
type Ends = ReadonlyMap<string, readonly PastEnd['end'][]>;

export class Estimator {
  readonly #past: Ends;
  readonly #earlier: (() => Promise<readonly PastEnd[]>) | undefined;
  #all: Promise<Ends> | undefined;
  readonly #known = new Map<string, Promise<Estimate>>();
  readonly #format: string;
  readonly #prices: Readonly<Record<string, ModelPrice>>;
  readonly #attemptTokens: number | undefined;

  constructor(past: readonly PastEnd[], format: string, options: EstimatorOptions) {
    const { prices, attemptTokens, earlier } = options;
    this.#past = endsByIdentity(past);
    this.#earlier = earlier;
    this.#format = format;
    this.#prices = prices;
    this.#attemptTokens = attemptTokens;
  }

  get format(): string {
    return this.#format;
  }

  /** Adds the prompt: past attempts answered another one, and this one may be far longer. */
  async estimate(wish: Wish): Promise<Estimate> {
    const known = await this.#knownOf(wish);
    const inputTokens = Math.floor(Buffer.byteLength(wish.prompt ?? '') / bytesPerToken);
    const promptUsd = inputTokens === 0 ? 0 : await this.#promptUsd(wish.contestant, known, inputTokens);
    return {
      tokens: known.tokens + inputTokens,
      samples: known.samples,
      usd: known.usd !== undefined && promptUsd !== undefined ? known.usd + promptUsd : undefined,
      ranMs: known.ranMs,
    };
  }

  /** At the price of the model; if the model or its price is unknown, at what past attempts cost per token. */
  async #promptUsd(
    contestant: Contestant,
    { usd, tokens }: Estimate,
    inputTokens: number,
  ): Promise<number | undefined> {
    const priced = await this.#price(contestant, { inputTokens, outputTokens: 0 });
    if (priced !== undefined) return priced;
    return usd === undefined || tokens === 0 ? undefined : (usd / tokens) * inputTokens;
  }

  /** Many are copies of one. */
  #knownOf(wish: Wish): Promise<Estimate> {
    const { contestant, tier, format } = wish;
    const key = JSON.stringify([identityOf(contestant), contestant.model, tier, format]);
    const known = this.#known.get(key) ?? this.#withoutPrompt(wish);
    this.#known.set(key, known);
    return known;
  }

  async #withoutPrompt({ contestant, tier, format = this.#format }: Wish): Promise<Estimate> {
    const ends = await this.#endsOf(`${format} ${identityOf(contestant)}`);
    const tokens = median(ends.map(({ usage }) => totalTokens(usage)));
    const ranMs = median(ends.map(({ timing }) => timing.ranMs));
    const time = ranMs === undefined ? {} : { ranMs };
    if (tokens === undefined) return { ...(await this.#baseline(contestant, tier)), ...time };
    const usd = median(ends.map(({ cost }) => cost?.usd));
    const samples = ends.filter(({ usage }) => totalTokens(usage) !== undefined).length;
    return { tokens: Math.round(tokens), samples, usd, ...time };
  }

  async #endsOf(like: string): Promise<readonly PastEnd['end'][]> {
    const known = this.#past.get(like) ?? [];
    if (known.length >= enough || this.#earlier === undefined) return known;
    this.#all ??= this.#earlier().then(endsByIdentity);
    return (await this.#all).get(like) ?? [];
  }

  async #baseline(contestant: Contestant, tier: Tier): Promise<Estimate> {
    const coding = this.#attemptTokens ?? baselineTokens.coding;
    const tokens = tier === 'read' ? baselineTokens.question : coding;
    const inputTokens = Math.round(tokens * baselineInput);
    const usd = await this.#price(contestant, { inputTokens, outputTokens: tokens - inputTokens });
    return { tokens, samples: 0, usd };
  }

  async #price({ model }: Contestant, usage: Usage): Promise<number | undefined> {
    const end = { type: 'ended', outcome: 'ok', text: '', usage } as const;
    return (await costOf({ end, model, basis: 'unknown', prices: this.#prices }))?.usd;
  }
}

export async function estimatorFor(
  { ledger, ...options }: EstimatorOptions & { readonly ledger: Ledger },
  format: string,
): Promise<Estimator> {
  const last = await ledger.recentEnds(looksFirst);
  const earlier = () => ledger.recentEnds(looksBack);
  return new Estimator(last, format, { ...options, ...(last.length === looksFirst && { earlier }) });
}

function endsByIdentity(past: readonly PastEnd[]): Ends {
  const names = new Map<PastEnd['opened'], ReadonlyMap<string, string>>();
  const found = new Map<string, PastEnd['end'][]>();
  for (const { opened, end } of past) {
    // What a blind contest took would tell who was who.
    if (end.outcome !== 'ok' || blindUntil(opened) !== undefined) continue;
    const known = names.get(opened) ?? new Map(everybody(opened).map((one) => [one.name, identityOf(one)]));
    names.set(opened, known);
    const identity = known.get(end.contestant);
    if (identity === undefined) continue;
    const like = `${opened.format} ${identity}`;
    const ends = found.get(like) ?? [];
    ends.push(end);
    found.set(like, ends);
  }
  return found;
}
