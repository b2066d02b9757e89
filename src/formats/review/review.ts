// review: several agents review one change, each on its own; what they find is put together, and every finding is put to
// those who did not raise it, without names.
import type { Contest } from '../../contest/handle/contest.ts';
import { type AttemptResult, isOk } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { everybody } from '../../domain/roster.ts';
import { scrub } from '../../judging/blind/scrub.ts';
import { shownDiff } from '../../judging/text/shown-diff.ts';
import { defineFormat, type FormatEnd } from '../format.ts';
import { judgingContext } from '../judges.ts';
import { readOpinions, readReview } from './finding.ts';
import { findingText, type Merged, mergeFindings } from './merge-findings.ts';
import { options, type ReviewOptions, request, setUp } from './options.ts';
import { confirmPrompt, drawWords, reviewAgain, reviewPrompt } from './prompts.ts';
import { type ReviewResult, reviewResult } from './result.ts';
import { type Review, type SecondLook, toldReview } from './told-review.ts';

/** Characters of the diff in a prompt; the rest is in the checkout. */
const diffBudget = 200_000;
const workspaceBytes = 5_000_000_000;

export const review = defineFormat({
  name: 'review',
  version: 1,
  about: {
    summary:
      'several agents review a change; findings are merged, and confirmed by those who did not raise them',
    details:
      'Each reads a checkout of the reviewed tree. Findings of the same place and meaning are merged; every finding goes, without names, to the reviewers who did not raise it. Findings that only one reviewer saw are listed apart. Exit code 4: a confirmed finding is at least as severe as --fail-on. If no other reviewer could look, unconfirmed findings count as well.',
    group: 'ask',
    tool: { default: true },
    takes: { setting: 'target' },
    ends: { ok: 'reviewed', none: 'not reviewed', missed: 'findings at the limit' },
    page: { result: 'Findings' },
    examples: [
      'joust review',
      'joust review main..topic --fail-on high',
      'joust review --staged -c claude -c codex --spec REQUIREMENTS.md --sarif review.sarif',
    ],
  },
  request,
  options,
  result: reviewResult,
  setUp,
  shows: false,
  workspaces: true,
  expects({ roster, staff, options: { judge }, task }) {
    const judges = [...roster, ...staff].filter(({ name }) => name === judge);
    const twice = roster.length > 1 ? [...roster, ...roster] : roster;
    return [...twice, ...judges].map((contestant) => ({ contestant, tier: task.tier }));
  },
  async play(contest, chosen) {
    const diff = shownDiff(await contest.content(chosen.patch), diffBudget);
    const { roster } = contest.opened;
    const reviews = await Promise.all(
      roster.map((one, slot) => reviewed(contest, chosen, { diff, one, slot })),
    );
    const results = reviews.flatMap((one) => one.results);
    if (results.some(({ state }) => state === 'parked')) return { results, outcome: 'nothing-usable' };
    const read = reviews.filter((one) => one.read !== undefined);
    const raised = read.flatMap(({ one, read: found }) =>
      (found?.findings ?? []).map((finding) => ({ ...finding, by: one.name })),
    );
    const judge = everybody(contest.opened).find(({ name }) => name === chosen.judge);
    const merging = await mergeFindings(contest, raised, judge);
    if (merging.parked) return { results: [...results, ...merging.results], outcome: 'nothing-usable' };
    const looks = await Promise.all(
      read.map(({ one }) =>
        secondLook(contest, chosen, { diff, one, slot: roster.indexOf(one), merged: merging.merged }),
      ),
    );
    const all = [...results, ...merging.results, ...looks.flatMap((one) => one.results)];
    const { merged, problem } = merging;
    const unmatched = judge && problem && { judge: judge.name, problem };
    return ended(contest, chosen, {
      reviews,
      merged,
      looks,
      results: all,
      unmatched: unmatched || undefined,
    });
  },
});

interface Reviewing {
  readonly diff: string;
  readonly one: Contestant;
  readonly slot: number;
}

