// What can be done with what a contest came to: apply it, take it back, say who won, enter other work, keep it as files.
import { useState } from 'react';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { answersOf } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { Dialog } from '../design/dialog.tsx';
import { TroubleCard } from '../design/parts.tsx';
import { ApplyForm } from './actions/apply-form.tsx';
import { AdoptForm, WinnerForm } from './actions/decide-forms.tsx';
import { UndoForm } from './actions/undo-form.tsx';
import './actions/actions.css';

type Action = 'apply' | 'undo' | 'winner' | 'adopt';

const titles: Readonly<Record<Action, string>> = {
  apply: 'Apply an entry',
  undo: 'Take the application back',
  winner: 'Say who won',
  adopt: 'Enter work made elsewhere',
};

/** Nothing in a report. */
export function ContestActions({ contest }: { readonly contest: ContestJson }) {
  const source = useSource();
  const [action, setAction] = useState<Action>();
  const { entries, applied, state, contestants, format } = contest;
  if (source.post === undefined) return null;
  const isOver = state === 'closed';
  const isApplied = applied !== undefined && !applied.undone;
  const canApply = isOver && entries.some((entry) => entry.canApply);
  const close = () => setAction(undefined);
  const done = () => {
    close();
    answersOf(source).refresh(`/contests/${encodeURIComponent(contest.id)}`);
  };
  return (
    <>
      {isApplied && (
        <button type="button" className="button small" onClick={() => setAction('undo')}>
          Undo…
        </button>
      )}
      {canApply && (
        <button
          type="button"
          className={isApplied ? 'button small' : 'button small primary'}
          onClick={() => setAction('apply')}
        >
          Apply…
        </button>
      )}
      <MoreMenu
        contest={contest}
        actions={[
          ...(isOver && contestants.length > 1 && format !== 'suite' ? (['winner'] as const) : []),
          ...(isOver && format === 'race' ? (['adopt'] as const) : []),
        ]}
        onChoose={setAction}
      />
      <Dialog
        title={action === undefined ? '' : titles[action]}
        isOpen={action !== undefined}
        onClose={close}
      >
        {action === 'apply' && <ApplyForm contest={contest} onDone={done} />}
        {action === 'undo' && applied !== undefined && (
          <UndoForm contest={contest} applied={applied} onDone={done} />
        )}
        {action === 'winner' && <WinnerForm contest={contest} onDone={done} />}
        {action === 'adopt' && <AdoptForm contest={contest} />}
      </Dialog>
    </>
  );
}

interface MenuProps {
  readonly contest: ContestJson;
  readonly actions: readonly Action[];
  readonly onChoose: (action: Action) => void;
}

function MoreMenu({ contest, actions, onChoose }: MenuProps) {
  const source = useSource();
  const [isOpen, setOpen] = useState(false);
  const [why, setWhy] = useState<string>();
  const save = async (below: string, ending: string) => {
    setOpen(false);
    setWhy(undefined);
    try {
      const content = await source.blob?.(`/contests/${encodeURIComponent(contest.id)}/${below}`);
      if (content !== undefined) download(content, `joust-${contest.id}.${ending}`);
    } catch (error) {
      setWhy(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <details className="menu" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="button small">More</summary>
      <div className="menu-items">
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className="button plain"
            onClick={() => {
              setOpen(false);
              onChoose(action);
            }}
          >
            {titles[action]}…
          </button>
        ))}
        {downloads(contest).map(([title, below, ending]) => (
          <button key={below} type="button" className="button plain" onClick={() => save(below, ending)}>
            {title}
          </button>
        ))}
      </div>
      {why !== undefined && <TroubleCard trouble={{ message: why, hint: undefined }} />}
    </details>
  );
}

type Download = readonly [title: string, below: string, ending: string];

function downloads({ format }: ContestJson): readonly Download[] {
  return [
    ['Download the report', 'export?as=report', 'html'],
    ...(format === 'suite' ? [['Download the cells as CSV', 'suite-file?as=csv', 'csv'] as const] : []),
    ['Download everything', 'export?as=folder', 'tar.gz'],
  ];
}

function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
