// The operations on briefs by the names that programs use for them.
import type { ContestRun } from './contest-run.ts';
import { operations } from './operation-functions.ts';
import type { ResultOf } from './play-format.ts';
import type { OptionsOf, PlayOptions } from './play-options.ts';

type OfFolder = 'prompt' | 'files' | 'attachments' | 'cwd' | 'plan';

/** `contestants`: only these of the brief. */
export type BriefOptions = Omit<OptionsOf<'brief'>, OfFolder> & {
  /** The folder with brief.yaml. */
  readonly folder: string;
  readonly again?: boolean | undefined;
};

/** Contestants without an entry do the task of the brief; with `again` everyone does. */
export function brief({ folder, again, ...options }: BriefOptions): ContestRun<ResultOf<'brief'>> {
  return operations['brief play']({ folder, again }, options) as ContestRun<ResultOf<'brief'>>;
}

export type RefineBriefOptions = Omit<BriefOptions, 'again'> & {
  /** Instead of FEEDBACK.md. */
  readonly feedback?: string | undefined;
};

/** Another round: each contestant continues its own work, with your feedback. */
export function refineBrief({
  folder,
  feedback,
  ...options
}: RefineBriefOptions): ContestRun<ResultOf<'brief'>> {
  return operations['brief refine']({ folder, feedback }, options) as ContestRun<ResultOf<'brief'>>;
}

export type MergeBriefOptions = Omit<BriefOptions, 'again' | 'contestants'> & {
  /** The contestant that merges; absent: the author of the best entry. */
  readonly by?: string | undefined;
  /** The entry it starts from; absent: the best one. */
  readonly base?: string | undefined;
  /** Entries it may take from; absent: all others. */
  readonly from?: readonly string[] | undefined;
};

/** One contestant combines the best of all entries into a new one, without seeing a name. */
export function mergeBrief({
  folder,
  by,
  base,
  from,
  ...options
}: MergeBriefOptions): ContestRun<ResultOf<'brief'>> {
  return operations['brief merge']({ folder, by, base, from }, options) as ContestRun<ResultOf<'brief'>>;
}

/** Settings that brief.yaml holds. */
type OfRubric = 'subject' | 'rubric' | 'judgeBrief' | 'selfJudging' | 'strict' | 'together' | 'question';

/** `judges`: names, or functions of this program. */
export type JudgeBriefOptions = Omit<OptionsOf<'judge'>, OfFolder | OfRubric | 'contestants'> & {
  readonly folder: string;
};

/** A panel scores the entries without names, by the rubric of the brief. */
export function judgeBrief({
  folder,
  judges,
  oneAtATime,
  even,
  ...options
}: JudgeBriefOptions): ContestRun<ResultOf<'judge'>> {
  const input = { folder, judge: judges, oneAtATime, even };
  return operations['brief judge'](input, options) as ContestRun<ResultOf<'judge'>>;
}

export interface WrittenBrief {
  readonly folder: string;
  /** Paths below the folder: those that could be written. */
  readonly files: readonly string[];
  /** All of them could. */
  readonly isWhole: boolean;
  /** The content of summary.json. */
  readonly summary: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** Writes summary.json into the folder of a brief; with scores, also a leaderboard and a page. */
export async function reportBrief({
  folder,
  ...options
}: Pick<PlayOptions, 'home' | 'ledger'> & { readonly folder: string }): Promise<WrittenBrief> {
  return await operations['brief report']({ folder }, options);
}