/** What cannot be read is asked for once more. */
async function reviewed(
  contest: Contest,
  chosen: ReviewOptions,
  { diff, one, slot }: Reviewing,
): Promise<Review> {
  const { fence } = await drawWords(contest, `review/${one.name}`);
  const prompt = reviewPrompt({ task: contest.task.prompt, options: chosen, diff, fence });
  const key = `review/${one.name}`;
  const first = await contest.attempt(step(contest, chosen, { key, one, slot, prompt }));
  if (!isOk(first)) return { one, results: [first], problem: problemOf(first) };
  const text = await first.text();
  const read = readReview(text);
  if (read !== undefined) return { one, read, results: [first] };
  const again = await contest.attempt(
    step(contest, chosen, { key: `${key}/repair`, one, slot, prompt: reviewAgain(prompt, text, fence) }),
  );
  const repaired = isOk(again) ? readReview(await again.text()) : undefined;
  const results = [first, again];
  return repaired === undefined
    ? { one, results, problem: 'its findings could not be read' }
    : { one, read: repaired, results };
}

interface Stepping {
  readonly key: string;
  readonly one: Contestant;
  readonly slot: number;
  readonly prompt: string;
}

/** In a checkout of the reviewed tree; nothing that is left in it counts. */
function step(contest: Contest, { base, sandbox }: ReviewOptions, { key, one, slot, prompt }: Stepping) {
  return {
    key,
    contestant: one,
    prompt,
    tier: 'read',
    cwd: contest.task.cwd,
    workspace: { key, slot, base, copy: [], sandbox, maxBytes: workspaceBytes, handsIn: 'answer' },
  } as const;
}

function problemOf(result: AttemptResult): string {
  if (result.state === 'parked') return 'parked';
  const { outcome, reason } = result.end;
  return reason === undefined ? outcome : `${outcome}: ${reason}`;
}

/** One call for each reviewer, over everything it did not raise itself. */
async function secondLook(
  contest: Contest,
  chosen: ReviewOptions,
  { diff, one, slot, merged }: Reviewing & { readonly merged: readonly Merged[] },
): Promise<SecondLook> {
  const by = one.name;
  const others = merged.filter(({ raisedBy }) => !raisedBy.includes(by));
  if (others.length === 0) return { by, opinions: new Map(), results: [] };
  const key = `confirm/${by}`;
  const { nonce, fence } = await drawWords(contest, `${key} ${others.map(({ id }) => id).join(' ')}`);
  const context = judgingContext(contest);
  const findings = others.map((finding) => ({
    label: finding.id,
    text: scrub(findingText(finding), context).text,
  }));
  const prompt = confirmPrompt({ task: contest.task.prompt, options: chosen, diff, fence, findings, nonce });
  const results: AttemptResult[] = [];
  for (const at of [key, `${key}/repair`]) {
    const again =
      at === key ? '' : '\n\nYour last reply could not be read. Reply with that JSON object alone.';
    const result = await contest.attempt({
      ...step(contest, chosen, { key: at, one, slot, prompt: `${prompt}${again}` }),
      role: 'judge',
    });
    results.push(result);
    if (!isOk(result)) break;
    const asked = findings.map(({ label }) => label);
    const opinions = readOpinions(await result.text(), { nonce, asked });
    if (opinions !== undefined) return { by, opinions, results };
  }
  return { by, opinions: new Map(), results };
}

interface Reviewed {
  readonly reviews: readonly Review[];
  readonly merged: readonly Merged[];
  readonly looks: readonly SecondLook[];
  readonly results: readonly AttemptResult[];
  readonly unmatched: ReviewResult['unmatched'];
}

function ended(contest: Contest, chosen: ReviewOptions, found: Reviewed): FormatEnd<ReviewResult> {
  const { reviews, results } = found;
  const result = toldReview(chosen, { ...found, simulated: contest.opened.simulated });
  if (reviews.every(({ read }) => read === undefined)) return { results, outcome: 'nothing-usable', result };
  return { results, outcome: 'ok', result, checkFailed: result.failed || undefined };
}
