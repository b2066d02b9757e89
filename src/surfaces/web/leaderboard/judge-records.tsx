// What is known of each judge and model: how often it was right and by what, what it leans to, and how much its word counts.
import {
  type KnownJudge,
  type KnownJudges,
  type KnownShare,
  leansOf,
  nameOfJudge,
} from '../../../views/leaderboard/judges-document.ts';
import { percent } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import { useAnswer } from '../data/answers.ts';
import type { NewsItem } from '../data/live/open-live.ts';
import { Scroll } from '../design/parts.tsx';
import { TableHead } from '../design/table-head.tsx';

const sources = {
  calibration: 'calibrations',
  people: 'people',
  checks: 'checks of races',
  panels: 'panels',
};

const changesThem = ({ event: { type } }: NewsItem): boolean =>
  /^(?:contest[.]closed|judge[.]|winner[.]|preference[.])/.test(type);

export function JudgeRecords({ simulated }: { readonly simulated: boolean }) {
  const { data } = useAnswer<KnownJudges>(`/judges${simulated ? '?simulated=true' : ''}`, changesThem);
  if (data === undefined) return null;
  return (
    <section className="stack tight" aria-labelledby="records">
      <h2 id="records">Judges</h2>
      {data.judges.length === 0 ? (
        <p className="muted">
          Nothing is known of any judge yet. Measure some with <code>joust calibrate JUDGE...</code>
        </p>
      ) : (
        <RecordTable judges={data.judges} />
      )}
    </section>
  );
}

function RecordTable({ judges }: KnownJudges) {
  return (
    <div className="card stack tight">
      <Scroll label="What is known of judges" className="sticky-first">
        <table className="judge-records">
          <TableHead
            columns={[
              'judge',
              ['weighs', 'figure'],
              'by',
              ['right', 'figure'],
              ['95 %', 'figure'],
              ['pairs', 'figure'],
              ['flips', 'figure'],
              'leans',
            ]}
          />
          {judges.map((one) => (
            <JudgeRows key={nameOfJudge(one)} one={one} />
          ))}
        </table>
      </Scroll>
      <p className="muted small">
        weighs: in a panel of all of these, where 1 is an equal share. by: what its word was held against.
        flips: the same place chosen both times.
        {judges.some(({ replaced }) => replaced) &&
          ' Of a model that was replaced what it did counts little.'}
      </p>
    </div>
  );
}

function JudgeRows({ one }: { readonly one: KnownJudge }) {
  const { judge, model, weight, simulated } = one;
  const kinds = (['calibration', 'people', 'checks', 'panels'] as const).filter((kind) => one[kind]);
  const isNamed = model === undefined || simulated || judge.includes(model);
  return (
    <tbody>
      {kinds.map((kind, at) => (
        <tr key={kind}>
          {at === 0 && (
            <>
              <th scope="rowgroup" rowSpan={kinds.length}>
                <span className="strong">{visibleLine(judge)}</span>
                {!isNamed && <span className="muted"> {visibleLine(model)}</span>}
              </th>
              <td className="figure strong" rowSpan={kinds.length}>
                {weight === undefined ? <span className="muted">replaced</span> : weight.toFixed(1)}
              </td>
            </>
          )}
          <td>{sources[kind]}</td>
          <ShareCells known={one[kind]} />
          {at === 0 && <HabitCells one={one} rows={kinds.length} />}
        </tr>
      ))}
    </tbody>
  );
}

function ShareCells({ known }: { readonly known: KnownShare | undefined }) {
  if (known === undefined) return null;
  const { right, of, low, high } = known;
  return (
    <>
      <td className="figure">{percent(right / of)}</td>
      <td className="figure muted">
        {low === undefined || high === undefined ? 'too few' : `${percent(low)} to ${percent(high)}`}
      </td>
      <td className="figure">{of}</td>
    </>
  );
}

function HabitCells({ one, rows }: { readonly one: KnownJudge; readonly rows: number }) {
  const { flips, leans } = one.calibration ?? {};
  const told = leansOf(one);
  const none = leans === undefined ? 'unknown' : 'none found';
  return (
    <>
      <td className="figure" rowSpan={rows}>
        {flips === undefined || flips.of === 0 ? '' : percent(flips.times / flips.of)}
      </td>
      <td className="muted" rowSpan={rows}>
        {told.length === 0 ? none : told.join(', ')}
      </td>
    </>
  );
}
