// Who did best in races of a tag, from what checks measured, and how contestants are written for it.
import { describe, expect, it } from 'vitest';
import type { Contestant } from '../../domain/contestant.ts';
import type { JoustEvent } from '../../domain/event.ts';
import { winnerIn } from '../../domain/events/whose-word.ts';
import { documentText } from '../render/document-text.ts';
import { bestInRaces, boardPart, hasTag, leaderboard } from './leaderboard.ts';
import { leaderboardDocument, standingWords } from './leaderboard-document.ts';
import { type ContestRecord, opinionsIn } from './opinions.ts';

const claude: Contestant = { name: 'claude/opus', agent: 'claude', model: 'opus' };
const codex: Contestant = { name: 'codex#2', agent: 'codex' };
const gemini: Contestant = { name: 'fast', agent: 'gemini' };
const dee: Contestant = { name: 'dee', agent: 'dee' };
const eli: Contestant = { name: 'eli', agent: 'eli' };

interface Raced {
  readonly id: string;
  readonly scores: Readonly<Record<string, number>>;
  readonly tag?: string | null;
  readonly simulated?: boolean;
  readonly states?: Readonly<Record<string, string>>;
  readonly roster?: readonly Contestant[];
}

function raced({ id, scores, tag = null, simulated = false, states = {}, ...more }: Raced): ContestRecord {
  const { roster = [claude, codex, gemini] } = more;
  const opened = {
    type: 'contest.opened',
    v: 1,
    format: 'race',
    formatVersion: 1,
    joustVersion: '0',
    seed: 's',
    task: { prompt: { sha256: '0'.repeat(64), bytes: 1 }, cwd: '/w', tier: 'write', files: [] },
    roster,
    options: { tag },
    simulated,
  } as unknown as JoustEvent;
  const candidates = Object.entries(scores).map(
    ([contestant, score]): JoustEvent => ({
      type: 'race.candidate',
      v: 1,
      key: `candidate/${contestant}`,
      inputs: '',
      contestant,
      attempt: contestant,
      exitState: states[contestant] ?? 'ok',
      score,
    }),
  );
  return { id, events: [opened, ...candidates] };
}

const random = () => 0.5;
const build = [1, 2, 3].map((n) =>
  raced({
    id: `b${n}`,
    tag: 'build',
    scores: { 'claude/opus': 0.4, 'codex#2': 0.9, fast: n === 1 ? 0.5 : 0.1 },
  }),
);
/** A race of two contestants who met none of the others. */
const strangers = (id: string, score: number): ContestRecord =>
  raced({ id, roster: [dee, eli], scores: { dee: score, eli: 0.5 } });
const specsIn = (tag: string | undefined) =>
  bestInRaces([...build, docs], { tag, random }).map(({ spec }) => spec);
const docs = raced({ id: 'd', tag: 'docs', scores: { 'claude/opus': 0.9, 'codex#2': 0.1 } });

describe('the best in races', () => {
  it('of a tag, as they are written today', () => {
    expect(specsIn('build')).toEqual(['codex', 'claude/opus', 'fast']);
    expect(specsIn('docs')).toEqual(['claude/opus', 'codex']);
  });

  it('of all, where no tag is given', () => {
    expect(specsIn(undefined)[0]).toBe('codex');
  });

  it('of the group with the most comparisons, and names the contestants it never met', () => {
    const best = bestInRaces([...build, strangers('s1', 1)], { tag: undefined, random });
    expect(best.map(({ spec }) => spec)).toEqual(['codex', 'claude/opus', 'fast', 'dee', 'eli']);
    expect(best[0]?.neverMet).toEqual(['dee', 'eli']);
    expect(best[3]?.neverMet).toEqual(['codex', 'claude/opus', 'fast']);
    expect(bestInRaces(build, { tag: undefined, random })[0]?.neverMet).toEqual([]);
  });

  it('is nobody where nothing is known, or all of it is simulated', () => {
    expect(bestInRaces(build, { tag: 'other', random })).toEqual([]);
    const played = raced({ id: 's', tag: 'build', scores: { 'codex#2': 1, fast: 0.5 }, simulated: true });
    expect(bestInRaces([played], { tag: 'build', random })).toEqual([]);
  });
});

