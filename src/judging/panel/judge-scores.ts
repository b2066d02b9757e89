// One entry scored on a rubric by one judge: anonymous, fenced, read only with its nonce, asked once more, on record.
import type { Contest } from '../../contest/handle/contest.ts';
import type { VerdictGiven } from '../../domain/event.ts';
import { type Blinded, blind } from '../blind/blind.ts';
import type { Entry, Judge, JudgingContext, Rubric } from '../entry.ts';
import { scoresAgain, scoresPrompt } from '../verdict/judge-prompts.ts';
import { readScores } from '../verdict/read-verdict.ts';
import { askJudge } from './ask-judge.ts';

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
  const { said, why, basis, known } = await askJudge<Given>(contest, {
    key,
    judge,
    prompt,
    again: scoresAgain(prompt, blinded, rubric),
    read: (text) => read(text, look, blinded),
    falls: (reply) => reply.said?.scores === undefined && reply.why !== 'parked',
  });
  const about = { judge, contestant: entry.contestant, addressed: blinded.addressed.length > 0 };
  if (known !== undefined) return { ...about, ...scoresOnRecord(known, entry.contestant) };
  const scored = { ...about, ...(said ?? { missing: [], why }) };
  if (why !== 'parked') await contest.fact(factOf(scored, { look, blinded, basis }));
  return scored;
}

type Given = Pick<Scored, 'scores' | 'missing' | 'why' | 'rationale'>;

function read(text: string, { rubric }: ScoresLook, { nonce }: Blinded): Given {
  const found = readScores(text, {
    dimensions: rubric.dimensions,
    nonce,
    zeroCounts: rubric.countsFrom === undefined,
  });
  if (found.type === 'none') return { why: found.why, missing: [] };
  return { scores: found.scores, missing: found.missing, rationale: found.rationale };
}

function scoresOnRecord({ verdict, rationale }: VerdictGiven, contestant: string): Given {
  if (verdict.type === 'none') return { why: verdict.why, missing: [] };
  if (verdict.type !== 'scores') throw new Error('a choice is on record where scores were asked for');
  return {
    scores: verdict.scores[contestant] ?? {},
    missing: verdict.missing ?? [],
    rationale,
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
            missing: missing.length > 0 ? [...missing] : undefined,
          },
    rationale,
    ownFamily: judge.family === look.entry.family || undefined,
    scrubbed: scrubbed.length > 0 ? [...scrubbed] : undefined,
    leaks: leaks.length > 0 ? [...leaks] : undefined,
    addressed: addressed.length > 0 ? [...addressed] : undefined,
  };
}
