// tournament: everybody answers, judges compare the answers match by match, and the best is what is left.
import type { Contest } from '../../contest/handle/contest.ts';
import { shuffled } from '../../contest/handle/draw.ts';
import {
  type AttemptResult,
  type EndedAttempt,
  isOk,
  type ParkedAttempt,
} from '../../contest/handle/step.ts';
import { everybody } from '../../domain/roster.ts';
import { paraphrased } from '../../judging/blind/paraphrase.ts';
import type { Entry } from '../../judging/entry.ts';
import { knownLean } from '../../judging/panel/rank-pairs.ts';
import { defineFormat, type FormatEnd } from '../format.ts';
import { asJudges, entryOf, judgingContext } from '../judges.ts';
import { weightsIn } from '../judging-options.ts';
import {
  adaptiveChampion,
  adaptiveMatches,
  knockoutChampion,
  type Told,
  tableChampion,
  toldTournament,
} from './champion.ts';
import { type Hall, playRounds } from './match.ts';
import { expectedCalls, options, request, setUp, systems, type TournamentOptions } from './options.ts';
import { playAdaptive, questionsOf } from './play-adaptive.ts';
import { type TournamentResult, tournamentResult } from './result.ts';

export const tournament = defineFormat({
  name: 'tournament',
  version: 5,
  oldest: 1,
  about: {
    summary: 'several answer, blind judges compare the answers match by match, the best is shown',
    details:
      'A match that judges leave undecided gets one more verdict; then it goes to the higher seed and is marked (with points: half each). A champion with such a match on its path is no clear winner (exit code 3).',
    group: 'decide',
    takes: 'prompt',
    page: { result: 'Bracket', tabs: ['answers', 'verdicts'] },
    examples: [
      'joust tournament -c claude -c codex -c gemini "why is this test flaky?" -f test.log',
      `joust tournament -c 'claude*8' -j codex --system adaptive --calls 40 "name this project"`,
    ],
  },
  request,
  options,
  result: tournamentResult,
  setUp,
  fewest: 2,
  shows: ({ role }, { answers }) => role === undefined && answers,
  expects({ roster, staff, options: wish, task }) {
    const judges = [...roster, ...staff].filter(({ name }) => wish.judges.includes(name));
    const calls = Array.from({ length: expectedCalls(wish, roster.length) }, (_, at) =>
      judges.slice(at % judges.length, (at % judges.length) + 1),
    );
    return [...roster, ...calls.flat()].map((contestant) => ({ contestant, tier: task.tier }));
  },
  async play(contest, wish) {
    const { opened, task } = contest;
    const results = await Promise.all(
      opened.roster.map((contestant) =>
        contest.attempt({ ...task, key: `answer/${contestant.name}`, contestant }),
      ),
    );
    return await judged(contest, wish, results);
  },
});

async function judged(
  contest: Contest,
  chosen: TournamentOptions,
  results: readonly AttemptResult[],
): Promise<FormatEnd<TournamentResult>> {
  const names = contest.opened.roster.map(({ name }) => name);
  const seeding = await contest.draw('seeding', (random) => shuffled(names, random));
  const entries = await entriesOf(results.filter(isOk));
  const field = seeding.filter((name) => entries.has(name));
  const desk = judgesDesk(contest);
  const hall = hallOf(desk.contest, chosen, await restated(contest, chosen, entries));
  const decision = await decidedBy(hall, chosen, { field, spent: () => desk.calls() });
  const { lean } = hall;
  const version = contest.opened.formatVersion;
  const rules = { lean, drawn: version < 3, whole: version < 5 };
  const told: Told = { field, options: chosen, ...decision, ...rules, results, calls: desk.calls() };
  const { champion } = decision;
  const answer = champion.champion === undefined ? undefined : entries.get(champion.champion)?.text;
  const result = toldTournament(told, contest.random('standing'), answer);
  const waiting = [...results.filter(({ state }) => state === 'parked'), ...desk.parked];
  if (waiting.length === 0 && field.length > 0) await recorded(contest, result);
  return { results: [...results, ...desk.parked], outcome: outcomeOf(result), result };
}

