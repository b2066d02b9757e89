// What may be said to an oracle, what goes on record of it, and the caps it is asked within.
import { z } from 'zod';
import { agentOf } from '../../agents/all.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { AttemptEnded, JoustEvent } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { specRule } from '../../domain/settings/shapes.ts';
import type { SetUp } from '../format.ts';
import type { Scene } from '../scene.ts';

export const request = z.strictObject({
  hint: setting(textRule, {
    often: true,
    value: 'TEXT',
    help: 'what the oracle should know about the situation',
  }),
  session: setting(textRule, {
    often: true,
    value: 'NAME',
    help: 'whose money cap counts (default: JOUST_SESSION; without, the call stands alone)',
    variable: 'JOUST_SESSION',
  }),
  turn: setting(textRule, {
    often: true,
    value: 'NAME',
    help: 'the turn of the session whose calls are counted',
  }),
  oracle: setting(specRule, {
    help: 'who is asked; without it, the first usable one',
    flag: false,
    config: 'oracle.contestant',
    project: 'contestant',
  }),
  reasoningTokens: setting(
    { type: 'count', min: 0, max: 1_000_000 },
    {
      help: 'how long it may think, where the agent has such a limit; 0 leaves it to the model',
      flag: false,
      config: 'oracle.reasoning_tokens',
      project: 'lower',
      builtIn: 8000,
    },
  ),
  maxOutputTokens: setting(
    { type: 'count', min: 1, max: 10_000_000 },
    {
      help: 'the longest answer',
      flag: false,
      config: 'oracle.max_output_tokens',
      project: 'lower',
      builtIn: 4096,
    },
  ),
  temperature: setting(
    { type: 'number', min: 0, max: 2 },
    {
      help: 'sampling temperature, where the agent has one',
      flag: false,
      config: 'oracle.temperature',
      project: 'choose',
      builtIn: 0.2,
    },
  ),
  callsPerTurn: setting(
    { type: 'count', min: 0, max: 1000 },
    {
      help: 'most calls in one --turn',
      flag: false,
      config: 'oracle.calls_per_turn',
      project: 'lower',
      builtIn: 1,
    },
  ),
  sessionUsd: setting(
    { type: 'amount' },
    {
      help: 'most money in one --session',
      flag: false,
      config: 'oracle.session_usd',
      project: 'lower',
      builtIn: 2,
    },
  ),
});
type Request = z.output<typeof request>;

/** null: not given. */
export const options = z.strictObject({
  session: z.string().nullable(),
  turn: z.string().nullable(),
  hint: z.string().nullable(),
  callsPerTurn: z.number(),
  capUsd: z.number(),
  /** How the meters stood before this call. */
  before: z.strictObject({
    calls: z.int(),
    turnCalls: z.int(),
    usd: z.number(),
    unknown: z.int(),
  }),
});
export type OracleOptions = z.output<typeof options>;

export async function setUp(said: Request, scene: Scene): Promise<SetUp> {
  const [contestant, ...others] = scene.roster;
  if (contestant === undefined || others.length > 0)
    throw new JoustError(`an oracle is one, and here are ${scene.roster.length}`, {
      code: 'usage',
      setting: 'contestant',
      hint: 'Name one with -c, or as contestant under [oracle] in your config.',
    });
  const session = sessionOf(said);
  const caps = { callsPerTurn: said.callsPerTurn, capUsd: said.sessionUsd };
  const made = async (): Promise<OracleOptions> => {
    const before = oracleMeters(await scene.past(), session);
    const refused = oracleRefusal(before, caps);
    if (refused !== undefined) throw refusal(refused, session);
    return {
      session: session.session ?? null,
      turn: session.turn ?? null,
      hint: nonBlank(said.hint) ?? null,
      ...caps,
      before,
    };
  };
  return {
    roster: [withKnobs(contestant, said)],
    options: await made(),
    ...(session.session !== undefined && {
      serial: `oracle of session ${session.session}`,
      // Others of the session may have been let in since.
      prepare: async () => ({ options: await made(), blobs: [] }),
    }),
  };
}

function sessionOf(said: Request): OracleSession {
  const session = nonBlank(said.session);
  const turn = nonBlank(said.turn);
  if (turn === undefined || session !== undefined) return { session, turn };
  throw new JoustError('--turn needs a session', {
    code: 'usage',
    setting: 'turn',
    hint: 'A turn is one of a session: add --session NAME, or set JOUST_SESSION.',
  });
}

