// How a tournament is told: who won or that it is not clear, the bracket, the order from all comparisons, how far each judge
// can be trusted, and the champion's answer.
import { plural } from '../../domain/figures.ts';
import {
  type Block,
  type Document,
  figureColumns,
  gist,
  heading,
  list,
  quote,
  text,
} from '../../views/document.ts';
import {
  agreementText,
  evenTable,
  unreadText,
  weighedLines,
  winnerText,
  wordText,
} from '../../views/judge-words.ts';
import { percent } from '../../views/units.ts';
import type { TournamentResult } from './result.ts';

type Match = TournamentResult['matches'][number];
type Figure = TournamentResult['judges'][number]['flipRate'];

export function document(result: TournamentResult): Document {
  const { champion, answer, matches, unranked, judges, agreement } = result;
  const unread = unreadText(judges);
  return [
    gist(headline(result), ...waiting(result)),
    ...playBlocks(result),
    list(undefined, undecided(matches)),
    ...(unread === undefined
      ? [...matches.map(reasons), orderBlock(result), ...evenTable(result.even, result.weighed)]
      : [text(unread)]),
    text(
      ...unranked.map(
        ({ contestant, outcome, reason }) =>
          `Not ranked: ${contestant}, ${outcome}${reason === undefined ? '' : `: ${reason}`}`,
      ),
    ),
    text(
      ...(unread === undefined ? judges.map(judgeText) : []),
      ...weighedLines(result.weighed),
      agreementText(agreement),
    ),
    ...(champion === undefined || answer === undefined ? [] : [heading(champion), quote(answer)]),
  ];
}

function headline({ champion, clear, rule, why, seeds, system, order }: TournamentResult): string {
  if (seeds.length === 0) return 'Nobody answered, so that there is nothing to compare.';
  if (clear && champion !== undefined) return winnerText(champion, `${system}: ${rule}`, order);
  const would = champion === undefined ? '' : ` It would be ${champion}.`;
  return `No clear winner: ${why === undefined ? 'nobody decided' : plainly(why)}.${would}`;
}

/** What is shown before everybody could play is not the end of it. */
function waiting({ unranked, matches }: TournamentResult): readonly string[] {
  const parked = unranked.filter(({ outcome }) => outcome === 'parked');
  return [
    ...parked.map(({ contestant }) => `So far: without ${contestant}, which waits for its quota.`),
    ...(matches.some(({ how }) => how === 'parked') ? ['Not finished: a judge waits for its quota.'] : []),
  ];
}

const marks: Readonly<Record<Match['how'], string>> = {
  verdict: '',
  'one-more': '+',
  undecided: '*',
  parked: '?',
};

function playBlocks(result: TournamentResult): readonly Block[] {
  const { system, matches, seeds } = result;
  const legend = legendOf(matches, system);
  if (system !== 'bracket') return [text(...roundLines(result), ...legend)];
  const drawn = matches.map(({ round, pair, winner, how }) => ({ round, pair, winner, mark: marks[how] }));
  return [{ type: 'bracket', seeds, matches: drawn, legend }];
}

