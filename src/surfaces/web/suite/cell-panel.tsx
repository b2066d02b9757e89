// What is behind a cell of the matrix: every trial with its asserts, what was answered, and the way to its contest.
import type { SuiteCell, SuiteResult } from '../../../formats/suite/result.ts';
import { dollars, duration, percent, tokens } from '../../../views/units.ts';
import { visible, visibleLine } from '../../../views/visible.ts';
import { contestHref } from '../address.ts';
import { useSource } from '../data/source.ts';
import { CopyButton, State } from '../design/parts.tsx';
import { AttemptText, Fold } from '../result/result-parts.tsx';

interface PanelProps {
  readonly result: SuiteResult;
  readonly task: string;
  readonly contestant: string;
  onClose(): void;
}

export function CellPanel({ result, task, contestant, onClose }: PanelProps) {
  const cells = result.cells.filter((cell) => cell.task === task && cell.contestant === contestant);
  const about = result.tasks.find(({ id }) => id === task);
  return (
    <aside className="cell-panel card stack" aria-label="Cell">
      <div className="row spread cell-head">
        <div>
          <h2>{visibleLine(about?.title ?? task)}</h2>
          <p className="muted">
            {visibleLine(contestant)}
            {about !== undefined && `, ${about.format}`}
          </p>
        </div>
        <button type="button" className="button plain small" onClick={onClose}>
          Close
        </button>
      </div>
      {cells.length === 0 && <p className="muted">There is no such cell.</p>}
      {cells.map((cell) => (
        <Trial key={`${cell.task} ${cell.contestant} ${cell.trial}`} cell={cell} of={result.trials} />
      ))}
    </aside>
  );
}

const states = { passed: 'passed', failed: 'failed', error: 'interrupted', open: 'queued' } as const;

function Trial({ cell, of }: { readonly cell: SuiteCell; readonly of: number }) {
  const { state, outcome, asserts, usd, tokens: used, ranMs, score, simulated } = cell;
  const took = [
    ...(ranMs === undefined ? [] : [duration(ranMs)]),
    ...(usd === undefined ? [] : [dollars(usd)]),
    ...(used === undefined ? [] : [tokens(used)]),
    ...(score === undefined ? [] : [`score ${percent(score)}`]),
    ...(simulated === true ? ['simulated'] : []),
  ];
  return (
    <section className="cell-trial stack tight" aria-label={`Trial ${cell.trial}`}>
      <div className="row spread">
        <h3>{of === 1 ? 'Outcome' : `Trial ${cell.trial}`}</h3>
        <State is={states[state]} word={state === 'open' ? 'not played yet' : state} />
      </div>
      {outcome !== undefined && outcome !== 'ok' && <p className="warn">{visibleLine(outcome)}</p>}
      {asserts.length > 0 && (
        <ul className="cell-asserts">
          {asserts.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two asserts may say the same
            <li key={`${at} ${one.name}`}>
              <State is={{ pass: 'passed', fail: 'failed', error: 'interrupted' }[one.is]} word={one.is} />
              <span>
                {visibleLine(one.name)}
                {one.why !== undefined && <span className="cell-why muted">{visible(one.why)}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {took.length > 0 && <p className="muted small">{took.join(', ')}</p>}
      {cell.contest !== undefined && <Behind contest={cell.contest} contestant={cell.contestant} />}
    </section>
  );
}

/** A report holds the answers, not the contests. */
function Behind({ contest, contestant }: { readonly contest: string; readonly contestant: string }) {
  const isReport = useSource().live === undefined;
  const command = `joust show ${contest}`;
  return (
    <>
      <Fold title="Answer">
        <AttemptText contest={{ id: contest }} attempt={contestant} />
      </Fold>
      {isReport ? (
        <p className="row small">
          <code>{command}</code>
          <CopyButton text={command} what="the command" />
        </p>
      ) : (
        <a href={contestHref(contest)}>Its contest</a>
      )}
    </>
  );
}
