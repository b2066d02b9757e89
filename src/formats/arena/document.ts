// How an arena is told after the pick: whose answers they were, and what was picked.
import { type Document, gist, text } from '../../views/document.ts';
import { dollars, duration, tokens } from '../../views/units.ts';
import type { ArenaResult } from './result.ts';

type Side = ArenaResult['sides'][number];

export function document(result: ArenaResult): Document {
  return [text(...result.sides.map(sideText)), gist(pickText(result))];
}

function sideText(side: Side): string {
  const { label, contestant, model, effort, outcome, ranMs, reason } = side;
  const named = model === undefined || contestant.includes(model) ? contestant : `${contestant} (${model})`;
  const figures = [
    effort === undefined ? undefined : `effort ${effort}`,
    outcome === 'ok' ? undefined : outcome,
    ranMs === undefined ? undefined : duration(ranMs),
    side.tokens === undefined ? undefined : tokens(side.tokens),
    costText(side),
    outcome === 'ok' ? undefined : reason,
  ].filter((part) => part !== undefined);
  return [`${label === undefined ? '' : `${label} was `}${named}`, ...figures].join(' · ');
}

/** A simulated model says so by its name, and costs nothing. */
function costText({ costUsd, model }: Side): string | undefined {
  return model === 'simulated' || costUsd === undefined ? undefined : dollars(costUsd);
}

function pickText({ pick, winner }: ArenaResult): string {
  switch (pick) {
    case 'a':
    case 'b':
      return `Picked ${pick.toUpperCase()}: ${winner}. Recorded as a preference.`;
    case 'tie':
      return 'Picked neither over the other. Recorded as a tie.';
    case 'bad':
      return 'Both were found bad. Recorded as such.';
    case 'skip':
      return 'Skipped; nothing is recorded as a preference.';
    case 'none':
      return 'There were no two answers to compare; nobody has won.';
  }
}