function legendOf(matches: readonly Match[], system: TournamentResult['system']): readonly string[] {
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

function undecided(matches: readonly Match[]): readonly string[] {
  return matches
    .filter(({ how }) => how === 'undecided')
    .map(({ pair: [a, b], why }) => `${a} against ${b}: ${why === undefined ? 'undecided' : plainly(why)}`);
}

/** Why a judge's reply is no verdict, where a reason on record names it. */
function plainly(why: string): string {
  return why
    .replace('set aside: ', 'the verdict does not count, ')
    .replace(/\bno verdict \(([a-z, -]+)\)/, (_, reasons: string) => {
      const told = reasons.split(', ').map((reason) => noVerdicts[reason] ?? reason);
      return `no verdict, ${[...new Set(told)].join(' and ')}`;
    });
}

const noVerdicts: Readonly<Record<string, string>> = {
  empty: 'the judge replied with nothing',
  'no-nonce': "the judge's reply was not in the form it was asked for",
  'no-verdict': "the judge's reply was not in the form it was asked for",
  'unknown-label': 'the judge chose something that was not shown',
  contradictory: 'the judge contradicted itself',
};

/** What each judge said of a match, and why. */
function reasons(match: Match): Block {
  return list(`${match.pair.join(' against ')}:`, match.words.map(wordText));
}

/** One paragraph a round; the calls of an adaptive one are all in one. */
function roundLines({ matches, byes, system }: TournamentResult): readonly string[] {
  const titles = { adaptive: 'calls', 'round-robin': 'matches' } as const;
  const single = system === 'adaptive' || system === 'round-robin';
  const byRound = Map.groupBy(matches, ({ round }) => (single ? 0 : round));
  return [...byRound].map(([round, played]) => {
    const free = byes.filter((bye) => bye.round === round).map((bye) => `${bye.contestant} has a bye`);
    const title = single ? titles[system] : `round ${round}`;
    return `${title}: ${[...played.map(matchText), ...free].join('; ')}`;
  });
}

function matchText({ pair: [a, b], winner, how, part }: Match): string {
  const where = part === undefined || part === 'winners' ? '' : ` (${part})`;
  if (winner === undefined) return `${a} and ${b} level${marks[how]}${where}`;
  return `${winner} beat ${winner === a ? b : a}${marks[how]}${where}`;
}

function orderBlock({ order, unfit, calls }: TournamentResult): Block {
  return {
    type: 'table',
    columns: figureColumns(['From all comparisons', 'points', 'matches', 'rating', '95 %', 'P(best)']),
    rows: (order.length < 2 ? [] : order).map((row, at) => [
      `${at + 1} ${row.contestant}${row.tiedForBest ? ' =' : ''}`,
      String(row.points),
      String(row.matches),
      row.rating === undefined ? 'unknown' : String(row.rating),
      row.low === undefined || row.high === undefined ? '' : `${row.low} to ${row.high}`,
      row.probabilityBest === undefined ? '' : percent(row.probabilityBest),
    ]),
    legend: [
      ...(order.some(({ tiedForBest }) => tiedForBest) ? ['= cannot be told apart from the best'] : []),
      ...(unfit === undefined ? [] : [`No ratings: ${unfitTexts[unfit] ?? unfit}.`]),
      `${plural(calls, 'call')} of judges`,
    ],
  };
}

const unfitTexts: Readonly<Record<string, string>> = {
  'no-verdicts': 'no verdict could be read',
  unconnected: 'some were never compared with the others, not even by way of a third',
};

function judgeText({
  judge,
  verdicts,
  unread,
  setAside,
  alarm,
  ...figures
}: TournamentResult['judges'][number]) {
  const facts = [
    plural(verdicts, 'verdict'),
    ...(unread > 0 ? [`${unread} could not be read`] : []),
    ...(setAside > 0 ? [`${setAside} not counted`] : []),
    ...figureText('changed with the order in', figures.flipRate, percent),
    ...figureText('leans to the first shown by', figures.lean, (value) => value.toFixed(2)),
    ...figureText('agrees with other judges in', figures.agreement, percent),
  ];
  const isNew = [figures.flipRate, figures.lean, figures.agreement].every(({ kind }) => kind === 'too-few');
  const few = isNew ? ', too few to say how far it can be trusted' : '';
  return `judge ${judge}: ${facts.join(', ')}${few}${alarm === undefined ? '' : alarms[alarm]}`;
}

const alarms = {
  warn: '. Warning: the order in which it sees entries sways it',
  drop: '. Do not trust it: it follows the order more than the entries',
} as const;

/** Of too few verdicts nothing is said. */
function figureText(what: string, figure: Figure, tell: (value: number) => string): readonly string[] {
  if (figure.kind === 'too-few') return [];
  return [`${what} ${tell(figure.value)} (${tell(figure.low)} to ${tell(figure.high)})`];
}
