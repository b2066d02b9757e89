// debate: a few contestants answer each other over some rounds, a moderator ends it when it is settled and writes the verdict.
import type { Contest } from '../../contest/handle/contest.ts';
import { shuffled } from '../../contest/handle/draw.ts';
import { type AttemptResult, type AttemptStep, type EndedAttempt, isOk } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { type BlindWish, blind } from '../../judging/blind/blind.ts';
import type { Entry } from '../../judging/entry.ts';
import { defineFormat, type FormatEnd } from '../format.ts';
import { entryOf, judgingContext } from '../judges.ts';
import { changes, hollowAgreement, readDone, readPosition, type SpokenTurn } from './movement.ts';
import { type DebateOptions, options, request, setUp } from './options.ts';
import { donePrompt, openingPrompt, turnPrompt, verdictPrompt } from './prompts.ts';
import { type DebateResult, debateResult } from './result.ts';

interface Turn {
  readonly round: number;
  readonly result: EndedAttempt;
  /** Absent: it is not ok and was skipped. */
  readonly spoken?: SpokenTurn & { readonly entry: Entry };
}

/** What has happened so far. */
interface Debate {
  readonly contest: Contest;
  readonly options: DebateOptions;
  readonly results: AttemptResult[];
  readonly turns: Turn[];
  readonly checks: DebateResult['checks'];
}

export const debate = defineFormat({
  name: 'debate',
  version: 1,
  about: {
    summary: 'let agents answer each other over some rounds, and have a verdict written',
    details:
      'Turns are printed as they come, then the verdict and who moved when. Debaters and the moderator know no names.',
    group: 'ask',
    takes: 'prompt',
    ends: { ok: 'verdict written', none: 'no verdict' },
    page: { result: 'Debate', tabs: ['answers', 'verdicts'] },
    examples: [
      'joust debate "monolith or services for a team of four?"',
      'joust debate -c claude -c codex -j gemini -r 3 "is this lock-free queue correct?" -f queue.c',
    ],
  },
  request,
  options,
  result: debateResult,
  contestants: ({ debaters }) => ({ num: debaters }),
  setUp,
  fewest: 2,
  shows: ({ role, outcome }) => role === undefined && outcome === 'ok',
  expects({ roster, staff, options: { debaters, moderator, rounds }, task }) {
    const names = [
      ...Array.from({ length: rounds }, () => debaters).flat(),
      // A check after each round but the last, and the verdict.
      ...Array.from({ length: rounds }, () => moderator),
    ];
    const everybody = [...roster, ...staff];
    return names.flatMap((name) =>
      everybody.filter((one) => one.name === name).map((contestant) => ({ contestant, tier: task.tier })),
    );
  },
  async play(contest, opened) {
    const state: Debate = { contest, options: opened, results: [], turns: [], checks: [] };
    const endedBy = await playRounds(state);
    // Every later turn rests on the one that is missing: the debate waits for it.
    if (endedBy === 'parked') return { results: state.results, outcome: 'nothing-usable' };
    return endedBy === 'silence'
      ? ended(state, { endedBy, problem: 'nobody said anything' })
      : await verdict(state, endedBy);
  },
});

async function playRounds(state: Debate): Promise<DebateResult['endedBy'] | 'parked'> {
  const { rounds, debaters } = state.options;
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of debaters) if ((await takeTurn(state, round, name)) === 'parked') return 'parked';
    if (spokenTurns(state).length === 0) return 'silence';
    if (round === rounds) break;
    const said = await check(state, round);
    if (said === 'parked') return 'parked';
    if (said === 'DONE') return 'moderator';
  }
  return 'rounds';
}

async function takeTurn(state: Debate, round: number, name: string): Promise<'taken' | 'parked'> {
  const { contest, results, turns } = state;
  const others = latest(state).filter(({ contestant }) => contestant !== name);
  const own = latest(state).find(({ contestant }) => contestant === name)?.text;
  // Who has spoken and hears of nobody has nothing to answer.
  if (others.length === 0 && own !== undefined) return 'taken';
  const key = `turn/${round}/${name}`;
  const { task } = contest;
  const prompt =
    others.length === 0
      ? openingPrompt(task.prompt)
      : turnPrompt(task.prompt, await blind(contest, seen(contest, key, others)), own);
  const contestant = named(contest, name);
  const result = await contest.attempt({ ...task, key, prompt, contestant, round });
  results.push(result);
  if (result.state === 'parked') return 'parked';
  turns.push({ round, result, spoken: isOk(result) ? await spokenTurn(round, result) : undefined });
  return 'taken';
}

