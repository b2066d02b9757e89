// Whose added tests pass on whose code.
import type { RaceResult } from '../../../../formats/race/result.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import type { CheckJson } from '../../../../views/wire/decision-json.ts';
import { useRoute, withQuery } from '../../address.ts';
import { Scroll, State } from '../../design/parts.tsx';
import { CheckLog } from './check-log.tsx';

interface Props {
  readonly contest: ContestJson;
  readonly checks: readonly CheckJson[];
  readonly cross: NonNullable<RaceResult['cross']>;
}

export function CrossTable({ contest, checks, cross }: Props) {
  const route = useRoute();
  const columns = [...new Set(cross.rows.flatMap(({ on }) => Object.keys(on)))];
  const crossed = checks.filter(({ tree }) => tree === 'cross');
  const keyOf = (author: string, of: string) =>
    crossed.find((one) => one.testsOf === author && one.of === of && one.hasLog)?.key;
  const opened = crossed.find(({ key }) => key === route.query['check']);
  const hasBase = cross.rows.some(({ onBase }) => onBase !== undefined);
  const cell = (author: string, of: string, outcome: string | undefined) => {
    const key = keyOf(author, of);
    return (
      <td key={of}>
        {outcome === undefined ? <span className="muted small">not run</span> : <State is={outcome} />}{' '}
        {key !== undefined && (
          <a
            className="small"
            href={withQuery(route, { check: route.query['check'] === key ? undefined : key })}
            aria-label={`Log of the tests of ${author} on ${of}`}
          >
            log
          </a>
        )}
      </td>
    );
  };
  return (
    <section className="stack tight">
      <h2>Added tests on everybody's code</h2>
      <p className="muted small">
        Each row: the tests that one added, run by {visibleLine(cross.check)} on the code of each column.
      </p>
      <Scroll label="Added tests on everybody's code">
        <table className="fit">
          <thead>
            <tr>
              <th scope="col">tests of</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {visibleLine(name)}
                </th>
              ))}
              {hasBase && <th scope="col">the base</th>}
            </tr>
          </thead>
          <tbody>
            {cross.rows.map(({ author, on, onBase, suspect }) => (
              <tr key={author}>
                <th scope="row">
                  {visibleLine(author)}
                  {suspect !== undefined && <span className="warn small remark">{visibleLine(suspect)}</span>}
                </th>
                {columns.map((name) => cell(author, name, on[name]))}
                {hasBase && cell(author, 'base', onBase)}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {opened !== undefined && <CheckLog contest={contest} check={opened} />}
    </section>
  );
}
