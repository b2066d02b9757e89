// Small parts of changes: how many lines, and how a file changed.
import type { ChangedFile } from '../../../../domain/changed-file.ts';

export type DiffLook = 'split' | 'unified';

export function Lines({ added, removed }: { readonly added?: number; readonly removed?: number }) {
  if (added === undefined || removed === undefined) return <span className="muted small">binary</span>;
  return (
    <span className="lines small">
      <span className="ok">+{added}</span> <span className="bad">−{removed}</span>
    </span>
  );
}

const marks = { added: ['A', 'ok'], changed: ['M', 'warn'], deleted: ['D', 'bad'] } as const;

export function Mark({ how }: Pick<ChangedFile, 'how'>) {
  const [letter, look] = marks[how];
  return (
    <span className={`mono ${look}`} title={how}>
      {letter}
      <span className="unseen"> {how}</span>
    </span>
  );
}
