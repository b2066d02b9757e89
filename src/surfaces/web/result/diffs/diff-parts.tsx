// Small parts of changes: how many lines, how a file changed, and how all of it is shown.
import type { ChangedFile } from '../../../../domain/changed-file.ts';
import { Choice } from '../../design/parts.tsx';
import { keepText, keptText } from '../../design/theme.ts';
import './diffs.css';

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

const looks = [
  ['split', 'Side by side'],
  ['unified', 'Unified'],
] as const;
const place = 'joust.diff';

/** Side by side first; where there is no room for it, one below the other until somebody says otherwise. */
export function rememberedLook(): DiffLook {
  const kept = keptText(place);
  const fits = matchMedia('(min-width: 720px)').matches;
  return looks.find(([look]) => look === kept)?.[0] ?? (fits ? 'split' : 'unified');
}

/** It is remembered. */
export function LookChoice({
  look,
  onChange,
}: {
  readonly look: DiffLook;
  readonly onChange: (look: DiffLook) => void;
}) {
  return (
    <Choice
      label="How changes are shown"
      options={looks}
      value={look}
      onChange={(chosen) => {
        keepText(place, chosen);
        onChange(chosen);
      }}
    />
  );
}
