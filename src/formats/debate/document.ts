// A debate as people read it: the verdict, who held which position when, and a warning where agreement is not earned.

import { visible, visibleLine } from '../../views/visible.ts';
import type { DebateResult } from './result.ts';

export function debateText({ verdict, turns, warnings }: DebateResult): string {
  const parts = [
    ...(verdict === undefined ? [] : [`## Verdict\n\n${visible(verdict.text).trimEnd()}`]),
    ...(turns.length === 0 ? [] : [`## Positions\n\n${positions(turns).join('\n')}`]),
    ...warnings.map(warningText),
  ];
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

/** For standard error: who wrote it, how it ended, and what went wrong. */
export function debateNotes({ verdict, problem, rounds, endedBy, turns }: DebateResult): readonly string[] {
  const skipped = turns.filter(({ outcome }) => outcome !== 'ok');
  const after = rounds === 1 ? '1 round' : `${rounds} rounds`;
  return [
    ...(endedBy === 'moderator' ? [`The moderator found it settled after ${after}.`] : []),
    ...skipped.map(({ speaker, round, outcome }) => `Skipped: ${speaker} in round ${round} (${outcome}).`),
    ...(verdict === undefined ? [] : [`Verdict by ${verdict.by} after ${after}.`]),
    ...(problem === undefined ? [] : [`There is no verdict: ${problem}.`]),
  ].map(visibleLine);
}

type Turns = DebateResult['turns'];

function positions(turns: Turns): readonly string[] {
  return [...Map.groupBy(turns, ({ speaker }) => speaker)].flatMap(([speaker, own]) => [
    visibleLine(speaker),
    ...own.map((turn) => `  ${visibleLine(`round ${turn.round}: ${positionText(turn)}`)}`),
  ]);
}

function positionText({ outcome, position, changed }: Turns[number]): string {
  if (outcome !== 'ok') return `(skipped: ${outcome})`;
  if (position === undefined) return '(no position stated)';
  if (changed === undefined) return position;
  return `${position} (${changed ? 'moved' : 'held'})`;
}

function warningText({ round, speaker, toward, newWords }: DebateResult['warnings'][number]): string {
  return visibleLine(
    `Warning: agreement grew without new argument. In round ${round} ${speaker} moved towards ${toward}, and only ` +
      `${Math.round(newWords * 100)} % of the words of that turn were new to the debate (below 20 % counts as no new argument).`,
  );
}
