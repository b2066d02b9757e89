// summary.json of a brief: for other programs, in the shape that multicooker's users know, with what it lacks. Only what is on
// record is in it, so that it stays the same where nothing happened.
import type { BriefReport, ReportJudge, ReportRow } from './brief-report.ts';
import { type Figures, sumOf } from './run-figures.ts';

export const summaryVersion = 1;

export function briefSummary(report: BriefReport): object {
  const { brief, template, round, newestRound, at, noScores, judging, rows, judges, totals } = report;
  return {
    schema_version: summaryVersion,
    madeBy: 'joust',
    status: noScores === undefined ? 'ok' : 'no_scores',
    reason: noScores?.why,
    brief,
    template: template ?? null,
    round,
    work_round: newestRound,
    generated_at: at ?? null,
    judging: judging?.contest ?? null,
    policy: judging === undefined ? null : { self_judging: judging.selfJudging, strict: judging.strict },
    measure: judging?.measure ?? null,
    judges_used: judges.filter(({ status }) => status === 'ok').map(({ judge }) => judge),
    winner: judging?.winner ?? null,
    tied: judging?.tied ?? [],
    ranking: noScores === undefined ? rows.map((row) => ranked(row, judging?.measure)) : [],
    per_judge: Object.fromEntries(judges.map((judge) => [judge.judge, sheet(judge)])),
    judge_run: Object.fromEntries(judges.map((judge) => [judge.judge, judgeRun(judge)])),
    excluded_pairs: judging?.excluded ?? [],
    agreement: judging?.agreement ?? null,
    divergence: divergence(report),
    not_handed_in: report.absent.map(({ contestant, why }) => ({ participant: contestant, reason: why })),
    rounds: report.steps.map(({ contest, step, round: of, at: when, players }) => ({
      contest,
      step,
      round: of,
      at: when,
      participants: players,
    })),
    usage_totals: {
      all: figures(sumOf([totals.participants, totals.judges])),
      participants: figures(totals.participants),
      judges: figures(totals.judges),
    },
  };
}

function ranked(row: ReportRow, measure: 'percent' | 'rating' | undefined): object {
  const { rank, contestant, agent, model, mean, fair, interval, tied } = row;
  return {
    rank: rank ?? null,
    participant: contestant,
    flavor: agent,
    model: model ?? null,
    ...(measure === 'rating' ? { rating: mean ?? null } : { mean_pct: mean ?? null, fair_pct: fair ?? null }),
    interval: interval === undefined ? null : [interval.low, interval.high],
    tied,
    num_judges: row.judges,
    dimensions: row.byDimension,
    round: row.round,
    run_status: row.runStatus,
    ...figures(row.figures),
  };
}

function sheet({ scores, percentages, excluded }: ReportJudge): object {
  return Object.fromEntries(
    Object.entries(scores).map(([contestant, dimensions]) => [
      contestant,
      {
        dimensions,
        score_pct: Object.hasOwn(percentages, contestant) ? percentages[contestant] : null,
        excluded: excluded.includes(contestant),
      },
    ]),
  );
}

function judgeRun({ agent, model, status, why, flips, figures: own }: ReportJudge): object {
  return {
    flavor: agent,
    model: model ?? null,
    status,
    reason: why ?? null,
    flips: flips ?? null,
    ...figures(own),
  };
}

function divergence({ judging, judges }: BriefReport): object | null {
  const decisions = judges.flatMap(({ judge, decision }) =>
    decision === undefined ? [] : [{ judge, ...decision }],
  );
  if (judging?.divergence === undefined && decisions.length === 0) return null;
  return { ...judging?.divergence, decisions };
}

/** null: unknown. The counts say how many runs a sum does not know. */
function figures({ durationMs, tokens, unknownTokens, usd, unknownCost }: Figures): object {
  return {
    duration_s: durationMs === undefined ? null : Math.round(durationMs / 100) / 10,
    tokens: tokens ?? null,
    cost_usd: usd === undefined ? null : Math.round(usd * 1e6) / 1e6,
    unknown_tokens: unknownTokens > 0 ? unknownTokens : undefined,
    unknown_cost: unknownCost > 0 ? unknownCost : undefined,
  };
}
