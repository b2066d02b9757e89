// judge: judges the entries of another contest, pairwise or by a rubric, without playing it again.
import type { Contest } from '../../contest/handle/contest.ts';
import { paraphrased } from '../../judging/blind/paraphrase.ts';
import { type Entry, type Rubric, ruledBy } from '../../judging/entry.ts';
import { judgePair, type PairVerdict, toldWord, toldWords } from '../../judging/panel/judge-choice.ts';
import { judgeScores } from '../../judging/panel/judge-scores.ts';
import { sheetCharacters } from '../../judging/panel/judge-sheet.ts';
import { pairStanding } from '../../judging/panel/pair-standing.ts';
import { rubricStanding } from '../../judging/panel/rubric-standing.ts';
import { defineFormat, type FormatEnd } from '../format.ts';
import { asJudges, entriesWithText, judgingContext, serving } from '../judges.ts';
import { materialText, taskWithMaterial } from '../judging-material.ts';
import { weightsIn } from '../judging-options.ts';
import { type BySheets, bySheets, type SheetRules } from './by-sheets.ts';
import { type JudgeOptions, options, request, setUp } from './options.ts';
import { type JudgeResult, judgeResult } from './result.ts';

export const judge = defineFormat({
  name: 'judge',
  version: 5,
  oldest: 1,
  about: {
    summary: 'judge the entries of a contest on record, blind, as often as you like',
    details:
      'A contest of its own about ID: the judged one is not played again and not changed. Each judging shuffles anew.',
    group: 'decide',
    takes: { entries: 2 },
    ends: { none: 'not judged' },
    page: { result: 'Verdicts' },
    examples: [
      'joust judge @last',
      'joust judge 4k2 --judge gemini --judge codex',
      'joust judge @last --rubric rubric.yaml --together',
    ],
  },
  request,
  options,
  bare: true,
  result: judgeResult,
  setUp,
  shows: false,
  expects({ roster, staff, options: { judges, orders, rubric, entries, together }, task }) {
    const everybody = [...roster, ...staff].filter(({ name }) => judges.includes(name));
    const pairs = (entries.length * (entries.length - 1)) / 2;
    const sheets = together ? 1 : entries.length;
    const looks = rubric === null ? pairs * (orders === 'both' ? 2 : 1) : sheets;
    return everybody.flatMap((contestant) =>
      Array.from({ length: looks }, () => ({ contestant, tier: task.tier })),
    );
  },
  async play(contest, judged) {
    const [by] = judged.paraphraser === null ? [] : serving(contest, [judged.paraphraser]);
    const whole = await withEvidence(contest, judged);
    const { context } = setting(contest, judged);
    // Who restates a folder makes a text of it: its files would tell the style.
    const texts = whole.map(({ files: _files, ...entry }) => entry);
    const entries = by === undefined ? whole : await paraphrased(contest, texts, { by, context });
    return judged.rubric === null
      ? await pairwise(contest, judged, entries)
      : await byRubric(contest, { ...judged, rubric: judged.rubric }, entries);
  },
});

function setting(contest: Contest, { judges, orders, selfJudging, material, weighed }: JudgeOptions) {
  const { judgeBrief } = material;
  const criteria =
    judgeBrief === undefined
      ? {}
      : { criteria: `In the words of whoever asked:\n\n${judgeBrief.trim()}\n\n` };
  return {
    judges: asJudges(serving(contest, judges)),
    context: { ...judgingContext(contest), ...criteria },
    orders,
    selfJudging,
    tiesVote: contest.opened.formatVersion < 2,
    weights: weightsIn(weighed),
  };
}

/** Questions that were put to an author, and the answers, belong to its entry. */
async function withEvidence(
  contest: Contest,
  { entries, evidence, rubric, together }: JudgeOptions,
): Promise<readonly Entry[]> {
  const sharing = together ? Math.max(1, entries.length) : 1;
  const found = await entriesWithText(
    contest,
    entries,
    rubric === null ? undefined : Math.floor(sheetCharacters / sharing),
  );
  const told: Entry[] = [];
  for (const entry of found) {
    const heard: string[] = [];
    for (const { of, questions, answer } of evidence) {
      if (of !== entry.contestant) continue;
      heard.push(`Asked:\n${questions}\n\nAnswered:\n${await contest.content(answer)}`);
    }
    if (heard.length === 0) {
      told.push(entry);
      continue;
    }
    const exchange = heard.join('\n\n');
    const files = entry.files && [...entry.files, { path: 'CROSS-EXAMINATION.md', text: exchange }];
    told.push({
      ...entry,
      text: `${entry.text}\n\n[Cross-examination]\n${exchange}`,
      files,
    });
  }
  return told;
}

