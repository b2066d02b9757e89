// Files of an entry, or what changed in them, line by line; something may be said of every line that is there now.
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import type { ChangedFile } from '../../../domain/changed-file.ts';
import { visible, visibleLine } from '../../../views/visible.ts';
import { isAt, type LineNote } from './feedback-draft.ts';
import { type WorkLine, workLines } from './work-lines.ts';

interface Props {
  readonly contestant: string;
  readonly files: readonly ChangedFile[];
  readonly patch: string;
  /** Every line is new: nothing has to be marked. */
  readonly isWhole: boolean;
  readonly notes: readonly LineNote[];
  /** Absent: it is another round's, nothing is said of it. */
  readonly onNote: ((note: LineNote) => void) | undefined;
}

export function WorkPatch({ files, patch, ...more }: Props) {
  const parsed = useMemo(() => workLines(patch), [patch]);
  return files.map((file, at) => <WorkFile key={file.path} file={file} lines={parsed[at] ?? []} {...more} />);
}

const atFirst = 400;

type FileProps = Omit<Props, 'files' | 'patch'> & {
  readonly file: ChangedFile;
  readonly lines: readonly WorkLine[];
};

function WorkFile({ file, lines, ...more }: FileProps) {
  const [isAll, setAll] = useState(false);
  const [open, setOpen] = useState<number>();
  const shown = isAll ? lines : lines.slice(0, atFirst);
  const firstLine = shown.find(({ line }) => line !== undefined)?.line;
  return (
    <section
      className="work-file card"
      aria-label={`${visibleLine(file.path)} of ${visibleLine(more.contestant)}`}
    >
      <header className="row">
        <code className="strong">{visibleLine(file.path)}</code>
        {!more.isWhole && (
          <span className="small">
            <span className="ok">+{file.added ?? 0}</span> <span className="bad">−{file.removed ?? 0}</span>
          </span>
        )}
        {file.how === 'deleted' && <span className="small bad">deleted</span>}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons in it */}
      <div className={`work-lines${more.isWhole ? ' whole' : ''}`} onKeyDown={moveFocus}>
        {lines.length === 0 && <p className="muted small work-remark">There is no line in it.</p>}
        {shown.map((line, at) => (
          <LineRow
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and their order stays
            key={at}
            line={line}
            file={file.path}
            isFirst={line.line !== undefined && line.line === firstLine}
            isOpen={line.line !== undefined && line.line === open}
            onOpen={setOpen}
            {...more}
          />
        ))}
      </div>
      {shown.length < lines.length && (
        <button type="button" className="button plain small" onClick={() => setAll(true)}>
          Show all {lines.length} lines
        </button>
      )}
    </section>
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

const signs = { added: '+', removed: '−', context: ' ' } as const;

interface RowProps extends Omit<FileProps, 'file' | 'lines'> {
  readonly line: WorkLine;
  readonly file: string;
  readonly isFirst: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (line: number | undefined) => void;
}

function LineRow({ line, file, contestant, isFirst, isOpen, notes, onOpen, onNote }: RowProps) {
  const { type, text, line: number } = line;
  if (type === 'place' || type === 'remark')
    return <p className={`work-${type} muted small`}>{`${type === 'place' ? '… ' : ''}${visible(text)}`}</p>;
  if (number === undefined || onNote === undefined) return <CodeLine line={line} />;
  const place = { who: contestant, file, line: number };
  const note = notes.find((one) => isAt(one, place));
  const open = () => onOpen(number);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div className="may-note" onClick={() => isMarking() || open()}>
        <CodeLine line={line}>
          <button
            type="button"
            className="line-number"
            tabIndex={isFirst ? 0 : -1}
            aria-label={`Line ${number} of ${visibleLine(file)}: say something`}
          >
            {number}
          </button>
        </CodeLine>
      </div>
      {isOpen ? (
        <NoteEditor
          text={note?.text ?? ''}
          label={`About line ${number} of ${visibleLine(file)}`}
          onDone={(words) => {
            if (words !== undefined) onNote({ ...place, text: words });
            onOpen(undefined);
          }}
        />
      ) : (
        <Note note={note} onChange={open} onRemove={() => onNote({ ...place, text: '' })} />
      )}
    </>
  );
}

/** Text is being marked, not a line chosen. */
function isMarking(): boolean {
  return window.getSelection()?.type === 'Range';
}

function CodeLine({ line, children }: { readonly line: WorkLine; readonly children?: ReactNode }) {
  const { type, text, line: number, old } = line;
  return (
    <div className={`work-line ${type}`}>
      {children ?? <span className="line-number">{number ?? old}</span>}
      <span className="line-sign" aria-hidden="true">
        {signs[type as keyof typeof signs] ?? ''}
      </span>
      <code>{visible(text)}</code>
    </div>
  );
}

interface NoteProps {
  readonly note: LineNote | undefined;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function Note({ note, onChange, onRemove }: NoteProps) {
  if (note === undefined) return null;
  return (
    <div className="line-note">
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
