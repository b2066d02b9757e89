// A suite: how far it is, who passes how often, and the matrix of tasks and contestants with what is behind each cell.
import { useMemo } from 'react';
import { plural, thousands } from '../../../domain/figures.ts';
import type { SuiteResult } from '../../../formats/suite/result.ts';
import type { SuiteFigures } from '../../../views/suite/figures-schema.ts';
import { suiteFigures } from '../../../views/suite/suite-figures.ts';
import { dollars, duration } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { useRoute } from '../address.ts';
import { useNow } from '../contest/use-now.ts';
import { useSource } from '../data/source.ts';
import { useKeys } from '../design/keys.tsx';
import { ShareBar, sayInHash } from '../result/result-parts.tsx';
import { CellPanel } from './cell-panel.tsx';
import { CompareFold } from './compare-fold.tsx';
import { StandingTable } from './standing-table.tsx';
import { SuiteMatrix } from './suite-matrix.tsx';
import { filterNamed, neighbour, rowsOf } from './suite-rows.ts';
import './suite.css';

interface SuiteProps {
  readonly contest: ContestJson;
  readonly result: SuiteResult;
}

export function SuiteView({ contest, result }: SuiteProps) {
  const figures = useMemo(() => suiteFigures(result), [result]);
  return (
    <div className="suite stack">
      <Progress contest={contest} result={result} figures={figures} />
      {result.missed.length > 0 && (
        <div className="trouble" role="note">
          {result.missed.map((line) => (
            <p key={line}>{visibleLine(line)}</p>
          ))}
        </div>
      )}
      <StandingTable figures={figures} />
      <Cells result={result} figures={figures} />
      <CompareFold contest={contest} />
    </div>
  );
}

function Progress({ contest, result, figures }: SuiteProps & { readonly figures: SuiteFigures }) {
  const { live } = useSource();
  const isPlaying = contest.state === 'playing' && live !== undefined;
  const now = useNow(isPlaying);
  const { cells, tasks, trials } = result;
  const open = cells.filter(({ state }) => state === 'open').length;
  const [played, errors] = [cells.length - open, cells.filter(({ state }) => state === 'error').length];
  const usd = figures.contestants.reduce((sum, one) => sum + (one.usd ?? 0), 0);
  const left = ((now - Date.parse(contest.openedAt)) * open) / played;
  const parts = [
    `${thousands(played)} of ${plural(cells.length, 'cell')}`,
    errors === 0 ? 'no errors' : `${plural(errors, 'error')}, left out of all shares`,
    ...(usd > 0 ? [`${dollars(usd)} so far as is known`] : []),
    ...(isPlaying && played > 0 && open > 0 ? [`about ${duration(left)} left`] : []),
  ];
  return (
    <section className="stack tight" aria-label="How far it is">
      <p className="muted">
        {plural(tasks.length, 'task')}, {plural(result.contestants.length, 'contestant')},{' '}
        {plural(trials, 'trial')}: {parts.join(', ')}.
      </p>
      {open > 0 && <ShareBar share={played / Math.max(1, cells.length)} isStrong />}
    </section>
  );
}

/** What is chosen stands in the address: it can be passed on. */
function Cells({ result, figures }: { readonly result: SuiteResult; readonly figures: SuiteFigures }) {
  const route = useRoute();
  const { task, who } = route.query;
  const filter = filterNamed(route.query['show']);
  const words = route.query['q'] ?? '';
  const rows = useMemo(() => rowsOf(figures.tasks, filter, words), [figures, filter, words]);
  const choose = (next: { task?: string | undefined; who?: string | undefined }) => sayInHash(route, next);
  const step = (by: 1 | -1) =>
    choose({
      task: neighbour(
        rows.map(({ id }) => id),
        task,
        by,
      ),
      who: who ?? result.contestants[0],
    });
  const isOpen = task !== undefined && who !== undefined;
  useKeys([
    { key: 'ArrowUp', does: 'the task before', run: () => step(-1) },
    { key: 'ArrowDown', does: 'the next task', run: () => step(1) },
    ...(isOpen
      ? [{ key: 'Escape', does: 'close the cell', run: () => choose({ task: undefined, who: undefined }) }]
      : []),
  ]);
  return (
    <div className={isOpen ? 'suite-cells has-panel' : 'suite-cells'}>
      <SuiteMatrix
        figures={figures}
        rows={rows}
        filter={filter}
        words={words}
        task={task}
        who={who}
        trials={result.trials}
        onFilter={(show) => sayInHash(route, { show: show === 'all' ? undefined : show })}
        onWords={(said) => sayInHash(route, { q: said === '' ? undefined : said })}
        onChoose={choose}
      />
      {isOpen && (
        <CellPanel
          result={result}
          task={task}
          contestant={who}
          onClose={() => choose({ task: undefined, who: undefined })}
        />
      )}
    </div>
  );
}
