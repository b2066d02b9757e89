// What happened in a contest, one line for each recorded event: when, what, who, and what is to be said of it.

import type { JoustEvent } from '../domain/event.ts';
import { plural, totalTokens } from '../domain/figures.ts';
import { secretNote } from '../domain/secrets/visibility.ts';
import { defaultConfirmTokens } from '../domain/settings/rule.ts';
import type { Limits } from '../domain/usage.ts';
import type { RecordedEvent } from './contest-summary.ts';
import { duration, money, tokens } from './units.ts';
import { visibleLine } from './visible.ts';

/** One recorded event in words. */
export interface TimelineEntry {
  readonly at: string;
  readonly type: JoustEvent['type'];
  /** The type as words. */
  readonly what: string;
  /** The contestant, where it is about one. */
  readonly who?: string;
  /** The step. */
  readonly key?: string;
  /** 0: it was never started. */
  readonly run?: number;
  readonly said: readonly string[];
}

export function timelineEntry({ at, event }: RecordedEvent): TimelineEntry {
  return {
    at,
    type: event.type,
    what: visibleLine(event.type.replace('.', ' ')),
    who: 'contestant' in event ? visibleLine(event.contestant) : undefined,
    key: 'key' in event ? event.key : undefined,
    run: 'run' in event ? event.run : undefined,
    said: [...said(event), ...('host' in event && event.host !== undefined ? [`on ${event.host}`] : [])]
      .map(visibleLine)
      .filter((part) => part !== ''),
  };
}

/** `2026-11-15 06:31:49  attempt ended        claude · run 1 · ok · 2.6s`; the time is that of UTC. */
export function timelineLine({ at, what, who, key, run, said: words }: Omit<TimelineEntry, 'type'>): string {
  const name = who ?? (key === undefined ? '' : visibleLine(key));
  const which = run === 0 ? 'not started' : `run ${run}`;
  const about = [name, run === undefined ? '' : which, ...words].filter((part) => part !== '');
  return `${clock(at)}  ${what.padEnd(19)}  ${about.join(' · ')}`.trimEnd();
}

function clock(iso: string): string {
  return visibleLine(iso.slice(0, 19).replace('T', ' '));
}

/** A person says it by something, or nothing is said of that. */
function saidBy(program: string | undefined, by?: string): readonly string[] {
  const who = program === undefined ? by : `the program ${program}`;
  return who === undefined ? [] : [`by ${who}`];
}

function said(event: JoustEvent): readonly string[] {
  switch (event.type) {
    case 'contest.opened':
      return [
        event.format + (event.simulated ? ', simulated' : ''),
        event.roster.map(({ name }) => name).join(', '),
        ...limitsText(event.limits),
      ];
    case 'attempt.ended':
      return [event.outcome, ...reason(event), ...figures(event)];
    case 'attempt.queued':
      return [`${event.lane}, place ${event.ahead} in the queue`];
    case 'attempt.parked':
      return [`${event.guessed ? 'perhaps until' : 'until'} ${clock(event.until)}`, event.reason];
    case 'check.ended':
      return [event.outcome, ...(event.code === null ? [] : [`exit ${event.code}`])];
    case 'gate.asked':
      return [`${event.question} [${event.choices.join('/')}]`];
    case 'gate.answered':
      return [event.answer, ...saidBy(event.program, event.by)];
    case 'stop.decided':
      return [event.attempts.join(', '), event.reason];
    case 'verdict.given':
      return [`by ${event.judge}`, verdict(event), ...(event.setAside === undefined ? [] : [event.setAside])];
    case 'winner.decided':
      return [event.winner ?? 'none', event.rule, ...reason(event)];
    case 'winner.overridden':
      return [event.winner, event.reason, ...saidBy(event.program)];
    case 'limits.changed':
      return [JSON.stringify(event.limits)];
    case 'agents.identified':
      return Object.entries(event.versions).map(([agent, version]) => `${agent} ${version}`);
    case 'folder.watched':
      return [event.verified ? `${event.changed.length} changed` : 'too large to tell'];
    case 'contest.closed':
      return [event.outcome];
    default:
      return saidOfChange(event);
  }
}

function saidOfChange(event: JoustEvent): readonly string[] {
  switch (event.type) {
    case 'entry.sealed':
      return [
        `${fileCount(event.change)}${event.partial === true ? ', partial' : ''}`,
        ...(event.leftOut ?? []).map(({ path, why }) => `left out ${path}: ${why}`),
        ...(event.secrets === undefined ? [] : [secretNote(event.secretKinds, event.secrets)]),
      ];
    case 'patch.applied':
      return [
        event.key,
        event.branch === undefined ? event.how : `${event.how} ${event.branch}`,
        event.folder,
        fileCount(event.change),
        ...(event.merged === undefined ? [] : [`merged ${event.merged.join(', ')}`]),
      ];
    case 'race.downgraded':
      return [event.reason, ...(event.single === undefined ? [] : [`${event.single} plays alone`])];
    case 'race.candidate':
      return [event.exitState, `score ${event.score.toFixed(4)}`, ...weaknessOf(event)];
    default:
      return reason(event);
  }
}

function weaknessOf(event: Extract<JoustEvent, { type: 'race.candidate' }>): readonly string[] {
  const why = event.whyNot ?? event.failing;
  return why === undefined ? [] : [why];
}

function fileCount({ files }: { readonly files: readonly unknown[] }): string {
  return plural(files.length, 'file');
}

function verdict({ verdict: given }: Extract<JoustEvent, { type: 'verdict.given' }>): string {
  if (given.type === 'choice') return given.winner;
  return given.type === 'none' ? `none: ${given.why}` : given.type;
}

/** Wherever an event has one. */
function reason(event: JoustEvent): readonly string[] {
  return 'reason' in event && event.reason !== undefined ? [event.reason] : [];
}

function figures({ timing, usage, cost }: Extract<JoustEvent, { type: 'attempt.ended' }>): readonly string[] {
  const count = totalTokens(usage);
  return [
    ...(timing.ranMs === undefined ? [] : [duration(timing.ranMs)]),
    ...(count === undefined ? [] : [tokens(count)]),
    ...(cost === undefined ? [] : [money(cost)]),
  ];
}

/** The limit that holds for every contest by default isn't worth a word. */
function limitsText({ confirmTokens, ...others }: Limits = {}): readonly string[] {
  const own = confirmTokens === defaultConfirmTokens ? others : { confirmTokens, ...others };
  return Object.values(own).every((limit) => limit === undefined) ? [] : [`limits ${JSON.stringify(own)}`];
}
