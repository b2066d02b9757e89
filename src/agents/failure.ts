// Why an attempt failed: from the provider's status first, from anchored patterns of its own error text only then.
import type { AgentEnd } from '../domain/agent-event.ts';
import type { Outcome } from '../domain/outcome.ts';
import { tellingLine } from './telling-line.ts';

export interface Failure {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly transient?: boolean;
  readonly retryAfterMs?: number;
  readonly resetAt?: string;
  /** Rate-limited: the line or sentence that tells when to come back, where `reason` does not hold it. */
  readonly resetText?: string;
}

/** An error text says what it is at its beginning; a flood must not keep the patterns busy. */
const messageLimit = 4096;

/** What an agent knows about its failure. `message` is the CLI's or API's own error text, never the model's prose. */
export interface FailureEvidence {
  readonly status?: number | undefined;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
  readonly resetAt?: string | undefined;
  /** Said instead of the first line of the message. */
  readonly reason?: string | undefined;
}

/** Patterns of one CLI's error texts, tried in order before the common ones. Anchor them: prose must not match. */
export type FailurePattern = readonly [
  pattern: RegExp,
  outcome: Outcome,
  more?: { readonly transient: boolean },
];

export function classifyFailure(evidence: FailureEvidence, own: readonly FailurePattern[] = []): Failure {
  const message = evidence.message.slice(0, messageLimit);
  const reason = evidence.reason ?? firstLine(isJson(message) ? (tellingLine(message) ?? message) : message);
  const byStatus = evidence.status === undefined ? undefined : fromStatus(evidence.status);
  const wait = waitOf(evidence, message);
  if (byStatus !== undefined) return withResetText({ ...byStatus, reason, ...wait }, message);
  for (const [pattern, outcome, more] of [...own, ...commonPatterns]) {
    if (pattern.test(message)) return withResetText({ outcome, reason, ...more, ...wait }, message);
  }
  return { outcome: 'crashed', reason };
}

