// A tournament: who won and how surely, the bracket or the rounds, each match with both answers and what judges said, and the
// standing from all comparisons.
import type { TournamentResult } from '../../../../formats/tournament/result.ts';
import type { BracketBlock } from '../../../../views/document.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { hrefTo, useRoute, withQuery } from '../../address.ts';
import { Scroll } from '../../design/parts.tsx';
import { Bracket } from '../bracket.tsx';
import { AttemptText, Chip, useInSight } from '../result-parts.tsx';
import { EvenStanding, Standing } from '../verdicts/judged-view.tsx';
import { Reasons } from '../verdicts/pair-table.tsx';

interface Props {
  readonly contest: ContestJson;
  readonly result: TournamentResult;
}

type Match = TournamentResult['matches'][number];

const hows: Readonly<Record<Match['how'], string>> = {
  verdict: '',
  'one-more': 'took one more verdict',
  undecided: 'nobody decided it',
  parked: 'a judge waits for its quota',
};

export function TournamentView({ contest, result }: Props) {
  const route = useRoute();
  const { champion, clear, rule, why, system, matches, seeds, order, unranked } = result;
  const opened = matches[Number(route.query['match']) - 1];
  return (
    <div className="stack sections">
      <div className="stack tight">
        <p className="gist">
          {clear && champion !== undefined ? `${visibleLine(champion)} won` : 'No clear winner'}
          <span className="muted">
            : {visibleLine(clear ? `${system}, ${rule}` : (why ?? 'nobody decided'))}
          </span>
        </p>
        {!clear && champion !== undefined && <p className="muted">It would be {visibleLine(champion)}.</p>}
        {unranked.map(({ contestant, outcome, reason }) => (
          <p key={contestant} className="muted">
            Not ranked: {visibleLine(contestant)}, {outcome}
            {reason !== undefined && `: ${visibleLine(reason)}`}
          </p>
        ))}
      </div>
      {system === 'bracket' && (
        <Bracket
          block={bracketOf(seeds, matches)}
          hrefOf={(at) => withQuery(route, { match: String(at + 1) })}
          openAt={Number(route.query['match']) - 1}
        />
      )}
      <Matches result={result} />
      {opened !== undefined && <MatchView key={route.query['match']} contest={contest} match={opened} />}
      <Standing rows={order} />
      <EvenStanding result={result} />
    </div>
  );
}

function bracketOf(seeds: readonly string[], matches: readonly Match[]): BracketBlock {
  return {
    type: 'bracket',
    seeds,
    matches: matches.map(({ round, pair, winner, how, words }) => {
      const flips = words.some(({ flipped }) => flipped) ? ' ⇄' : '';
      return { round, pair, winner, mark: `${marks[how]}${flips}` };
    }),
    legend: matches.some(({ words }) => words.some(({ flipped }) => flipped))
      ? ['⇄ a judge changed its word with the order']
      : [],
  };
}

const marks: Readonly<Record<Match['how'], string>> = {
  verdict: '',
  'one-more': ' +',
  undecided: ' *',
  parked: ' ?',
};

function Matches({ result: { matches, byes } }: Pick<Props, 'result'>) {
  const route = useRoute();
  return (
    <section className="stack tight">
      <h2>Matches</h2>
      <Scroll label="Matches">
        <table className="fit">
          <thead>
            <tr>
              <th scope="col">round</th>
              <th scope="col">pair</th>
              <th scope="col">went to</th>
              <th scope="col">
                <span className="unseen">remarks</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {matches.map((match, at) => (
              <MatchRow
                key={`${match.round} ${match.pair.join('\n')} ${match.part}`}
                match={match}
                href={withQuery(route, { match: String(at + 1) })}
                isOpen={route.query['match'] === String(at + 1)}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
      {byes.length > 0 && (
        <p className="muted small">
          Byes:{' '}
          {byes.map(({ round, contestant }) => `${visibleLine(contestant)} in round ${round}`).join(', ')}.
        </p>
      )}
    </section>
  );
}

interface RowProps {
  readonly match: Match;
  readonly href: string;
  readonly isOpen: boolean;
}

function MatchRow({ match: { round, part, pair, winner, how, words }, href, isOpen }: RowProps) {
  return (
    <tr className={isOpen ? 'match-row open-row' : 'match-row'}>
      <td className="muted">
        {round}
        {part !== undefined && part !== 'winners' && ` (${part})`}
      </td>
      <td>
        <a href={href} aria-current={isOpen ? 'true' : undefined}>
          {pair.map(visibleLine).join(' – ')}
        </a>
      </td>
      <td className="strong">{winner === undefined ? 'half a point each' : visibleLine(winner)}</td>
      <td>
        <span className="row">
          {words.some(({ flipped }) => flipped) && <Chip look="warn">⇄ flipped</Chip>}
          {hows[how] !== '' && <Chip look="warn">{hows[how]}</Chip>}
        </span>
      </td>
    </tr>
  );
}

function MatchView({
  contest,
  match: { pair, winner, words, why },
}: {
  readonly contest: ContestJson;
  readonly match: Match;
}) {
  const place = useInSight<HTMLElement>(true);
  return (
    <section ref={place} className="stack tight" aria-label="Match">
      <div className="row spread">
        <h2>{pair.map(visibleLine).join(' against ')}</h2>
        <a className="small" href={hrefTo(['contests', contest.id, 'result'])}>
          Close
        </a>
      </div>
      {why !== undefined && <p className="muted">{visibleLine(why)}</p>}
      <Reasons words={words} />
      <div className="beside">
        {pair.map((name) => (
          <article
            key={name}
            className={name === winner ? 'card stack tight meant-card' : 'card stack tight'}
          >
            <h3>
              {visibleLine(name)} {name === winner && <span className="ok small">won</span>}
            </h3>
            <AttemptText contest={contest} attempt={`answer/${name}`} />
          </article>
        ))}
      </div>
    </section>
  );
}
