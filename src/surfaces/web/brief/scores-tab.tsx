// What the judges gave: who stands where, scores by dimension and judge, where they differ, and what they wrote.
import { Fragment } from 'react';
import {
  type BriefReport,
  labelText,
  markText,
  measured,
  ownValue,
  type ReportJudge,
  type ReportRow,
} from '../../../views/brief/brief-report.ts';
import { standingDocument } from '../../../views/brief/standing-document.ts';
import { percent } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import { contestHref } from '../address.ts';
import { Empty, Scroll } from '../design/parts.tsx';
import { DocumentView, Quote } from '../result/document-view.tsx';
import type { BriefProps } from './brief-deeds-bar.tsx';
import { agreementWord, judgesApart } from './judges-apart.ts';

export function ScoresTab({ brief: { report } }: Pick<BriefProps, 'brief'>) {
  const { judging, noScores, judges, absent } = report;
  if (judging === undefined || noScores !== undefined)
    return (
      <Empty title="There are no scores yet">
        <p>{noScores === undefined ? '' : `${noScores.why[0]?.toUpperCase()}${noScores.why.slice(1)}.`}</p>
      </Empty>
    );
  return (
    <div className="stack brief-scores">
      <section className="card">
        <DocumentView document={standingDocument(report)} />
        <p className="small">
          <a href={contestHref(judging.contest)}>The judging</a>
        </p>
      </section>
      {judging.measure === 'percent' && <ScoreTable report={report} />}
      <Differences report={report} />
      <section className="stack tight" aria-labelledby="words">
        <h2 id="words">What the judges wrote</h2>
        {judges.map((one) => (
          <JudgeWords key={one.judge} judge={one} />
        ))}
      </section>
      {absent.length > 0 && (
        <section className="stack tight" aria-labelledby="absent">
          <h2 id="absent">Who is not in it</h2>
          <ul className="points">
            {absent.map(({ contestant, why }) => (
              <li key={contestant}>
                {visibleLine(contestant)}: {visibleLine(why)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function ScoreTable({ report: { judging, judges, rows } }: { readonly report: BriefReport }) {
  const dimensions = judging?.dimensions ?? [];
  const widest = judging?.divergence?.dimension;
  const counted = judges.filter(({ status }) => status !== 'unread');
  if (dimensions.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="scores">
      <h2 id="scores">Scores by dimension and judge</h2>
      <Scroll label="Scores" className="card sticky-first">
        <table className="score-table">
          <thead>
            <tr>
              <th scope="col">entry, judge</th>
              {dimensions.map(({ name, max, weight }) => (
                <th key={name} scope="col" className="figure">
                  {visibleLine(name)}
                  <span className="small score-scale">
                    of {max}, weight {Math.round(weight * 100) / 100}
                  </span>
                  {name === widest && <span className="small warn score-scale">furthest apart</span>}
                </th>
              ))}
              <th scope="col" className="figure">
                all
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <EntryRows key={row.contestant} row={row} judges={counted} dimensions={dimensions} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className="muted small">
        ≠ the judges are far apart there. (own) of the judge's own family, and not counted.
      </p>
    </section>
  );
}

interface EntryProps {
  readonly row: ReportRow;
  readonly judges: readonly ReportJudge[];
  readonly dimensions: NonNullable<BriefReport['judging']>['dimensions'];
}

function EntryRows({ row, judges, dimensions }: EntryProps) {
  const { contestant, byDimension, mean } = row;
  const apart = judgesApart(contestant, judges, dimensions);
  return (
    <Fragment>
      <tr className="entry-row">
        <th scope="row">{visibleLine(contestant)}</th>
        {dimensions.map(({ name }) => (
          <td key={name} className="figure strong">
            {apart.has(name) && (
              <span className="warn" title="the judges are far apart">
                ≠{' '}
              </span>
            )}
            {markText(ownValue(byDimension, name))}
          </td>
        ))}
        <td className="figure strong">{measured(mean)}</td>
      </tr>
      {judges.map(({ judge, scores, percentages, excluded, status }) => {
        const isOwn = excluded.includes(contestant);
        const own = ownValue(scores, contestant) ?? {};
        const all = ownValue(percentages, contestant);
        return (
          <tr key={judge} className={isOwn || status !== 'ok' ? 'judge-row left-out' : 'judge-row'}>
            <th scope="row">
              {visibleLine(judge)}
              {isOwn && ' (own)'}
              {status !== 'ok' && ` (${status})`}
            </th>
            {dimensions.map(({ name }) => (
              <td key={name} className="figure">
                {markText(ownValue(own, name))}
              </td>
            ))}
            <td className="figure">{all === undefined ? '-' : measured(all)}</td>
          </tr>
        );
      })}
    </Fragment>
  );
}

function Differences({ report: { judging, judges } }: { readonly report: BriefReport }) {
  const { divergence, agreement } = judging ?? {};
  const decided = judges.filter(({ decision }) => decision !== undefined);
  return (
    <section className="stack tight" aria-labelledby="apart">
      <h2 id="apart">Where they differ</h2>
      {divergence !== undefined && (
        <p>
          Most on {visibleLine(divergence.dimension)}: {visibleLine(divergence.best)} is ahead of{' '}
          {visibleLine(divergence.worst)} by {percent(divergence.spread)} of its scale. Where entries lie
          apart, the brief leaves something open.
        </p>
      )}
      <p>
        {agreement === undefined
          ? 'How far the judges agree is not known: it takes more than one.'
          : `The judges agree ${agreementWord(agreement)} (alpha ${agreement.toFixed(2)}).`}
      </p>
      {decided.map(({ judge, decision }) => (
        <p key={judge}>
          <span className="muted">{visibleLine(judge)}:</span>{' '}
          {visibleLine(`${decision?.text ?? ''}${labelText(decision?.labels ?? {})}`)}
        </p>
      ))}
    </section>
  );
}

function JudgeWords({ judge }: { readonly judge: ReportJudge }) {
  const { judge: name, agent, model, status, why, reviews, flips } = judge;
  const who = model === undefined ? agent : `${agent}/${model}`;
  return (
    <div className="stack tight">
      <p>
        <span className="strong">{visibleLine(name)}</span>{' '}
        <span className="muted">
          {who !== name && visibleLine(who)}
          {flips !== undefined && ` changed sides on ${flips.flipped} of ${flips.pairs} pairs`}
        </span>
        {status !== 'ok' && <span className="warn"> {visibleLine(why ?? status)}</span>}
      </p>
      {reviews.map(({ labels, text }) => (
        <Quote key={text} title={`Its review${labelText(labels)}`} text={text} isFolded />
      ))}
    </div>
  );
}
