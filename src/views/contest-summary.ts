// A contest as its record tells it: who played, how each attempt stands, what it cost.

import type {
  AttemptEnded,
  AttemptParked,
  ContestOpened,
  ContestUnplayed,
  GateAsked,
  JoustEvent,
  VerdictGiven,
} from '../domain/event.ts';
import { isBlind, personJudge } from '../domain/events/blind-pick.ts';
import { limitsCrossed } from '../domain/events/limits-record.ts';
import { isGivenUp, lackingIn, unplayedIn, unplayedText } from '../domain/events/unplayed.ts';
import { winnerIn } from '../domain/events/whose-word.ts';
import { plural } from '../domain/figures.ts';
import { type ContestEnding, endingIn } from './contest-ending.ts';
import { visibleLine } from './visible.ts';

export interface RecordedEvent {
  readonly at: string;
  readonly event: JoustEvent;
}

export interface AttemptSummary {
  readonly key: string;
  readonly contestant: string;
  readonly run: number;
  readonly state: 'open' | 'interrupted' | 'parked' | 'ended';
  readonly startedAt?: string;
  /** Absent: it competes. */
  readonly role?: NonNullable<AttemptEnded['role']>;
  readonly spool?: string;
  /** The host of a pool it runs or ran on. */
  readonly host?: string;
  /** Hosts that were given up while it ran there. */
  readonly lost?: readonly string[];
  readonly end?: AttemptEnded;
  readonly parked?: AttemptParked;
}

export interface ContestSummary {
  readonly id: string;
  readonly openedAt: string;
  readonly opened: ContestOpened;
  readonly state: 'open' | 'closed' | 'cancelled';
  /** Absent while it is open. */
  readonly endedAt?: string;
  /** Of a closed one. */
  readonly ending?: ContestEnding;
  /** Until somebody picks, nothing of it tells who did what: there are no attempts and no figures. */
  readonly blind?: true;
  /** What kept hosts of a pool from playing it, where nothing of it was played since. */
  readonly unplayed?: ContestUnplayed;
  /** The last refusal of each host that lacks something. */
  readonly lacking?: readonly ContestUnplayed[];
  /** A question that nobody has answered. */
  readonly waiting?: GateAsked;
  /** By a person's word, else by the rules; absent: there is none on record. */
  readonly winner?: string;
  /** What was settled, by whom or by which rule, in the order of the record. */
  readonly decisions: readonly { readonly at: string; readonly text: string }[];
  /** Limits it went over, a sentence each. */
  readonly crossed: readonly string[];
  /** By key, in the order of their first start. */
  readonly attempts: readonly AttemptSummary[];
  /** The sum of what is known, and how many attempts are not in it. */
  readonly cost: { readonly usd: number; readonly unknown: number };
  /** Contests that are steps of it, and those of them that came to something; absent: it has none. */
  readonly children?: { readonly ok: number; readonly of: number };
}

export function contestSummary(id: string, record: readonly RecordedEvent[]): ContestSummary | undefined {
  const first = record.find(({ event }) => event.type === 'contest.opened');
  if (first?.event.type !== 'contest.opened') return undefined;
  const attempts = new Map<string, AttemptSummary>();
  for (const { at, event } of record) addAttempt(attempts, event, at);
  const spent = record.flatMap(({ event }) => spentBy(event));
  const { state, endedAt } = stateOf(record);
  return {
    id,
    openedAt: first.at,
    opened: first.event,
    state,
    endedAt,
    ending: state === 'closed' ? endingIn(record.map(({ event }) => event)) : undefined,
    blind: isBlind(record.map(({ event }) => event)) || undefined,
    ...waitingIn(record),
    ...keptFrom(record),
    ...wonIn(record),
    decisions: record.flatMap(({ at, event }) => decisionText(event).map((text) => ({ at, text }))),
    crossed: limitsCrossed(record.map(({ event }) => event)),
    attempts: [...attempts.values()],
    cost: {
      usd: spent.reduce<number>((sum, usd = 0) => sum + usd, 0),
      unknown: spent.filter((usd) => usd === undefined).length,
    },
    ...childrenIn(record),
  };
}

function childrenIn(record: readonly RecordedEvent[]): Pick<ContestSummary, 'children'> {
  const all = new Set(record.flatMap(({ event }) => (event.type === 'child.started' ? [event.contest] : [])));
  const ok = record.flatMap(({ event }) =>
    event.type === 'child.ended' && event.outcome === 'ok' ? [event.contest] : [],
  );
  return all.size === 0 ? {} : { children: { ok: new Set(ok).size, of: all.size } };
}

