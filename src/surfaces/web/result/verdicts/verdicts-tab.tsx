// Who preferred what in this contest, and what others said about it: judgings, analyses, cross-examinations.
import type { RaceResult } from '../../../../formats/race/result.ts';
import type { TournamentResult } from '../../../../formats/tournament/result.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestCard, ContestJson } from '../../../../views/wire/contest-json.ts';
import { contestHref, goTo } from '../../address.ts';
import { useAnswer, useDeed } from '../../data/answers.ts';
import { Shown, Status, TroubleCard } from '../../design/parts.tsx';
import { contestPath, useResult } from '../result-parts.tsx';
import { JudgeFigures, tournamentRows } from './judge-figures.tsx';
import { type JudgedPair, PairTable } from './pair-table.tsx';
import './verdicts.css';

export function VerdictsTab({ contest }: { readonly contest: ContestJson }) {
  const { data } = useResult(contest);
  const result = data?.result as RaceResult | TournamentResult | undefined;
  const pairs = result === undefined ? undefined : pairsIn(result);
  return (
    <div className="stack sections">
      {pairs !== undefined && (
        <section className="stack tight">
          <h2>Who preferred what</h2>
          <PairTable pairs={pairs} />
        </section>
      )}
      {result?.type === 'tournament' && (
        <JudgeFigures rows={tournamentRows(result)} agreement={result.agreement} />
      )}
      <AboutList contest={contest} />
    </div>
  );
}

/** Absent: nobody judges in it. */
function pairsIn(result: RaceResult | TournamentResult): readonly JudgedPair[] | undefined {
  switch (result.type) {
    case 'race':
      return result.pairs;
    case 'tournament':
      return result.matches.map(({ pair, winner, words }) => ({ pair, word: winner ?? 'tie', words }));
    default:
      return undefined;
  }
}

interface About extends Pick<ContestCard, 'id' | 'state' | 'status'> {
  readonly format: string;
  readonly gist?: string;
}

function AboutList({ contest }: { readonly contest: ContestJson }) {
  const answer = useAnswer<{ contests: readonly About[] }>(contestPath(contest, '/about'));
  return (
    <section className="stack tight">
      <h2>What others say of it</h2>
      <Shown answer={answer}>
        {({ contests }) =>
          contests.length === 0 ? (
            <p className="muted">No judging, analysis or cross-examination is on record yet.</p>
          ) : (
            <ul className="about-list">
              {contests.map(({ id, format, state, status, gist }) => (
                <li key={id}>
                  <a href={contestHref(id, 'result')}>{format}</a>
                  <Status of={{ state, status }} />
                  <span className="muted">{visibleLine(gist ?? id)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <StartAbout contest={contest} />
    </section>
  );
}

const formats = [
  ['judge', 'Judge', 'others compare the entries pair by pair'],
  ['analyze', 'Analyze', 'one reads each entry and says what sets them apart'],
  ['cross-examine', 'Cross-examine', 'each questions another about its entry'],
] as const;

/** Contests on the entries of this one. */
function StartAbout({ contest }: { readonly contest: ContestJson }) {
  const start = useDeed<object, { id: string }>('/contests');
  if (start.do === undefined || contest.state !== 'closed') return null;
  const begin = async (format: string) => {
    const begun = await start.do?.({ format, subject: contest.id, cwd: contest.cwd });
    if (begun !== undefined) goTo(contestHref(begun.id));
  };
  return (
    <div className="stack tight">
      <div className="row">
        {formats.map(([format, title, does]) => (
          <button
            key={format}
            type="button"
            className="button small"
            title={does}
            disabled={start.isDoing}
            onClick={() => begin(format)}
          >
            {title}
          </button>
        ))}
        <span className="muted small">starts a contest about this one, with the agents of your config</span>
      </div>
      {start.trouble !== undefined && <TroubleCard trouble={start.trouble} />}
    </div>
  );
}
