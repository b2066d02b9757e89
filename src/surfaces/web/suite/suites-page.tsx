// The suites on record, and how one is begun.
import type { ContestList } from '../../../views/wire/contest-json.ts';
import { ContestRow } from '../contests/contest-row.tsx';
import { useAnswer } from '../data/answers.ts';
import { Empty, Shown } from '../design/parts.tsx';
import '../contests/contests.css';
import './suite.css';

export function SuitesPage() {
  const answer = useAnswer<ContestList>('/contests?format=suite&limit=100', () => true);
  return (
    <div className="page stack">
      <h1>Suites</h1>
      <p className="muted">
        Many tasks, several contestants, several trials: who does how well on your own work.
      </p>
      <Shown answer={answer}>
        {({ contests }) =>
          contests.length === 0 ? (
            <Empty title="No suite was played yet">
              <p>
                Write <code>suite.yaml</code>, then start it in a terminal:{' '}
                <code>joust suite run suite.yaml</code>
              </p>
            </Empty>
          ) : (
            <ul className="card suite-list">
              {contests.map((contest) => (
                <li key={contest.id}>
                  <ContestRow contest={contest} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </div>
  );
}
