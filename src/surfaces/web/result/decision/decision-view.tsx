// How a race was decided: the order, what each signal gave to each total, weights to try, and who cannot win and why.
import { useEffect, useState } from 'react';
import type { Weights } from '../../../../domain/check-spec.ts';
import type { RaceResult } from '../../../../formats/race/result.ts';
import { countedSignals } from '../../../../formats/race/weigh.ts';
import { whatIf } from '../../../../formats/race/what-if.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { useRoute } from '../../address.ts';
import { sayInHash } from '../result-parts.tsx';
import { TotalsTable } from './totals-table.tsx';
import { WeightSlider } from './weight-slider.tsx';
import { saidWeights, weightsIn } from './weights-address.ts';
import './decision.css';

export function DecisionView({
  contest,
  result,
}: {
  readonly contest: ContestJson;
  readonly result: RaceResult;
}) {
  const { inputs, context } = result.score;
  const route = useRoute();
  const [changes, setChanges] = useState<Partial<Weights>>(() => weightsIn(route.query['weights'] ?? ''));
  const found = whatIf(inputs, context, changes);
  const said = saidWeights(changes, context.weights);
  const isTried = said !== '';
  // The address says it once the slider rests: browsers allow few changes a second.
  useEffect(() => {
    const timer = setTimeout(() => {
      if ((route.query['weights'] ?? '') !== said)
        sayInHash(route, { weights: said === '' ? undefined : said });
    }, 300);
    return () => clearTimeout(timer);
  }, [route, said]);
  const counted = countedSignals(context);
  return (
    <div className="stack decision">
      <Headline contest={contest} result={result} />
      <div className="decision-parts">
        <section className="stack tight" aria-label="Order">
          <div className="row spread">
            <h2>{isTried ? 'The order with these weights' : 'The order'}</h2>
            <p role="status" className={found.ranking.winner === result.winner ? 'muted' : 'warn strong'}>
              {isTried && triedText(result.winner, found.ranking.winner)}
            </p>
          </div>
          <TotalsTable ranking={found.ranking} signals={counted} weights={found.weights} result={result} />
        </section>
        <section className="stack tight" aria-label="Weights">
          <div className="row spread">
            <h2>Weights</h2>
            <button type="button" className="button small" disabled={!isTried} onClick={() => setChanges({})}>
              Back to the recorded weights
            </button>
          </div>
          {found.turns.map((turns) => (
            <WeightSlider
              key={turns.signal}
              turns={turns}
              recorded={context.weights[turns.signal] ?? 0}
              onChange={(weight) => setChanges({ ...changes, [turns.signal]: weight })}
            />
          ))}
          <Dropped dropped={result.dropped} rules={context.rules} />
        </section>
      </div>
    </div>
  );
}

function triedText(was: string | undefined, now: string | undefined): string {
  const [before, after] = [was, now].map((name) => (name === undefined ? 'no winner' : visibleLine(name)));
  if (was === now) return now === undefined ? 'still no winner' : `the winner stays: ${after}`;
  return `${after} instead of ${before}`;
}

function Headline({
  contest: { decision },
  result,
}: {
  readonly contest: ContestJson;
  readonly result: RaceResult;
}) {
  const { winner, rule, stopped, notes } = result;
  const overridden = decision?.overridden;
  return (
    <div className="stack tight">
      <p className="gist">
        {winner === undefined ? 'No winner' : `${visibleLine(winner)} won`}
        <span className="muted">: {visibleLine(rule)}</span>
      </p>
      {overridden !== undefined && (
        <p className="notice">
          A person says <strong>{visibleLine(overridden.winner)}</strong>: {visibleLine(overridden.reason)}
        </p>
      )}
      {stopped !== undefined && <p className="muted">Stopped early: {visibleLine(stopped)}.</p>}
      {notes.map((line) => (
        <p key={line} className="muted">
          {visibleLine(line)}
        </p>
      ))}
    </div>
  );
}

function Dropped({ dropped, rules }: { readonly dropped: readonly string[]; readonly rules: string }) {
  return (
    <p className="muted small">
      {dropped.length > 0 &&
        `No check for ${dropped.join(' or ')}: its weight is spread over the other signals. `}
      {rules === 'charm' && 'By the rules of charm.'}
    </p>
  );
}