function nonBlank(said: string | undefined): string | undefined {
  return said?.trim() === '' ? undefined : said?.trim();
}

/** Nothing was asked and nothing is counted; programs read `detail`. */
function refusal(refused: OracleRefusal, { session, turn }: OracleSession): JoustError {
  const { cap, used, limit } = refused;
  const isTurn = cap === 'calls-per-turn';
  const message = isTurn
    ? `the oracle was not asked: ${used} of ${limit} calls of this turn are used`
    : `the oracle was not asked: $${used.toFixed(2)} of $${limit.toFixed(2)} of this session are used`;
  return new JoustError(message, {
    code: 'budget',
    setting: isTurn ? 'turn' : 'session',
    hint: `Wait for the next ${isTurn ? 'turn' : 'session'}, or raise ${isTurn ? 'calls_per_turn' : 'session_usd'} under [oracle] in your config.`,
    detail: {
      type: 'oracle.refused',
      v: 1,
      ...refused,
      message,
      ...(session !== undefined && { session }),
      ...(turn !== undefined && { turn }),
    },
  });
}

/** The defaults of an oracle, where the agent has such settings and the user has set none. */
function withKnobs(contestant: Contestant, said: Request): Contestant {
  if (agentOf(contestant.agent).kind !== 'http') return contestant;
  const { temperature, maxOutputTokens, reasoningTokens } = said;
  const thinking = reasoningTokens === 0 ? {} : { reasoningTokens };
  return { ...contestant, settings: { temperature, maxOutputTokens, ...thinking, ...contestant.settings } };
}

/** What a session has taken of its oracle so far, from the record. Only calls that were answered count. */
interface OracleMeters {
  readonly calls: number;
  /** Those of the turn. */
  readonly turnCalls: number;
  /** The sum of what is known. */
  readonly usd: number;
  /** Calls whose cost is not. */
  readonly unknown: number;
}

export interface OracleCall {
  readonly events: readonly JoustEvent[];
  /** Under way: it has its place in the turn already. */
  readonly playing: boolean;
}

interface OracleSession {
  readonly session: string | undefined;
  readonly turn: string | undefined;
}

export const noMeters: OracleMeters = { calls: 0, turnCalls: 0, usd: 0, unknown: 0 };

/** What was cut at the limit of output tokens was answered and paid for. */
export function hasConsulted({ outcome, answer }: AttemptEnded): boolean {
  return outcome === 'ok' || (outcome === 'incomplete' && (answer?.bytes ?? 0) > 0);
}

/** Without a session a call stands alone. */
export function oracleMeters(calls: readonly OracleCall[], { session, turn }: OracleSession): OracleMeters {
  if (session === undefined) return noMeters;
  return calls.reduce((meters, { events, playing }) => {
    const opened = events.find((event) => event.type === 'contest.opened');
    if (opened?.options['session'] !== session) return meters;
    const end = events.findLast((event) => event.type === 'attempt.ended');
    const answered = end !== undefined && hasConsulted(end);
    if (!answered && !playing) return meters;
    const ofTurn = turn !== undefined && opened.options['turn'] === turn;
    const usd = answered ? end.cost?.usd : 0;
    return {
      calls: meters.calls + 1,
      turnCalls: meters.turnCalls + (ofTurn ? 1 : 0),
      usd: meters.usd + (usd ?? 0),
      unknown: meters.unknown + (usd === undefined ? 1 : 0),
    };
  }, noMeters);
}

interface OracleCaps {
  readonly callsPerTurn: number;
  readonly capUsd: number;
}

interface OracleRefusal {
  readonly cap: 'calls-per-turn' | 'usd-per-session';
  readonly used: number;
  readonly limit: number;
}

/** Before the call; one that was let in may end above the cap. */
export function oracleRefusal(
  { turnCalls, usd }: OracleMeters,
  { callsPerTurn, capUsd }: OracleCaps,
): OracleRefusal | undefined {
  if (turnCalls >= callsPerTurn) return { cap: 'calls-per-turn', used: turnCalls, limit: callsPerTurn };
  return usd >= capUsd ? { cap: 'usd-per-session', used: usd, limit: capUsd } : undefined;
}
