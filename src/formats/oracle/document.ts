// How a consultation is told: the answer, and beside it where it comes from and what the session has taken.

import { plural } from '../../domain/figures.ts';
import { type Document, note, quote } from '../../views/document.ts';
import type { OracleResult } from './result.ts';

export function document(result: OracleResult): Document {
  return [quote(result.text), note(sourceText(result))];
}

/** `claude/opus (claude-opus-4) · $0.0123 · session s1: $0.05 of $2.00, 3 calls · turn t1: 1 of 1 calls`. */
function sourceText(result: OracleResult): string {
  const { by, model, costUsd, simulated, cut, session, turn } = result;
  const parts = [
    model === undefined || by.includes(model) ? by : `${by} (${model})`,
    simulated ? 'simulated' : undefined,
    costUsd === undefined ? 'cost unknown' : `$${costUsd.toFixed(4)}`,
    `${session === undefined ? 'no session, this call alone' : `session ${session}`}: ${spentText(result)}`,
    turn === undefined ? undefined : `turn ${turn}: ${result.turnCalls} of ${result.callsPerTurn} calls`,
    cut ? 'cut at the limit of output tokens' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function spentText({ sessionUsd, sessionCalls, unknownCosts, capUsd }: OracleResult): string {
  const unknown = unknownCosts === 0 ? '' : `, and ${unknownCosts} of unknown cost`;
  const known = unknownCosts === sessionCalls ? 'cost unknown' : `$${sessionUsd.toFixed(4)}${unknown}`;
  return `${known}, of $${capUsd.toFixed(2)}, ${plural(sessionCalls, 'call')}`;
}
