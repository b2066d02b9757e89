// What a route is: its place, what it takes and gives as zod, and what it does. The server and its description are made of it.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import type { RecordPlace } from '../../play/result.ts';
import type { Archive } from '../../record/archive.ts';
import { BodyTooLarge, json, mostBodyBytes } from './errors.ts';
import type { LiveHub } from './live/live-hub.ts';

/** What every route works with. */
export interface Desk {
  /** One for all; before a pick nothing in it names anybody. */
  readonly archive: Archive;
  readonly place: Required<Pick<RecordPlace, 'machine' | 'home'>>;
  readonly live: LiveHub;
  /** The server leaves. */
  readonly signal: AbortSignal;
}

type Shape = z.ZodObject;

interface RouteSpec<Query extends Shape, Body extends z.ZodType> {
  readonly method: 'get' | 'post' | 'delete';
  /** Below `/api`; what begins with a colon is part of the input, by that name. */
  readonly path: string;
  readonly summary: string;
  /** Describes the inputs in the path. */
  readonly params?: Shape;
  readonly query?: Query;
  readonly body?: Body;
  /** What it gives; a Response goes out as it is. */
  readonly answer: z.ZodType;
  /** 200 where nothing is said. */
  readonly status?: 201 | 202;
  run(input: Input<z.output<Query>, z.output<Body>>, desk: Desk): Promise<unknown>;
}

export interface Input<Query, Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The request is over, by whoever ended it. */
  readonly signal: AbortSignal;
  header(name: string): string | undefined;
}

export type Route = Omit<RouteSpec<Shape, z.ZodType>, 'run'> & {
  run(input: Input<never, never>, desk: Desk): Promise<unknown>;
};

/** Keeps the types of what it takes for `run`. */
export function route<Query extends Shape = Shape, Body extends z.ZodType = z.ZodType>(
  spec: RouteSpec<Query, Body>,
): Route {
  return spec;
}

export function mount(app: Hono, routes: readonly Route[], desk: Desk): void {
  for (const one of routes)
    app.on(one.method.toUpperCase(), `/api${one.path}`, async (context) => {
      const answer = await one.run(await inputOf(one, context), desk);
      return answer instanceof Response ? answer : json(answer, one.status);
    });
}

async function inputOf(
  { query = z.strictObject({}), body }: Route,
  { req }: Context,
): Promise<Input<never, never>> {
  return {
    params: req.param() as Readonly<Record<string, string>>,
    query: query.parse(queryOf(req.queries())) as never,
    body: (body === undefined ? undefined : body.parse(await bodyOf(req.raw))) as never,
    signal: req.raw.signal,
    header: (name) => req.header(name),
  };
}

/** What is said once is a text, what is said more often a list. */
function queryOf(said: Readonly<Record<string, readonly string[]>>): object {
  return Object.fromEntries(
    Object.entries(said).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** Nothing at all is an object without fields. */
async function bodyOf({ body }: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBodyBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  const said = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(said.trim() === '' ? '{}' : said);
  } catch (cause) {
    throw new JoustError('the body is not JSON', { code: 'usage', cause });
  }
}

/** A list in a query: `?word=a&word=b`, or one of them alone. */
export const listed = z
  .union([z.string(), z.array(z.string())])
  .transform((said) => (typeof said === 'string' ? [said] : said));

/** A switch in a query: `?simulated=true`. */
export const onOff = z.enum(['true', 'false']).transform((said) => said === 'true');

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

export function withoutUndefined<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Present<T>;
}
