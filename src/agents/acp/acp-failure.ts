// Why a dialogue with an ACP agent failed: its own error, or the end of its process.
import type { RequestError } from '@agentclientprotocol/sdk';
import type { CallLine } from '../call-protocol.ts';
import { number, object, present, text } from '../decoder.ts';
import { exitReason, statusIn } from '../failure.ts';

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
  return { type: 'failed', message: `the agent is gone: ${exitReason(exit.code, exit.stderrTail)}` };
}

/** Agents put what happened beside the protocol's own "Internal error". */
function messageOf({ message, data }: RequestError): string {
  const details = object(data);
  const said = text(data) ?? text(details?.['details']) ?? text(details?.['message']);
  if (said === undefined || said === '') return message;
  return /^internal error$/i.test(message) ? said : `${message}: ${said}`;
}

function statusOf({ code, data }: RequestError, message: string): number | undefined {
  if (code === authRequired) return 401;
  const details = object(data);
  for (const found of [
    code,
    number(details?.['status']),
    number(details?.['statusCode']),
    number(details?.['code']),
  ]) {
    if (found !== undefined && found >= 400 && found < 600) return found;
  }
  return statusIn(message);
}
