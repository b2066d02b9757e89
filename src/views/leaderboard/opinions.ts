// Who was preferred to whom in a contest: by judges, by people, by programs that called joust, and by the checks of a race.
import type { ContestOpened, JoustEvent, VerdictGiven } from '../../domain/event.ts';
import { personJudge } from '../../domain/events/blind-pick.ts';
import { pickedBy } from '../../domain/events/whose-word.ts';
import { everybody, identityOf } from '../../domain/roster.ts';

export const verdictSources = ['judges', 'people', 'programs', 'checks'] as const;
export type VerdictSource = (typeof verdictSources)[number];

export interface ContestRecord {
  readonly id: string;
  readonly events: readonly JoustEvent[];
}

/** One opinion on one pair in one contest, whatever order it was shown in. */
export interface Opinion {
  readonly contest: string;
  readonly judge: string;
  readonly source: VerdictSource;
  readonly first: string;
  readonly second: string;
  readonly choice: 'first' | 'second' | 'tie';
}

export function opinionsIn({ id, events }: ContestRecord): readonly Opinion[] {
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined) return [];
  const looks = events.filter((event) => event.type === 'verdict.given');
  const groups = Map.groupBy(
    looks.filter((look) => look.shown.length === 2 && look.setAside === undefined && isSide(look)),
    ({ judge, shown }) => JSON.stringify([judge, shown.map(({ contestant }) => contestant).sort()]),
  );
  const program = pickedBy(events);
  const said = [...groups.values()].flatMap((group) => opinionOf(id, opened, { group, program }));
  return [
    ...said,
    ...scoredIn(id, opened, looks),
    ...measuredIn(id, opened, events),
    ...overrideIn(id, opened, events),
  ];
}

function isSide({ verdict }: VerdictGiven): boolean {
  return verdict.type === 'choice' || verdict.type === 'tie' || verdict.type === 'both-bad';
}

/** Looks of one judge at one pair: the same each time, or a tie. */
function opinionOf(
  contest: string,
  opened: ContestOpened,
  {
    group: looks,
    program,
  }: { readonly group: readonly VerdictGiven[]; readonly program?: string | undefined },
): readonly Opinion[] {
  const [look] = looks;
  const [one, other] = (look?.shown ?? []).map(({ contestant }) => contestant).sort();
  if (look === undefined || one === undefined || other === undefined) return [];
  const words = new Set(looks.map(({ verdict }) => (verdict.type === 'choice' ? verdict.winner : 'tie')));
  const [word] = words;
  const side = word === one ? 'first' : 'second';
  const choice = words.size > 1 || (word !== one && word !== other) ? 'tie' : side;
  const judged = everybody(opened).find(({ name }) => name === look.judge);
  const [first, second] = [namedIn(opened, one), namedIn(opened, other)];
  if (first === undefined || second === undefined || first === second) return [];
  const by =
    look.judge === personJudge && judged === undefined
      ? wordOf(program)
      : ({ source: 'judges', judge: judged === undefined ? look.judge : identityOf(judged) } as const);
  return [{ contest, ...by, first, second, choice }];
}

function wordOf(program: string | undefined): Pick<Opinion, 'source' | 'judge'> {
  return program === undefined
    ? { source: 'people', judge: personJudge }
    : { source: 'programs', judge: `program ${program}` };
}

/** Scores closer than this are a tie. */
const tieWidth = 0.005;

/** Who scored two entries on every dimension of a rubric has compared them. */
function scoredIn(
  contest: string,
  opened: ContestOpened,
  looks: readonly VerdictGiven[],
): readonly Opinion[] {
  const quarantined = new Set(looks.filter(isMalformed).map(({ judge }) => judge));
  const counted = looks.filter(({ judge }) => !quarantined.has(judge));
  const totals = counted.flatMap((look) => totalsIn(look, opened));
  // The last word on each: one that was asked again may have scored anew.
  const last = new Map(totals.map((one) => [JSON.stringify([one.judge, one.contestant]), one]));
  const byJudge = Map.groupBy(last.values(), ({ judge }) => judge);
  return [...byJudge].flatMap(([judge, all]) => {
    const judged = everybody(opened).find(({ name }) => name === judge);
    const by = judged === undefined ? judge : identityOf(judged);
    const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
    return pairs.flatMap((pair) => comparedIn(opened, pair).map((said) => ({ contest, judge: by, ...said })));
  });
}

/** A strict judging has no use for a judge that did not keep to its sheet. */
function isMalformed({ verdict }: VerdictGiven): boolean {
  return verdict.type === 'none' && verdict.why.startsWith('malformed: ');
}