async function entriesOf(results: readonly EndedAttempt[]): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (const result of results) entries.set(result.contestant.name, entryOf(result, await result.text()));
  return entries;
}

/** As judges see them; what is shown at the end is what was handed in. */
async function restated(
  contest: Contest,
  { paraphraser }: TournamentOptions,
  entries: ReadonlyMap<string, Entry>,
): Promise<ReadonlyMap<string, Entry>> {
  const by = everybody(contest.opened).find(({ name }) => name === paraphraser);
  if (by === undefined) return entries;
  const said = await paraphrased(contest, [...entries.values()], { by, context: judgingContext(contest) });
  return new Map(said.map((entry) => [entry.contestant, entry]));
}

function hallOf(contest: Contest, options: TournamentOptions, entries: ReadonlyMap<string, Entry>): Hall {
  const { roster } = contest.opened;
  const players = everybody(contest.opened);
  const { judges, panel, orders, selfJudging } = options;
  return {
    contest,
    panel,
    orders,
    selfJudging,
    weights: weightsIn(options.weighed),
    lean: knownLean(options.weighed, entries.values(), options.even),
    judges: asJudges(judges.flatMap((name) => players.find((one) => one.name === name) ?? [])),
    context: judgingContext(contest),
    numberOf: (name) => 1 + roster.findIndex((one) => one.name === name),
    entryOf(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`${name} handed nothing in`);
      return entry;
    },
  };
}

/** The same contest, with an eye on how often judges are asked and who of them waits for a quota. */
function judgesDesk(contest: Contest) {
  const parked: ParkedAttempt[] = [];
  let calls = 0;
  const attempt: Contest['attempt'] = async (step) => {
    calls += 1;
    const result = await contest.attempt(step);
    if (result.state === 'parked') parked.push(result);
    return result;
  };
  return { contest: { ...contest, attempt }, parked, calls: () => calls };
}

async function decidedBy(
  hall: Hall,
  { system, calls }: TournamentOptions,
  { field, spent }: { readonly field: readonly string[]; spent(): number },
): Promise<Pick<Told, 'champion' | 'played' | 'strengths' | 'even'>> {
  const [first, second] = field;
  if (first === undefined || second === undefined) {
    const champion = first === undefined ? {} : { champion: first };
    const rule = first === undefined ? 'nobody answered' : 'the only answer';
    const played = { matches: [], rounds: [], parked: false };
    return { champion: { ...champion, clear: first !== undefined, rule }, played };
  }
  if (system === 'adaptive') {
    const end = await playAdaptive(hall, questionsOf(hall), { field, calls, spent });
    const { strengths, even } = end;
    return { champion: adaptiveChampion(end), played: adaptiveMatches(end, field), strengths, even };
  }
  const played = await playRounds(hall, systems[system], field);
  if (played.parked)
    return { champion: { clear: false, rule: 'none yet', why: 'a judge waits for its quota' }, played };
  const byTable = !systems[system].knockout;
  return { champion: byTable ? tableChampion(field, played) : knockoutChampion(field, played), played };
}

async function recorded(contest: Contest, result: TournamentResult): Promise<void> {
  const { champion, clear, rule, why, order, matches, system } = result;
  const tied = order.filter(({ tiedForBest }) => tiedForBest).map(({ contestant }) => contestant);
  const would = clear || champion === undefined ? '' : `; it would be ${champion}`;
  await contest.fact({
    type: 'winner.decided',
    v: 1,
    key: 'winner',
    inputs: JSON.stringify([system, matches.map(({ pair, winner, how }) => [pair, winner, how])]),
    tied,
    rule: `${system}: ${rule}`,
    winner: clear ? champion : undefined,
    reason: why === undefined ? undefined : `${why}${would}`,
  });
}

function outcomeOf({ clear, seeds }: TournamentResult): FormatEnd['outcome'] {
  if (seeds.length === 0) return 'nothing-usable';
  return clear ? 'ok' : 'no-clear-winner';
}