it('scores of a judge compare those it scored on every dimension, but not its own family with others', () => {
  const jo: Contestant = { name: 'jo', agent: 'claude', model: 'sonnet' };
  const [opened] = raced({ id: 'j', scores: {} }).events;
  const rubric = {
    dimensions: [
      { name: 'a', max: 5, weight: 1 },
      { name: 'b', max: 10, weight: 3 },
    ],
  };
  const judged = (selfJudging: string, own: readonly string[]): ContestRecord => ({
    id: 'j',
    events: [
      { ...Object(opened), format: 'judge', staff: [jo], options: { rubric, selfJudging } },
      {
        type: 'verdict.given',
        v: 1,
        key: 'sheet/jo',
        inputs: '',
        judge: 'jo',
        shown: [],
        own: [...own],
        verdict: {
          type: 'scores',
          scores: { 'claude/opus': { a: 5, b: 1 }, 'codex#2': { a: 1, b: 9 }, fast: { a: 5 } },
        },
      },
    ],
  });
  const said = {
    contest: 'j',
    source: 'judges',
    judge: 'claude/sonnet',
    first: 'claude/opus',
    second: 'codex',
  };
  expect(opinionsIn(judged('exclude', []))).toEqual([{ ...said, choice: 'second' }]);
  expect(opinionsIn(judged('exclude', ['claude/opus']))).toEqual([]);
  expect(opinionsIn(judged('warn', ['claude/opus']))).toHaveLength(1);
  const { id, events } = judged('warn', []);
  const why = 'malformed: a is no whole number';
  const other = events.map((event): JoustEvent => {
    return event.type === 'verdict.given'
      ? { ...event, key: 'sheet/2', verdict: { type: 'none', why } }
      : event;
  });
  // Strict, one entry at a time: who is quarantined for one sheet is so for all.
  expect(opinionsIn({ id, events: [...events, ...other.slice(1)] })).toEqual([]);
});

describe('the checks of a race on the leaderboard', () => {
  it('compare everybody, and are a source of their own', () => {
    const rows = leaderboard(build.map(boardPart), { source: 'checks', random }).rows;
    expect(rows.map(({ contestant, comparisons, winRate }) => [contestant, comparisons, winRate])).toEqual([
      ['codex', 6, 1],
      ['claude/opus', 6, 2 / 6],
      ['gemini', 6, 1 / 6],
    ]);
    expect(leaderboard(build.map(boardPart), { source: 'judges', random }).rows).toEqual([]);
  });

  it('rank as the race did: who can win, then required checks passed, then the score', () => {
    const [opened, claudes, codexs, geminis] = raced({
      id: 'c',
      scores: { 'claude/opus': 0.4, 'codex#2': 0.9, fast: 0.95 },
    }).events;
    const events = [
      opened,
      { ...claudes, passed: 2 },
      { ...codexs, passed: 1 },
      { ...geminis, passed: 1, whyNot: 'it fails build' },
    ] as readonly JoustEvent[];
    const { rows } = leaderboard([boardPart({ id: 'c', events })], { random });
    expect(rows.map(({ contestant, winRate }) => [contestant, winRate])).toEqual([
      ['claude/opus', 1],
      ['codex', 0.5],
      ['gemini', 0],
    ]);
  });

  it('say nothing of who never ran, or of two with nothing to show', () => {
    const scores = { 'claude/opus': 0, 'codex#2': 0, fast: 0 };
    const none = raced({ id: 'n', scores, states: { fast: 'rate-limited' } });
    expect(leaderboard([boardPart(none)], { random }).rows).toEqual([]);
    const one = raced({ id: 'o', scores: { ...scores, fast: 1 }, states: { 'codex#2': 'missing' } });
    const { rows } = leaderboard([boardPart(one)], { random });
    expect(rows.map(({ contestant }) => contestant)).toEqual(['gemini', 'claude/opus']);
  });
});

