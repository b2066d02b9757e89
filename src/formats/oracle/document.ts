// An oracle's answer, and the line that says where it comes from and what the session has taken.

import { visible, visibleLine } from '../../views/visible.ts';
import type { OracleResult } from './result.ts';

export function oracleText({ text }: OracleResult): string {
  return `${visible(text).trimEnd()}\n`;
}

/** `claude/opus (claude-opus-4) · $0.0123 · session s1: $0.05 of $2.00, 3 calls · turn t1: 1 of 1 calls`. */
export function oracleNotes(result: OracleResult): readonly string[] {
  const { by, model, costUsd, simulated, cut, session, turn } = result;
  const named = model === undefined || by.includes(model) ? by : `${by} (${model})`;
  const cost = costUsd === undefined ? 'cost unknown' : `$${costUsd.toFixed(4)}`;
  const parts = [
    named,
    simulated ? 'simulated' : undefined,
    cost,
    `${session === undefined ? 'no session, this call alone' : `session ${session}`}: ${spentText(result)}`,
    turn === undefined ? undefined : `turn ${turn}: ${result.turnCalls} of ${result.callsPerTurn} calls`,
    cut ? 'cut at the limit of output tokens' : undefined,
  ];
  return [visibleLine(parts.filter((part) => part !== undefined).join(' · '))];
}

function spentText({ sessionUsd, sessionCalls, unknownCosts, capUsd }: OracleResult): string {
  const unknown = unknownCosts === 0 ? '' : `, and ${unknownCosts} of unknown cost`;
  const known = unknownCosts === sessionCalls ? 'cost unknown' : `$${sessionUsd.toFixed(4)}${unknown}`;
  return `${known}, of $${capUsd.toFixed(2)}, ${sessionCalls} call${sessionCalls === 1 ? '' : 's'}`;
}
