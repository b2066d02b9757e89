// oracle: one question to one stronger model, without tools; the meters of its session are part of what it tells.
import type { AttemptResult, EndedAttempt } from '../../contest/handle/step.ts';
import { defineFormat } from '../format.ts';
import { hasConsulted, type OracleOptions, options, request, setUp } from './options.ts';
import { type OracleResult, oracleResult } from './result.ts';

export const oracle = defineFormat({
  name: 'oracle',
  version: 1,
  about: {
    summary: 'ask one stronger model one question, within the caps of a session',
    details:
      'It has no tools and sees only the question, the hint and the context. Whom to ask and the caps stand under [oracle] in your config.',
    group: 'ask',
    takes: 'prompt',
    ends: { ok: 'answered' },
    page: { opens: 'answers' },
    contestants: 1,
    tool: {
      name: 'oracle_consult',
      default: true,
      title: 'Consult the oracle',
      description:
        'Asks one stronger model one hard question, within the caps of this session: few calls a turn, and some money. Refusals say how much is used.',
      inputs: {
        question: {
          is: 'prompt',
          help: 'one question; the oracle has no tools and sees nothing but this and the hint',
          required: true,
        },
        context_hint: { is: 'hint', help: 'what it should know about the situation' },
      },
      session: { session: 'session', turn: 'turn' },
    },
    examples: [
      'joust oracle "is this lock order safe?" --context src/lock.ts',
      'joust oracle -c claude/opus --session build-42 --turn 3 --hint "tests hang on CI" "where to look first?"',
    ],
  },
  request,
  options,
  bare: true,
  result: oracleResult,
  contestants: ({ oracle: one }) => ({ num: 1, specs: one === undefined ? undefined : [one] }),
  setUp,
  /** An answer is the result; why there is none has to be said. */
  shows: (end) => !hasConsulted(end),
  expects: ({ roster, task }) => roster.map((contestant) => ({ contestant, tier: task.tier })),
  async play({ opened, task, attempt }, consulted) {
    const [contestant] = opened.roster;
    if (contestant === undefined) throw new Error('there is no oracle');
    const result = await attempt({
      ...task,
      key: 'consult',
      contestant,
      prompt: oraclePrompt(task.prompt, consulted.hint),
      tier: 'read',
      role: 'oracle',
      bare: true,
    });
    if (!isAnswer(result)) return { results: [result], outcome: 'nothing-usable' };
    const told = adviceOf(await result.text(), result, consulted);
    return { results: [result], outcome: 'ok', result: { ...told, simulated: opened.simulated } };
  },
});

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
    model,
    cut: end.outcome === 'incomplete',
    costUsd,
    session: session ?? undefined,
    turn: turn ?? undefined,
    sessionUsd: before.usd + (costUsd ?? 0),
    sessionCalls: before.calls + 1,
    unknownCosts: before.unknown + (costUsd === undefined ? 1 : 0),
    capUsd,
    turnCalls: before.turnCalls + 1,
    callsPerTurn,
  };
}
