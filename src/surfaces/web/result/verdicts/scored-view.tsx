// Entries scored on a rubric: the scores with their bounds, by dimension, and what each judge gave and said.
import type { ScoredResult } from '../../../../formats/judge/result.ts';
import { agreementText, reasonText } from '../../../../views/judge-words.ts';
import { percent } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { Markdown } from '../../design/markdown.tsx';
import { Scroll } from '../../design/parts.tsx';
import { Chip, Fold, ShareBar } from '../result-parts.tsx';
import { AboutLine } from '../told/about-views.tsx';

export function ScoredView({ result }: { readonly result: ScoredResult }) {
  const { about, winner, tied, judges = [], quarantined = [], silent = [], decisions = [] } = result;
  const others = tied.filter((name) => name !== winner).map(visibleLine);
  return (
    <div className="stack sections">
      <div className="stack tight">
        <p className="gist">
          {winner === undefined ? 'No clear winner' : `${visibleLine(winner)} has the highest score`}
          {others.length > 0 && <span className="muted">, not clear: level with {others.join(', ')}</span>}
        </p>
        <AboutLine about={about} />
      </div>
      <ScoreTable result={result} />
      {judges.length > 0 && (
        <section className="stack tight">
          <h2>What each judge gave</h2>
          {judges.map((sheet) => (
            <Sheet key={sheet.judge} sheet={sheet} />
          ))}
        </section>
      )}
      <section className="stack tight">
        {decisions.length > 0 && <h2>On what they differ most</h2>}
        {decisions.map(({ judge, text }) => (
          <p key={`${judge} ${text}`}>
            <span className="strong">{visibleLine(judge)}</span>: {visibleLine(text)}
          </p>
        ))}
        {[...quarantined, ...silent].map(({ judge, why }) => (
          <p key={`${judge} ${why}`} className="warn">
            {visibleLine(judge)} does not count: {visibleLine(reasonText(why))}
          </p>
        ))}
        <p className="muted small">{agreementText(result.agreement)}</p>
      </section>
    </div>
  );
}

function dimensionsOf(records: readonly Readonly<Record<string, number>>[]): readonly string[] {
  return [...new Set(records.flatMap((one) => Object.keys(one)))];
}

function ScoreTable({ result: { rows, winner, divergence } }: { readonly result: ScoredResult }) {
  const dimensions = dimensionsOf(rows.map(({ byDimension }) => byDimension));
  return (
    <section className="stack tight">
      <h2>Scores</h2>
      <Scroll label="Scores">
        <table>
          <thead>
            <tr>
              <th scope="col">entry</th>
              <th scope="col" className="figure">
                score
              </th>
              <th scope="col">
                <span className="unseen">as a bar</span>
              </th>
              <th scope="col" className="figure">
                fair, 95 %
              </th>
              {dimensions.map((name) => (
                <th key={name} scope="col" className="figure">
                  {visibleLine(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.contestant} className={row.contestant === winner ? 'open-row' : undefined}>
                <th scope="row">
                  <span className="row">
                    {visibleLine(row.contestant)}
                    {row.addressesJudges === true && <Chip look="warn">speaks to its judges</Chip>}
                    {row.incomplete > 0 && <Chip>{row.incomplete} incomplete</Chip>}
                  </span>
                </th>
                <td className="figure strong">{row.score === undefined ? 'unknown' : percent(row.score)}</td>
                <td className="middle">
                  {row.score !== undefined && (
                    <ShareBar share={row.score} isStrong={row.contestant === winner} />
                  )}
                </td>
                <td className="figure">
                  {row.fair !== undefined && percent(row.fair)}{' '}
                  {row.low !== undefined && row.high !== undefined && (
                    <span className="muted">
                      {percent(row.low)} to {percent(row.high)}
                    </span>
                  )}
                </td>
                {dimensions.map((name) => (
                  <td key={name} className="figure">
                    {row.byDimension[name] ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {divergence !== undefined && (
        <p className="muted small">
          They lie furthest apart on {visibleLine(divergence.dimension)}: {visibleLine(divergence.best)} above{' '}
          {visibleLine(divergence.worst)} by {percent(divergence.spread)} of its scale.
        </p>
      )}
    </section>
  );
}

type JudgeSheet = NonNullable<ScoredResult['judges']>[number];

function Sheet({ sheet }: { readonly sheet: JudgeSheet }) {
  const names = Object.keys(sheet.scores);
  const dimensions = dimensionsOf(Object.values(sheet.scores));
  return (
    <Fold
      title={
        <>
          <span className="strong">{visibleLine(sheet.judge)}</span>{' '}
          <span className="muted">
            {names.map((name) => `${visibleLine(name)} ${percentOf(sheet.percentages[name])}`).join(', ')}
          </span>
        </>
      }
    >
      <Scroll label="Scores">
        <table className="fit">
          <thead>
            <tr>
              <th scope="col">entry</th>
              {dimensions.map((name) => (
                <th key={name} scope="col" className="figure">
                  {visibleLine(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">
                  {visibleLine(name)} {sheet.excluded.includes(name) && <Chip>own family, not counted</Chip>}
                </th>
                {dimensions.map((dimension) => (
                  <td key={dimension} className="figure">
                    {sheet.scores[name]?.[dimension] ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {sheet.reviews.map(({ labels, text }) => (
        <div key={text} className="sunk stack tight">
          <p className="row">
            {Object.entries(labels).map(([label, contestant]) => (
              <Chip key={label}>
                {visibleLine(label)} is {visibleLine(contestant)}
              </Chip>
            ))}
          </p>
          <Markdown text={text} />
        </div>
      ))}
    </Fold>
  );
}

function percentOf(share: number | undefined): string {
  return share === undefined ? 'not whole' : percent(share);
}