describe('a leaderboard with contestants who never met', () => {
  const board = leaderboard([...build, strangers('s1', 1), strangers('s2', 0.9)].map(boardPart), { random });

  it('keeps the ratings of each group as if the other group were not there', () => {
    const alone = leaderboard(build.map(boardPart), { random });
    expect(alone.groups).toHaveLength(1);
    expect(board.groups).toEqual([
      ['codex', 'claude/opus', 'gemini'],
      ['dee', 'eli'],
    ]);
    expect(board.rows.slice(0, 3)).toEqual(alone.rows);
    expect(board.rows.map(({ contestant }) => contestant)).toEqual([
      'codex',
      'claude/opus',
      'gemini',
      'dee',
      'eli',
    ]);
  });

  it('ranks, and divides the chance of being the best, within each group', () => {
    const [, , , first, second] = board.rows;
    expect(first?.rating).toBeGreaterThan(1000);
    expect(first?.low).toBeLessThan(first?.rating ?? 0);
    expect([first?.rank, second?.rank]).toEqual([1, 1]);
    expect((first?.probabilityBest ?? 0) + (second?.probabilityBest ?? 0)).toBeCloseTo(1, 2);
  });

  it('says who cannot be compared with whom, and leads each group by its own best', () => {
    const text = documentText(leaderboardDocument(board));
    expect(text).toContain(
      "codex, claude/opus, gemini can't be compared with dee, eli: they never met, not even through a third.",
    );
    expect(standingWords(board)).toContain('dee and eli can');
    expect(documentText(leaderboardDocument(leaderboard(build.map(boardPart), { random })))).not.toContain(
      'never met',
    );
  });
});

it('more judges who agree on one contest narrow the range on the board', () => {
  const widths = [1, 9, 100].map((judges) => {
    const opinions = Array.from({ length: judges }, (_, at) => ({
      contest: 'c',
      source: 'judges' as const,
      judge: `j${at}`,
      first: 'ann',
      second: 'bob',
      choice: 'first' as const,
    }));
    const [best] = leaderboard([{ opinions, answers: [] }], { random }).rows;
    return (best?.high ?? 0) - (best?.low ?? 0);
  });
  expect(widths[1]).toBeLessThan(widths[0] ?? 0);
  expect(widths[2]).toBeLessThan(widths[1] ?? 0);
});

it('a tag is one, or one of several', () => {
  expect(hasTag({ options: { tag: 'a' } }, 'a')).toBe(true);
  expect(hasTag({ options: { tags: ['b', 'a'] } }, 'a')).toBe(true);
  expect(hasTag({ options: { tag: null } }, 'a')).toBe(false);
});

describe('the word of a program', () => {
  const word = (winner: string, program?: string): JoustEvent => ({
    type: 'winner.overridden',
    v: 1,
    winner,
    reason: 'better',
    program,
  });
  const raceWith = (...words: JoustEvent[]): ContestRecord => {
    const { id, events } = raced({ id: 'w', scores: { 'claude/opus': 1, 'codex#2': 2 } });
    const handedIn = ['claude/opus', 'codex#2'].map(
      (contestant) =>
        ({ type: 'attempt.ended', outcome: 'ok', contestant, timing: { ranMs: 1 } }) as unknown as JoustEvent,
    );
    return { id, events: [...events, ...handedIn, ...words] };
  };
  const winners = (record: ContestRecord, source: 'people' | 'programs') =>
    opinionsIn(record).flatMap((one) => (one.source === source ? [`${one.judge}: ${one.first}`] : []));

  it('is not taken for that of a person, nor counted unless it is asked for', () => {
    const record = raceWith(word('claude/opus'), word('codex#2', 'bot'));
    expect(new Set(winners(record, 'people'))).toEqual(new Set(['person: claude/opus']));
    expect(new Set(winners(record, 'programs'))).toEqual(new Set(['program bot: codex']));
    const own = opinionsIn(record).filter(({ source }) => source === 'programs').length;
    const all = leaderboard([boardPart(record)], { random });
    expect(all.verdicts.programs).toBe(own);
    expect(all.pairs).toEqual(leaderboard([boardPart(raceWith(word('claude/opus')))], { random }).pairs);
  });

  it('of old records, which do not tell, is that of people', () => {
    expect(winners(raceWith(word('claude/opus')), 'people')).not.toEqual([]);
  });

  it('does not come before what was computed, as that of a person does', () => {
    const decided = {
      type: 'winner.decided',
      winner: 'codex#2',
      tied: [],
      rule: 'score',
    } as unknown as JoustEvent;
    expect(winnerIn([decided, word('fast', 'bot')])).toBe('codex#2');
    expect(winnerIn([decided, word('claude/opus'), word('fast', 'bot')])).toBe('claude/opus');
    expect(winnerIn([word('fast', 'bot')])).toBe('fast');
  });
});
