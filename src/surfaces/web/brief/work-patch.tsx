// Files of an entry, or what changed in them, line by line; something may be said of every line that is there now.
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import type { ChangedFile } from '../../../domain/changed-file.ts';
import { visible, visibleLine } from '../../../views/visible.ts';
import { whyFolded } from '../result/diffs/changed-files.ts';
import { type DiffLook, Lines } from '../result/diffs/diff-parts.tsx';
import { HunkView, LineTalkProvider } from '../result/diffs/hunk-view.tsx';
import { type Hunk, type PatchFile, patchFiles } from '../result/diffs/patch-files.ts';
import { isAt, type LineNote } from './feedback-draft.ts';

interface Props {
  readonly contestant: string;
  readonly files: readonly ChangedFile[];
  readonly patch: string;
  /** Every line is new: nothing has to be marked. */
  readonly isWhole: boolean;
  readonly look: DiffLook;
  readonly notes: readonly LineNote[];
  /** Absent: it is another round's, nothing is said of it. */
  readonly onNote: ((note: LineNote) => void) | undefined;
}

export function WorkPatch({ files, patch, ...more }: Props) {
  const parsed = useMemo(() => patchFiles(patch), [patch]);
  return files.map((file, at) => <WorkFile key={file.path} file={file} found={parsed[at]} {...more} />);
}

/** Lines that are drawn at once. */
const atFirst = 400;

type FileProps = Omit<Props, 'files' | 'patch'> & {
  readonly file: ChangedFile;
  readonly found: PatchFile | undefined;
};

function WorkFile({ file, found, contestant, ...more }: FileProps) {
  const why = whyFolded(file.path);
  const hunks = found?.hunks ?? [];
  const lines = hunks.reduce((sum, { lines: own }) => sum + own.length, 0);
  const [most, setMost] = useState(why === undefined ? atFirst : 0);
  return (
    <section
      className="work-file card"
      aria-label={`${visibleLine(file.path)} of ${visibleLine(contestant)}`}
    >
      <header className="row">
        <code className="strong">{visibleLine(file.path)}</code>
        {!more.isWhole && <Lines {...file} />}
        {file.how === 'deleted' && <span className="small bad">deleted</span>}
        {why !== undefined && <span className="small muted">{why}</span>}
      </header>
      {lines === 0 && <p className="muted small work-remark">{emptyWords(file, found)}</p>}
      <WorkLines contestant={contestant} file={file} hunks={firstLines(hunks, most)} {...more} />
      {most < lines && (
        <button type="button" className="button plain small" onClick={() => setMost(lines)}>
          Show all {lines} lines
        </button>
      )}
    </section>
  );
}

function emptyWords({ added }: ChangedFile, found: PatchFile | undefined): string {
  const told = found?.notes.find((note) => note.startsWith('Binary'));
  return told ?? (added === undefined ? 'Binary content, not shown' : 'There is no line in it');
}

function firstLines(hunks: readonly Hunk[], most: number): readonly Hunk[] {
  let left = most;
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, Math.max(0, left));
    left -= hunk.lines.length;
    return lines.length === 0 ? [] : [{ ...hunk, lines }];
  });
}

type LinesProps = Omit<FileProps, 'found'> & { readonly hunks: readonly Hunk[] };

function WorkLines({ contestant, file: { path }, hunks, isWhole, look, notes, onNote }: LinesProps) {
  const [open, setOpen] = useState<number>();
  const first = hunks.flatMap(({ lines }) => lines).find(({ now }) => now !== undefined)?.now;
  const button = (line: number) => (
    <button
      type="button"
      className="line-number"
      tabIndex={line === first ? 0 : -1}
      aria-label={`Line ${line} of ${visibleLine(path)}: say something`}
    >
      {line}
    </button>
  );
  const below = (line: number): ReactNode => {
    const place = { who: contestant, file: path, line };
    const note = notes.find((one) => isAt(one, place));
    if (line !== open)
      return note === undefined ? null : (
        <Note note={note} onChange={() => setOpen(line)} onRemove={() => onNote?.({ ...place, text: '' })} />
      );
    return (
      <NoteEditor
        text={note?.text ?? ''}
        label={`About line ${line} of ${visibleLine(path)}`}
        onDone={(words) => {
          if (words !== undefined) onNote?.({ ...place, text: words });
          setOpen(undefined);
        }}
      />
    );
  };
  return (
    <LineTalkProvider value={onNote === undefined ? undefined : { open: setOpen, button, below }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons in it */}
      <div className={isWhole ? 'hunks unified whole' : `hunks ${look}`} onKeyDown={moveFocus}>
        {hunks.map((hunk, at) => (
          <HunkView
            key={hunk.place}
            hunk={hunk}
            file={`${contestant}/${path}`}
            number={at + 1}
            look={isWhole ? 'unified' : look}
          />
        ))}
      </div>
    </LineTalkProvider>
  );
}

/** One stop of the tab key for a file; arrows go from line to line. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const here = event.target;
  if (by === undefined || !(here instanceof HTMLButtonElement) || !here.matches('.line-number')) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button.line-number')];
  event.preventDefault();
  all[all.indexOf(here) + by]?.focus();
}

interface NoteProps {
  readonly note: LineNote;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function Note({ note, onChange, onRemove }: NoteProps) {
  return (
    <div className="line-note said">
      <p>{visible(note.text)}</p>
      <button type="button" className="button plain small" onClick={onChange}>
        Change
      </button>
      <button type="button" className="button plain small" onClick={onRemove}>
        Remove
      </button>
    </div>
  );
}

interface EditorProps {
  readonly text: string;
  readonly label: string;
  /** Undefined: as it was. */
  readonly onDone: (text: string | undefined) => void;
}

function NoteEditor({ text, label, onDone }: EditorProps) {
  const [words, setWords] = useState(text);
  return (
    <form
      className="line-note"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(words);
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus
        aria-label={label}
        rows={3}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(undefined);
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDone(words);
        }}
      />
      <div className="row">
        <button type="submit" className="button small primary">
          Add to the feedback
        </button>
        <button type="button" className="button plain small" onClick={() => onDone(undefined)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
