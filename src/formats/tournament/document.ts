// A tournament as people read it: who won or that it is not clear, the bracket, the order from all comparisons, how far each
// judge can be trusted, and the champion's answer.

import stringWidth from 'string-width';
import { clip } from '../../views/board.ts';
import { bracketDrawing } from '../../views/bracket-drawing.ts';
import { percent } from '../../views/figures.ts';
import { table } from '../../views/table.ts';
import { visible, visibleLine } from '../../views/visible.ts';
import type { TournamentResult } from './result.ts';

type Match = TournamentResult['matches'][number];
type Figure = TournamentResult['judges'][number]['flipRate'];

const columns = 100;

export function tournamentText(result: TournamentResult): string {
  const { champion, answer } = result;
  const parts = [
    [...wrapped(headline(result)), ...waitingText(result)],
    playText(result),
    orderText(result),
    unrankedText(result),
    judgesText(result),
    ...(champion === undefined || answer === undefined
      ? []
      : [[`## ${visibleLine(champion)}`, '', visible(answer).trimEnd()]]),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headline({ champion, clear, rule, why, seeds, system }: TournamentResult): string {
  if (seeds.length === 0) return 'Nobody answered, so that there is nothing to compare.';
  if (clear && champion !== undefined) return `Winner: ${visibleLine(champion)} (${system}: ${rule}).`;
  const would = champion === undefined ? '' : ` It would be ${visibleLine(champion)}.`;
  return `No clear winner: ${visibleLine(why ?? 'nobody decided')}.${would}`;
}

/** What is shown before everybody could play is not the end of it. */
function waitingText({ unranked, matches }: TournamentResult): readonly string[] {
  const waiting = unranked.filter(({ outcome }) => outcome === 'parked');
  return [
    ...waiting.flatMap(({ contestant }) =>
      wrapped(`So far: without ${visibleLine(contestant)}, which waits for its quota.`),
    ),
    ...(matches.some(({ how }) => how === 'parked') ? ['Not finished: a judge waits for its quota.'] : []),
  ];
}

function playText(result: TournamentResult): readonly string[] {
  const { system, matches, seeds } = result;
  if (matches.length === 0) return [];
  const lines =
    system === 'bracket'
      ? bracketDrawing(
          matches.map(({ round, pair: [a, b], winner, how }) => ({
            round,
            pair: [visibleLine(a), visibleLine(b)] as const,
            winner: winner === undefined ? undefined : visibleLine(winner),
            mark: marks[how],
          })),
          seeds.map(visibleLine),
          columns,
        )
      : roundLines(result);
  return [...lines, ...legend(matches, system), ...openMatches(matches)];
}

const marks: Readonly<Record<Match['how'], string>> = {
  verdict: '',
  'one-more': '+',
  undecided: '*',
  parked: '?',
};

function legend(matches: readonly Match[], system: TournamentResult['system']): readonly string[] {
  const has = (how: Match['how']) => matches.some((match) => match.how === how);
  const fate = system === 'bracket' || system === 'double' ? 'went to the higher seed' : 'half a point each';
  return [
    ...(has('one-more') ? ['+ took one more verdict'] : []),
    ...(has('undecided') ? [`* nobody decided it: ${fate}`] : []),
    ...(has('parked') ? ['? a judge waits for its quota'] : []),
    ...(matches.some(({ ownFamily }) => ownFamily === true)
      ? ["Judges of the contestants' own families had to vote in some matches: read it with care."]
      : []),
  ];
}

function openMatches(matches: readonly Match[]): readonly string[] {
  return matches
    .filter(({ how }) => how === 'undecided')
    .flatMap(({ pair: [a, b], why }) =>
      wrapped(`  ${visibleLine(a)} against ${visibleLine(b)}: ${visibleLine(why ?? 'undecided')}`),
    );
}

/** One paragraph a round; the calls of an adaptive one are all in one. */
function roundLines({ matches, byes, system }: TournamentResult): readonly string[] {
  const titles = { adaptive: 'calls', 'round-robin': 'matches' } as const;
  const single = system === 'adaptive' || system === 'round-robin';
  const byRound = Map.groupBy(matches, ({ round }) => (single ? 0 : round));
  return [...byRound].flatMap(([round, list]) => {
    const free = byes
      .filter((bye) => bye.round === round)
      .map((bye) => `${visibleLine(bye.contestant)} has a bye`);
    const title = single ? titles[system] : `round ${round}`;
    return wrapped(`${title}: ${[...list.map(matchText), ...free].join('; ')}`);
  });
}

function matchText({ pair, winner, how, part }: Match): string {
  const [a, b] = pair.map(visibleLine);
  const where = part === undefined || part === 'winners' ? '' : ` (${part})`;
  if (winner === undefined) return `${a} and ${b} level${marks[how]}${where}`;
  const loser = visibleLine(winner) === a ? b : a;
  return `${visibleLine(winner)} beat ${loser}${marks[how]}${where}`;
}

function orderText({ order, unfit, calls }: TournamentResult): readonly string[] {
  if (order.length < 2) return [];
  const rows = order.map((row, at) => [
    `${at + 1} ${clip(visibleLine(row.contestant), 40)}${row.tiedForBest ? ' =' : ''}`,
    String(row.points),
    String(row.matches),
    row.rating === undefined ? 'unknown' : String(row.rating),
    row.low === undefined || row.high === undefined ? '' : `${row.low} to ${row.high}`,
    row.probabilityBest === undefined ? '' : percent(row.probabilityBest),
  ]);
  const why = unfit === undefined ? [] : [`No ratings: ${unfitTexts[unfit] ?? unfit}.`];
  return [
    ...table([['From all comparisons', 'points', 'matches', 'rating', '95 %', 'P(best)'], ...rows]),
    ...(order.some(({ tiedForBest }) => tiedForBest) ? ['= cannot be told apart from the best'] : []),
    ...why,
    `${calls} judge calls`,
  ];
}

const unfitTexts: Readonly<Record<string, string>> = {
  'no-verdicts': 'no verdict could be read',
  unconnected: 'some were never compared with the others, not even by way of a third',
};

function unrankedText({ unranked }: TournamentResult): readonly string[] {
  if (unranked.length === 0) return [];
  return unranked.flatMap(({ contestant, outcome, reason }) =>
    wrapped(
      `unranked: ${visibleLine(contestant)}, ${outcome}${reason === undefined ? '' : `: ${visibleLine(reason)}`}`,
    ),
  );
}

function judgesText({ judges, agreement }: TournamentResult): readonly string[] {
  const lines = judges.flatMap(({ judge, verdicts, unread, setAside, alarm, ...figures }) => {
    const facts = [
      `${verdicts} verdicts`,
      ...(unread > 0 ? [`${unread} unread`] : []),
      ...(setAside > 0 ? [`${setAside} set aside`] : []),
      `flip rate ${figureText(figures.flipRate, percent)}`,
      `lean to the first shown ${figureText(figures.lean, (value) => value.toFixed(2))}`,
      `agrees with other judges ${figureText(figures.agreement, percent)}`,
    ];
    return wrapped(
      `judge ${visibleLine(judge)}: ${facts.join(', ')}${alarm === undefined ? '' : alarms[alarm]}`,
    );
  });
  return [
    ...lines,
    ...(agreement === undefined ? [] : [`agreement of the judges (alpha): ${agreement.toFixed(2)}`]),
  ];
}

const alarms = {
  warn: '. Warning: the order in which it sees entries sways it',
  drop: '. Do not trust it: it follows the order more than the entries',
} as const;

function figureText(figure: Figure, tell: (value: number) => string): string {
  if (figure.kind === 'too-few') return `unknown (too few: ${figure.n} of ${figure.needed})`;
  return `${tell(figure.value)} (${tell(figure.low)} to ${tell(figure.high)})`;
}

/** At spaces; what follows the first line is set in. A single long word is cut. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (stringWidth(longer) > columns && line.trim() !== '') {
      lines.push(line);
      line = `  ${clip(word, columns - 2)}`;
    } else line = clip(longer, columns);
  }
  return [...lines, line];
}