export interface ListedContest extends ContestSummary {
  /** Its place in the record; the next page is before that of the last one. */
  readonly seq: number;
  /** The process that plays it now. */
  readonly playedBy?: number;
  /** The host of a pool that plays it now. */
  readonly host?: string;
  readonly prompt: string;
}

/** Another joust wrote it, or it is damaged. */
export interface UnreadableContest {
  readonly seq: number;
  readonly id: string;
  readonly openedAt: string;
  readonly unreadable: string;
}

/** `queued`: no host of the pool has taken it yet. */
export const listStates = ['playing', 'queued', 'waiting', 'parked', 'open', 'closed', 'cancelled'] as const;
export type ListState = (typeof listStates)[number];

export function listStateOf({
  state,
  playedBy,
  waiting,
  attempts,
  opened,
  unplayed,
}: Pick<ListedContest, 'state' | 'playedBy' | 'waiting' | 'attempts' | 'opened' | 'unplayed'>): ListState {
  if (state !== 'open') return state;
  if (playedBy !== undefined) return 'playing';
  if (waiting !== undefined) return 'waiting';
  if (attempts.some((attempt) => attempt.state === 'parked')) return 'parked';
  return opened.pool === undefined || (unplayed !== undefined && isGivenUp(unplayed)) ? state : 'queued';
}

/** Some host of the pool will take it, unless one has just now. */
export function isQueued(summary: ContestSummary | undefined): boolean {
  return summary !== undefined && listStateOf(summary) === 'queued';
}

/** While somebody plays it, or a host of the pool will; who plays a cancelled one is about to leave. */
export function goesOn(summary: ContestSummary | undefined, played: boolean): boolean {
  return summary?.state !== 'cancelled' && (played || isQueued(summary));
}

/** Of those who compete, by the last thing each did: a debater answers once a round. Where nobody competes, of those who serve. */
export function okCount({
  opened,
  attempts,
  children,
}: Pick<ContestSummary, 'opened' | 'attempts' | 'children'>): {
  readonly ok: number;
  readonly of: number;
} {
  if (children !== undefined) return children;
  const isOk = ({ end }: AttemptSummary) => end?.outcome === 'ok';
  const own = attempts.filter(({ end }) => end?.role === undefined);
  if (own.length === 0 && attempts.length > 0)
    return { ok: attempts.filter(isOk).length, of: attempts.length };
  const last = new Map(own.map((attempt) => [attempt.contestant, attempt]));
  return { ok: [...last.values()].filter(isOk).length, of: opened.roster.length };
}

/** Dollars, of each attempt; unknown: undefined. Ends that no longer count and parked runs were paid for as well. */
function spentBy(event: JoustEvent): readonly (number | undefined)[] {
  if (event.type === 'attempt.ended') return event.timing.startedAt === undefined ? [] : [event.cost?.usd];
  if (event.type === 'attempt.parked') return event.run > 0 ? [event.cost?.usd] : [];
  if (event.type !== 'child.ended') return [];
  const { usd, attempts } = event.spent;
  // It says what is known: nothing at all is not for nothing.
  return usd > 0 ? [usd] : Array.from({ length: attempts }, () => undefined);
}

function stateOf(record: readonly RecordedEvent[]): Pick<ContestSummary, 'state' | 'endedAt'> {
  const cancelled = record.find(({ event }) => event.type === 'contest.cancelled');
  if (cancelled !== undefined) return { state: 'cancelled', endedAt: cancelled.at };
  const last = (type: JoustEvent['type']) => record.findLastIndex(({ event }) => event.type === type);
  const closed = record[last('contest.closed')];
  if (closed === undefined || last('contest.closed') < last('attempt.reopened')) return { state: 'open' };
  return { state: 'closed', endedAt: closed.at };
}

function waitingIn(record: readonly RecordedEvent[]): { waiting?: GateAsked } {
  const answered = new Set(
    record.flatMap(({ event }) => (event.type === 'gate.answered' ? [event.key] : [])),
  );
  const open = record
    .map(({ event }) => event)
    .findLast((event) => event.type === 'gate.asked' && !answered.has(event.key));
  return open?.type === 'gate.asked' ? { waiting: open } : {};
}

function keptFrom(record: readonly RecordedEvent[]): Pick<ContestSummary, 'unplayed' | 'lacking'> {
  const events = record.map(({ event }) => event);
  const unplayed = unplayedIn(events);
  return unplayed === undefined ? {} : { unplayed, lacking: lackingIn(events) };
}

function wonIn(record: readonly RecordedEvent[]): { winner?: string } {
  const winner = winnerIn(record.map(({ event }) => event));
  return winner === undefined ? {} : { winner };
}

