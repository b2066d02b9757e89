// A vote: the answers that were given, by whom, and why others do not count.
import type { VoteResult } from '../../../../formats/vote/result.ts';
import { percent } from '../../../../views/units.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import { Chip, ShareBar } from '../result-parts.tsx';

const outcomes: Readonly<Record<VoteResult['outcome'], string>> = {
  won: 'This answer won',
  tied: 'A tie: no answer has more votes than every other',
  'no-quorum': 'No answer: too few agree',
  'no-votes': 'No answer could be read as a vote',
};

const reasons: Readonly<Record<string, string>> = {
  parked: 'waits for its quota',
  unread: 'no vote could be read in its answer',
  'not-needed': 'was stopped early: the outcome could not change',
};

export function VoteView({ result }: { readonly result: VoteResult }) {
  const { outcome, answer, groups, counted, majority, quorum, contestants, uncounted, stoppedEarly } = result;
  const voters = counted + uncounted.filter(({ why }) => why === 'not-needed').length;
  return (
    <div className="stack sections narrow">
      <section className="stack tight">
        <p className="gist">
          {outcomes[outcome]}
          {answer !== undefined && <>: {visibleLine(answer)}</>}
        </p>
        <p className="muted">
          {counted} of {contestants} count
          {quorum !== undefined && `, ${quorum} had to agree`}
          {outcome === 'won' && (majority ? ', a majority' : ', no majority')}
          {stoppedEarly && '; stopped early, since the outcome could not change'}.
        </p>
      </section>
      <section className="stack tight" aria-label="Tally">
        {groups.map((group) => (
          <div key={group.answer} className="tally">
            <div className="row spread">
              <span className={group.answer === answer ? 'strong' : undefined}>{visible(group.answer)}</span>
              <span className="figure">
                {group.voters.length}{' '}
                <span className="muted">{percent(group.voters.length / Math.max(1, voters))}</span>
              </span>
            </div>
            <ShareBar share={group.voters.length / Math.max(1, voters)} isStrong={group.answer === answer} />
            <div className="row">
              {group.voters.map((voter) => (
                <Chip key={voter}>{visibleLine(voter)}</Chip>
              ))}
            </div>
          </div>
        ))}
      </section>
      {uncounted.length > 0 && (
        <section className="stack tight">
          <h2>Not counted</h2>
          <ul className="points">
            {uncounted.map(({ contestant, why }) => (
              <li key={contestant}>
                {visibleLine(contestant)} <span className="muted">{reasons[why] ?? `ended ${why}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {result.grouping !== undefined && (
        <p className="muted small">
          {visibleLine(result.grouping.judge)} was asked which answers mean the same
          {result.grouping.state === 'unread' && '; what it replied could not be read'}
          {result.grouping.state === 'parked' && '; it waits for its quota'}.
        </p>
      )}
    </div>
  );
}
