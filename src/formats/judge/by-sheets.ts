// Scoring by a rubric: each judge gives a sheet, of all entries at once or of one at a time, and a review; what the sheets come
// to, whose do not count and why.
import type { Contest } from '../../contest/handle/contest.ts';
import {
  type Entry,
  type Judge,
  type JudgingContext,
  type Rubric,
  weightedScore,
} from '../../judging/entry.ts';
import type { Scored } from '../../judging/panel/judge-scores.ts';
import { type JudgedSheet, judgeSheet, type SheetContent } from '../../judging/panel/judge-sheet.ts';
import { rubricStanding } from '../../judging/panel/rubric-standing.ts';
import { weightsIn } from '../judging-options.ts';
import type { JudgeOptions } from './options.ts';
import type { ScoredResult } from './result.ts';

export interface SheetRules extends Pick<JudgeOptions, 'selfJudging' | 'strict' | 'together' | 'weighed'> {
  readonly rubric: Rubric;
  readonly judges: readonly Judge[];
  readonly context: JudgingContext;
  readonly content: SheetContent;
}

export interface BySheets {
  readonly result: ScoredResult;
  readonly anyRead: boolean;
  /** What it rests on. */
  readonly basis: string;
}

export async function bySheets(
  contest: Contest,
  rules: SheetRules,
  entries: readonly Entry[],
): Promise<BySheets> {
  const { judges, rubric, context, strict, selfJudging, content, weighed } = rules;
  const looks = judges.flatMap((judge) => looksOf(judge, rules, entries));
  const sheets = await Promise.all(
    looks.map((look, slot) => judgeSheet(contest, { ...look, slot, rubric, context, strict, content })),
  );
  const quarantined = new Map(
    sheets.flatMap(({ quarantined: isOut, judge, why = '' }) =>
      isOut ? [[judge.contestant.name, why]] : [],
    ),
  );
  const scored = sheets
    .filter(({ judge }) => !quarantined.has(judge.contestant.name))
    .flatMap((sheet) => sheet.scored);
  const families = new Map(entries.map(({ contestant, family }) => [contestant, family]));
  const { rows, winner, tied, excluded, agreement, divergence } = rubricStanding(scored, {
    rubric,
    families,
    selfJudging,
    weights: weightsIn(weighed),
  });
  const isOwn = (one: Scored) =>
    one.scores !== undefined && one.judge.family === families.get(one.contestant);
  const silent = silentJudges(sheets);
  const decisions = sheets.flatMap(({ judge, review }) =>
    review?.divergence === undefined ? [] : [{ judge: judge.contestant.name, text: review.divergence }],
  );
  const addressed = new Set(scored.flatMap((one) => (one.addressed ? [one.contestant] : [])));
  return {
    anyRead: scored.some(({ scores }) => scores !== undefined),
    basis: JSON.stringify(sheets.map((sheet) => sheet.scored.map(({ scores }) => scores ?? null))),
    result: {
      type: 'scored',
      about: contest.opened.about,
      winner,
      tied: [...tied],
      rows: rows.map((row) => ({
        ...row,
        tiedForBest: tied.includes(row.contestant),
        addressesJudges: addressed.has(row.contestant) || undefined,
      })),
      unread: sheets.filter(({ why }) => why !== undefined).length,
      judges: judges.map((judge) => judgeBlock(judge, sheets, { rubric, excluded })),
      excluded: excluded.map(({ judge, contestant }) => ({ judge: judge.contestant.name, contestant })),
      quarantined: [...quarantined].map(([judge, why]) => ({ judge, why })),
      silent: silent.filter(({ judge }) => !quarantined.has(judge)),
      decisions,
      weighed,
      agreement,
      divergence,
      ownFamily: scored.some((one) => isOwn(one) && !excluded.includes(one)) || undefined,
    },
  };
}

function looksOf(judge: Judge, { together }: SheetRules, entries: readonly Entry[]) {
  const { name } = judge.contestant;
  if (together) return [{ key: `sheet/${name}`, judge, entries }];
  return entries.map((entry) => ({ key: `score/${entry.contestant}/${name}`, judge, entries: [entry] }));
}

/** Of whom nothing at all could be read. */
function silentJudges(sheets: readonly JudgedSheet[]): readonly { judge: string; why: string }[] {
  const byJudge = Map.groupBy(sheets, ({ judge }) => judge.contestant.name);
  return [...byJudge].flatMap(([judge, own]) => {
    const why = own.map((sheet) => sheet.why).find((reason) => reason !== undefined);
    return why !== undefined && own.every((sheet) => sheet.why !== undefined) ? [{ judge, why }] : [];
  });
}

function judgeBlock(
  { contestant: { name } }: Judge,
  sheets: readonly JudgedSheet[],
  { rubric, excluded }: { readonly rubric: Rubric; readonly excluded: readonly Scored[] },
): NonNullable<ScoredResult['judges']>[number] {
  const own = sheets.filter(({ judge }) => judge.contestant.name === name);
  const given = own.flatMap(({ scored }) =>
    scored.flatMap(({ contestant, scores }) => (scores === undefined ? [] : [{ contestant, scores }])),
  );
  const shares = given.flatMap(({ contestant, scores }) => {
    const share = weightedScore(rubric, scores);
    return share === undefined ? [] : [[contestant, Math.round(share * 1000) / 1000] as const];
  });
  const ignored = own.flatMap((sheet) => sheet.ignored);
  return {
    judge: name,
    scores: Object.fromEntries(given.map(({ contestant, scores }) => [contestant, { ...scores }])),
    percentages: Object.fromEntries(shares),
    reviews: own.flatMap(({ review, shown }) =>
      review === undefined || review.text === ''
        ? []
        : [
            {
              labels: Object.fromEntries(shown.map(({ label, contestant }) => [label, contestant])),
              text: review.text,
            },
          ],
    ),
    excluded: excluded.flatMap(({ judge, contestant }) =>
      judge.contestant.name === name ? [contestant] : [],
    ),
    ignored: ignored.length > 0 ? ignored : undefined,
  };
}
