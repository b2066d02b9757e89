// A judging of another contest's entries: who is ahead and how surely, who preferred what, and how far judges can be trusted.
import type { JudgedResult } from '../../../../formats/judge/result.ts';
import { evenTitle, leanText, winnerText } from '../../../../views/judge-words.ts';
import { percent } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { Intervals } from '../intervals-view.tsx';
import { AboutLine } from '../told/about-views.tsx';
import { JudgeFigures, judgedRows } from './judge-figures.tsx';
import { PairTable } from './pair-table.tsx';

export function JudgedView({ result }: { readonly result: JudgedResult }) {
  const { about, winner, rule, tied, rows, pairs, agreement, ownFamily } = result;
  const level = tied.length > 1 ? `; cannot be told apart: ${tied.join(', ')}` : '';
  return (
    <div className="stack sections">
      <div className="stack tight">
        <p className="gist">
          {visibleLine(winner === undefined ? `No clear winner${level}.` : winnerText(winner, rule, rows))}
        </p>
        <AboutLine about={about} />
      </div>
      <Standing rows={rows} />
      <EvenStanding result={result} />
      <section className="stack tight">
        <h2>Who preferred what</h2>
        <PairTable pairs={pairs.map(({ pair, word, judges }) => ({ pair, word, words: judges }))} />
      </section>
      <JudgeFigures rows={judgedRows(result)} agreement={agreement} ownFamily={ownFamily} />
    </div>
  );
}

/** Beside the plain one, where judges are known to lean. */
export function EvenStanding({
  result: { even, weighed },
}: {
  readonly result: Pick<JudgedResult, 'even' | 'weighed'>;
}) {
  return even === undefined ? null : <Standing title={evenTitle} rows={even} note={leanText(weighed)} />;
}

interface RatedRow {
  readonly contestant: string;
  readonly rating?: number | undefined;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly probabilityBest?: number | undefined;
  readonly tiedForBest: boolean;
}

interface StandingProps {
  readonly rows: readonly RatedRow[];
  readonly title?: string;
  readonly note?: string;
}

/** Ratings with the bounds between which each may lie. */
export function Standing({ rows, title = 'Standing', note }: StandingProps) {
  const rated = rows.filter((row): row is RatedRow & { rating: number } => row.rating !== undefined);
  if (rated.length === 0) return null;
  return (
    <section className="stack tight narrow">
      <h2>{title}</h2>
      {note !== undefined && <p className="muted small">{visibleLine(note)}</p>}
      <Intervals
        block={{
          type: 'intervals',
          unit: '',
          rows: rated.map(({ contestant, rating, low, high, tiedForBest }) => ({
            name: contestant,
            value: rating,
            strong: tiedForBest,
            low,
            high,
          })),
        }}
      />
      <p className="muted small">
        Ratings from all comparisons, between what each may lie at 95 %. In colour: cannot be told apart from
        the best.{' '}
        {rated
          .filter(({ probabilityBest }) => probabilityBest !== undefined)
          .map(
            ({ contestant, probabilityBest = 0 }) =>
              `${visibleLine(contestant)} is best with ${percent(probabilityBest)}`,
          )
          .join(', ')}
        .
      </p>
    </section>
  );
}