function decisionText(event: JoustEvent): readonly string[] {
  switch (event.type) {
    case 'gate.answered':
      return [
        `${gates[event.key] ?? event.key}: ${event.answer} (${event.program === undefined ? answeredBy[event.by] : `by the program ${event.program}`})`,
      ];
    case 'stop.decided':
      return [`early stop: ${event.reason}`];
    case 'attempt.reopened':
      return [`${event.contestant} is run again`];
    case 'attempt.lost':
      return [`the host ${event.host} was lost, and with it a run of ${event.contestant}`];
    case 'limits.changed':
      return [`limits changed: ${JSON.stringify(event.limits)}`];
    case 'winner.decided':
      return [
        event.winner === undefined
          ? `no clear winner${event.tied.length > 1 ? ` between ${event.tied.join(', ')}` : ''}`
          : `winner: ${event.winner} (${event.rule})`,
      ];
    case 'verdict.given':
      return event.judge === personJudge ? [pickText(event)] : [];
    case 'winner.overridden':
      return [
        `winner by ${event.program === undefined ? "a person's word" : `the word of the program ${event.program}`}: ${event.winner} (${event.reason})`,
      ];
    case 'race.downgraded':
      return [`only one plays: ${downgrades[event.reason]}`];
    case 'patch.applied':
      return [`applied: ${event.contestant} (${event.how}, ${event.key})`];
    case 'patch.undone':
      return [`taken back: ${event.key}`];
    case 'contest.cancelled':
      return ['cancelled'];
    case 'contest.unplayed':
      return [visibleLine(unplayedText(event))];
    case 'contest.closed':
      return event.unplayable === undefined
        ? []
        : [`ended unplayed, since no host of the pool could ever play it: ${visibleLine(event.unplayable)}`];
    default:
      return [];
  }
}

const gates: Readonly<Record<string, string>> = { assent: 'agreed to start', race: 'agreed to race' };

const answeredBy = {
  terminal: 'at the terminal',
  flag: 'by --yes',
  command: 'by joust answer',
} as const;

const downgrades = {
  over_budget: 'the estimate is over the budget',
  user_declined: 'the race was declined',
  over_budget_midflight: 'the budget was crossed',
} as const;

/** Whose answers a person saw, and what was said of them. */
function pickText({ shown, verdict }: VerdictGiven): string {
  const sides = shown.map(({ label, contestant }) => `${label} was ${contestant}`).join(', ');
  return `${sides}; picked: ${verdict.type === 'choice' ? verdict.winner : verdict.type}`;
}

function addAttempt(attempts: Map<string, AttemptSummary>, event: JoustEvent, at: string): void {
  if (event.type === 'attempt.started') {
    const { key, contestant, run, spool, role, host } = event;
    const lost = attempts.get(key)?.lost;
    const more = { spool, role };
    const where = { host, lost };
    attempts.set(key, { key, contestant, run, state: 'open', startedAt: at, ...more, ...where });
  } else if (event.type === 'attempt.lost') {
    const { key, contestant, run, host } = event;
    const known = attempts.get(key);
    const lost = [...(known?.lost ?? []), host];
    attempts.set(key, { ...known, key, contestant, run, state: 'interrupted', lost });
  } else if (event.type === 'attempt.interrupted') {
    const { key, contestant, run } = event;
    attempts.set(key, { ...attempts.get(key), key, contestant, run, state: 'interrupted' });
  } else if (event.type === 'attempt.parked') {
    const { key, contestant, run } = event;
    attempts.set(key, { ...attempts.get(key), key, contestant, run, state: 'parked', parked: event });
  } else if (event.type === 'attempt.reopened') {
    const { key, contestant } = event;
    const { end: _, ...known } = attempts.get(key) ?? { run: 0 };
    attempts.set(key, { ...known, key, contestant, state: 'open' });
  } else if (event.type === 'attempt.ended') {
    const { key, contestant, run } = event;
    attempts.set(key, { ...attempts.get(key), key, contestant, run, state: 'ended', end: event });
  }
}

/** What was asked, in the words of whoever asked it, on one line; the content of files is not part of it. */
export function questionText(
  { own, files = [] }: { readonly own?: number | undefined; readonly files?: readonly string[] },
  prompt: string,
  characters: number,
): string {
  const words = own === undefined || own === 0 ? prompt : prompt.slice(0, own);
  const beside = files.length === 0 ? '' : ` (+ ${plural(files.length, 'file')})`;
  return `${visibleLine(words.slice(0, characters * 8)).slice(0, characters)}${beside}`;
}
