// A suite beside another on record: better, worse, or cannot be told apart, and which tasks changed.

import type { SuiteCompared } from '../../../views/suite/figures-schema.ts';
import { comparisonDocument } from '../../../views/suite/suite-comparison.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestJson, ContestList } from '../../../views/wire/contest-json.ts';
import { useRoute } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { Shown } from '../design/parts.tsx';
import { DocumentView } from '../result/document-view.tsx';
import { Fold, sayInHash } from '../result/result-parts.tsx';

export function CompareFold({ contest }: { readonly contest: ContestJson }) {
  const route = useRoute();
  const { base } = route.query;
  if (useSource().live === undefined) return null;
  return (
    <Fold title="Compare with another run" isOpen={base !== undefined}>
      <Choose contest={contest} base={base} onChoose={(id) => sayInHash(route, { base: id })} />
      {base !== undefined && <Compared contest={contest} base={base} />}
    </Fold>
  );
}

interface ChooseProps {
  readonly contest: ContestJson;
  readonly base: string | undefined;
  onChoose(id: string | undefined): void;
}

function Choose({ contest, base, onChoose }: ChooseProps) {
  const answer = useAnswer<ContestList>(
    '/contests?format=suite&limit=100',
    ({ event }) => event.type === 'contest.opened',
  );
  return (
    <Shown answer={answer}>
      {({ contests }) => (
        <label className="suite-base">
          Baseline
          <select
            value={base ?? ''}
            onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
          >
            <option value="">none</option>
            {contests
              .filter(({ id }) => id !== contest.id)
              .map(({ id, question, openedAt }) => (
                <option key={id} value={id}>
                  {visibleLine(question ?? id)}, {new Date(openedAt).toLocaleString()}
                </option>
              ))}
          </select>
        </label>
      )}
    </Shown>
  );
}

function Compared({ contest, base }: { readonly contest: ContestJson; readonly base: string }) {
  const path = `/suite/compare?suite=${contest.id}&base=${encodeURIComponent(base)}`;
  return (
    <Shown answer={useAnswer<SuiteCompared>(path)}>
      {({ comparison, ...named }) => (
        <DocumentView
          document={comparisonDocument(comparison, {
            base: named.base,
            now: named.suite,
            most: Number.POSITIVE_INFINITY,
          })}
        />
      )}
    </Shown>
  );
}
