// The judging of a brief that counts, and what it says: the standing with means to two places, and what each judge gave.
import { plural } from '../../domain/figures.ts';
import { everybody } from '../../domain/roster.ts';
import { type Rubric, weightedScore } from '../../judging/entry.ts';
import { type AnyResult, contestResult, type RecordPlace } from '../../play/result.ts';
import type { ReportJudge, ReportJudging, ReportRow } from '../../views/brief/brief-report.ts';
import { figuresOf } from '../../views/brief/run-figures.ts';
import type { Document } from '../../views/document.ts';
import { spentIn } from '../../views/usage-report.ts';
import type { BriefContest, BriefRecord, PlayedBrief } from '../brief-contests.ts';

type Judged = Extract<AnyResult, { type: 'judged' | 'scored' }>;

/** The judging that counts, with the field it was about. */
export interface CountingJudging {
  readonly judging: BriefContest;
  readonly about: PlayedBrief;
  readonly result: Judged;
  /** What it came to as it is told. */
  readonly told: Document;
  /** The one of the same field before, for whoever changed sides. */
  readonly before?: Judged;
}

/** Of those that are over the newest: earlier scores stay on record and do not count. */
export async function countingJudging(
  { judged, played }: BriefRecord,
  place: RecordPlace,
): Promise<CountingJudging | undefined> {
  const told = async (one: BriefContest) => {
    const { result, document = [] } = await contestResult(place, one.id);
    return result?.type === 'judged' || result?.type === 'scored' ? { result, document } : undefined;
  };
  const over = judged.filter((one) => one.record.some(({ event }) => event.type === 'contest.closed'));
  for (const judging of over.toReversed()) {
    const about = played.find(({ id }) => id === judging.opened.about);
    const found = about === undefined ? undefined : await told(judging);
    if (about === undefined || found === undefined) continue;
    const earlier = over.slice(0, over.indexOf(judging)).findLast((one) => one.opened.about === about.id);
    const before = earlier === undefined ? undefined : (await told(earlier))?.result;
    const { result, document } = found;
    return { judging, about, result, told: document, before };
  }
  return undefined;
}

export function judgingOf({ judging, result, told }: CountingJudging): ReportJudging {
  const options = judging.opened.options as {
    readonly selfJudging?: string;
    readonly strict?: boolean;
    readonly rubric?: { readonly dimensions: ReportJudging['dimensions'] } | null;
  };
  const { winner, tied, agreement } = result;
  return {
    contest: judging.id,
    selfJudging: options.selfJudging ?? 'exclude',
    strict: options.strict === true,
    tied,
    dimensions: (options.rubric?.dimensions ?? []).map(({ name, max, weight }) => ({ name, max, weight })),
    winner,
    agreement,
    ...(result.type === 'judged'
      ? { measure: 'rating', excluded: [], told }
      : {
          measure: 'percent',
          excluded: result.excluded ?? [],
          divergence: result.divergence,
        }),
  };
}

/** Best first, as the judging has them. */
export function rowsOf(
  counting: CountingJudging,
  played: (name: string) => Pick<ReportRow, 'runStatus' | 'figures' | 'round' | 'agent' | 'model'>,
): readonly ReportRow[] {
  const { result } = counting;
  const standing = result.type === 'judged' ? rated(result) : scored(counting, result);
  const values = standing.flatMap(({ fair, mean }) => fair ?? mean ?? []);
  return standing.map((row) => {
    const own = row.fair ?? row.mean;
    const rank = own === undefined ? {} : { rank: 1 + values.filter((value) => value > own).length };
    return { ...rank, ...row, ...played(row.contestant) };
  });
}

type Standing = Omit<ReportRow, 'rank' | 'runStatus' | 'figures' | 'round' | 'agent' | 'model'>;

function rated({ rows, judges, tied }: Extract<Judged, { type: 'judged' }>): readonly Standing[] {
  const read = judges.filter(({ verdicts, unread }) => unread < verdicts).length;
  return rows.map(({ contestant, rating, low, high }) => ({
    contestant,
    interval: { low, high },
    tied: tied.includes(contestant),
    mean: read > 0 ? rating : undefined,
    judges: read,
    byDimension: {},
    notes: [],
  }));
}

function scored(
  { judging }: CountingJudging,
  { rows, tied, judges, quarantined = [] }: Extract<Judged, { type: 'scored' }>,
): readonly Standing[] {
  const out = new Set(quarantined.map(({ judge }) => judge));
  const counted = (judges ?? []).filter(({ judge }) => !out.has(judge));
  const rubric = rubricOf(judging);
  const exact = (name: string) => {
    const own = counted.filter(({ excluded }) => !excluded.includes(name));
    const shares = own.flatMap(({ scores }) => shareOf(rubric, scores, name) ?? []);
    return shares.length === 0 ? undefined : shares.reduce((sum, one) => sum + one, 0) / shares.length;
  };
  return rows.map((row) => {
    const { contestant, score, fair, low, high } = row;
    const mean = score === undefined ? undefined : (exact(contestant) ?? score);
    return {
      contestant,
      tied: tied.includes(contestant),
      judges: row.judges,
      byDimension: row.byDimension,
      mean: mean === undefined ? undefined : percentage(mean),
      fair: fair === undefined ? undefined : percentage(fair),
      interval: intervalOf(low, high),
      notes: [
        ...(row.judges === 0 ? ['nobody gave it scores that count'] : []),
        ...(row.incomplete > 0 ? [`${plural(row.incomplete, 'score')} incomplete, not counted`] : []),
        ...(row.setAside > 0
          ? [`${plural(row.setAside, 'score')} by a judge of its own family, not counted`]
          : []),
        ...(row.addressesJudges === true ? ['the entry speaks to its judges'] : []),
      ],
    };
  });
}

