// Who is let in: the right host and origin, the token, JSON and not too much of it. What a browser may do with the rest.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { mostBodyBytes, refusal, tooLarge } from './errors.ts';

export interface Door {
  readonly token: string;
  /** As a browser names them: `http://127.0.0.1:4733`. */
  readonly origins: readonly string[];
}

/** For everything: a page of another name that leads here (DNS rebinding) and other websites get nothing. */
export function checkPlace({ origins }: Door): MiddlewareHandler {
  // As a browser writes them, without a usual port.
  const hosts = new Set(origins.map((origin) => new URL(origin).host));
  const known = new Set(origins.map((origin) => new URL(origin).origin));
  return async (context, next) => {
    const host = context.req.header('host')?.toLowerCase();
    if (host === undefined || !hosts.has(host))
      return refusal(403, { code: 'host', message: 'This is not the address of this server.' });
    const origin = context.req.header('origin');
    const site = context.req.header('sec-fetch-site') ?? 'none';
    // A link from elsewhere may open the page; nothing else may come from elsewhere.
    const opens = context.req.method === 'GET' && context.req.header('sec-fetch-mode') === 'navigate';
    const foreign = site !== 'none' && site !== 'same-origin' && !opens;
    if ((origin !== undefined && !known.has(origin)) || foreign)
      return refusal(403, { code: 'origin', message: 'Other websites cannot use this server.' });
    return await next();
  };
}

/** For `/api/`: nothing but the header counts; a token in an address ends up in logs. */
export function checkToken({ token }: Door): MiddlewareHandler {
  const wanted = digest(`Bearer ${token}`);
  return async (context, next) => {
    const said = context.req.header('authorization');
    if (said !== undefined && timingSafeEqual(digest(said), wanted)) return await next();
    return refusal(401, {
      code: 'token',
      message: 'The token is missing or wrong.',
      hint: 'joust serve prints the address with it.',
    });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What a form of another website can send is none of these. */
export const onlyJson: MiddlewareHandler = async (context, next) => {
  const { method } = context.req;
  if (method === 'GET' || method === 'HEAD') return await next();
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    return refusal(415, { code: 'type', message: 'Only application/json is read.' });
  return await next();
};

/** By what it says of itself; whoever sends more than that is cut off while it is read. */
export const notTooLarge: MiddlewareHandler = async (context, next) =>
  Number(context.req.header('content-length') ?? 0) > mostBodyBytes ? tooLarge() : await next();

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export const withHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
};
