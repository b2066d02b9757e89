// The status of a contest for people: one text and one kind, computed here and shown by every surface.

import { isGivenUp, lackingText } from '../domain/events/unplayed.ts';
import type { Outcome } from '../domain/outcome.ts';
import { describedFormats } from '../domain/settings/settings.ts';
import { parkedContestText } from './answer.ts';
import type { ContestEnding } from './contest-ending.ts';
import { type ContestSummary, type ListedContest, listStateOf } from './contest-summary.ts';
import { visibleLine } from './visible.ts';

export const statusKinds = ['good', 'attention', 'bad', 'neutral'] as const;

export interface ContestStatus {
  /** `good`: all went well. `attention`: a person should look. */
  readonly kind: (typeof statusKinds)[number];
  readonly text: string;
}

/** A newer joust wrote it, or it is damaged. */
export const unreadableStatus: ContestStatus = { kind: 'bad', text: 'unreadable' };

type Known = Pick<
  ListedContest,
  | 'state'
  | 'opened'
  | 'blind'
  | 'attempts'
  | 'waiting'
  | 'unplayed'
  | 'winner'
  | 'ending'
  | 'children'
  | 'playedBy'
  | 'host'
> & {
  /** Some process plays it, whichever. */
  readonly playing?: boolean | undefined;
};

/** The next step or the reason behind the status of an open contest. Absent: the status is enough. */
export function statusHint({
  id,
  opened,
  state,
  waiting,
  attempts,
  unplayed,
  lacking = [],
}: ContestSummary): string | undefined {
  if (state !== 'open') return undefined;
  const { pool } = opened;
  if (waiting !== undefined)
    return `${visibleLine(waiting.question)} (joust ${waiting.words === undefined ? 'answer' : 'pick'} ${id} ${waiting.choices.join('|')})`;
  if (pool !== undefined && unplayed !== undefined && isGivenUp(unplayed))
    return `${visibleLine(unplayed.why)}; hand it over again with: joust resume ${id}`;
  if (pool !== undefined && lacking.length > 0)
    return `${visibleLine(lackingText(lacking))}; see the hosts with: joust hosts`;
  const parked = attempts.flatMap((one) => (one.state === 'parked' ? (one.parked ?? []) : []));
  if (parked.length > 0)
    return `${parkedContestText(parked)} ${pool === undefined ? `Go on with: joust resume ${id}` : 'The pool goes on with it then.'}`;
  return pool === undefined
    ? `joust resume ${id}`
    : `waits for a host of the pool with the label ${visibleLine(pool.label)}; see the hosts with: joust hosts`;
}

/** Before a blind pick the summary holds no attempts and no winner, so the status can't leak who leads. */
export function contestStatus(contest: Known): ContestStatus {
  const { state, ending } = contest;
  if (state === 'cancelled') return { kind: 'neutral', text: 'cancelled' };
  if (state === 'closed' && ending !== undefined) return closedStatus(contest, ending);
  return openStatus(contest);
}

function openStatus(contest: Known): ContestStatus {
  const { waiting, host, unplayed, attempts, opened, blind } = contest;
  if (waiting !== undefined) return { kind: 'attention', text: 'waiting for you' };
  const isPlaying = contest.playing === true && opened.pool === undefined;
  switch (isPlaying ? 'playing' : listStateOf(contest)) {
    case 'playing':
      return { kind: 'neutral', text: host === undefined ? 'playing' : `playing on ${visibleLine(host)}` };
    case 'queued':
      return { kind: 'neutral', text: queuedText(opened.pool?.label) };
    case 'parked':
      return { kind: 'attention', text: 'parked' };
    default:
      if (unplayed !== undefined) return { kind: 'bad', text: 'given up by the pool' };
      return {
        kind: 'attention',
        text: attempts.length > 0 || blind === true ? 'interrupted' : 'not played yet',
      };
  }
}

/** Any host takes a contest with the label `any`. */
function queuedText(label = 'any'): string {
  return label === 'any' ? 'queued' : `queued for a host with ${visibleLine(label)}`;
}

function closedStatus(contest: Known, ending: ContestEnding): ContestStatus {
  const words = endingWords(contest.opened.format);
  if (ending.unplayable) return { kind: 'bad', text: 'no host could play it' };
  if (ending.outcome === 'declined') return { kind: 'neutral', text: 'declined' };
  const winner = contest.winner ?? (ending.picked?.type === 'winner' ? ending.picked.winner : undefined);
  if (winner !== undefined && ending.unclear)
    return { kind: 'attention', text: `${visibleLine(winner)} leads, not clearly` };
  if (winner !== undefined) return { kind: 'good', text: `won by ${visibleLine(winner)}` };
  if (ending.checkFailed) return { kind: 'bad', text: words.missed ?? 'below threshold' };
  if (ending.outcome === 'nothing-usable') return uselessStatus(contest, words.none);
  if (ending.outcome === 'no-clear-winner') return unclearStatus(contest, ending);
  return doneStatus(contest, ending, words.ok);
}

/** An extension may be absent when a list is shown, so its words don't count here. */
function endingWords(format: string) {
  const described = describedFormats.find(
    ({ name, extension }) => name === format && extension === undefined,
  );
  return described?.ends ?? {};
}

function uselessStatus(contest: Known, none: string | undefined): ContestStatus {
  const { failed, of, compete } = failures(contest);
  const allFailed = compete && failed === of;
  return { kind: 'bad', text: (allFailed ? undefined : none) ?? failedText(contest) ?? 'no usable answer' };
}

function unclearStatus(contest: Known, { without, tied, picked }: ContestEnding): ContestStatus {
  const { failed, of } = failures(contest);
  if (of > 0 && failed === of) return { kind: 'bad', text: of === 1 ? 'failed' : 'all failed' };
  if (picked?.type === 'both-bad') return { kind: 'attention', text: 'both bad' };
  if (picked?.type === 'tie') return { kind: 'attention', text: 'tie' };
  if (without === 'not-judged') return { kind: 'attention', text: 'not judged' };
  const between = tied.length > 1 ? ` between ${tied.map(visibleLine).join(', ')}` : '';
  return { kind: 'attention', text: `${without === 'tie' ? 'tie' : 'no clear winner'}${between}` };
}

function doneStatus(contest: Known, { cells }: ContestEnding, ok = 'done'): ContestStatus {
  if (cells !== undefined)
    return {
      kind: cells.passed === cells.of ? 'good' : 'attention',
      text: `${cells.passed} of ${cells.of} passed`,
    };
  const failed = failedText(contest);
  return failed === undefined ? { kind: 'good', text: ok } : { kind: 'attention', text: failed };
}

function failedText(contest: Known): string | undefined {
  const { failed, of } = failures(contest);
  if (failed === 0) return undefined;
  if (failed < of) return `${failed} of ${of} failed`;
  return of === 1 ? 'failed' : 'all failed';
}

const notFailed: ReadonlySet<Outcome> = new Set(['ok', 'blocked', 'empty', 'cancelled', 'skipped']);

/** By the last thing each contestant did. If a contest has no competitors, its staff counts. */
function failures({ opened, attempts, children }: Known) {
  if (children !== undefined) return { failed: children.of - children.ok, of: children.of, compete: true };
  const competing = attempts.filter(({ end }) => end?.role === undefined);
  const compete = competing.length > 0 || attempts.length === 0;
  const last = new Map((compete ? competing : attempts).map((one) => [one.contestant, one.end]));
  const failed = [...last.values()].filter((end) => end !== undefined && !notFailed.has(end.outcome)).length;
  return { failed, of: compete ? opened.roster.length : last.size, compete };
}
