// A debate: the verdict, who held which position in which round, and what was said, round by round.
import type { DebateResult } from '../../../../formats/debate/result.ts';
import { percent } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { useRoute, withQuery } from '../../address.ts';
import { Markdown } from '../../design/markdown.tsx';
import { Scroll, State } from '../../design/parts.tsx';
import { AttemptText, Chip } from '../result-parts.tsx';
import { type PositionCell, positionsByRound, turnKey } from './debate-rounds.ts';

interface Props {
  readonly contest: ContestJson;
  readonly result: DebateResult;
}

const endings = {
  rounds: 'All rounds were played.',
  moderator: 'The moderator ended it: nothing new was to be expected.',
  silence: 'Nobody said anything in the first round.',
} as const;

export function DebateView({ contest, result }: Props) {
  const { verdict, problem, rounds, endedBy, warnings } = result;
  return (
    <div className="stack sections">
      <section className="card stack tight narrow">
        <h2>
          Verdict{verdict !== undefined && <span className="muted"> by {visibleLine(verdict.by)}</span>}
        </h2>
        {verdict === undefined ? (
          <p className="muted">{visibleLine(problem ?? 'There is none yet.')}</p>
        ) : (
          <Markdown text={verdict.text} level={3} />
        )}
        <p className="muted small">{endings[endedBy]}</p>
      </section>
      {rounds > 0 && (
        <>
          <section className="stack tight">
            <h2>Who held what</h2>
            <Positions result={result} />
            {warnings.map(({ round, speaker, toward, newWords }) => (
              <p key={`${round} ${speaker} ${toward}`} className="warn small">
                Round {round}: {visibleLine(speaker)} came closer to {visibleLine(toward)} without new
                argument ({percent(newWords)} new words).
              </p>
            ))}
          </section>
          <Transcript contest={contest} result={result} />
        </>
      )}
    </div>
  );
}

function Positions({ result }: Pick<Props, 'result'>) {
  const rows = positionsByRound(result);
  return (
    <Scroll label="Who held what">
      <table>
        <thead>
          <tr>
            <th scope="col">speaker</th>
            {(rows[0]?.cells ?? []).map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rounds are numbered
              <th key={at} scope="col">
                round {at + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ speaker, cells, moves }) => (
            <tr key={speaker}>
              <th scope="row">
                {visibleLine(speaker)}{' '}
                {moves > 0 && <Chip look="accent">moved {moves === 1 ? 'once' : `${moves} times`}</Chip>}
              </th>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <td key={at} className={cell?.changed === true ? 'moved' : undefined}>
                  <Position cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Position({ cell }: { readonly cell: PositionCell | undefined }) {
  if (cell === undefined) return <span className="muted">no turn</span>;
  return (
    <span className="stack tight">
      {cell.outcome === 'ok' ? (
        <span>
          {cell.position === undefined ? (
            <span className="muted">said none</span>
          ) : (
            visibleLine(cell.position)
          )}
        </span>
      ) : (
        <State is={cell.outcome} />
      )}
      {cell.changed && <span className="accent-text small">changed</span>}
      {cell.toward !== undefined && (
        <span className="warn small">toward {visibleLine(cell.toward)}, nothing new</span>
      )}
    </span>
  );
}

function Transcript({ contest, result }: Props) {
  const route = useRoute();
  const last = Math.max(1, ...result.turns.map(({ round }) => round));
  const asked = Number(route.query['round']);
  const here = asked >= 1 && asked <= last ? asked : last;
  const check = result.checks.find(({ round }) => round === here);
  return (
    <section className="stack tight">
      <div className="row spread">
        <h2>Transcript</h2>
        <nav className="group" aria-label="Rounds">
          {Array.from({ length: last }, (_, at) => at + 1).map((round) => (
            <a
              key={round}
              className="button small"
              aria-current={round === here ? 'true' : undefined}
              href={withQuery(route, { round: String(round) })}
            >
              Round {round}
            </a>
          ))}
        </nav>
      </div>
      <div className="beside">
        {result.turns
          .filter(({ round }) => round === here)
          .map(({ speaker, outcome }) => (
            <article key={speaker} className="card stack tight">
              <div className="row">
                <h3>{visibleLine(speaker)}</h3>
                {outcome !== 'ok' && <State is={outcome} />}
              </div>
              {outcome === 'ok' && <AttemptText contest={contest} attempt={turnKey(here, speaker)} />}
            </article>
          ))}
      </div>
      {check !== undefined && (
        <p className="muted small">
          The moderator, {visibleLine(result.moderator)}, after this round:{' '}
          {check.said === 'DONE' ? 'done' : 'continue'}.
        </p>
      )}
    </section>
  );
}
