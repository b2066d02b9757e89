// What was measured: every check on the base and on each entry, with what it printed; whose tests pass on whose code; and what
// the entries touch that measures them.
import type { RaceResult } from '../../../../formats/race/result.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import type { CheckJson } from '../../../../views/wire/decision-json.ts';
import { useAnswer } from '../../data/answers.ts';
import { Empty, Shown } from '../../design/parts.tsx';
import { contestPath, useResult } from '../result-parts.tsx';
import { CheckTable } from './check-table.tsx';
import { CrossTable } from './cross-table.tsx';
import { TouchedList } from './touched-list.tsx';
import './checks.css';

export function ChecksTab({ contest }: { readonly contest: ContestJson }) {
  const answer = useAnswer<{ checks: readonly CheckJson[] }>(contestPath(contest, '/checks'));
  const found = useResult(contest).data?.result;
  const result = found?.type === 'race' ? (found as RaceResult) : undefined;
  return (
    <Shown answer={answer}>
      {({ checks }) =>
        checks.length === 0 && result === undefined ? (
          <Empty title="Nothing was measured yet" />
        ) : (
          <div className="stack sections">
            {checks.length === 0 && <p className="muted">No checks were found or set.</p>}
            <CheckTable contest={contest} checks={checks} result={result} />
            {result?.cross !== undefined && (
              <CrossTable contest={contest} checks={checks} cross={result.cross} />
            )}
            {result !== undefined && <TouchedList rows={result.rows} />}
          </div>
        )
      }
    </Shown>
  );
}
