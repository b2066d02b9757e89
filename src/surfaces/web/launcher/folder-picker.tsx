// Where it is played: the folder the server was started in, one that was played in before, or another of its machine.
import { useState } from 'react';
import type { FoldersJson } from '../../../views/wire/folders-json.ts';
import { hrefTo } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import { Dialog } from '../design/dialog.tsx';
import { Shown } from '../design/parts.tsx';

type FolderMarks = Pick<FoldersJson['here'], 'repository' | 'brief'>;

interface FolderProps {
  /** Blank: where the server was started. */
  readonly folder: string;
  readonly problem: string | undefined;
  readonly onChange: (folder: string) => void;
}

export function FolderPicker({ folder, problem, onChange }: FolderProps) {
  const [isOpen, setIsOpen] = useState(false);
  const here = useAnswer<FoldersJson>(pathOf(folder)).data?.here;
  return (
    <div className="stack tight">
      <div className="row folder-row">
        <span className="mono oneline" title={here?.path}>
          {here?.path ?? folder}
        </span>
        {here !== undefined && <MarkWords marks={here} />}
        <button type="button" className="button small" onClick={() => setIsOpen(true)}>
          Change folder
        </button>
      </div>
      {problem !== undefined && (
        <p className="bad small" role="alert">
          {problem}
        </p>
      )}
      {here?.brief === true && (
        <p className="notice small">
          This folder holds a brief. <a href={hrefTo(['briefs'], { folder: here.path })}>Open the brief</a>
        </p>
      )}
      <Dialog title="Folder" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <FolderList
          start={here?.path ?? folder}
          onChoose={(path) => {
            onChange(path);
            setIsOpen(false);
          }}
        />
      </Dialog>
    </div>
  );
}

const pathOf = (folder: string) => `/folders${folder === '' ? '' : `?path=${encodeURIComponent(folder)}`}`;

function FolderList({
  start,
  onChoose,
}: {
  readonly start: string;
  readonly onChoose: (path: string) => void;
}) {
  const [at, setAt] = useState(start);
  const [typed, setTyped] = useState(start);
  const recent = useAnswer<FoldersJson>('/folders').data?.recent ?? [];
  const go = (path: string) => {
    setAt(path);
    setTyped(path);
  };
  return (
    <div className="stack">
      <form
        className="own-words"
        onSubmit={(event) => {
          event.preventDefault();
          go(typed);
        }}
      >
        <input
          aria-label="Path"
          className="mono"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="button">
          Look
        </button>
      </form>
      <Shown answer={useAnswer<FoldersJson>(pathOf(at))}>
        {({ here }) => (
          <>
            <ul className="folder-list" aria-label="Folders">
              {here.parent !== undefined && <FolderItem name=".." path={here.parent} onOpen={go} />}
              {here.folders.map(({ name, path, ...marks }) => (
                <FolderItem key={path} name={name} path={path} marks={marks} onOpen={go} />
              ))}
            </ul>
            {here.more > 0 && <p className="muted small">{here.more} more: type the path.</p>}
            <div className="row spread">
              <MarkWords marks={here} />
              <button type="button" className="button primary" onClick={() => onChoose(here.path)}>
                Play here
              </button>
            </div>
          </>
        )}
      </Shown>
      {recent.length > 0 && (
        <section className="stack tight">
          <h3>Played in before</h3>
          <ul className="folder-list short" aria-label="Played in before">
            {recent.map(({ path, ...marks }) => (
              <FolderItem key={path} name={path} path={path} marks={marks} onOpen={onChoose} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface ItemProps {
  readonly name: string;
  readonly path: string;
  readonly marks?: FolderMarks;
  readonly onOpen: (path: string) => void;
}

function FolderItem({ name, path, marks, onOpen }: ItemProps) {
  return (
    <li>
      <button type="button" onClick={() => onOpen(path)}>
        <span className="mono oneline">{name}</span>
        {marks !== undefined && <MarkWords marks={marks} />}
      </button>
    </li>
  );
}

function MarkWords({ marks: { repository, brief } }: { readonly marks: FolderMarks }) {
  return (
    <span className="muted small">
      {[repository && 'repository', brief && 'brief'].filter(Boolean).join(', ')}
    </span>
  );
}
