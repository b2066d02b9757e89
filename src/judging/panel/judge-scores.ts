// Entries scored on a rubric: by one judge at a time (anonymous, fenced, read only with its nonce, asked once more, on record),
// and what the scores of all judges come to.
import type { Contest } from '../../contest/handle/contest.ts';
import type { VerdictGiven } from '../../domain/event.ts';
import { facets } from '../../ranking/fit/facets.ts';
import { type Blinded, blind } from '../blind/blind.ts';
import {
  type Entry,
  type Judge,
  type JudgingContext,
  type Rubric,
  type SelfJudging,
  weightedScore,
} from '../entry.ts';
import { scoresAgain, scoresPrompt } from '../verdict/judge-prompts.ts';
import { readScores } from '../verdict/read-verdict.ts';

interface ScoresLook {
  /** Unique in the contest. */
  readonly key: string;
  readonly judge: Judge;
  readonly entry: Entry;
  readonly rubric: Rubric;
  readonly context: JudgingContext;
}

export interface Scored {
  readonly judge: Judge;
  readonly contestant: string;
  /** By dimension; absent: the judge could not be read. */
  readonly scores?: Readonly<Record<string, number>>;
  readonly missing: readonly string[];
  readonly why?: string;
  readonly rationale?: string;
  readonly addressed: boolean;
}

export async function judgeScores(contest: Contest, look: ScoresLook): Promise<Scored> {
  const { key, judge, entry, rubric, context } = look;
  const blinded = await blind(contest, { key, entries: [entry], context });
  const prompt = scoresPrompt(blinded, rubric, context);
  const ask = async (stepKey: string, words: string): Promise<Reply> => {
    const step = {
      key: stepKey,
      contestant: judge.contestant,
      prompt: words,
      cwd: contest.task.cwd,
    } as const;
    const result = await contest.attempt({ ...step, tier: 'read', role: 'judge', bare: true });
    if (result.state === 'parked') return { why: 'parked', missing: [], basis: 'parked' };
    const { outcome, run } = result.end;
    if (outcome !== 'ok') return { why: outcome, missing: [], basis: `${outcome} ${run}` };
    const text = await result.text();
    return { ...read(text, look, blinded), basis: text };
  };
  const onRecord = ({ why, basis }: Reply) => (why === 'parked' ? undefined : contest.verdict(key, basis));
  const first = await ask(key, prompt);
  // Where the verdict is on record, so is whether it took a second reply, which may come to the same as the first.
  const repair = `${key}/repair`;
  const isFine = first.scores !== undefined || first.why === 'parked';
  const again = onRecord(first) === undefined ? !isFine : contest.ended(repair);
  const { basis, ...last } = again ? await ask(repair, scoresAgain(prompt, blinded, rubric)) : first;
  const about = { judge, contestant: entry.contestant, addressed: blinded.addressed.length > 0 };
  const known = onRecord({ ...last, basis });
  if (known !== undefined) return { ...about, ...scoresOnRecord(known, entry.contestant) };
  const scored = { ...about, ...last };
  if (last.why !== 'parked') await contest.fact(factOf(scored, { look, blinded, basis }));
  return scored;
}

type Reply = Pick<Scored, 'scores' | 'missing' | 'why' | 'rationale'> & { readonly basis: string };

function read(text: string, { rubric }: ScoresLook, { nonce }: Blinded): Omit<Reply, 'basis'> {
  const found = readScores(text, {
    dimensions: rubric.dimensions,
    nonce,
    zeroCounts: rubric.countsFrom === undefined,
  });
  if (found.type === 'none') return { why: found.why, missing: [] };
  return { scores: found.scores, missing: found.missing, rationale: found.rationale };
}

function scoresOnRecord({ verdict, rationale }: VerdictGiven, contestant: string): Omit<Reply, 'basis'> {
  if (verdict.type === 'none') return { why: verdict.why, missing: [] };
  if (verdict.type !== 'scores') throw new Error('a choice is on record where scores were asked for');
  return {
    scores: verdict.scores[contestant] ?? {},
    missing: verdict.missing ?? [],
    ...(rationale !== undefined && { rationale }),
  };
}

function factOf(
  { scores, missing, why, rationale, contestant, judge }: Scored,
  { look, blinded, basis }: { look: ScoresLook; blinded: Blinded; basis: string },
): VerdictGiven {
  const { scrubbed, leaks, addressed, shown } = blinded;
  return {
    type: 'verdict.given',
    v: 1,
    key: look.key,
    inputs: basis,
    judge: judge.contestant.name,
    shown: shown.map(({ label, entry }) => ({ label, contestant: entry.contestant, entry: entry.key })),
    verdict:
      scores === undefined
        ? { type: 'none', why: why ?? 'no reply' }
        : {
            type: 'scores',
            scores: { [contestant]: { ...scores } },
            ...(missing.length > 0 && { missing: [...missing] }),
          },
    ...(rationale !== undefined && { rationale }),
    ...(judge.family === look.entry.family && { ownFamily: true }),
    ...(scrubbed.length > 0 && { scrubbed: [...scrubbed] }),
    ...(leaks.length > 0 && { leaks: [...leaks] }),
    ...(addressed.length > 0 && { addressed: [...addressed] }),
  };
}

