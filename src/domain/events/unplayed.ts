// What hosts of a pool said of a contest that they could not play.
import type { ContestUnplayed, JoustEvent } from '../event.ts';

/** Why it was ended unplayed: no host could ever play it. Undefined: it was not, or was reopened since. */
export function unplayableIn(events: readonly JoustEvent[]): string | undefined {
  const last = events.findLast(({ type }) => type === 'contest.closed' || type === 'attempt.reopened');
  return last?.type === 'contest.closed' ? last.unplayable : undefined;
}

/** What kept it from being played last; undefined: nothing, or something of it has been played since. */
export function unplayedIn(events: readonly JoustEvent[]): ContestUnplayed | undefined {
  return unplayed(events.slice(events.findLastIndex(({ type }) => type === 'attempt.ended') + 1)).at(-1);
}

/** In a row: one that gave up, or the end of an attempt, begins another. */
export function failuresIn(events: readonly JoustEvent[]): readonly ContestUnplayed[] {
  const since = events.findLastIndex(
    (event) => event.type === 'attempt.ended' || (event.type === 'contest.unplayed' && isGivenUp(event)),
  );
  return unplayed(events.slice(since + 1)).filter(({ because }) => because === 'failed');
}

/** By host, the last of each. */
export function lackingIn(events: readonly JoustEvent[]): readonly ContestUnplayed[] {
  const since = events.findLastIndex(({ type }) => type === 'attempt.ended');
  const all = unplayed(events.slice(since + 1)).filter(({ because }) => because === 'lacking');
  return [...new Map(all.map((one) => [one.host, one])).values()];
}

/** Nobody tries again until somebody resumes it. */
export const isGivenUp = ({ because, retryAt, next }: ContestUnplayed): boolean =>
  because === 'failed' && retryAt === undefined && next === undefined;

/** The things that each host lacks, in a sentence without its end. */
export function lackingText(lacking: readonly ContestUnplayed[]): string {
  return `no host can play it yet (${lacking.map(({ host, why }) => `${host}: ${why}`).join('; ')})`;
}

/** A sentence without its end. */
export function unplayedText(event: ContestUnplayed): string {
  const { host, why, retryAt, next } = event;
  const said = `the host ${host} could not play it: ${why}`;
  if (next !== undefined) return `${said}; it was handed to the host ${next}`;
  if (retryAt !== undefined) return `${said}; it is tried again at ${retryAt.slice(11, 19)} UTC`;
  return isGivenUp(event) ? `${said}; no host tries it again until it is resumed` : said;
}

function unplayed(events: readonly JoustEvent[]): readonly ContestUnplayed[] {
  return events.filter((event) => event.type === 'contest.unplayed');
}