function comparedIn(
  opened: ContestOpened,
  [one, other]: readonly [Total, Total],
): readonly Omit<Opinion, 'contest' | 'judge'>[] {
  const [first, second] = [namedIn(opened, one.contestant), namedIn(opened, other.contestant)];
  if (first === undefined || second === undefined || first === second) return [];
  // As with a choice: it would favour one side.
  if (opened.options['selfJudging'] === 'exclude' && one.isOwn !== other.isOwn) return [];
  const lead = one.total - other.total;
  const side = lead > 0 ? 'first' : 'second';
  return [{ source: 'judges', first, second, choice: Math.abs(lead) < tieWidth ? 'tie' : side }];
}

interface Total {
  readonly judge: string;
  readonly contestant: string;
  readonly total: number;
  /** Of the judge's own family. */
  readonly isOwn: boolean;
}

function totalsIn(
  { judge, verdict, setAside, own, ownFamily = false }: VerdictGiven,
  { options }: ContestOpened,
): readonly Total[] {
  const { dimensions = [] } = (options['rubric'] ?? {}) as { readonly dimensions?: readonly Weighed[] };
  if (verdict.type !== 'scores' || setAside !== undefined || dimensions.length === 0) return [];
  const weights = dimensions.reduce((sum, { weight }) => sum + weight, 0);
  return Object.entries(verdict.scores).flatMap(([contestant, scores]) => {
    const parts = dimensions.flatMap(({ name, max, weight }) => {
      const score = scores[name];
      return score === undefined ? [] : [(weight * score) / max / weights];
    });
    if (parts.length < dimensions.length) return [];
    const total = parts.reduce((sum, part) => sum + part, 0);
    return [{ judge, contestant, total, isOwn: own?.includes(contestant) ?? ownFamily }];
  });
}

/** A dimension of a recorded rubric. */
interface Weighed {
  readonly name: string;
  readonly max: number;
  readonly weight: number;
}

/** The score of a race compares everybody who could show something; what never ran was not compared. */
function measuredIn(
  contest: string,
  opened: ContestOpened,
  events: readonly JoustEvent[],
): readonly Opinion[] {
  const found = events.filter((event) => event.type === 'race.candidate');
  // The last word on each: a race that was played on measures anew.
  const last = new Map(found.filter(ranItsCourse).map((candidate) => [candidate.contestant, candidate]));
  const all = [...last].flatMap(([name, candidate]) => {
    const identity = namedIn(opened, name);
    return identity === undefined ? [] : [{ ...candidate, identity }];
  });
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other): readonly Opinion[] => {
      if (one.identity === other.identity) return [];
      const lead = leadOver(one, other);
      const isMeasured = [one, other].some(({ score, passed = 0 }) => score > 0 || passed > 0);
      if (lead === 0 && !isMeasured) return [];
      const side = lead > 0 ? 'first' : 'second';
      const choice = lead === 0 ? 'tie' : side;
      const pair = { first: one.identity, second: other.identity, choice } as const;
      return [{ contest, source: 'checks', judge: 'checks', ...pair }];
    }),
  );
}

type RaceCandidate = Extract<JoustEvent, { type: 'race.candidate' }>;

/** As a race ranks: who can win, required checks passed, the score. */
function leadOver(one: RaceCandidate, other: RaceCandidate): number {
  const able = ({ whyNot }: RaceCandidate) => (whyNot === undefined ? 1 : 0);
  return able(one) - able(other) || (one.passed ?? 0) - (other.passed ?? 0) || one.score - other.score;
}

const ownDoing: ReadonlySet<string> = new Set([
  'ok',
  'blocked',
  'empty',
  'incomplete',
  'refused',
  'timed-out',
]);

function ranItsCourse({ exitState }: { readonly exitState: string }): boolean {
  return ownDoing.has(exitState);
}

/** The last word of people, and of programs, beats every other's entry in that contest. */
function overrideIn(
  contest: string,
  opened: ContestOpened,
  events: readonly JoustEvent[],
): readonly Opinion[] {
  const words = events.filter((event) => event.type === 'winner.overridden');
  const last = [...Map.groupBy(words, ({ program }) => program).values()].flatMap((own) => own.slice(-1));
  const ok = new Set(events.flatMap(handedIn));
  const entered = opened.roster.filter(({ name }) => ok.has(name)).map(identityOf);
  return last.flatMap(({ winner, program }) => {
    const first = namedIn(opened, winner);
    if (first === undefined) return [];
    return entered
      .filter((other) => other !== first)
      .map((second) => ({ contest, ...wordOf(program), first, second, choice: 'first' as const }));
  });
}

/** Whose entries there were: handed in here, or judged here. */
function handedIn(event: JoustEvent): readonly string[] {
  if (event.type === 'verdict.given') return event.shown.map(({ contestant }) => contestant);
  return event.type === 'attempt.ended' && event.outcome === 'ok' ? [event.contestant] : [];
}

export function namedIn({ roster }: ContestOpened, name: string): string | undefined {
  const found = roster.find((one) => one.name === name);
  return found === undefined ? undefined : identityOf(found);
}
