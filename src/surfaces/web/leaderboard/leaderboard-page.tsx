// Who is how good over all contests on record, with what is not known; by format, project, tag and whose verdicts.
import { plural } from '../../../domain/figures.ts';
import type { FilteredLeaderboard } from '../../../views/leaderboard/leaderboard.ts';
import { standingWords, verdictWords } from '../../../views/leaderboard/leaderboard-document.ts';
import { percent } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import { type Route, replaceHash, useRoute, withQuery } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import type { NewsItem } from '../data/live/open-live.ts';
import { Empty, Scroll, Shown } from '../design/parts.tsx';
import { CostPlot } from './cost-plot.tsx';
import { JudgeRecords } from './judge-records.tsx';
import { PreferenceList } from './preference-list.tsx';
import { RatingTable } from './rating-table.tsx';
import { WinTable } from './win-table.tsx';
import './leaderboard-page.css';
import { TableHead } from '../design/table-head.tsx';

const asks = ['format', 'project', 'tag', 'source', 'simulated'] as const;

/** Verdicts count when a contest is over; picks and a person's word at once. */
const changesTheBoard = ({ event: { type } }: NewsItem): boolean =>
  /^(?:contest[.]closed|winner[.]|preference[.])/.test(type);

export function LeaderboardPage() {
  const route = useRoute();
  const query = new URLSearchParams();
  for (const name of asks) if (route.query[name]) query.set(name, route.query[name]);
  const answer = useAnswer<FilteredLeaderboard>(`/leaderboard?${query}`, changesTheBoard);
  return (
    <div className="page stack board">
      <h1>Leaderboard</h1>
      <Shown answer={answer}>
        {(board) => (
          <>
            <BoardFilters route={route} filters={board.filters} />
            {board.rows.length === 0 ? (
              <NothingToRank isNarrowed={query.size > 0} route={route} />
            ) : (
              <Board board={board} />
            )}
          </>
        )}
      </Shown>
      <JudgeRecords simulated={route.query['simulated'] === 'true'} />
      <PreferenceList tag={route.query['tag']} />
    </div>
  );
}

function Board({ board }: { readonly board: FilteredLeaderboard }) {
  const { rows, contests, verdicts, judges } = board;
  return (
    <>
      <div>
        <p className="gist">{visibleLine(standingWords(board) ?? '')}</p>
        <p className="muted">
          From {plural(contests, 'contest')}. On record: {verdictWords(verdicts)}.
        </p>
      </div>
      <section className="stack tight" aria-labelledby="ratings">
        <h2 id="ratings">Ratings</h2>
        <RatingTable board={board} />
      </section>
      <section className="stack tight" aria-labelledby="costs">
        <h2 id="costs">Cost and quality</h2>
        <CostPlot board={board} />
      </section>
      {rows.length > 1 && (
        <section className="stack tight" aria-labelledby="pairs">
          <h2 id="pairs">Who beat whom</h2>
          <WinTable board={board} />
        </section>
      )}
      <section className="stack tight" aria-labelledby="judges">
        <h2 id="judges">Judges and people</h2>
        <JudgesAndPeople judges={judges} />
      </section>
    </>
  );
}

function BoardFilters({
  route,
  filters,
}: {
  readonly route: Route;
  readonly filters: FilteredLeaderboard['filters'];
}) {
  const { query } = route;
  const choices = [
    ['format', 'every format', filters.formats],
    ['project', 'every project', filters.projects],
    ['tag', 'every tag', filters.tags],
    ['source', 'all verdicts', filters.sources],
  ] as const;
  const say = (name: string, value: string | undefined) =>
    replaceHash(withQuery(route, { [name]: value || undefined }));
  return (
    <search className="board-filters">
      {choices.map(([name, every, values]) => (
        <select
          key={name}
          aria-label={name}
          value={query[name] ?? ''}
          onChange={({ target }) => say(name, target.value)}
        >
          <option value="">{every}</option>
          {[...new Set([...values, ...(query[name] ? [query[name]] : [])])].map((value) => (
            <option key={value} value={value}>
              {name === 'source' ? sourceNames[value] : visibleLine(value)}
            </option>
          ))}
        </select>
      ))}
      <label className="row">
        <input
          type="checkbox"
          checked={query['simulated'] === 'true'}
          onChange={({ target }) => say('simulated', target.checked ? 'true' : undefined)}
        />
        with simulated ones
      </label>
    </search>
  );
}

const sourceNames: Readonly<Record<string, string>> = {
  judges: 'verdicts of judges',
  people: 'picks of people',
  checks: 'checks of races',
};

function NothingToRank({ isNarrowed, route }: { readonly isNarrowed: boolean; readonly route: Route }) {
  const all = withQuery(route, Object.fromEntries(asks.map((name) => [name, undefined])));
  return (
    <Empty title="Nothing to rank yet">
      {isNarrowed ? (
        <p>
          Nobody was compared in contests like that. <a href={all}>Show all</a>
        </p>
      ) : (
        <p>
          Nobody has been compared: have a contest judged, race with checks, or pick in an{' '}
          <a href="#/arena">arena</a>. Simulated contests count only when you ask for them.
        </p>
      )}
    </Empty>
  );
}

function JudgesAndPeople({ judges }: Pick<FilteredLeaderboard, 'judges'>) {
  if (judges.length === 0)
    return (
      <p className="muted">
        No pair was seen by a judge and a person: how far judges agree with people is not known yet.
      </p>
    );
  return (
    <Scroll label="How far judges agree" className="card sticky-first">
      <table className="judges-table">
        <TableHead columns={['judge', ['agreed with a person', 'figure'], ['of pairs', 'figure']]} />
        <tbody>
          {judges.map(({ judge, agreed, pairs }) => (
            <tr key={judge}>
              <th scope="row">{visibleLine(judge)}</th>
              <td className="figure">
                {agreed} <span className="muted">({percent(agreed / pairs)})</span>
              </td>
              <td className="figure">{pairs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
