// The sessions of oracles as the record has them: how much of each cap is used, and what was asked and answered.
import { z } from 'zod';
import { hasConsulted, oracleMeters, options as recorded } from '../../formats/oracle/options.ts';
import type { Archive } from '../../record/archive.ts';
import type { ContestOnRecord } from '../../record/record-digests.ts';
import { contestSummary, questionText } from '../../views/contest-summary.ts';
import { visibleLine } from '../../views/visible.ts';
import { type Consultation, type OracleJson, oracleSchema } from '../../views/wire/oracle-json.ts';
import { operation } from '../operation.ts';

type Session = OracleJson['sessions'][number];

export const oracleSessions = operation({
  name: 'oracle-sessions',
  summary: 'list the sessions of oracles with their meters, and what was asked and answered',
  examples: ['joust oracle-sessions'],
  page: 'formats/oracle',
  effect: 'read',
  path: '/oracle',
  input: z.strictObject({}),
  output: oracleSchema,
  run: async (_input, { archive }) => await sessionsOnRecord(archive),
});

const mostTold = 200;
const gistCharacters = 400;

interface Call {
  readonly one: ContestOnRecord;
  readonly options: z.output<typeof recorded>;
}

export async function sessionsOnRecord(archive: Archive): Promise<OracleJson> {
  const calls: Call[] = [];
  for await (const one of archive.records({ format: 'oracle' })) {
    const read = recorded.safeParse(one.opened.options);
    if (read.success) calls.push({ one, options: read.data });
  }
  const consultations: Consultation[] = [];
  for (const call of calls.slice(0, mostTold)) consultations.push(await consultation(call, archive));
  const bySession = Map.groupBy(calls, ({ options: { session } }) => session);
  const sessions = [...bySession].flatMap(([session, own]) =>
    session === null ? [] : [sessionOf(session, own)],
  );
  return { sessions, consultations };
}

/** Newest first. */
function sessionOf(session: string, own: readonly Call[]): Session {
  const past = own.map(({ one }) => ({ events: one.record.map(({ event }) => event), playing: false }));
  const { calls, usd, unknown } = oracleMeters(past, { session, turn: undefined });
  const turns = [...new Set(own.flatMap(({ options: { turn } }) => turn ?? []))];
  const last = own[0]?.options;
  return {
    session,
    calls,
    lastAt: own[0]?.one.at ?? '',
    meters: [
      {
        scope: 'session',
        name: session,
        unit: 'usd',
        used: usd,
        cap: last?.capUsd ?? 0,
        unknown: unknown > 0 ? unknown : undefined,
      },
      ...turns.map((turn) => ({
        scope: 'turn' as const,
        name: turn,
        unit: 'calls' as const,
        used: oracleMeters(past, { session, turn }).turnCalls,
        cap: own.find(({ options }) => options.turn === turn)?.options.callsPerTurn ?? 0,
      })),
    ],
  };
}

async function consultation({ one, options }: Call, archive: Archive): Promise<Consultation> {
  const { id, at, opened, record } = one;
  const summary = contestSummary(id, record);
  const end = summary?.attempts.at(-1)?.end;
  const isAnswered = end !== undefined && hasConsulted(end);
  const answer = isAnswered && end.answer !== undefined ? await archive.text(end.answer) : undefined;
  const model = end?.model ?? opened.roster[0]?.model;
  return {
    id,
    at,
    state: summary?.state ?? 'open',
    simulated: opened.simulated,
    by: opened.roster[0]?.name ?? '',
    model,
    session: options.session ?? undefined,
    turn: options.turn ?? undefined,
    question: questionText(opened.task, await archive.text(opened.task.prompt), gistCharacters),
    hint: options.hint ?? undefined,
    answer: answer === undefined ? undefined : visibleLine(answer.slice(0, gistCharacters)),
    problem: end !== undefined && !isAnswered ? (end.reason ?? end.outcome) : undefined,
    cost: end?.cost,
  };
}
