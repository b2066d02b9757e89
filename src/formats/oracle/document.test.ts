import { expect, it } from 'vitest';
import { notesOf } from '../../views/document.ts';
import { documentText } from '../../views/render/document-text.ts';
import { visibleLine } from '../../views/visible.ts';
import { document } from './document.ts';
import type { OracleResult } from './result.ts';

const textOf = (result: OracleResult) => documentText(document(result));
const notesIn = (result: OracleResult) => notesOf(document(result)).map(visibleLine);

const result: OracleResult = {
  type: 'oracle',
  text: 'look\u001b[2J there\n\n',
  by: 'claude',
  model: 'opus-4',
  simulated: false,
  cut: false,
  costUsd: 0.0123,
  session: 's',
  turn: '3',
  sessionUsd: 0.05,
  sessionCalls: 3,
  unknownCosts: 1,
  capUsd: 2,
  turnCalls: 1,
  callsPerTurn: 1,
};

it('is the answer and nothing else', () => {
  expect(textOf(result)).toBe('look␛[2J there\n');
});

it('comes from somewhere: model, cost, session total, cap', () => {
  expect(notesIn(result)).toEqual([
    'claude (opus-4) · $0.0123 · session s: $0.0500, and 1 of unknown cost, of $2.00, 3 calls · turn 3: 1 of 1 calls',
  ]);
});

it('an unknown cost is unknown, not zero', () => {
  const { costUsd: _, session: __, turn: ___, ...rest } = result;
  const alone = { ...rest, sessionUsd: 0, sessionCalls: 1, unknownCosts: 1, cut: true };
  expect(notesIn(alone)).toEqual([
    'claude (opus-4) · cost unknown · no session, this call alone: cost unknown, of $2.00, 1 call · cut at the limit of output tokens',
  ]);
});
