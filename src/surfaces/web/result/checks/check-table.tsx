// Checks against entries, each cell with what it came to; the log of one is opened below.
import { Fragment } from 'react';
import type { RaceResult } from '../../../../formats/race/result.ts';
import { duration } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import type { CheckJson } from '../../../../views/wire/decision-json.ts';
import { useRoute, withQuery } from '../../address.ts';
import { Scroll, State } from '../../design/parts.tsx';
import { CheckLog } from './check-log.tsx';

interface Props {
  readonly contest: ContestJson;
  readonly checks: readonly CheckJson[];
  readonly result: RaceResult | undefined;
}

export function CheckTable({ contest, checks, result }: Props) {
  const { query } = useRoute();
  const own = checks.filter(({ tree }) => tree !== 'cross');
  const names = [...new Set(own.map(({ name }) => name))];
  const entrants = contest.contestants
    .map(({ name }) => name)
    .filter((name) => own.some(({ of }) => of === name));
  const opened = own.find(({ key }) => key === query['check']);
  if (names.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>Checks</h2>
      <Scroll label="Checks">
        <table className="checks">
          <thead>
            <tr>
              <th scope="col">check</th>
              {['base', ...entrants].map((of) => (
                <th key={of} scope="col">
                  {of === 'base' ? 'the base' : visibleLine(of)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <Fragment key={name}>
                <tr>
                  <CheckName name={name} told={result?.checks.find((one) => one.name === name)} />
                  {['base', ...entrants].map((of) => (
                    <td key={of}>
                      <Cells
                        found={own.filter((one) => one.name === name && one.of === of)}
                        result={result}
                      />
                    </td>
                  ))}
                </tr>
                {opened?.name === name && (
                  <tr>
                    <td colSpan={entrants.length + 2}>
                      <CheckLog contest={contest} check={opened} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function CheckName({
  name,
  told,
}: {
  readonly name: string;
  readonly told: RaceResult['checks'][number] | undefined;
}) {
  return (
    <th scope="row">
      <span className="check-name">
        <span className="strong">{visibleLine(name)}</span>
        {told !== undefined && (
          <>
            <code className="muted">{visibleLine(told.command)}</code>
            <span className="muted small">
              {[
                told.required ? 'required' : 'not required',
                ...(told.signal === undefined ? [] : [`counts as ${told.signal}`]),
                ...(told.ignored === undefined ? [] : [`nobody is out by it: ${visibleLine(told.ignored)}`]),
              ].join(', ')}
            </span>
          </>
        )}
      </span>
    </th>
  );
}

/** With the tests of the base put back, which counts; and as handed in, where that was measured apart. */
function Cells({
  found,
  result,
}: {
  readonly found: readonly CheckJson[];
  readonly result: Props['result'];
}) {
  const route = useRoute();
  const counted = found.findLast(({ tree }) => tree !== 'submitted');
  const submitted = found.find(({ tree }) => tree === 'submitted');
  const { name = '', of = '' } = found[0] ?? {};
  const told = result?.rows
    .find(({ contestant }) => contestant === of)
    ?.checks.find((one) => one.name === name);
  const base = of === 'base' ? result?.checks.find((one) => one.name === name)?.detail : undefined;
  const cell = (check: CheckJson, detail: string | undefined, title: string) => (
    <span className="check-cell">
      {title !== '' && <span className="muted small">{title}</span>}
      <State is={check.outcome ?? 'running'} />
      {detail !== undefined && <span className="small">{visibleLine(detail)}</span>}
      <span className="small muted">
        {check.ranMs !== undefined && duration(check.ranMs)}{' '}
        {check.hasLog && (
          <a
            href={withQuery(route, { check: route.query['check'] === check.key ? undefined : check.key })}
            aria-label={`Log of ${name} on ${of}${check.tree === 'submitted' ? ' as handed in' : ''}`}
          >
            log
          </a>
        )}
      </span>
    </span>
  );
  if (counted === undefined && submitted === undefined) return <span className="muted small">not run</span>;
  return (
    <span className="check-cells">
      {counted !== undefined &&
        cell(counted, told?.detail ?? base, submitted === undefined ? '' : 'tests of the base put back')}
      {submitted !== undefined && cell(submitted, told?.submittedDetail, 'as handed in')}
    </span>
  );
}