function intervalOf(low: number | undefined, high: number | undefined): Standing['interval'] {
  return low === undefined || high === undefined
    ? undefined
    : { low: percentage(low), high: percentage(high) };
}

function rubricOf({ opened }: BriefContest): Rubric | undefined {
  const { rubric } = opened.options as { readonly rubric?: Rubric | null };
  return rubric ?? undefined;
}

type Scores = Readonly<Record<string, Readonly<Record<string, number>>>>;

function shareOf(rubric: Rubric | undefined, scores: Scores, name: string): number | undefined {
  const own = Object.hasOwn(scores, name) ? scores[name] : undefined;
  return rubric === undefined || own === undefined ? undefined : weightedScore(rubric, own);
}

/** To two places. */
function percentage(share: number): number {
  return Math.round(share * 10_000) / 100;
}

export function judgesOf({ judging, result, before }: CountingJudging): readonly ReportJudge[] {
  const runs = spentIn(judging.record);
  const about = (judge: string) => {
    const { agent = 'unknown', model } = everybody(judging.opened).find(({ name }) => name === judge) ?? {};
    const figures = figuresOf(runs.filter(({ contestant }) => contestant === judge));
    return { judge, agent, figures, model };
  };
  if (result.type === 'judged')
    return result.judges.map(({ judge, verdicts, unread, flips }) => ({
      ...about(judge),
      ...noSheet,
      status: unread < verdicts ? 'ok' : 'unread',
      flips: { pairs: result.pairs.length, flipped: flips },
    }));
  const rubric = rubricOf(judging);
  return (result.judges ?? []).map((sheet) => {
    const { judge, scores, excluded, reviews, ignored = [] } = sheet;
    const given = Object.keys(scores).flatMap((name) => {
      const share = shareOf(rubric, scores, name);
      return share === undefined ? [] : [[name, percentage(share)] as const];
    });
    const decision = (result.decisions ?? []).find((one) => one.judge === judge);
    return {
      ...about(judge),
      ...statusOf(judge, result),
      scores,
      percentages: Object.fromEntries(given),
      excluded,
      ignored,
      reviews,
      decision: decision && { text: decision.text, labels: labelsOf(judge, judging) },
      ...flipsOf(sheet, before),
    };
  });
}

const noSheet = { scores: {}, percentages: {}, excluded: [], ignored: [], reviews: [] };

function statusOf(
  judge: string,
  { quarantined = [], silent = [] }: Extract<Judged, { type: 'scored' }>,
): Pick<ReportJudge, 'status' | 'why'> {
  const out = quarantined.find((one) => one.judge === judge);
  if (out !== undefined) return { status: 'quarantined', why: out.why };
  const mute = silent.find((one) => one.judge === judge);
  return mute === undefined ? { status: 'ok' } : { status: 'unread', why: mute.why };
}

/** Where it saw all entries at once. */
function labelsOf(judge: string, { record }: BriefContest): Readonly<Record<string, string>> {
  const looks = record.flatMap(({ event }) =>
    event.type === 'verdict.given' && event.judge === judge ? [event.shown] : [],
  );
  const [shown = []] = looks;
  return Object.fromEntries(
    looks.length > 1 ? [] : shown.map(({ label, contestant }) => [label, contestant]),
  );
}

type Sheet = NonNullable<Extract<Judged, { type: 'scored' }>['judges']>[number];

/** Between the judging of the same entries before and this one. */
function flipsOf({ judge, percentages: now }: Sheet, before: Judged | undefined): Pick<ReportJudge, 'flips'> {
  const sheets = before?.type === 'scored' ? (before.judges ?? []) : [];
  const then = sheets.find((one) => one.judge === judge)?.percentages;
  if (then === undefined) return {};
  const names = Object.keys(now).filter((name) => Object.hasOwn(then, name));
  const leads = names.flatMap((one, at) =>
    names.slice(at + 1).map((other) => [lead(now, one, other), lead(then, one, other)] as const),
  );
  return { flips: { pairs: leads.length, flipped: leads.filter(([a, b]) => a * b < 0).length } };
}

function lead(of: Readonly<Record<string, number>>, one: string, other: string): number {
  return (of[one] ?? 0) - (of[other] ?? 0);
}