/** A service's body, as it came. */
function isJson(message: string): boolean {
  return /^\s*[{[]\s*["{]/.test(message);
}

function waitOf(evidence: FailureEvidence, message: string): Pick<Failure, 'retryAfterMs' | 'resetAt'> {
  const { retryAfterMs = retryAfter(message), resetAt } = evidence;
  return { retryAfterMs, resetAt };
}

const resetWords =
  /\b(?:(?:quota)?resets?\w*|refresh(?:es)?|try(?:ing)? again|retry\w*|available|resume|wait)\b/i;

function withResetText(failure: Failure, message: string): Failure {
  if (failure.outcome !== 'rate-limited') return failure;
  const said = message
    .split(/\r?\n/)
    .flatMap((line) => (line.trim().length <= resetTextLimit ? [line] : line.split(sentenceEnd)))
    .map((part) => part.trim())
    .filter((part) => resetWords.test(part) && !failure.reason.includes(part));
  // "Please try again later" tells less than whatever has a number.
  const best = said.find((part) => /\d/.test(part)) ?? said[0];
  if (best === undefined) return failure;
  const start = best.length > resetTextLimit ? best.search(resetWords) : 0;
  return { ...failure, resetText: best.slice(start, start + resetTextLimit) };
}

const resetTextLimit = 300;
/** Of prose, and of a JSON body that stands in one line. */
const sentenceEnd = /(?<=[.!?]) |(?=[{}])|,(?=\s?\\?")/;

/**
 * A program that prints a quota or login message where its answer should be and exits with 0. Only a single line that is
 * such a message from its first word on counts: an answer about rate limits is an answer.
 */
export function messageForAnswer(answer: string): Failure | undefined {
  if (answer.length > bareMessageLimit || answer.trim().includes('\n')) return undefined;
  const found = bareMessages.find(([pattern]) => pattern.test(answer.trim()));
  if (found === undefined) return undefined;
  const retryAfterMs = retryAfter(answer);
  return {
    outcome: found[1],
    reason: firstLine(answer),
    retryAfterMs,
  };
}

const bareMessageLimit = 300;
const kindOfLimit =
  "(?:current|usage|rate|daily|weekly|monthly|hourly|session|5-hour|plan|free|token|request|api|account|message|plus|pro|organization[\u2019']?s?)";

const bareMessages: readonly FailurePattern[] = [
  [
    new RegExp(
      `^(?:error:? *)?you(?:[\u2019']ve| have)? (?:hit|reached|exceeded) your (?:${kindOfLimit} )*(?:limits?|quota)\\b`,
      'i',
    ),
    'rate-limited',
  ],
  [/^(?:error:? *)?(?:\w+ )?(?:usage|rate|quota) limit (?:reached|exceeded|hit)\b/i, 'rate-limited'],
  [/^(?:error:? *)?(?:http )?(?:429[ :]*)?too many requests *(?:$|[.:;!(\n])/i, 'rate-limited'],
  [
    /^(?:error:? *)?(?:http )?(?:401[ :]*)?(?:not logged in|(?:invalid|incorrect) api key(?: provided)?|unauthorized) *(?:$|[.:;!(\u00b7\n])/i,
    'unauthenticated',
  ],
];

/** The model stopped at its output limit, and nobody went on. */
export const cutShort: Failure = {
  outcome: 'incomplete',
  reason: 'the output limit of the model was reached',
};

/** The end of an attempt that failed, with what there was of an answer. */
export function failedEnd(failure: Failure, partialText = ''): AgentEnd {
  const partial = partialText === '' ? {} : { partial: true };
  return { type: 'ended', text: partialText, ...partial, ...failure };
}

/** An HTTP status inside an error text such as "unexpected status 401 Unauthorized" or "API Error: 529 ...". */
export function statusIn(message: string): number | undefined {
  const match =
    /\b(?:status(?: code)?:?|HTTP|API Error:?|rejected \(|\(HTTP|"code":|last status:)\s*\(?([45]\d\d)\b/i.exec(
      message,
    );
  return match === null ? undefined : Number(match[1]);
}

/** The first line of an error text that says something, short enough for a board. */
export function firstLine(message: string): string {
  const line = message.split(/\r?\n/).find((candidate) => candidate.trim() !== '') ?? '';
  const trimmed = line.trim();
  return trimmed.length > 300 ? `${trimmed.slice(0, 299)}…` : trimmed;
}

/** For programs without structured errors: the line of standard error that tells, or the exit code. */
export function exitReason(code: number | null, stderrTail: string): string {
  const how = code === null ? 'exit code unknown' : `exit code ${code}`;
  const said = tellingLine(stderrTail);
  return said === undefined ? how : `${how}: ${firstLine(said)}`;
}

function fromStatus(status: number): { outcome: Outcome; transient?: boolean } | undefined {
  if (status === 401 || status === 403) return { outcome: 'unauthenticated' };
  if (status === 429) return { outcome: 'rate-limited' };
  if (status === 408 || status >= 500) return { outcome: 'crashed', transient: true };
  if (status >= 400) return { outcome: 'crashed' };
  return undefined;
}

const commonPatterns: readonly FailurePattern[] = [
  [
    /^\W*(?:error:?\s*)?(?:you(?:'|’)ve hit your|you have (?:hit|reached|exceeded) your|you exceeded your current)\b.*\b(?:limit|quota)/im,
    'rate-limited',
  ],
  [/^\W*(?:error:?\s*)?(?:\w+ )?(?:usage|rate|quota) limit (?:reached|exceeded|hit)/im, 'rate-limited'],
  [/^\W*(?:error:?\s*)?(?:too many requests|resource.?exhausted|quota exceeded)\b/im, 'rate-limited'],
  [
    /^\W*(?:error:?\s*)?(?:not logged in|please (?:log|sign) in|invalid api key|incorrect api key|no authentication information|authentication failed|unauthorized)\b/im,
    'unauthenticated',
  ],
  [
    /^\W*(?:error:?\s*)?(?:.{0,40}\b)?(?:overloaded|internal server error|bad gateway|service unavailable)\b/im,
    'crashed',
    { transient: true },
  ],
  [
    /\b(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|EPIPE|socket hang up|fetch failed|connection (?:dropped|reset|closed|refused)|stream disconnected|network error)\b/i,
    'crashed',
    { transient: true },
  ],
];

/** "Try again in 3 hours 5 minutes", "retry after 3600s": all units of it. */
function retryAfter(message: string): number | undefined {
  const said =
    /\b(?:retry (?:after|in)|try again in|resets? (?:in|after))\s+((?:\d+(?:\.\d+)?\s*(?:ms|s|sec(?:ond)?s?|m|min(?:ute)?s?|h|hours?|d|days?)\b[\s,]*)+)/i.exec(
      message,
    )?.[1];
  if (said === undefined) return undefined;
  const parts = [...said.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)];
  return Math.round(
    parts.reduce((sum, [, amount, unit = 's']) => sum + Number(amount) * unitMs(unit.toLowerCase()), 0),
  );
}

function unitMs(unit: string): number {
  if (unit === 'ms') return 1;
  if (unit.startsWith('s')) return 1000;
  if (unit.startsWith('m')) return 60_000;
  return unit.startsWith('h') ? 3_600_000 : 86_400_000;
}
