// How a debate is told: the verdict, who held which position when, and a warning where agreement is not earned.

import { plural } from '../../domain/figures.ts';
import { type Document, heading, list, note, quote, text } from '../../views/document.ts';
import { percent } from '../../views/units.ts';
import type { DebateResult } from './result.ts';

type Turn = DebateResult['turns'][number];

export function document(result: DebateResult): Document {
  const { verdict, problem, rounds, endedBy, turns, warnings, moderator } = result;
  const after = plural(rounds, 'round');
  const skipped = turns.filter(({ outcome }) => outcome !== 'ok');
  return [
    ...(verdict === undefined
      ? []
      : [heading(`Verdict by ${verdict.by}, the moderator`), quote(verdict.text)]),
    ...(turns.length === 0 ? [] : [heading('Positions')]),
    ...[...Map.groupBy(turns, ({ speaker }) => speaker)].map(([speaker, own]) =>
      list(
        speaker,
        own.map((turn) => `round ${turn.round}: ${positionText(turn)}`),
      ),
    ),
    ...warnings.map((warning) => text(warningText(warning))),
    note(
      endedBy === 'moderator' ? `${moderator}, the moderator, found it settled after ${after}.` : undefined,
      ...skipped.map(({ speaker, round, outcome }) => `Skipped: ${speaker} in round ${round} (${outcome}).`),
      problem === undefined ? undefined : `There is no verdict: ${problem}.`,
    ),
  ];
}

function positionText({ outcome, position, changed }: Turn): string {
  if (outcome !== 'ok') return `(skipped: ${outcome})`;
  if (position === undefined) return '(no position stated)';
  if (changed === undefined) return position;
  return `${position} (${changed ? 'moved' : 'held'})`;
}

function warningText({ round, speaker, toward, newWords }: DebateResult['warnings'][number]): string {
  return (
    `Warning: agreement grew without new argument. In round ${round} ${speaker} moved towards ${toward}, and only ` +
    `${percent(newWords)} of the words of that turn were new to the debate (below 20 % counts as no new argument).`
  );
}
