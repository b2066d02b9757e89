// Gathers what a brief has come to, from its record: the newest judging that is over, the field it was about, who played, and
// what everybody took.
import type { FieldEntry } from '../../formats/brief/field.ts';
import { workKey } from '../../formats/brief/field.ts';
import type { RecordPlace } from '../../play/result.ts';
import type { BriefReport, ReportRow, ReportStep } from '../../views/brief/brief-report.ts';
import { figuresOf } from '../../views/brief/run-figures.ts';
import { type AttemptSummary, contestSummary } from '../../views/contest-summary.ts';
import { spentIn } from '../../views/usage-report.ts';
import { type BriefRecord, isOver, type PlayedBrief, roundOf } from '../brief-contests.ts';
import { type CountingJudging, countingJudging, judgesOf, judgingOf, rowsOf } from './counting-judging.ts';

interface BriefNow {
  readonly brief: string;
  readonly template?: string | undefined;
  /** As the brief has them. */
  readonly contestants: readonly string[];
}

export async function gatherReport(
  { brief, template, contestants }: BriefNow,
  record: BriefRecord,
  place: RecordPlace,
): Promise<BriefReport> {
  const counting = await countingJudging(record, place);
  const { played, judged, consulted } = record;
  const newest = played.at(-1);
  const newestRound = newest === undefined ? 0 : roundOf(newest.field, newest.round);
  const all = [...played, ...judged, ...consulted];
  const at = all
    .map((one) => one.record.at(-1)?.at ?? one.at)
    .toSorted()
    .at(-1);
  const base = {
    brief,
    newestRound,
    steps: stepsOf(record),
    template,
    at,
  };
  const absent = (field: readonly FieldEntry[]) => absentFrom(field, contestants, record);
  if (counting === undefined) {
    const noScores = newest === undefined ? notPlayed : notJudged(judged);
    const field = newest?.field ?? [];
    const none = {
      participants: figuresOf(played.flatMap(({ record: own }) => spentIn(own))),
      judges: figuresOf([]),
    };
    return { ...base, round: newestRound, noScores, ...nobody, absent: absent(field), totals: none };
  }
  const { judging, about, result } = counting;
  const upTo = played.slice(0, played.indexOf(about) + 1);
  const rows = rowsOf(counting, (name) => howItPlayed(name, upTo, about.field));
  const isScored = rows.some(({ rank }) => rank !== undefined);
  return {
    ...base,
    round: judging.round,
    noScores: isScored ? undefined : unreadJudges,
    judging: judgingOf(counting),
    rows,
    judges: judgesOf(counting),
    absent: absent(about.field),
    remarks: remarksOf({ result, judging, about, newest, judged }),
    totals: {
      participants: figuresOf(upTo.flatMap(({ record: own }) => spentIn(own))),
      judges: figuresOf(spentIn(judging.record)),
    },
  };
}

const nobody = { rows: [], judges: [], remarks: [] };
const notPlayed = { why: 'nobody has handed anything in yet', hint: 'Play it first: joust brief play.' };
const unreadJudges = {
  why: 'no judge gave scores that count',
  hint: 'See what they replied with joust show, or name other judges: joust brief rejudge --judge SPEC.',
};

function notJudged(judged: BriefRecord['judged']): NonNullable<BriefReport['noScores']> {
  const open = judged.findLast((one) => !isOver(one));
  return open === undefined
    ? { why: 'it was not judged yet', hint: 'Have it judged: joust brief judge.' }
    : { why: `its judging ${open.id} is not over`, hint: `Play it on with joust resume ${open.id}.` };
}

type Played = Pick<ReportRow, 'runStatus' | 'figures' | 'round' | 'agent' | 'model'>;

/** Over all rounds up to the one that was judged. */
function howItPlayed(name: string, played: readonly PlayedBrief[], field: readonly FieldEntry[]): Played {
  const entry = field.find(({ contestant }) => contestant.name === name);
  const last = lastAttempt(name, played);
  const { agent = 'unknown', model } = entry?.contestant ?? {};
  return {
    agent,
    model,
    round: entry?.round ?? 1,
    runStatus: entry?.byHand === true ? 'by hand' : (stateOf(last) ?? 'ok'),
    figures: figuresOf(
      played.flatMap(({ record: own }) => spentIn(own)).filter(({ contestant }) => contestant === name),
    ),
  };
}

function lastAttempt(name: string, played: readonly PlayedBrief[]): AttemptSummary | undefined {
  return played
    .flatMap(({ id, record }) => contestSummary(id, record)?.attempts ?? [])
    .findLast(({ key }) => key === workKey(name));
}

function stateOf(attempt: AttemptSummary | undefined): string | undefined {
  return attempt?.end?.outcome ?? attempt?.state;
}

function absentFrom(
  field: readonly FieldEntry[],
  contestants: readonly string[],
  { played }: BriefRecord,
): BriefReport['absent'] {
  const isIn = (name: string, where: readonly FieldEntry[]) =>
    where.some(({ contestant }) => contestant.name === name);
  const names = new Set([
    ...contestants,
    ...played.flatMap(({ opened }) => opened.roster.map(({ name }) => name)),
  ]);
  return [...names].flatMap((contestant) => {
    if (isIn(contestant, field)) return [];
    if (isIn(contestant, played.at(-1)?.field ?? []))
      return [{ contestant, why: 'it has handed in since, and was not judged' }];
    const last = lastAttempt(contestant, played);
    const state = stateOf(last);
    if (state === undefined) return [{ contestant, why: 'it has not played yet' }];
    const reason = last?.end?.reason ?? last?.parked?.reason;
    return [{ contestant, why: `${state}${reason === undefined ? '' : `: ${reason}`}` }];
  });
}

function stepsOf({ played, judged, consulted }: BriefRecord): readonly ReportStep[] {
  return [...played, ...judged, ...consulted]
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ id, step, round, at, record }) => ({
      contest: id,
      step,
      round,
      at,
      players: [...new Set(spentIn(record).map(({ contestant }) => contestant))],
    }));
}

function remarksOf({
  result,
  judging,
  about,
  newest,
  judged,
}: Pick<CountingJudging, 'result' | 'judging' | 'about'> & {
  readonly newest: PlayedBrief | undefined;
  readonly judged: BriefRecord['judged'];
}): readonly string[] {
  const later = judged.filter((one) => one.at > judging.at && !isOver(one));
  return [
    ...(newest === undefined || newest === about
      ? []
      : ['The work was changed since it was judged: joust brief judge scores what there is now.']),
    ...later.map(({ id }) => `A newer judging, ${id}, is not over: joust resume ${id}.`),
    ...(result.ownFamily === true
      ? ["Judges of the contestants' own families had to score: read it with care."]
      : []),
  ];
}
