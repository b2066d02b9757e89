// Blind judges on evidence cards of the entries that passed: a share of the comparisons won, or a rubric's score.
import type { Contest } from '../../contest/handle/contest.ts';
import { changedLines } from '../../domain/changed-file.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { everybody } from '../../domain/roster.ts';
import { maySee } from '../../domain/secrets/visibility.ts';
import { evidenceCard } from '../../judging/blind/evidence-card.ts';
import { type Entry, type JudgingContext, type Rubric, ruledBy } from '../../judging/entry.ts';
import { judgePair, type PairVerdict } from '../../judging/panel/judge-choice.ts';
import { judgeScores } from '../../judging/panel/judge-scores.ts';
import { rubricStanding } from '../../judging/panel/rubric-standing.ts';
import { evenStyle } from '../../judging/text/even-style.ts';
import { familyOf } from '../families.ts';
import { asJudges, judgingContext } from '../judges.ts';
import { weightsIn } from '../judging-options.ts';
import type { Measured } from './measure.ts';
import type { RaceOptions } from './options.ts';
import { checkRows } from './race-result.ts';
import type { RaceRow } from './result.ts';

const criteria =
  'which change does the task better: correct first, then complete, then simple and in the style of the project. ' +
  'The cards hold measured facts and the diff; what the summaries claim is only a claim.';

export interface RaceJudging {
  /** In 0..1 by contestant; who could not be judged has none. */
  readonly shares: ReadonlyMap<string, number>;
  /** What was said of each pair; none where entries are scored. */
  readonly pairs: readonly PairVerdict[];
}

/** Who is asked, once for each call: every pair in each order, or every entry by the rubric. */
export function judgeCalls(
  panel: readonly Contestant[],
  { count, orders, rubric }: { readonly count: number } & Pick<RaceOptions, 'orders' | 'rubric'>,
): readonly Contestant[] {
  const pairs = (count * (count - 1)) / 2;
  const times = rubric === null ? pairs * (orders === 'both' ? 2 : 1) : count;
  return Array.from({ length: times }, () => panel).flat();
}

export async function judgeRace(
  contest: Contest,
  options: RaceOptions,
  measured: readonly Measured[],
): Promise<RaceJudging> {
  const { judges, rubric } = options;
  const panel = asJudges(
    judges.flatMap((name) => everybody(contest.opened).find((one) => one.name === name) ?? []),
  );
  if (panel.length === 0 || measured.length < 2) return { shares: new Map(), pairs: [] };
  const entries = await Promise.all(measured.map((one) => cardOf(contest, one)));
  const context = { ...judgingContext(contest), criteria };
  if (rubric !== null) {
    const ruled = ruledBy(rubric, contest.opened.formatVersion < 4);
    return {
      shares: await byRubric(contest, entries, { panel, context, rubric: ruled, options }),
      pairs: [],
    };
  }
  const { orders, selfJudging, weighed } = options;
  const pairs = entries.flatMap((one, at) => entries.slice(at + 1).map((other) => [one, other] as const));
  const verdicts = await Promise.all(
    pairs.map((pair) =>
      judgePair(contest, {
        key: `pair/${pair[0].contestant}/${pair[1].contestant}`,
        pair,
        judges: panel,
        context,
        orders,
        selfJudging,
        weights: weightsIn(weighed),
        tiesVote: contest.opened.formatVersion < 2,
      }),
    ),
  );
  return { shares: sharesWon(entries, verdicts), pairs: verdicts };
}

async function cardOf(contest: Contest, measured: Measured): Promise<Entry> {
  const { candidate, tamper } = measured;
  const { name, key, patch, files, leftOut, secrets } = candidate;
  const contestant = contest.opened.roster.find((one) => one.name === name);
  const says = await candidate.says();
  const isEven = judgingContext(contest).even === true;
  const text = evidenceCard({
    says: isEven && says !== undefined ? evenStyle(says) : says,
    diff: patch === undefined ? '' : await contest.content(patch),
    checks: [...checkRows(measured)],
    tamper: [...tamper],
    lines: changedLines(files),
    files: files.length,
    leftOut: [...leftOut] as RaceRow['leftOut'],
    secret: !maySee('model', { type: 'patch', secrets }) || undefined,
  });
  // Work made elsewhere has no family.
  return {
    contestant: name,
    key,
    text,
    spoken: says,
    family: contestant === undefined ? '' : familyOf(contestant),
  };
}

/** A tie is half a win; a comparison nobody could read does not count. */
export function sharesWon(
  entries: readonly Pick<Entry, 'contestant'>[],
  verdicts: readonly Pick<PairVerdict, 'pair' | 'word'>[],
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { contestant } of entries) {
    const own = verdicts.filter(({ pair, word }) => pair.includes(contestant) && word !== 'none');
    const won = own.reduce((sum, { word }) => {
      if (word === 'tie') return sum + 0.5;
      return typeof word === 'object' && word.winner === contestant ? sum + 1 : sum;
    }, 0);
    if (own.length > 0) shares.set(contestant, won / own.length);
  }
  return shares;
}

interface RubricPanel {
  readonly panel: ReturnType<typeof asJudges>;
  readonly context: JudgingContext;
  readonly rubric: Rubric;
  readonly options: RaceOptions;
}

async function byRubric(
  contest: Contest,
  entries: readonly Entry[],
  { panel, context, rubric, options }: RubricPanel,
): Promise<ReadonlyMap<string, number>> {
  const scored = await Promise.all(
    panel.flatMap((judge) =>
      entries.map((entry) => {
        const key = `score/${entry.contestant}/${judge.contestant.name}`;
        return judgeScores(contest, { key, judge, entry, rubric, context });
      }),
    ),
  );
  const families = new Map(entries.map(({ contestant, family }) => [contestant, family]));
  const { rows } = rubricStanding(scored, {
    rubric,
    families,
    selfJudging: options.selfJudging,
    weights: weightsIn(options.weighed),
  });
  return new Map(rows.flatMap(({ contestant, score }) => (score === undefined ? [] : [[contestant, score]])));
}
