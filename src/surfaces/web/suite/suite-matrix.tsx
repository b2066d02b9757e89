// Tasks down, contestants across: how many trials passed, with a mark for each state. One key moves from cell to cell.
import { useEffect, useRef, useState } from 'react';
import { plural } from '../../../domain/figures.ts';
import type { SuiteFigures, TaskCell, TaskRow } from '../../../views/suite/figures-schema.ts';
import { cellText, lonelyText } from '../../../views/suite/suite-words.ts';
import { visibleLine } from '../../../views/visible.ts';
import { Choice, Icon, Scroll } from '../design/parts.tsx';
import { type CellLook, cellWords, type Filter, filters, lookOf } from './suite-rows.ts';

interface MatrixProps {
  readonly figures: SuiteFigures;
  readonly rows: readonly TaskRow[];
  readonly trials: number;
  readonly filter: Filter;
  readonly words: string;
  readonly task: string | undefined;
  readonly who: string | undefined;
  onFilter(filter: Filter): void;
  onWords(words: string): void;
  onChoose(cell: { readonly task: string; readonly who: string }): void;
}

const shownAtOnce = 200;

export function SuiteMatrix(props: MatrixProps) {
  const { figures, rows, filter, words, task, onFilter, onWords } = props;
  const [most, setMost] = useState(shownAtOnce);
  // What is chosen is shown, however far down it is.
  const chosen = rows.findIndex(({ id }) => id === task);
  const shown = rows.slice(0, Math.max(most, chosen + 1));
  return (
    <section className="stack tight" aria-label="Matrix">
      <div className="row">
        <Choice label="Tasks" options={filters} value={filter} onChange={onFilter} />
        <input
          type="search"
          className="suite-search"
          aria-label="Tasks by name"
          placeholder="Task"
          value={words}
          onChange={({ target }) => onWords(target.value)}
        />
        <span className="muted small" role="status">
          {rows.length} of {plural(figures.tasks.length, 'task')}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="muted">No task is like that.</p>
      ) : (
        <Scroll label="Tasks and contestants" className="sticky-first card suite-scroll">
          <table className="suite-matrix">
            <thead>
              <tr>
                <th scope="col">Task</th>
                {figures.contestants.map(({ name }) => (
                  <th key={name} scope="col" className="suite-column">
                    {breakable(visibleLine(name))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row, at) => (
                <MatrixRow key={row.id} {...props} row={row} isFirst={at === 0} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {rows.length > shown.length && (
        <button type="button" className="button more" onClick={() => setMost(most + shownAtOnce)}>
          Show more
        </button>
      )}
    </section>
  );
}

/** Behind the agent, before the model. */
function breakable(name: string): string {
  return name.replaceAll('/', '/\u200b');
}

function MatrixRow({
  row,
  isFirst,
  ...props
}: MatrixProps & { readonly row: TaskRow; readonly isFirst: boolean }) {
  const { figures, trials, task, who, onChoose } = props;
  return (
    <tr>
      <th scope="row">{visibleLine(row.id)}</th>
      {row.cells.map((cell, at) => {
        const name = figures.contestants[at]?.name ?? '';
        const isChosen = row.id === task && name === who;
        // One stop for the tab key: the chosen cell, else the first.
        const isStop = isChosen || ((task === undefined || who === undefined) && isFirst && at === 0);
        return (
          <td key={name} className="suite-td">
            <CellButton
              cell={cell}
              trials={trials}
              isChosen={isChosen}
              isStop={isStop}
              label={`${visibleLine(row.id)}, ${visibleLine(name)}: ${cellWords(cell)}`}
              onClick={() => onChoose({ task: row.id, who: name })}
            />
          </td>
        );
      })}
    </tr>
  );
}

const icons: Readonly<Record<CellLook, 'check' | 'cross' | 'dash' | 'bang' | 'ring'>> = {
  passed: 'check',
  failed: 'cross',
  mixed: 'dash',
  error: 'bang',
  open: 'ring',
};

interface CellProps {
  readonly cell: TaskCell;
  readonly trials: number;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly label: string;
  onClick(): void;
}

function CellButton({ cell, trials, isChosen, isStop, label, onClick }: CellProps) {
  const look = lookOf(cell);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isChosen) return;
    button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // Whoever goes by keys goes along.
    if (document.activeElement?.classList.contains('suite-cell')) button.current?.focus();
  }, [isChosen]);
  return (
    <button
      ref={button}
      type="button"
      className={`suite-cell is-${look}`}
      aria-label={label}
      aria-pressed={isChosen}
      tabIndex={isStop ? 0 : -1}
      onClick={onClick}
    >
      <Icon is={icons[look]} />
      {trials === 1 ? lonelyText(cell).toLowerCase() : cellText(cell)}
    </button>
  );
}
