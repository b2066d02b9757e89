// What extensions are made of: agents, formats and check parsers of a user's own, each marked as what it is.
import type { z } from 'zod';
import type { Agent } from '../../agents/agent.ts';
import { type CliAgentSpec, cliAgent } from '../../agents/cli-agent.ts';
import { textDecoder } from '../../agents/text-decoder.ts';
import type { Parser } from '../../checks/parsers/parser.ts';
import {
  type Format,
  type FormatResult,
  type FormatSpec,
  defineFormat as formatFrom,
} from '../../formats/format.ts';
import type { Document } from '../../views/document.ts';

/** By a name that several copies of joust share: an extension may have come with one of its own. */
const mark = Symbol.for('joust.extension');

export type Extended =
  | { readonly type: 'agent'; readonly agent: Agent }
  | {
      readonly type: 'format';
      readonly format: Format<FormatResult>;
      readonly document?: ((result: never, id: string) => Document) | undefined;
    }
  | { readonly type: 'check-parser'; readonly name: string; readonly parser: Parser };

/** One of the things an extension exports. */
export interface Extension {
  readonly [mark]: Extended;
}

/** Undefined: it is nothing of the kind. */
export function extendedBy(value: unknown): Extended | undefined {
  return typeof value === 'object' && value !== null ? (value as Partial<Extension>)[mark] : undefined;
}

type Needed = 'id' | 'plan';
type Spec<State> = CliAgentSpec<State> & { readonly kind: 'cli' | 'command' };

/** What an agent of an extension says of itself; what it leaves out is what can be said of any program. */
export type AgentSpec<State = never> = Pick<Spec<State>, Needed> & Partial<Omit<Spec<State>, Needed>>;

/** An agent: how its program is called, and what its lines mean. Without a decoder all it prints is the answer. */
export function defineAgent<State = never>(spec: AgentSpec<State>): Extension {
  const own = { honoured: false, caveat: 'it is a program of an extension' };
  const agent = cliAgent<unknown>({
    family: spec.id,
    title: spec.id,
    kind: 'cli',
    plain: spec.decoder === undefined || undefined,
    decoder: () => textDecoder(),
    presence: { install: `See the extension that brings ${spec.id}.` },
    tiers: { read: own, write: own, full: { honoured: true } },
    bare: { tools: false, instructions: false, caveat: own.caveat },
    environment: { passes: [], keys: [], removes: [] },
    state: [],
    efforts: [],
    staggerMs: 0,
    idleMs: 0,
    verified: { because: 'it comes from an extension' },
    ...(spec as Partial<CliAgentSpec<unknown>> & Pick<CliAgentSpec<unknown>, Needed>),
  });
  return { [mark]: { type: 'agent', agent } };
}

/** A format: its description, its rules over a contest, and how its result is told. */
export function defineFormat<
  Request extends z.ZodObject,
  Options extends z.ZodType,
  Result extends FormatResult = never,
>(
  spec: FormatSpec<Request, Options, Result> & { document?(result: Result, id: string): Document },
): Extension {
  const { document, ...rules } = spec;
  const format = formatFrom<Request, Options, Result>(rules) as Format<FormatResult>;
  return { [mark]: { type: 'format', format, document } };
}

/** A parser of what checks print: figures, or undefined where it is not sure. It never throws. */
export function defineCheckParser({
  name,
  parse: parser,
}: {
  readonly name: string;
  readonly parse: Parser;
}): Extension {
  return { [mark]: { type: 'check-parser', name, parser } };
}
