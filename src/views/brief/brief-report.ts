// What a brief has come to so far, as plain values: who stands where, by whom it was judged, what it took; and how its
// figures are written.
import type { Document } from '../document.ts';
import type { Figures } from './run-figures.ts';

export interface BriefReport {
  readonly brief: string;
  readonly template?: string;
  /** When the last thing that it rests on was put on record; absent: nothing was. */
  readonly at?: string;
  /** Of the work that was judged, and of the newest work there is. */
  readonly round: number;
  readonly newestRound: number;
  /** Why there is nothing to rank, and what to do; absent: there is. */
  readonly noScores?: { readonly why: string; readonly hint: string };
  readonly judging?: ReportJudging;
  /** Best first. */
  readonly rows: readonly ReportRow[];
  readonly judges: readonly ReportJudge[];
  /** Of all who played, handed in or not, and of the judges. */
  readonly totals: { readonly participants: Figures; readonly judges: Figures };
  /** Who is not in it, and why. */
  readonly absent: readonly { readonly contestant: string; readonly why: string }[];
  /** Oldest first. */
  readonly steps: readonly ReportStep[];
  /** What has to be said of it, a sentence each. */
  readonly remarks: readonly string[];
}

export interface ReportJudging {
  readonly contest: string;
  /** Percentages, or ratings where entries were compared pair by pair. */
  readonly measure: 'percent' | 'rating';
  readonly selfJudging: string;
  readonly strict: boolean;
  readonly winner?: string;
  readonly tied: readonly string[];
  readonly dimensions: readonly { readonly name: string; readonly max: number; readonly weight: number }[];
  readonly agreement?: number;
  readonly excluded: readonly { readonly judge: string; readonly contestant: string }[];
  readonly divergence?: {
    readonly dimension: string;
    readonly spread: number;
    readonly best: string;
    readonly worst: string;
  };
  /** Pair by pair: how the judging itself is told. */
  readonly told?: Document;
}

export interface ReportRow {
  /** Absent: nobody scored it. */
  readonly rank?: number;
  readonly contestant: string;
  readonly agent: string;
  readonly model?: string;
  /** The mean over judges: from 0 to 100, or a rating. */
  readonly mean?: number;
  /** With strict and mild judges evened out; ranks go by it. */
  readonly fair?: number;
  readonly interval?: { readonly low: number; readonly high: number };
  /** It cannot be told apart from the best. */
  readonly tied: boolean;
  readonly judges: number;
  readonly byDimension: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
  /** The round its work is from. */
  readonly round: number;
  readonly runStatus: string;
  readonly figures: Figures;
}

export interface ReportJudge {
  readonly judge: string;
  readonly agent: string;
  readonly model?: string;
  readonly status: 'ok' | 'quarantined' | 'unread';
  readonly why?: string;
  /** As given, by contestant and dimension. */
  readonly scores: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By contestant, from 0 to 100. */
  readonly percentages: Readonly<Record<string, number>>;
  /** Of its own family: not counted. */
  readonly excluded: readonly string[];
  /** Labels it scored that it was not shown. */
  readonly ignored: readonly string[];
  readonly reviews: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly text: string;
  }[];
  /** On what the entries differ most, in its words, and whose entry each label was. */
  readonly decision?: { readonly text: string; readonly labels: Readonly<Record<string, string>> };
  /** Pairs it saw twice, in another order or judging, and on how many of them it changed sides. */
  readonly flips?: { readonly pairs: number; readonly flipped: number };
  readonly figures: Figures;
}

export interface ReportStep {
  readonly contest: string;
  readonly step: string;
  readonly round: number;
  readonly at: string;
  readonly players: readonly string[];
}

export function measured(value: number | undefined, isPercent = true): string {
  if (value === undefined) return 'unknown';
  return isPercent ? `${value.toFixed(1)} %` : String(Math.round(value));
}

export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function markText(mark: number | undefined): string {
  return mark === undefined ? '-' : String(Math.round(mark * 100) / 100);
}

/** ` (A is ann, B is bob)`. */
export function labelText(labels: Readonly<Record<string, string>>): string {
  const told = Object.entries(labels).map(([label, name]) => `${label} is ${name}`);
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}
