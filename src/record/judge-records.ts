// What the record tells of judges: calibrations, and their word held against people's, against checks of races and against
// panels they sat on. A query by type over the newest part of the record: quick however much there is.

import { isSimulated } from '../agents/known-agents.ts';
import type { ContestOpened, JoustEvent, VerdictGiven } from '../domain/event.ts';
import { personJudge } from '../domain/events/blind-pick.ts';
import { everybody, identityOf } from '../domain/roster.ts';
import { good } from '../formats/calibrate/calibration-figures.ts';
import { heaviest } from '../judging/panel/judge-choice.ts';
import type { Ledger, StoredEvent } from '../ledger/ledger.ts';
import {
  type Candidate,
  type Evidence,
  type JudgeRecord,
  judgeRecords,
  type WeighedJudge,
  weighJudges,
} from '../ranking/agreement/judge-record.ts';
import { leanShares } from '../ranking/agreement/leans.ts';
import { measuredShare } from '../ranking/agreement/measured.ts';
import type { KnownJudge, KnownJudges, KnownShare } from '../views/leaderboard/judges-document.ts';

/** Events of all types that are looked back over; calibrations count however old they are. */
const looksBack = 30_000;
/** Contests from before that, which newer ones judge. */
const mostOlder = 100;

const types = [
  'contest.opened',
  'verdict.given',
  'winner.overridden',
  'race.candidate',
  'preference.forgotten',
] as const satisfies readonly JoustEvent['type'][];

export interface JudgesOnRecord {
  /** The newest first. */
  readonly records: readonly JudgeRecord[];
  /** Empty: nothing is known of any of them. */
  weigh(candidates: readonly Candidate[], asked?: { readonly alone: boolean }): readonly WeighedJudge[];
}

export async function judgesOnRecord(
  ledger: Pick<Ledger, 'eventsAfter' | 'contests'>,
  now: Date,
): Promise<JudgesOnRecord> {
  const records = await recordsIn(ledger, now);
  return { records, weigh: (candidates, asked) => weighJudges(candidates, records, { now, ...asked }) };
}

async function recordsIn(
  ledger: Pick<Ledger, 'eventsAfter' | 'contests'>,
  now: Date,
): Promise<readonly JudgeRecord[]> {
  const [newest] = await ledger.contests({ limit: 1 });
  if (newest === undefined) return [];
  const stored = await ledger.eventsAfter(Math.max(0, newest.seq - looksBack), { types });
  const known = contestsIn(stored);
  const older = [...known.values()].flatMap(({ opened: { about } }) =>
    about === undefined || known.has(about) ? [] : [about],
  );
  for (const contest of [...new Set(older)].slice(-mostOlder))
    for (const [id, one] of contestsIn(await ledger.eventsAfter(0, { contest, types }))) known.set(id, one);
  const proven = [
    ...(await calibrationsIn(ledger, known)),
    ...[...known].flatMap(([id, one]) => heldAgainstTruth(id, one, known)),
  ];
  const weightOf = provenWeights(proven, now);
  const panels = [...known.values()].flatMap((one) => heldAgainstPanel(one, weightOf));
  return judgeRecords([...proven, ...panels]);
}

interface Known {
  readonly opened: ContestOpened;
  readonly at: string;
  readonly events: readonly StoredEvent[];
}

function contestsIn(stored: readonly StoredEvent[]): Map<string, Known> {
  const groups = Map.groupBy(stored, ({ contest }) => contest);
  return new Map(
    [...groups].flatMap(([id, events]) => {
      const [first] = events;
      return first?.event.type === 'contest.opened'
        ? [[id, { opened: first.event, at: first.at, events }]]
        : [];
    }),
  );
}

async function calibrationsIn(
  ledger: Pick<Ledger, 'eventsAfter'>,
  known: ReadonlyMap<string, Known>,
): Promise<readonly Evidence[]> {
  const stored = await ledger.eventsAfter(0, { types: ['judge.calibrated'] });
  // Played on, a calibration says it anew.
  const last = new Map(
    stored.flatMap(({ contest, at, event }) =>
      event.type === 'judge.calibrated' ? [[`${contest} ${event.key}`, { contest, at, event }]] : [],
    ),
  );
  const openings = new Map<string, ContestOpened>();
  for (const { contest } of last.values()) {
    if (openings.has(contest)) continue;
    const opened = known.get(contest)?.opened ?? (await openingOf(ledger, contest));
    if (opened !== undefined) openings.set(contest, opened);
  }
  const words = new Map<string, Awaited<ReturnType<typeof wordsIn>>>();
  for (const contest of openings.keys())
    words.set(contest, await wordsIn(ledger, { contest, known: known.get(contest) }));
  return [...last.values()].flatMap(({ contest, at, event }) => {
    const who = whoIs(openings.get(contest), event.judge, event.model);
    const { right, of, judge, set } = event;
    const own = (words.get(contest) ?? []).filter((one) => one.judge === judge);
    const items = new Map(own.map(({ pair, score }) => [`${set} ${pair}`, score]));
    return who === undefined
      ? []
      : [{ ...who, source: 'calibration', at, right, of, items, calibrated: event }];
  });
}