async function pairwise(
  contest: Contest,
  options: JudgeOptions,
  entries: readonly Entry[],
): Promise<FormatEnd<JudgeResult>> {
  const rules = setting(contest, options);
  const task = await taskWithMaterial(contest, rules.context.task, options.material.files);
  const context = { ...rules.context, task };
  const pairs = entries.flatMap((one, at) => entries.slice(at + 1).map((other) => [one, other] as const));
  const verdicts = await Promise.all(
    pairs.map((pair) =>
      judgePair(contest, {
        ...rules,
        context,
        pair,
        key: `pair/${pair[0].contestant}/${pair[1].contestant}`,
      }),
    ),
  );
  const drawn = contest.opened.formatVersion < 4;
  const whole = contest.opened.formatVersion < 5;
  const ranked = pairStanding(
    { entries, verdicts, weighed: options.weighed, even: options.even, drawn, whole },
    contest.random('standing'),
  );
  const tied = ranked.rows.filter(({ tiedForBest }) => tiedForBest).map(({ contestant }) => contestant);
  const winner = tied.length === 1 ? tied[0] : ranked.beatAll;
  const rule = tied.length === 1 ? 'clearly ahead of everybody' : 'won every comparison';
  await decided(contest, { winner, tied, rule, basis: JSON.stringify(verdicts.map(({ word }) => word)) });
  return {
    results: [],
    outcome: outcomeOf(winner, verdicts.some(isRead)),
    result: {
      type: 'judged',
      about: contest.opened.about,
      ...(winner !== undefined && { winner, rule }),
      tied,
      rows: [...ranked.rows],
      even: ranked.even && [...ranked.even],
      judges: [...ranked.judges],
      agreement: ranked.agreement,
      pairs: verdicts.map(toldPair),
      ownFamily: verdicts.some(({ ownFamily }) => ownFamily) || undefined,
      weighed: options.weighed,
    },
  };
}

async function byRubric(
  contest: Contest,
  options: JudgeOptions & { readonly rubric: Rubric },
  entries: readonly Entry[],
): Promise<FormatEnd<JudgeResult>> {
  const content = { ...options.material, material: await materialText(contest, options.material.files) };
  const rules = { ...options, ...setting(contest, options), content };
  const { result, anyRead, basis } =
    contest.opened.formatVersion < 3
      ? await oneByOne(contest, { ...rules, rubric: ruledBy(options.rubric, true) }, entries)
      : await bySheets(contest, rules, entries);
  const { winner, tied } = result;
  await decided(contest, { winner, tied, rule: 'the highest score', basis });
  return { results: [], outcome: outcomeOf(winner, anyRead), result };
}

/** As it was done before there were sheets. */
async function oneByOne(contest: Contest, rules: SheetRules, entries: readonly Entry[]): Promise<BySheets> {
  const { judges, context, selfJudging, rubric } = rules;
  const scored = await Promise.all(
    judges.flatMap((one) =>
      entries.map((entry) =>
        judgeScores(contest, {
          key: `score/${entry.contestant}/${one.contestant.name}`,
          judge: one,
          entry,
          rubric,
          context,
        }),
      ),
    ),
  );
  const families = new Map(entries.map(({ contestant, family }) => [contestant, family]));
  const { rows, winner, tied } = rubricStanding(scored, { rubric, families, selfJudging });
  const { about } = contest.opened;
  return {
    anyRead: scored.some(({ scores }) => scores !== undefined),
    basis: JSON.stringify(scored.map(({ scores }) => scores ?? null)),
    result: {
      type: 'scored',
      about,
      winner,
      tied: [...tied],
      rows: [...rows],
      unread: scored.filter(({ scores }) => scores === undefined).length,
    },
  };
}

async function decided(
  contest: Contest,
  {
    winner,
    tied,
    rule,
    basis,
  }: { winner: string | undefined; tied: readonly string[]; rule: string; basis: string },
): Promise<void> {
  await contest.fact({
    type: 'winner.decided',
    v: 1,
    key: 'winner',
    inputs: basis,
    tied: [...tied],
    rule,
    winner,
    unclear: winner !== undefined && tied.length > 1 ? true : undefined,
  });
}

function outcomeOf(winner: string | undefined, anyRead: boolean): FormatEnd['outcome'] {
  if (!anyRead) return 'nothing-usable';
  return winner === undefined ? 'no-clear-winner' : 'ok';
}

function toldPair(verdict: PairVerdict) {
  const { pair, word } = verdict;
  return {
    pair: [...pair] as [string, string],
    word: toldWord(word),
    decided: typeof word === 'object',
    judges: toldWords(verdict),
  };
}

function isRead({ word }: PairVerdict): boolean {
  return word !== 'none';
}
