// oracle: one question to one stronger model, without tools; the meters of its session are part of what it tells.
import type { AttemptResult, EndedAttempt } from '../../contest/handle/step.ts';
import type { Format } from '../format.ts';
import { hasConsulted, type OracleMeters } from './meters.ts';
import { type OracleResult, oracleResult } from './result.ts';

/** As they are recorded; null: not given. */
export interface OracleOptions {
  readonly session: string | null;
  readonly turn: string | null;
  readonly hint: string | null;
  readonly callsPerTurn: number;
  readonly capUsd: number;
  /** How the meters stood before this call. */
  readonly before: OracleMeters;
}

export const oracle: Format<OracleResult> = {
  name: 'oracle',
  version: 1,
  result: oracleResult,
  options: ['session', 'turn', 'hint', 'callsPerTurn', 'capUsd', 'before'],
  /** An answer is the result; why there is none has to be said. */
  shows: (end) => !hasConsulted(end),
  expects: ({ roster, task }) => roster.map((contestant) => ({ contestant, tier: task.tier })),
  async play({ opened, task, attempt }) {
    const [contestant] = opened.roster;
    if (contestant === undefined) throw new Error('there is no oracle');
    const options = opened.options as unknown as OracleOptions;
    const result = await attempt({
      ...task,
      key: 'consult',
      contestant,
      prompt: oraclePrompt(task.prompt, options.hint),
      tier: 'read',
      role: 'oracle',
      bare: true,
    });
    if (!isAnswer(result)) return { results: [result], outcome: 'nothing-usable' };
    const told = adviceOf(await result.text(), result, options);
    return { results: [result], outcome: 'ok', result: { ...told, simulated: opened.simulated } };
  },
};

function isAnswer(result: AttemptResult): result is EndedAttempt {
  return result.state === 'ended' && hasConsulted(result.end);
}

function oraclePrompt(question: string, hint: string | null): string {
  return [
    'You are consulted for one answer by somebody who goes on working with it. Answer the question and nothing else: ' +
      'no plan, no offer to do more. State what you assume where it matters. Be compact.',
    ...(hint === null ? [] : [`What the asker says about the situation:\n${hint}`]),
    `The question:\n${question}`,
  ].join('\n\n');
}

function adviceOf(
  text: string,
  { contestant, end }: EndedAttempt,
  { session, turn, callsPerTurn, capUsd, before }: OracleOptions,
): Omit<OracleResult, 'simulated'> {
  const model = end.model ?? contestant.model;
  const costUsd = end.cost?.usd;
  return {
    type: 'oracle',
    text,
    by: contestant.name,
    ...(model !== undefined && { model }),
    cut: end.outcome === 'incomplete',
    ...(costUsd !== undefined && { costUsd }),
    ...(session !== null && { session }),
    ...(turn !== null && { turn }),
    sessionUsd: before.usd + (costUsd ?? 0),
    sessionCalls: before.calls + 1,
    unknownCosts: before.unknown + (costUsd === undefined ? 1 : 0),
    capUsd,
    turnCalls: before.turnCalls + 1,
    callsPerTurn,
  };
}
