// Why a call over HTTP failed: the status, the server's own words, and when to come back.
import { APICallError } from 'ai';
import type { CallLine } from '../call-protocol.ts';
import { list, number, object, present, text } from '../decoder.ts';
import { type Wait, waitIn } from '../retry-after.ts';

export type FailedLine = Extract<CallLine, { type: 'failed' }>;

export function callFailure(error: unknown): FailedLine {
  const status = statusOf(error);
  const message = messageOf(error);
  return {
    type: 'failed',
    message: status === undefined && isDropped(error) ? `connection dropped: ${message}` : message,
    ...waitOf(error),
    ...present<Partial<FailedLine>>({
      status,
      // Google answers 400, not 401, to a key it does not know.
      outcome: status === 400 && /^API key not valid/.test(message) ? 'unauthenticated' : undefined,
    }),
  };
}

function statusOf(error: unknown): number | undefined {
  // An error inside a stream whose response began with 200 carries the status it stands for.
  const status = number(object(error)?.['statusCode']);
  return status !== undefined && status >= 400 ? status : undefined;
}

function messageOf(error: unknown): string {
  const said = error instanceof Error ? error.message : text(object(error)?.['message']);
  const body = APICallError.isInstance(error) ? error.responseBody?.trim() : undefined;
  // Only an error body of the known shape becomes the message; of any other the body says more than the status line.
  const unread = APICallError.isInstance(error) && error.data === undefined;
  if (unread && body !== undefined && body !== '' && !body.startsWith('<')) return body;
  const cause = error instanceof Error ? text(object(error.cause)?.['message']) : undefined;
  const whole = cause === undefined || said?.includes(cause) ? said : `${said}: ${cause}`;
  return whole ?? (typeof error === 'string' ? error : JSON.stringify(error) || 'the call failed');
}

const droppedPattern =
  /\b(?:terminated|fetch failed|Cannot connect to API|other side closed|ended without a finish reason)\b/;

/** The library wraps what the network says; the names are those of Node's fetch. */
function isDropped(error: unknown): boolean {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const code = text(object(one)?.['code']) ?? '';
    if (/^(?:E[A-Z]+|UND_ERR_\w+)$/.test(code)) return true;
    if (droppedPattern.test(one.message)) return true;
  }
  return false;
}

function waitOf(error: unknown): Wait {
  if (!APICallError.isInstance(error)) return {};
  const said = waitIn(error.responseHeaders ?? {});
  if (Object.keys(said).length > 0) return said;
  return present<Wait>({ retryAfterMs: googleRetryDelay(error.data) });
}

function googleRetryDelay(data: unknown): number | undefined {
  const details = list(object(object(data)?.['error'])?.['details']);
  const delay = details
    .map((detail) => text(object(detail)?.['retryDelay']))
    .find((found) => found !== undefined);
  const match = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? '');
  return match === null ? undefined : Math.round(Number(match[1]) * 1000);
}
