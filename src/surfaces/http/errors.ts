// The errors of every route: a status and {error: {code, message, hint, setting}}.
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import { safeJson } from '../../views/visible.ts';

export const errorSchema = z.object({
  error: z.object({
    code: z.string().describe('stable; programs may rely on it'),
    message: z.string(),
    hint: z.string().optional().describe('what to do next'),
    setting: z.string().optional().describe('the input or setting that is wrong'),
  }),
});

const statuses: Readonly<Record<JoustError['code'], number>> = {
  usage: 400,
  config: 400,
  'unknown-contestant': 400,
  untrusted: 403,
  'not-found': 404,
  busy: 409,
  'none-usable': 409,
  'no-clear-winner': 409,
  budget: 409,
  depth: 409,
  ledger: 500,
};

export const mostBodyBytes = 8 * 1024 * 1024;

export class BodyTooLarge extends Error {}

export function tooLarge(): Response {
  return refusal(413, { code: 'size', message: `More than ${mostBodyBytes / 1024 / 1024} MB is not read.` });
}

/** `report`: for what is nobody's mistake but joust's own. */
export function errorAnswer(error: unknown, report: (error: unknown) => void): Response {
  if (error instanceof JoustError) return refusal(statuses[error.code], error);
  if (error instanceof BodyTooLarge) return tooLarge();
  if (error instanceof z.ZodError)
    return refusal(400, { code: 'usage', message: issueText(error), setting: settingIn(error) });
  report(error);
  return refusal(500, { code: 'internal', message: 'joust failed here; its terminal says why.' });
}

function issueText({ issues }: z.ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}

/** The part of a body or query that is wrong; a setting of a contest by its own name. */
function settingIn({ issues: [issue] }: z.ZodError): string | undefined {
  const [first, second] = issue?.path ?? [];
  const named = first === 'settings' ? (second ?? first) : first;
  return named === undefined ? undefined : String(named);
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly setting?: string | undefined;
}

export function refusal(status: number, { code, message, hint, setting }: Refused): Response {
  return json({ error: { code, message, hint, setting } }, status);
}

export function json(value: unknown, status = 200): Response {
  return new Response(`${safeJson(value)}\n`, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}
