// What is shown while a contest is played: its live state, reduced from what an observer is told and never stored; what is
// worth a line where nothing moves; and what a watcher must not know before a pick.
import type { AgentEvent, Observation } from '../../domain/agent-event.ts';
import { changedLines } from '../../domain/changed-file.ts';
import type { AttemptEnded, JoustEvent } from '../../domain/event.ts';
import { givesNothingAway, lifts } from '../../domain/events/blind-pick.ts';
import { unplayedText } from '../../domain/events/unplayed.ts';
import { plural } from '../../domain/figures.ts';
import { tailText } from '../../domain/kept-text.ts';
import type { Usage } from '../../domain/usage.ts';
import { duration } from '../units.ts';

export interface LiveContestant {
  readonly name: string;
  readonly state: 'waiting' | 'queued' | 'running' | 'ended' | 'interrupted' | 'parked';
  /** Parked: when its quota is back, an ISO time. */
  readonly until?: string;
  readonly ahead?: number;
  readonly startedAtMs?: number;
  /** When the first word or thought of this attempt came. */
  readonly firstTokenAtMs?: number;
  readonly usage?: Usage;
  /** Characters of the answer so far. */
  readonly characters: number;
  /** The last of what it says, thinks or does: of one of these, never mixed. */
  readonly lastWords: string;
  readonly wordsAre?: 'answer' | 'thought' | 'tool';
  readonly notice?: string;
  readonly end?: AttemptEnded;
}

export interface LiveContest {
  readonly contestants: readonly LiveContestant[];
  /** Checks under way. */
  readonly measuring: readonly LiveCheck[];
  readonly hidden?: HiddenAnswers;
}

/** Before a blind pick: that there will be answers is all that may be shown of them. */
export interface HiddenAnswers {
  readonly answers: number;
  /** The question whose answer reveals them. */
  readonly until: string;
  /** Absent: nobody is at it, for somebody was asked something. */
  readonly sinceMs?: number;
}

interface LiveCheck {
  readonly key: string;
  readonly startedAtMs: number;
}

const wordsKept = 200;

export function liveContest(names: readonly string[], hidden?: HiddenAnswers): LiveContest {
  const contestants = names.map(
    (name) => ({ name, state: 'waiting', characters: 0, lastWords: '' }) as const,
  );
  return { contestants, measuring: [], hidden };
}

export function observeLive(before: LiveContest, observation: Observation, nowMs: number): LiveContest {
  const live = before.hidden === undefined ? before : observeHidden(before, observation, nowMs);
  switch (observation.type) {
    case 'queued':
      return update(live, observation.contestant, { state: 'queued', ahead: observation.ahead });
    case 'live':
      return change(live, observation.contestant, (one) => ({
        ...firstHeard(one, observation.event, nowMs),
        ...hear(one, observation.event),
      }));
    case 'unrecorded':
      return update(live, observation.contestant, { state: 'ended' });
    case 'landed':
      return update(live, observation.end.contestant, { state: 'ended', end: observation.end });
    case 'recorded':
      return recorded(live, observation.event, nowMs);
    case 'parked':
      return update(live, observation.parked.contestant, {
        state: 'parked',
        until: observation.parked.until,
      });
    case 'waiting':
    case 'note':
      return live;
  }
}

/** From question to question: when which of them came tells of neither. */
function observeHidden(live: LiveContest, observation: Observation, nowMs: number): LiveContest {
  const { hidden, ...others } = live;
  if (hidden === undefined) return live;
  const { answers, until } = hidden;
  if (observation.type === 'waiting') return { ...others, hidden: { answers, until } };
  if (observation.type !== 'recorded') return live;
  const { event } = observation;
  if (lifts(event, until)) return others;
  if (event.type === 'gate.asked') return { ...others, hidden: { answers, until } };
  return event.type === 'gate.answered' ? { ...others, hidden: { answers, until, sinceMs: nowMs } } : live;
}

function recorded(live: LiveContest, event: JoustEvent, nowMs: number): LiveContest {
  if (event.type === 'attempt.started')
    return change(live, event.contestant, ({ firstTokenAtMs: _, usage: __, ...one }) => ({
      ...one,
      state: 'running',
      startedAtMs: nowMs,
      characters: 0,
    }));
  if (event.type === 'attempt.retried')
    return update(live, event.contestant, { notice: `${event.reason}; trying again` });
  if (event.type === 'attempt.lost')
    return update(live, event.contestant, { state: 'waiting', notice: lostText(event) });
  if (event.type === 'check.started')
    return { ...live, measuring: [...live.measuring, { key: event.key, startedAtMs: nowMs }] };
  if (event.type === 'check.ended')
    return { ...live, measuring: live.measuring.filter(({ key }) => key !== event.key) };
  if (event.type === 'attempt.interrupted') return update(live, event.contestant, { state: 'interrupted' });
  return live;
}

