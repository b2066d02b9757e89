// arena: two answers side by side, whose is whose unknown; a person picks, and only then is it told.
import type { Contest } from '../../contest/handle/contest.ts';
import type { AttemptResult, EndedAttempt } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { VerdictGiven } from '../../domain/event.ts';
import { type Pick, personJudge, pickGate, pickWords } from '../../domain/events/blind-pick.ts';
import { defineFormat, type FormatEnd } from '../format.ts';
import { options, request, setUp } from './options.ts';
import { type ArenaResult, arenaResult } from './result.ts';
import { labels, sidesDraw, withoutAuthor } from './sides.ts';

/** An answer under its label. */
interface Side {
  readonly label: string;
  readonly result: EndedAttempt;
  /** As it is shown: without what gives its author away. */
  readonly text: string;
  readonly scrubbed: readonly string[];
  readonly leaks: readonly string[];
}

export const arena = defineFormat({
  name: 'arena',
  version: 1,
  about: {
    summary: 'two answers without names; you pick, then you are told whose they were',
    details:
      'Without -c the first two usable agents play. Say a, b, tie, bad or skip; here, or later with joust pick. ',
    group: 'decide',
    takes: 'prompt',
    ends: { ok: 'skipped' },
    page: { tabs: ['arena', 'answers', 'verdicts'], opens: 'arena' },
    contestants: 2,
    examples: [
      'joust arena -c claude -c codex "explain this regex: ^(a|b)*$"',
      'joust pick @last a',
      'joust arena --pending',
    ],
  },
  request,
  options,
  result: arenaResult,
  contestants: () => ({ num: 2 }),
  setUp,
  shows: false,
  expects: ({ roster, task }) => roster.map((contestant) => ({ contestant, tier: task.tier })),
  async play(contest) {
    const results = await bothAnswer(contest);
    if (results.some(({ state }) => state === 'parked')) return { results, outcome: 'nothing-usable' };
    if (!results.every(hasAnswered)) return givenUp(contest, results);
    const sides = await sidesOf(contest, results);
    const pick = (await contest.decide({
      ...pickGate,
      exhibits: sides.map(({ label, text }) => ({ label, text })),
      early: true,
    })) as Pick;
    return await picked(contest, { results, sides, pick });
  },
});

/** Both at once; whoever says nothing is asked again as often as somebody wants. */
async function bothAnswer(contest: Contest): Promise<readonly AttemptResult[]> {
  let results = await Promise.all(contest.opened.roster.map((one, at) => answer(contest, one, `${at + 1}`)));
  for (let round = 2; ; round += 1) {
    const silent = results.filter(isSilent);
    if (silent.length === 0 || results.some(({ state }) => state === 'parked')) return results;
    const word = await contest.decide({
      key: `again/${round}`,
      question: silentText(silent),
      choices: ['again', 'skip'],
      words: { again: ['again', 'retry', 'yes'], skip: [...pickWords.skip, 'no'] },
    });
    if (word === 'skip') return results;
    results = await Promise.all(
      results.map((one, at) =>
        silent.includes(one) ? answer(contest, one.contestant, `${at + 1}/${round}`) : one,
      ),
    );
  }
}

function answer({ task, attempt }: Contest, contestant: Contestant, key: string): Promise<AttemptResult> {
  return attempt({ ...task, key: `answer/${key}`, contestant, tier: 'read', bare: true });
}

function isSilent(result: AttemptResult): boolean {
  return result.state === 'ended' && !hasAnswered(result);
}

/** What was cut at the limit of output tokens is an answer too. */
function hasAnswered(result: AttemptResult): result is EndedAttempt {
  if (result.state !== 'ended') return false;
  const { outcome, answer: given } = result.end;
  return outcome === 'ok' || (outcome === 'incomplete' && (given?.bytes ?? 0) > 0);
}

