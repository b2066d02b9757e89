// Briefs from a program: played, judged, refined, merged and reported as the command line does it.
import { resolve } from 'node:path';
import type { BriefRequest } from '../brief/play-brief.ts';
import type { ReadyContest } from '../play/ready.ts';
import type { ContestRun } from './contest-run.ts';
import { type Place, placeOf, type ResultOf, started } from './play-format.ts';
import type { OptionsOf, PlayOptions } from './play-options.ts';

type OfFolder = 'prompt' | 'files' | 'attachments' | 'cwd' | 'plan';

/** `contestants`: only these of the brief. */
export type BriefOptions = Omit<OptionsOf<'brief'>, OfFolder> & {
  /** Where its brief.yaml is. */
  readonly folder: string;
  readonly again?: boolean | undefined;
};

/** The task of a brief's folder: whoever has not handed in yet plays; with `again` everybody. */
export function brief({ again = false, ...options }: BriefOptions): ContestRun<ResultOf<'brief'>> {
  return onBrief('brief', options, async (asked, place) => {
    const { readyBriefPlay } = await import('../brief/play-brief.ts');
    return await readyBriefPlay({ ...asked, again }, place);
  });
}

export type RefineBriefOptions = Omit<BriefOptions, 'again'> & {
  /** In the place of FEEDBACK.md. */
  readonly feedback?: string | undefined;
};

/** Another round: each goes on from its own last work, with what was said of it. */
export function refineBrief({ feedback, ...options }: RefineBriefOptions): ContestRun<ResultOf<'brief'>> {
  return onBrief('brief', options, async (asked, place) => {
    const { readyBriefRefine } = await import('../brief/play-brief.ts');
    return await readyBriefRefine({ ...asked, feedback }, place);
  });
}

export type MergeBriefOptions = Omit<BriefOptions, 'again' | 'contestants'> & {
  /** Who merges; absent: who was judged best. */
  readonly by?: string | undefined;
  /** Whose work it begins with; absent: what was judged best. */
  readonly base?: string | undefined;
  /** What else it may take from; absent: all others. */
  readonly from?: readonly string[] | undefined;
};

/** One of them makes the best of all entries: an entry more, without a name of any of them in sight. */
export function mergeBrief({ by, base, from, ...options }: MergeBriefOptions): ContestRun<ResultOf<'brief'>> {
  const named = {
    by,
    base,
    from,
  };
  return onBrief('brief', options, async (asked, place) => {
    const { readyBriefMerge } = await import('../brief/merge-and-consult.ts');
    return await readyBriefMerge({ ...asked, ...named }, place);
  });
}

/** What its brief.yaml says already. */
type OfRubric = 'subject' | 'rubric' | 'judgeBrief' | 'selfJudging' | 'strict' | 'together' | 'question';

/** `judges`: names, or functions of this program. */
export type JudgeBriefOptions = Omit<OptionsOf<'judge'>, OfFolder | OfRubric | 'contestants'> & {
  readonly folder: string;
};

/** A panel scores what was handed in, without names, by the rubric of the brief. */
export function judgeBrief({
  oneAtATime = false,
  ...options
}: JudgeBriefOptions): ContestRun<ResultOf<'judge'>> {
  return onBrief('judge', options, async ({ settings: { judge, ...settings } = {}, ...asked }, place) => {
    const { readyBriefJudge } = await import('../brief/play-brief.ts');
    const judges = Array.isArray(judge) && { judges: judge.map(String) };
    return await readyBriefJudge({ ...asked, settings, oneAtATime, ...judges }, place);
  });
}

export interface WrittenBrief {
  readonly folder: string;
  /** Paths below it: those that could be written. */
  readonly files: readonly string[];
  /** All of them could. */
  readonly isWhole: boolean;
  /** What summary.json says. */
  readonly summary: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** Writes what a brief came to into its folder: summary.json, and a leaderboard and a page where it was judged. */
export async function reportBrief({
  folder,
  ...options
}: Pick<PlayOptions, 'home' | 'ledger'> & { readonly folder: string }): Promise<WrittenBrief> {
  const { writeBriefReport } = await import('../brief/report/write-report.ts');
  const place = placeOf(options);
  const {
    report: _report,
    summary,
    ...written
  } = await writeBriefReport(resolve(place.machine.cwd, folder), place);
  return { ...written, summary: { ...summary } };
}

function onBrief<Result>(
  format: 'brief' | 'judge',
  { folder, ...options }: { readonly folder: string },
  makeReady: (asked: BriefRequest, place: Place) => Promise<ReadyContest>,
): ContestRun<Result> {
  return started<Result>(format, options, async (asked, place) => {
    const { settings = {}, waitForQuotaMs, approve, functions, pool } = asked;
    return await makeReady(
      {
        folder: resolve(place.machine.cwd, folder),
        settings,
        functions,
        waitForQuotaMs,
        approve,
        pool,
      },
      place,
    );
  });
}
