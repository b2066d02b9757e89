// One question to one judge: asked without tools and instructions, once more where the reply does not count, and found again
// where its verdict is on record.
import type { Contest } from '../../contest/handle/contest.ts';
import type { FolderSpec } from '../../contest/workspace/workspace-spec.ts';
import type { VerdictGiven } from '../../domain/event.ts';
import type { Judge } from '../entry.ts';

export interface JudgeQuestion<T> {
  /** Unique in the contest. */
  readonly key: string;
  readonly judge: Judge;
  readonly prompt: string;
  /** For the second time of asking. */
  readonly again: string;
  /** Files it may read, and nothing else. */
  readonly folder?: FolderSpec;
  read(text: string): T;
  /** Whether it is asked once more after this. */
  falls(reply: JudgeReply<T>): boolean;
  /** Which of two replies stands; absent: the second. */
  better?(first: JudgeReply<T>, second: JudgeReply<T>): JudgeReply<T>;
}

export interface JudgeReply<T> {
  /** Absent: it did not answer. */
  readonly said?: T;
  /** Why it did not: `parked` is not over yet. */
  readonly why?: string;
  /** What its verdict rests on. */
  readonly basis: string;
  /** The model that answered, where its agent says so. */
  readonly model?: string;
}

/** With the verdict that is on record of it, if there is one. */
export async function askJudge<T>(
  contest: Contest,
  question: JudgeQuestion<T>,
): Promise<JudgeReply<T> & { readonly known?: VerdictGiven }> {
  const { key, prompt, again, falls, better = (_, second) => second } = question;
  const onRecord = ({ why, basis }: JudgeReply<T>) =>
    why === 'parked' ? undefined : contest.verdict(key, basis);
  const first = await ask(contest, question, { key, prompt });
  // Where the verdict is on record, so is whether it took a second reply, which may come to the same as the first.
  const repair = `${key}/repair`;
  const twice = onRecord(first) === undefined ? falls(first) : contest.ended(repair);
  const second = twice ? await ask(contest, question, { key: repair, prompt: again }) : undefined;
  const last = second === undefined || second.why === 'parked' ? (second ?? first) : better(first, second);
  const known = onRecord(last);
  return { ...last, known };
}

async function ask<T>(
  contest: Contest,
  { judge, folder, read }: JudgeQuestion<T>,
  step: { readonly key: string; readonly prompt: string },
): Promise<JudgeReply<T>> {
  const result = await contest.attempt({
    ...step,
    contestant: judge.contestant,
    cwd: contest.task.cwd,
    tier: 'read',
    role: 'judge',
    bare: true,
    workspace: folder && { ...folder, key: step.key },
  });
  if (result.state === 'parked') return { why: 'parked', basis: 'parked' };
  const { outcome, run } = result.end;
  if (outcome !== 'ok') return { why: outcome, basis: `${outcome} ${run}` };
  const text = await result.text();
  const { model } = result.end;
  return { said: read(text), basis: text, model };
}