/** What each judge came to on each pair of a calibration, in the orders it saw it in: two different words are a tie. */
async function wordsIn(
  ledger: Pick<Ledger, 'eventsAfter'>,
  { contest, known }: { readonly contest: string; readonly known: Known | undefined },
): Promise<readonly { readonly judge: string; readonly pair: string; readonly score: number }[]> {
  const stored = known?.events ?? (await ledger.eventsAfter(0, { contest, types: ['verdict.given'] }));
  const looks = stored.flatMap(({ event }) => (event.type === 'verdict.given' ? [event] : []));
  const groups = Map.groupBy(looks, ({ key, judge }) =>
    JSON.stringify([judge, key.slice(0, key.lastIndexOf(`/${judge}/`))]),
  );
  return [...groups].flatMap(([group, own]) => {
    const [judge, pair] = JSON.parse(group) as [string, string];
    const sides = own.flatMap(({ verdict }) => {
      if (verdict.type === 'tie') return [0.5];
      return verdict.type === 'choice' ? [Number(verdict.winner === good)] : [];
    });
    const [first] = sides;
    if (first === undefined) return [];
    return [{ judge, pair, score: sides.every((side) => side === first) ? first : 0.5 }];
  });
}

async function openingOf(
  ledger: Pick<Ledger, 'eventsAfter'>,
  contest: string,
): Promise<ContestOpened | undefined> {
  const [first] = await ledger.eventsAfter(0, { contest, types: ['contest.opened'] });
  return first?.event.type === 'contest.opened' ? first.event : undefined;
}

/** A contest with somebody scripted proves nothing of a judge that is not. */
function whoIs(opened: ContestOpened | undefined, name: string, model: string | undefined) {
  const found = opened === undefined ? undefined : everybody(opened).find((one) => one.name === name);
  if (opened === undefined || found === undefined) return undefined;
  const simulated = isSimulated(found.agent);
  if (!simulated && opened.simulated) return undefined;
  return { judge: identityOf(found), agent: found.agent, model: model ?? found.model, simulated };
}

interface Opinion {
  readonly judge: string;
  readonly model: string | undefined;
  readonly at: string;
  readonly pair: readonly [string, string];
  /** One of the two, or a tie. */
  readonly word: string;
}

/** One of each judge on each pair, in whatever orders it saw them; none on its own family. */
function opinionsIn({ events }: Known): readonly Opinion[] {
  const looks = events.flatMap(({ event, at }) =>
    event.type === 'verdict.given' && event.judge !== personJudge && counts(event) ? [{ ...event, at }] : [],
  );
  const names = ({ shown }: VerdictGiven) => shown.map(({ contestant }) => contestant).sort();
  const groups = Map.groupBy(looks, (look) => JSON.stringify([look.judge, names(look)]));
  return [...groups.values()].flatMap((own) => {
    const [look] = own;
    const [one, other] = look === undefined ? [] : names(look);
    if (look === undefined || one === undefined || other === undefined) return [];
    const words = new Set(own.map(({ verdict }) => (verdict.type === 'choice' ? verdict.winner : 'tie')));
    const [word = 'tie'] = words.size === 1 ? words : [];
    return [{ judge: look.judge, model: look.model, at: look.at, pair: [one, other] as const, word }];
  });
}

function counts({ shown, verdict, setAside, ownFamily }: VerdictGiven): boolean {
  const isSide = verdict.type === 'choice' || verdict.type === 'tie';
  return shown.length === 2 && isSide && setAside === undefined && ownFamily !== true;
}

/** By people's word on the same entries, else by the checks of a race; and that its model was seen. */
function heldAgainstTruth(id: string, known: Known, all: ReadonlyMap<string, Known>): readonly Evidence[] {
  const { opened } = known;
  if (opened.format === 'calibrate') return [];
  const subject = opened.about === undefined ? undefined : all.get(opened.about);
  return opinionsIn(known).flatMap(({ judge, model, at, pair, word }): readonly Evidence[] => {
    const who = whoIs(opened, judge, model);
    if (who === undefined) return [];
    const people = saidByPeople(known, pair) ?? (subject && saidByPeople(subject, pair));
    const better = people ?? (subject && shownByChecks(subject, pair));
    if (better === undefined) return [{ ...who, at, source: 'panels', right: 0, of: 0 }];
    const about = JSON.stringify([opened.about ?? id, pair]);
    const found = trial(word, better);
    const items = new Map([[about, found.right]]);
    return [{ ...who, at, source: people === undefined ? 'checks' : 'people', ...found, items }];
  });
}

function trial(word: string, better: string): { readonly right: number; readonly of: number } {
  return { right: word === 'tie' ? 0.5 : Number(word === better), of: 1 };
}