interface ScoredRow {
  readonly contestant: string;
  /** From 0 to 1, the mean over judges that count; absent: nobody scored every dimension. */
  readonly score?: number;
  /** The same with each judge's severity taken out, where there is enough to tell. */
  readonly fair?: number;
  readonly byDimension: Readonly<Record<string, number>>;
  readonly judges: number;
  /** Judges whose scores lack a dimension. */
  readonly incomplete: number;
  readonly setAside: number;
}

interface RubricStanding {
  readonly rows: readonly ScoredRow[];
  readonly winner?: string;
  readonly tied: readonly string[];
}

interface RubricRules {
  readonly rubric: Rubric;
  readonly families: ReadonlyMap<string, string>;
  readonly selfJudging: SelfJudging;
}

/** Scores closer than this cannot be told apart by people either. */
const tieWidth = 0.005;

/** A fair score for each entry, with strict and mild judges evened out. */
export function rubricStanding(scored: readonly Scored[], rules: RubricRules): RubricStanding {
  const { counted, setAside } = counting(scored, rules);
  const fair = fairScores(counted, rules.rubric);
  const names = [...rules.families.keys()];
  const rows = names
    .map((contestant) => rowOf(contestant, { counted, setAside, fair, rubric: rules.rubric }))
    .sort((a, b) => (b.fair ?? b.score ?? -1) - (a.fair ?? a.score ?? -1));
  const best = rows[0]?.fair ?? rows[0]?.score;
  const tied =
    best === undefined
      ? []
      : rows.flatMap(({ contestant, fair: even, score }) =>
          (even ?? score ?? -1) >= best - tieWidth ? [contestant] : [],
        );
  const [winner] = tied;
  return { rows, tied, ...(tied.length === 1 && winner !== undefined && { winner }) };
}

/** Own-family scores are set aside where another judge scored the entry. */
function counting(
  scored: readonly Scored[],
  { families, selfJudging }: RubricRules,
): { counted: readonly Scored[]; setAside: readonly Scored[] } {
  const read = scored.filter(({ scores }) => scores !== undefined);
  if (selfJudging !== 'exclude') return { counted: read, setAside: [] };
  const isOwn = ({ judge, contestant }: Scored) => judge.family === families.get(contestant);
  const others = (contestant: string) => read.some((one) => one.contestant === contestant && !isOwn(one));
  const setAside = read.filter((one) => isOwn(one) && others(one.contestant));
  return { counted: read.filter((one) => !setAside.includes(one)), setAside };
}

function fairScores(counted: readonly Scored[], rubric: Rubric): ReadonlyMap<string, number> {
  const rows = counted.flatMap(({ judge, contestant, scores = {} }) => {
    const score = weightedScore(rubric, scores);
    return score === undefined ? [] : [{ contestant, judge: judge.contestant.name, item: 'entry', score }];
  });
  const fit = facets(rows);
  if (fit.kind !== 'fitted') return new Map();
  return new Map(
    fit.contestants.map((name, at) => [
      name,
      round(Math.min(1, Math.max(0, fit.mean + (fit.strengths[at] ?? 0)))),
    ]),
  );
}

function rowOf(
  contestant: string,
  {
    counted,
    setAside,
    fair,
    rubric,
  }: {
    counted: readonly Scored[];
    setAside: readonly Scored[];
    fair: ReadonlyMap<string, number>;
    rubric: Rubric;
  },
): ScoredRow {
  const own = counted.filter((one) => one.contestant === contestant);
  const whole = own.flatMap(({ scores = {} }) => weightedScore(rubric, scores) ?? []);
  const even = fair.get(contestant);
  const dimensions = rubric.dimensions.flatMap(({ name }) => {
    const given = own.flatMap(({ scores = {} }) => (Object.hasOwn(scores, name) ? [scores[name] ?? 0] : []));
    return given.length === 0 ? [] : [[name, round(mean(given))] as const];
  });
  return {
    contestant,
    ...(whole.length > 0 && { score: round(mean(whole)) }),
    ...(even !== undefined && { fair: even }),
    byDimension: Object.fromEntries(dimensions),
    judges: own.length,
    incomplete: own.length - whole.length,
    setAside: setAside.filter((one) => one.contestant === contestant).length,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
