// joust oracle: one question to one stronger model, within the caps of its session and turn.
import { resolve } from 'node:path';
import type { OracleConfig } from '../../config/config.ts';
import { loadConfig } from '../../config/load.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { OutputLine } from '../../domain/output.ts';
import {
  type OracleCall,
  type OracleMeters,
  type OracleRefusal,
  type OracleSession,
  oracleMeters,
  oracleRefusal,
} from '../../formats/oracle/meters.ts';
import { agentOf, joustHome, type OracleOptions, openArchive } from '../../index.ts';
import { safeJson } from '../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text, texts } from './command.ts';
import { type ContestInput, flagsOf } from './contest-input.ts';
import { playCommand, type SetUp } from './play-command.ts';
import { readPrompt } from './prompt.ts';

export const oracleCommand: CommandProgram = async (input, cli) => {
  const session = sessionOf(input, cli);
  // A question there is before anything is counted or spent.
  const question = await readPrompt({ argument: input.words[0], files: [] }, cli);
  const named = texts(input, 'contestant');
  const contestant = named.length > 0 ? named : await configured(input, cli);
  const options = { ...input.options, contestant, file: texts(input, 'context') };
  const program = playCommand({
    format: 'oracle',
    num: 1,
    setUp: (_, contest) => setUp(input, contest, { cli, session }),
  });
  return await program({ words: [question], options }, cli);
};

function sessionOf(input: CommandInput, { machine }: CliWorld): OracleSession {
  const session = nonBlank(text(input, 'session')) ?? nonBlank(machine.env['JOUST_SESSION']);
  const turn = nonBlank(text(input, 'turn'));
  if (turn === undefined || session !== undefined) return { session, turn };
  throw new JoustError('--turn needs a session', {
    code: 'usage',
    hint: 'A turn is one of a session: add --session NAME, or set JOUST_SESSION.',
  });
}

function nonBlank(said: string | undefined): string | undefined {
  return said?.trim() === '' ? undefined : said?.trim();
}

async function configured(input: CommandInput, { machine }: CliWorld): Promise<readonly string[]> {
  const cwd = resolve(machine.cwd, text(input, 'cwd') ?? '.');
  const { values } = await loadConfig({ machine, cwd, flags: flagsOf(input) });
  return values.oracle.contestant === undefined ? [] : [values.oracle.contestant];
}

async function setUp(
  input: CommandInput,
  { roster, loaded }: ContestInput,
  { cli, session }: { readonly cli: CliWorld; readonly session: OracleSession },
): Promise<SetUp> {
  const [contestant, ...others] = roster;
  if (contestant === undefined || others.length > 0)
    throw new JoustError(`an oracle is one, and here are ${roster.length}`, {
      code: 'usage',
      hint: 'Name one with -c, or as contestant under [oracle] in your config.',
    });
  const { oracle } = loaded.values;
  const caps = { callsPerTurn: oracle.callsPerTurn, capUsd: oracle.sessionUsd };
  const before = await metersOf(cli, session);
  const refused = oracleRefusal(before, caps);
  if (refused !== undefined) throw refusal(refused, { input, cli, session });
  const options: OracleOptions = {
    session: session.session ?? null,
    turn: session.turn ?? null,
    hint: nonBlank(text(input, 'hint')) ?? null,
    ...caps,
    before,
  };
  return { roster: [withKnobs(contestant, oracle)], options: { ...options } };
}

async function metersOf({ machine }: CliWorld, session: OracleSession): Promise<OracleMeters> {
  await using archive = openArchive(joustHome(machine), machine);
  const calls: OracleCall[] = [];
  for (const { contest, event } of await archive.contests()) {
    if (event.type !== 'contest.opened' || event.format !== 'oracle') continue;
    if (event.options['session'] !== session.session) continue;
    const playing = (await archive.player(contest)) !== undefined;
    calls.push({ events: (await archive.events(contest)).map((stored) => stored.event), playing });
  }
  return oracleMeters(calls, session);
}

/** For programs as an object, for people as a sentence; nothing was asked and nothing is counted. */
function refusal(
  refused: OracleRefusal,
  { input, cli, session }: { input: CommandInput; cli: CliWorld; session: OracleSession },
): JoustError {
  const { cap, used, limit } = refused;
  const isTurn = cap === 'calls-per-turn';
  const message = isTurn
    ? `the oracle was not asked: ${used} of ${limit} calls of this turn are used`
    : `the oracle was not asked: $${used.toFixed(2)} of $${limit.toFixed(2)} of this session are used`;
  const { session: name, turn } = session;
  const line: OutputLine = {
    type: 'oracle.refused',
    v: 1,
    ...refused,
    message,
    ...(name !== undefined && { session: name }),
    ...(turn !== undefined && { turn }),
  };
  if (flag(input, 'json')) cli.stdout.write(`${safeJson(line)}\n`);
  const key = isTurn ? 'calls_per_turn' : 'session_usd';
  return new JoustError(message, {
    code: 'budget',
    hint: `Wait for the next ${isTurn ? 'turn' : 'session'}, or raise ${key} under [oracle] in your config.`,
  });
}

/** The defaults of an oracle, where the agent has such settings and the user has set none. */
function withKnobs(contestant: Contestant, oracle: OracleConfig): Contestant {
  if (agentOf(contestant.agent).kind !== 'http') return contestant;
  const { temperature, maxOutputTokens, reasoningTokens } = oracle;
  const thinking = reasoningTokens === 0 ? {} : { reasoningTokens };
  return { ...contestant, settings: { temperature, maxOutputTokens, ...thinking, ...contestant.settings } };
}