/** Not which of the two: it may yet be picked. */
function silentText(silent: readonly AttemptResult[]): string {
  const outcomes = silent.flatMap((one) => (one.state === 'ended' ? [one.end.outcome] : [])).sort();
  const who = silent.length === 1 ? 'One of the two has not' : 'Neither of the two has';
  return `${who} answered (${outcomes.join(', ')}), so nothing can be picked. Ask again, or skip and see who it was?`;
}

async function sidesOf(contest: Contest, results: readonly EndedAttempt[]): Promise<readonly Side[]> {
  const { key, choose } = sidesDraw(results.map((one) => one.key));
  const order = await contest.draw(key, choose);
  const { opened, task } = contest;
  return await Promise.all(
    order.flatMap((at, place) => {
      const result = results[at];
      return result === undefined ? [] : [sideOf(result, labels[place] ?? '')];
    }),
  );

  async function sideOf(result: EndedAttempt, label: string): Promise<Side> {
    const { text, ...clean } = withoutAuthor(await result.text(), { opened, prompt: task.prompt });
    const scrubbed = clean.scrubbed.map(({ what, count }) => `${result.contestant.name}: ${what} (${count})`);
    const leaks = clean.leaks.map((name) => `${result.contestant.name}: ${name}`);
    return { label, result, text, scrubbed, leaks };
  }
}

async function picked(
  contest: Contest,
  { results, sides, pick }: { results: readonly AttemptResult[]; sides: readonly Side[]; pick: Pick },
): Promise<FormatEnd<ArenaResult>> {
  const [a, b] = sides;
  const winner = { a, b, tie: undefined, bad: undefined, skip: undefined }[pick]?.result.contestant.name;
  if (pick !== 'skip') await contest.fact(verdictOf(sides, pick, winner));
  const result: ArenaResult = {
    type: 'arena',
    pick,
    winner,
    stored: pick !== 'skip',
    simulated: contest.opened.simulated,
    sides: sides.map(({ label, result: one }) => ({ label, ...revealed(one) })),
  };
  return { results, result, outcome: pick === 'tie' || pick === 'bad' ? 'no-clear-winner' : 'ok' };
}

function verdictOf(
  sides: readonly Side[],
  pick: Exclude<Pick, 'skip'>,
  winner: string | undefined,
): VerdictGiven {
  const scrubbed = sides.flatMap((side) => side.scrubbed);
  const leaks = sides.flatMap((side) => side.leaks);
  return {
    type: 'verdict.given',
    v: 1,
    key: pickGate.key,
    inputs: JSON.stringify([pick, sides.map(({ text }) => text)]),
    judge: personJudge,
    shown: sides.map(({ label, result }) => ({
      label,
      contestant: result.contestant.name,
      entry: result.key,
    })),
    verdict:
      winner === undefined ? { type: pick === 'bad' ? 'both-bad' : 'tie' } : { type: 'choice', winner },
    scrubbed: scrubbed.length > 0 ? scrubbed : undefined,
    leaks: leaks.length > 0 ? leaks : undefined,
  };
}

/** Who answered has not won by that. */
function givenUp({ opened }: Contest, results: readonly AttemptResult[]): FormatEnd<ArenaResult> {
  const sides = results.flatMap((one) => (one.state === 'ended' ? [revealed(one)] : []));
  const { simulated } = opened;
  return {
    results,
    result: { type: 'arena', pick: 'none', stored: false, simulated, sides },
    outcome: 'nothing-usable',
  };
}

function revealed({ contestant, end }: EndedAttempt): ArenaResult['sides'][number] {
  const { name, agent, effort } = contestant;
  const model = end.model ?? contestant.model;
  const { inputTokens, outputTokens } = end.usage ?? {};
  return {
    contestant: name,
    agent,
    model,
    effort,
    outcome: end.outcome,
    reason: end.reason,
    ranMs: end.timing.ranMs,
    tokens: inputTokens !== undefined && outputTokens !== undefined ? inputTokens + outputTokens : undefined,
    costUsd: end.cost?.usd,
  };
}
