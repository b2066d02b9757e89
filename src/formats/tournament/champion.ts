// Who won, by the rules of the system, and whether that is clear. Pure.
import type { AdaptiveEnd } from './play-adaptive.ts';
import type { Played, PlayedMatch } from './play-rounds.ts';
import { leadersOf, pointsOf } from './points.ts';
import { lossesOf } from './system.ts';

export interface Champion {
  /** Who won, or would have. */
  readonly champion?: string;
  readonly clear: boolean;
  readonly rule: string;
  /** Why it is not clear. */
  readonly why?: string;
}

/** The only one left. */
export function knockoutChampion(field: readonly string[], { matches, rounds }: Played): Champion {
  const fewest = field.reduce((least, name) => {
    const losses = lossesOf(name, rounds);
    return losses < least ? losses : least;
  }, 2);
  const champion = field.find((name) => lossesOf(name, rounds) === fewest);
  const rule = 'the last one left';
  if (champion === undefined) return { clear: false, rule };
  const open = undecidedOf(champion, matches);
  if (open.length === 0) return { champion, clear: true, rule };
  return { champion, clear: false, rule, why: openText(champion, open) };
}

/** The most points, which nobody could still reach. */
export function tableChampion(field: readonly string[], { matches, rounds }: Played): Champion {
  const { leaders, rule } = leadersOf(field, rounds);
  const [champion, ...level] = leaders;
  if (champion === undefined) return { clear: false, rule };
  if (level.length > 0)
    return { champion, clear: false, rule, why: `${leaders.join(', ')} cannot be told apart by points` };
  const open = undecidedOf(champion, matches);
  if (open.length > 0) return { champion, clear: false, rule, why: openText(champion, open) };
  const points = pointsOf(champion, rounds);
  const rival = field.find((name) => {
    const lost = undecidedOf(name, matches).length / 2;
    return name !== champion && lost > 0 && pointsOf(name, rounds) + lost >= points;
  });
  if (rival === undefined) return { champion, clear: true, rule };
  return { champion, clear: false, rule, why: `matches of ${rival} that nobody decided could change it` };
}

export function adaptiveChampion({ answer, ended }: AdaptiveEnd): Champion {
  const rule = 'at least 95 % likely to be the best';
  if (answer === undefined) return { clear: false, rule };
  const sure = percent(answer.probabilityBest);
  if (answer.stop && answer.why === 'certain') return { champion: answer.winner, clear: true, rule };
  const champion = answer.stop ? answer.tied[0] : answer.leader;
  return {
    ...(champion !== undefined && { champion }),
    clear: false,
    rule,
    why: `${reasons[ended]} when ${champion} was ${sure} likely to be the best`,
  };
}

const reasons: Readonly<Record<AdaptiveEnd['ended'], string>> = {
  certain: 'it was settled',
  calls: 'the calls were spent',
  questions: 'everything had been asked',
  budget: 'the budget was spent',
  parked: 'a judge ran out of quota',
};

function undecidedOf(name: string, matches: readonly PlayedMatch[]): readonly PlayedMatch[] {
  return matches.filter(({ how, pair }) => how === 'undecided' && pair.includes(name));
}

function openText(champion: string, open: readonly PlayedMatch[]): string {
  const against = open.map(
    ({ pair, why }) => `${pair.find((name) => name !== champion)} (${why ?? 'undecided'})`,
  );
  return `nobody decided ${champion} against ${against.join(', ')}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
