// One judge, one look: an anonymous copy, a question, a reply read without guessing, one repair, and the verdict on record.
import type { Contest } from '../../contest/handle/contest.ts';
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { VerdictGiven } from '../../domain/event.ts';
import { type Blinded, blind } from '../blind/blind.ts';
import type { Entry, Judge, JudgingContext } from '../entry.ts';
import { choiceAgain, choicePrompt } from '../verdict/judge-prompts.ts';
import { type Choice, readChoice } from '../verdict/read-verdict.ts';

export interface ChoiceLook {
  /** Unique in the contest. */
  readonly key: string;
  readonly judge: Judge;
  readonly entries: readonly Entry[];
  readonly context: JudgingContext;
  /** Shown as given instead of shuffled. */
  readonly inOrder?: boolean;
}

/** What a look came to; `shown` are contestants in the order they were seen. */
export interface Look {
  readonly judge: Judge;
  readonly shown: readonly string[];
  readonly verdict: Extract<VerdictGiven['verdict'], { type: 'choice' | 'tie' | 'none' }>;
  readonly rationale?: string;
  /** Contestants whose entry addresses the judge. */
  readonly addressed: readonly string[];
  readonly leaks: readonly string[];
}

export async function judgeChoice(contest: Contest, look: ChoiceLook): Promise<Look> {
  const { key, judge, context } = look;
  const blinded = await blind(contest, look);
  const prompt = choicePrompt(blinded, context);
  const ask = (stepKey: string, words: string) =>
    contest.attempt({
      key: stepKey,
      contestant: judge.contestant,
      prompt: words,
      tier: 'read',
      cwd: contest.task.cwd,
      role: 'judge',
      bare: true,
    });
  const onRecord = ({ parked, basis }: Reply) => (parked === true ? undefined : contest.verdict(key, basis));
  const first = await reply(await ask(key, prompt), blinded);
  // Where the verdict is on record, so is whether it took a second reply, which may be the first one's words once more.
  const repair = `${key}/repair`;
  const again = onRecord(first) === undefined ? first.choice?.type === 'none' : contest.ended(repair);
  const last = again ? await reply(await ask(repair, choiceAgain(prompt, blinded)), blinded) : first;
  const known = onRecord(last);
  return known === undefined ? await given(contest, { look, blinded, ...last }) : lookOnRecord(judge, known);
}

function lookOnRecord(
  judge: Judge,
  { shown, verdict, rationale, addressed = [], leaks = [] }: VerdictGiven,
): Look {
  if (verdict.type === 'scores' || verdict.type === 'both-bad')
    throw new Error(`${verdict.type} is on record where a choice was asked for`);
  const names = shown.map(({ contestant }) => contestant);
  return { judge, shown: names, verdict, addressed, leaks, ...(rationale !== undefined && { rationale }) };
}

interface Reply {
  /** Absent: the judge did not answer. */
  readonly choice?: Choice;
  readonly why?: string;
  readonly parked?: boolean;
  /** What the verdict rests on. */
  readonly basis: string;
}

async function reply(result: AttemptResult, { shown, nonce }: Blinded): Promise<Reply> {
  if (result.state === 'parked') return { why: 'parked', parked: true, basis: 'parked' };
  const { outcome, run } = result.end;
  if (outcome !== 'ok') return { why: outcome, basis: `${outcome} ${run}` };
  const text = await result.text();
  return { choice: readChoice(text, { labels: shown.map(({ label }) => label), nonce }), basis: text };
}

async function given(
  contest: Contest,
  { look, blinded, choice, why, parked, basis }: Reply & { look: ChoiceLook; blinded: Blinded },
): Promise<Look> {
  const { judge, key } = look;
  const { shown, scrubbed, leaks, addressed } = blinded;
  const verdict = verdictOf(choice, why, blinded);
  const rationale = choice === undefined || choice.type === 'none' ? undefined : choice.rationale;
  const ownFamily = shown.some(({ entry }) => entry.family === judge.family);
  // Who is parked has not spoken yet.
  if (parked !== true) {
    await contest.fact({
      type: 'verdict.given',
      v: 1,
      key,
      inputs: basis,
      judge: judge.contestant.name,
      shown: shown.map(({ label, entry }) => ({ label, contestant: entry.contestant, entry: entry.key })),
      verdict,
      ...(rationale !== undefined && { rationale }),
      ...(ownFamily && { ownFamily }),
      ...(scrubbed.length > 0 && { scrubbed: [...scrubbed] }),
      ...(leaks.length > 0 && { leaks: [...leaks] }),
      ...(addressed.length > 0 && { addressed: [...addressed] }),
    });
  }
  const names = shown.map(({ entry }) => entry.contestant);
  return { judge, shown: names, verdict, addressed, leaks, ...(rationale !== undefined && { rationale }) };
}

function verdictOf(choice: Choice | undefined, why: string | undefined, { shown }: Blinded): Look['verdict'] {
  if (choice === undefined) return { type: 'none', why: why ?? 'no reply' };
  if (choice.type !== 'label')
    return choice.type === 'tie' ? { type: 'tie' } : { type: 'none', why: choice.why };
  const winner = shown.find(({ label }) => label === choice.label)?.entry.contestant;
  return winner === undefined ? { type: 'none', why: 'unknown-label' } : { type: 'choice', winner };
}