function firstHeard(
  { firstTokenAtMs }: LiveContestant,
  { type }: AgentEvent,
  nowMs: number,
): Pick<LiveContestant, 'firstTokenAtMs'> {
  if (firstTokenAtMs !== undefined || (type !== 'text' && type !== 'thought')) return {};
  return { firstTokenAtMs: nowMs };
}

function hear(one: LiveContestant, event: AgentEvent): LiveContestant {
  switch (event.type) {
    case 'text':
      return {
        ...one,
        characters: one.characters + event.delta.length,
        ...wordsAfter(one, 'answer', event.delta),
      };
    case 'thought':
      return { ...one, ...wordsAfter(one, 'thought', event.delta) };
    case 'tool': {
      const detail = event.detail === undefined ? '' : ` ${event.detail}`;
      return { ...one, lastWords: `[${event.name}${detail}] `, wordsAre: 'tool' };
    }
    case 'usage':
      return { ...one, usage: event.usage };
    case 'notice':
      return { ...one, notice: event.text };
    default:
      return one;
  }
}

/** A thought does not run on into an answer. */
function wordsAfter(
  { lastWords, wordsAre }: LiveContestant,
  kind: 'answer' | 'thought',
  delta: string,
): Pick<LiveContestant, 'lastWords' | 'wordsAre'> {
  const before = wordsAre === kind ? lastWords : '';
  return { lastWords: tailText(before + delta, wordsKept), wordsAre: kind };
}

function update(live: LiveContest, name: string, fields: Partial<LiveContestant>): LiveContest {
  return change(live, name, (one) => ({ ...one, ...fields }));
}

function change(live: LiveContest, name: string, how: (one: LiveContestant) => LiveContestant): LiveContest {
  return { ...live, contestants: live.contestants.map((one) => (one.name === name ? how(one) : one)) };
}

/** A line where nothing moves on the screen: retries, entries, measurements. */
export function progressText(event: JoustEvent): string | undefined {
  switch (event.type) {
    case 'attempt.retried':
      return `${event.contestant}: ${event.reason}; trying again`;
    case 'attempt.lost':
      return `${event.contestant}: ${lostText(event)}`;
    case 'contest.unplayed':
      return `${unplayedText(event)}.`;
    case 'entry.sealed': {
      const { files } = event.change;
      const { added, removed } = changedLines(files);
      const count = plural(files.length, 'file');
      return `${event.contestant}: ${count} changed, +${added} -${removed}`;
    }
    case 'check.ended': {
      const { ranMs } = event.timing;
      if (event.outcome === 'unavailable')
        return `${checkName(event.key)}: could not be run; its program is missing or cannot be run`;
      const time = event.run === 0 ? ', as measured before' : timeText(ranMs);
      return `${checkName(event.key)}: ${event.outcome}${time}`;
    }
    default:
      return undefined;
  }
}

function lostText({ host }: { readonly host: string }): string {
  return `the host ${host} was lost; running again elsewhere`;
}

function timeText(ranMs: number | undefined): string {
  return ranMs === undefined ? '' : ` in ${duration(ranMs)}`;
}

/** Where a key would say too much: `check/claude/submitted/test` is `claude, submitted: test`. */
export function checkName(key: string): string {
  const [kind, ...rest] = key.split('/');
  const what = rest.at(-1) ?? key;
  const whose = rest.slice(0, -1).join(', ').replace('tests-of, ', 'tests of ');
  if (kind === 'setup') return `setup of ${rest.slice(0, -1).slice(-1)[0] ?? key}`;
  return kind === 'check' && whose !== '' ? `${whose}: ${what}` : key;
}

export interface BlindWatch {
  /** The question whose answer lifts the blindness; undefined: nobody is blind. */
  readonly until: string | undefined;
  /** What is told when it is lifted. */
  readonly held: readonly Observation[];
}

/** Keeps back what a watcher must not know before the pick, and tells it after. */
export function watchBlind(
  watch: BlindWatch,
  seen: Observation,
): { readonly watch: BlindWatch; readonly tell: readonly Observation[] } {
  const { until, held } = watch;
  if (until === undefined) return { watch, tell: [seen] };
  if (seen.type === 'note' || seen.type === 'waiting') return { watch, tell: [seen] };
  // What is only worth something while it happens is lost.
  if (seen.type === 'live' || seen.type === 'queued') return { watch, tell: [] };
  if (seen.type !== 'recorded') return { watch: { until, held: [...held, seen] }, tell: [] };
  if (lifts(seen.event, until)) return { watch: { until: undefined, held: [] }, tell: [...held, seen] };
  if (givesNothingAway(seen.event)) return { watch, tell: [seen] };
  return { watch: { until, held: [...held, seen] }, tell: [] };
}