async function spokenTurn(round: number, result: EndedAttempt): Promise<NonNullable<Turn['spoken']>> {
  const text = await result.text();
  const position = readPosition(text);
  const speaker = result.contestant.name;
  return { round, speaker, text, entry: entryOf(result, text), position };
}

/** Anything but a clear DONE goes on, a moderator that fails included. */
async function check(state: Debate, round: number): Promise<'DONE' | 'CONTINUE' | 'parked'> {
  const { contest, results, checks } = state;
  const entries = latest(state);
  if (entries.length < 2) return 'CONTINUE';
  const key = `check/${round}`;
  const prompt = donePrompt(contest.task.prompt, await blind(contest, seen(contest, key, entries)));
  const result = await moderate(state, { key, prompt, round });
  results.push(result);
  if (result.state === 'parked') return 'parked';
  const said = isOk(result) ? readDone(await result.text()) : 'CONTINUE';
  checks.push({ round, said });
  return said;
}

async function verdict(state: Debate, endedBy: DebateResult['endedBy']): Promise<FormatEnd<DebateResult>> {
  const { contest, options, results } = state;
  const { task } = contest;
  const turns = spokenTurns(state);
  const entries = turns.map(({ entry }) => entry);
  const speakers = await contest.draw('speakers', (random) => shuffled(options.debaters, random));
  const transcript = await blind(contest, { ...seen(contest, 'verdict', entries), inOrder: true });
  const labelled = turns.map(({ round, speaker }, at) => ({
    label: transcript.shown[at]?.label ?? '',
    speaker: speakers.indexOf(speaker) + 1,
    round,
  }));
  const prompt = verdictPrompt(task.prompt, transcript, labelled);
  const result = await moderate(state, { key: 'verdict', prompt });
  results.push(result);
  if (result.state === 'parked')
    return ended(state, { endedBy, problem: `${options.moderator} waits for its quota` });
  const { outcome, reason = outcome } = result.end;
  if (outcome !== 'ok')
    return ended(state, { endedBy, problem: `${options.moderator} wrote none: ${reason}` });
  return ended(state, { endedBy, verdict: { text: await result.text(), by: options.moderator } });
}

function ended(
  state: Debate,
  more: Pick<DebateResult, 'endedBy'> & Partial<Pick<DebateResult, 'verdict' | 'problem'>>,
): FormatEnd<DebateResult> {
  const { results, turns, checks, contest } = state;
  const spoken = spokenTurns(state);
  const changed = new Map(changes(spoken).map((one, at) => [spoken[at], one]));
  return {
    results,
    outcome: more.verdict === undefined ? 'nothing-usable' : 'ok',
    result: {
      type: 'debate',
      moderator: state.options.moderator,
      ...more,
      rounds: turns.reduce((last, { round }) => (round > last ? round : last), 0),
      turns: turns.map(({ round, result, spoken: said }) => {
        const { contestant: speaker, outcome } = result.end;
        const moved = said === undefined ? undefined : changed.get(said);
        return {
          round,
          speaker,
          outcome,
          text: said?.text,
          position: said?.position,
          changed: moved,
        };
      }),
      checks,
      warnings: hollowAgreement(spoken, contest.task.prompt),
    },
  };
}

function moderate(
  { contest, options }: Debate,
  asked: Pick<AttemptStep, 'key' | 'prompt' | 'round'>,
): Promise<AttemptResult> {
  const contestant = named(contest, options.moderator);
  return contest.attempt({
    ...asked,
    contestant,
    tier: 'read',
    cwd: contest.task.cwd,
    role: 'moderator',
    bare: true,
  });
}

/** A draw is made once for its key: another number of entries, after a retry, needs one of its own. */
function seen(contest: Contest, key: string, entries: readonly Entry[]): BlindWish {
  return { key: `${key}/${entries.length}`, entries, context: judgingContext(contest) };
}

function spokenTurns({ turns }: Debate): readonly NonNullable<Turn['spoken']>[] {
  return turns.flatMap(({ spoken }) => (spoken === undefined ? [] : [spoken]));
}

/** The last thing each of them said. */
function latest(state: Debate): readonly Entry[] {
  return state.options.debaters.flatMap(
    (name) => spokenTurns(state).findLast(({ speaker }) => speaker === name)?.entry ?? [],
  );
}

function named({ opened }: Contest, name: string): Contestant {
  const found = [...opened.roster, ...(opened.staff ?? [])].find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is not in this contest`);
  return found;
}
