// A question to a person: on record, answered from wherever, and never asked twice.
import { setTimeout as sleep } from 'node:timers/promises';
import type { GateAsked } from '../domain/event.ts';
import { sha256 } from '../process/machine.ts';
import { Interrupted } from './interrupted.ts';
import type { Player } from './player.ts';
import { ContestRecord } from './record.ts';

export interface GateStep {
  /** Unique in the contest. */
  readonly key: string;
  readonly question: string;
  readonly choices: readonly [string, ...string[]];
}

export interface OpenGate {
  readonly contest: string;
  readonly record: ContestRecord;
  readonly step: GateStep;
}

const lookEveryMs = 200;

/** The answer on record, if there is one. */
export function answerOnRecord(record: ContestRecord, step: GateStep): string | undefined {
  return record.find('gate.answered', step.key, gateInputs(step))?.event.answer;
}

/** Puts the question on record once, and asks whoever sits here. Undefined: nobody does. */
export async function askHere(
  player: Player,
  { contest, record, step }: OpenGate,
): Promise<string | undefined> {
  const { key, question, choices } = step;
  const inputs = gateInputs(step);
  const asked: GateAsked = { type: 'gate.asked', v: 1, key, inputs, question, choices: [...choices] };
  if (record.find('gate.asked', key, inputs) === undefined) await player.recorder.record(contest, [asked]);
  const said = await player.answer?.(asked);
  if (said === undefined) {
    player.observe({ type: 'waiting', contest, gate: asked });
    return undefined;
  }
  const { answer, by } = said;
  await player.recorder.record(contest, [{ type: 'gate.answered', v: 1, key, inputs, answer, by }]);
  return answer;
}

/** Looks at the record while the player is here for other reasons. */
export async function answeredElsewhere(player: Player, { contest, step }: OpenGate): Promise<string> {
  for (;;) {
    await sleep(lookEveryMs, undefined, { signal: player.signal, ref: false }).catch((cause) => {
      throw new Interrupted('interrupted while waiting for an answer', { cause });
    });
    const found = answerOnRecord(new ContestRecord(await player.ledger.events(contest)), step);
    if (found !== undefined) return found;
  }
}

function gateInputs({ question, choices }: GateStep): string {
  return sha256(JSON.stringify([question, choices]));
}