/** Whom a person named the winner is better than each other; a pick says it of two. */
function saidByPeople({ events }: Known, pair: readonly [string, string]): string | undefined {
  const said = events.map(({ event }) => event);
  // A program may say who won too: that proves nothing.
  const named = said.findLast((event) => event.type === 'winner.overridden' && event.program === undefined);
  if (named?.type === 'winner.overridden') return pair.find((name) => name === named.winner);
  if (said.some(({ type }) => type === 'preference.forgotten')) return undefined;
  const picked = said.findLast((event) => event.type === 'verdict.given' && event.judge === personJudge);
  if (picked?.type !== 'verdict.given' || picked.verdict.type !== 'choice') return undefined;
  const shown = picked.shown.map(({ contestant }) => contestant);
  return pair.every((name) => shown.includes(name)) ? picked.verdict.winner : undefined;
}

/** Both handed in whole work, and exactly one passes what is required, or more of it. */
function shownByChecks({ events }: Known, pair: readonly [string, string]): string | undefined {
  const of = (name: string) => {
    const found = events.findLast(
      ({ event }) => event.type === 'race.candidate' && event.contestant === name,
    );
    return found?.event.type === 'race.candidate' && found.event.exitState === 'ok' ? found.event : undefined;
  };
  const [one, other] = [of(pair[0]), of(pair[1])];
  if (one === undefined || other === undefined) return undefined;
  const able = (whyNot: string | undefined) => Number(whyNot === undefined);
  const lead = able(one.whyNot) - able(other.whyNot) || (one.passed ?? 0) - (other.passed ?? 0);
  if (lead === 0) return undefined;
  return lead > 0 ? pair[0] : pair[1];
}

/** Against what at least two others said together, each weighed by what is proven of it. */
function heldAgainstPanel(
  known: Known,
  weightOf: ReadonlyMap<string, number> | undefined,
): readonly Evidence[] {
  const { opened } = known;
  const byPair = Map.groupBy(opinionsIn(known), ({ pair }) => JSON.stringify(pair));
  return [...byPair.values()].flatMap((opinions) =>
    opinions.flatMap(({ judge, model, at, word }): readonly Evidence[] => {
      const who = whoIs(opened, judge, model);
      const others = opinions.filter((one) => one.judge !== judge && one.word !== 'tie');
      if (who === undefined || others.length < 2) return [];
      const sides = others.map((one) => ({
        judge: whoIs(opened, one.judge, one.model)?.judge ?? one.judge,
        side: one.word,
      }));
      const said = heaviest(sides, weightOf);
      return said === undefined ? [] : [{ ...who, at, source: 'panels', ...trial(word, said) }];
    }),
  );
}

/** Of everybody of whom something is proven, once for all panels. */
function provenWeights(proven: readonly Evidence[], now: Date): ReadonlyMap<string, number> | undefined {
  const records = judgeRecords(proven);
  const newest = new Map(records.toReversed().map((one) => [one.judge, one]));
  const candidates = [...newest.values()].map(({ judge, agent }) => ({ name: judge, judge, agent }));
  const weighed = weighJudges(candidates, records, { now });
  return weighed.length === 0 ? undefined : new Map(weighed.map(({ judge, weight }) => [judge, weight]));
}

/** As it is told on every surface; `simulated`: those who play from a script as well. */
export async function knownJudges(
  { ledger, now }: { readonly ledger: Ledger; now(): Date },
  { simulated }: { readonly simulated: boolean },
): Promise<KnownJudges> {
  const { records: all, weigh } = await judgesOnRecord(ledger, now());
  const records = all.filter((one) => simulated || one.simulated !== true);
  const newest = new Map(records.toReversed().map((one) => [one.judge, one]));
  const candidates = [...newest.values()].map(({ judge, agent }) => ({ name: judge, judge, agent }));
  const weights = new Map(weigh(candidates).map((one) => [one.judge, one.weight]));
  const judges = records
    .filter(({ known }) => Object.keys(known).length > 0)
    .map((one) => knownJudge(one, newest.get(one.judge) === one ? weights.get(one.judge) : undefined));
  return { judges: judges.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0)) };
}

function knownJudge(
  { judge, model, simulated = false, at, known, calibrated }: JudgeRecord,
  weight?: number,
): KnownJudge {
  const shares = Object.fromEntries(
    Object.entries(known).map(([source, { right, of, at: when }]) => {
      const measured = measuredShare(right, of);
      const range = measured.kind === 'measured' && {
        low: rounded(measured.low),
        high: rounded(measured.high),
      };
      return [source, { right: rounded(right), of, at: when, ...range }];
    }),
  ) as Partial<Record<keyof typeof known, KnownShare>>;
  const { calibration, ...others } = shares;
  const { leans } = calibrated ?? {};
  return {
    judge,
    replaced: weight === undefined,
    simulated,
    at,
    ...others,
    model,
    calibration:
      calibration !== undefined && calibrated !== undefined
        ? {
            ...calibration,
            flips: calibrated.flips,
            fooled: calibrated.fooled,
            byKind: calibrated.byKind,
            leans: leans && leanShares(leans),
          }
        : undefined,
    weight,
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
