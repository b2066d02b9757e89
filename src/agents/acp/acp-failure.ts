// Why a dialogue with an ACP agent failed: its own error, or the end of its process.
import type { RequestError } from '@agentclientprotocol/sdk';
import type { CallLine } from '../call-protocol.ts';
import { number, object, present, text } from '../decoder.ts';
import { classifyFailure, exitReason, statusIn } from '../failure.ts';

type FailedLine = Extract<CallLine, { type: 'failed' }>;

/** The protocol's code for "authentication required". */
const authRequired = -32_000;

export function requestFailure(error: RequestError): FailedLine {
  const message = messageOf(error);
  return { type: 'failed', message, ...present<{ status?: number }>({ status: statusOf(error, message) }) };
}

export function exitFailure(
  exit: { readonly code: number | null; readonly stderrTail: string },
  program: string,
): FailedLine {
  if (exit.code === null && /\bENOENT\b/.test(exit.stderrTail))
    return { type: 'failed', message: `${program} is not on the PATH`, outcome: 'missing' };
  // Also where nothing but a folder of the PATH may not be read.
  if (exit.code === null && /\bEACCES\b/.test(exit.stderrTail))
    return {
      type: 'failed',
      message: `${program} is not on the PATH, or may not be run`,
      outcome: 'missing',
    };
  return { type: 'failed', message: `the agent is gone: ${exitReason(exit.code, exit.stderrTail)}` };
}

/** Agents put what happened beside or behind the protocol's own "Internal error". */
function messageOf({ message, data }: RequestError): string {
  const details = object(data);
  const said = text(data) ?? text(details?.['details']) ?? text(details?.['message']);
  if (said === undefined || said === '') return message.replace(/^internal error: /i, '');
  return /^internal error$/i.test(message) ? said : `${message}: ${said}`;
}

function statusOf({ code, data }: RequestError, message: string): number | undefined {
  if (code === authRequired) return 401;
  const details = object(data);
  const begins = Number(/^([45]\d\d)\b/.exec(message)?.[1]);
  const codes = [
    code,
    number(details?.['status']),
    number(details?.['statusCode']),
    number(details?.['code']),
  ];
  return (
    [...codes, begins].find((found) => found !== undefined && found >= 400 && found < 600) ??
    statusIn(message)
  );
}

/**
 * Some agents say their failure as if it were the answer. It counts as one only where the whole of it is
 * such a line, no usage came with it, and it is about the login or the quota.
 */
export function spokenFailure(answer: string): FailedLine | undefined {
  const message = /^(?:Info: [^\n]*?)*Error: ([^\n]+)/.exec(answer)?.[1];
  if (message === undefined || answer.length > 1000) return undefined;
  const status = statusIn(message);
  const { outcome } = classifyFailure({ message, status });
  if (outcome !== 'unauthenticated' && outcome !== 'rate-limited') return undefined;
  // What follows may tell when to come back.
  const whole = answer.slice(answer.indexOf(message));
  return { type: 'failed', message: whole, ...present<{ status?: number }>({ status }) };
}
