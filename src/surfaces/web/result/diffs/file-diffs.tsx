// The files of a change: a list to jump by, and the lines of each. Long ones and those that nobody wrote by hand are folded.
import { useEffect, useMemo, useState } from 'react';
import type { ChangedFile } from '../../../../domain/changed-file.ts';
import { shownPath } from '../../../../views/render/diff-text.ts';
import { visible } from '../../../../views/visible.ts';
import type { ContestDiff, ShownDiff } from '../../../../views/wire/diff-json.ts';
import { useRoute, withQuery } from '../../address.ts';
import { useAnswer } from '../../data/answers.ts';
import { Shown } from '../../design/parts.tsx';
import { Chip, sayInHash, useInSight } from '../result-parts.tsx';
import { whyFolded } from './changed-files.ts';
import { type DiffLook, Lines, Mark } from './diff-parts.tsx';
import { HunkView } from './hunk-view.tsx';
import { type PatchFile, patchFiles } from './patch-files.ts';

interface Props {
  readonly shown: ShownDiff;
  /** Files that are not in the patch: each can be asked for. */
  readonly cut: readonly string[];
  readonly look: DiffLook;
  /** Of the answer, to which a file can be added. */
  readonly path: string;
}

export function FileDiffs({ shown, cut, look, path }: Props) {
  const route = useRoute();
  const parsed = useMemo(() => patchFiles(shown.patch), [shown.patch]);
  const only = new Set(shown.only.flatMap(({ paths }) => paths));
  return (
    <div className="file-diffs">
      <nav className="file-list" aria-label="Changed files">
        {shown.files.map((file) => (
          <a
            key={file.path}
            href={withQuery(route, { file: file.path, hunk: undefined })}
            aria-current={file.path === route.query['file'] ? 'true' : undefined}
            title={shownPath(file.path)}
          >
            <Mark how={file.how} />
            <span className="file-name">
              <bdi>{shownPath(file.path)}</bdi>
            </span>
            <Lines {...file} />
          </a>
        ))}
      </nav>
      <div className="stack">
        {shown.files.map((file) => (
          <FileDiff
            key={file.path}
            file={file}
            found={parsed.find((one) => one.path === visible(file.path))}
            askAt={cut.includes(file.path) ? `${path}&file=${encodeURIComponent(file.path)}` : undefined}
            isOnly={only.has(file.path)}
            look={look}
          />
        ))}
      </div>
    </div>
  );
}

/** Changed lines above which a file is shown when it is wanted. */
const longFile = 400;

interface FileProps {
  readonly file: ChangedFile;
  readonly found: PatchFile | undefined;
  /** Where it can be had; absent: it is in the patch. */
  readonly askAt: string | undefined;
  /** Nobody else touched it. */
  readonly isOnly: boolean;
  readonly look: DiffLook;
}

function FileDiff({ file, found, askAt, isOnly, look }: FileProps) {
  const route = useRoute();
  const isMeant = route.query['file'] === file.path;
  const why = whyFolded(file.path);
  const lines = (file.added ?? 0) + (file.removed ?? 0);
  const folds = why !== undefined || lines > longFile || askAt !== undefined;
  const [isOpen, setOpen] = useState(!folds || isMeant);
  const place = useInSight<HTMLElement>(isMeant && route.query['hunk'] === undefined);
  useEffect(() => {
    if (isMeant) setOpen(true);
  }, [isMeant]);
  return (
    <section ref={place} className="file-diff" aria-label={shownPath(file.path)}>
      <header>
        <button
          type="button"
          className="button plain small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Show'} ${shownPath(file.path)}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '▾' : '▸'}
        </button>
        <Mark how={file.how} />
        <a
          className="mono file-title"
          href={withQuery(route, { file: file.path, hunk: undefined })}
          onClick={() => sayInHash(route, { file: file.path, hunk: undefined })}
        >
          {shownPath(file.path)}
        </a>
        <Lines {...file} />
        {why !== undefined && <Chip>{why}</Chip>}
        {isOnly && <Chip>nobody else</Chip>}
        {file.modes !== undefined && (
          <Chip look="warn">
            mode {file.modes.before} → {file.modes.after}
          </Chip>
        )}
      </header>
      {isOpen ? (
        <FileBody file={file} found={found} askAt={askAt} look={look} />
      ) : (
        <button type="button" className="button plain small show-file" onClick={() => setOpen(true)}>
          Show {lines} changed lines
        </button>
      )}
    </section>
  );
}

type BodyProps = Pick<FileProps, 'file' | 'found' | 'askAt' | 'look'>;

function FileBody({ file, found, askAt, look }: BodyProps) {
  const answer = useAnswer<ContestDiff>(askAt);
  if (askAt === undefined) return <FileLines file={file} found={found} look={look} />;
  return (
    <Shown answer={answer}>
      {({ shown }) => <FileLines file={file} found={patchFiles(shown?.patch ?? '')[0]} look={look} />}
    </Shown>
  );
}

/** Lines that are drawn at once. */
const mostLines = 3000;

function FileLines({ file, found, look }: Omit<BodyProps, 'askAt'>) {
  const [isWhole, setWhole] = useState(false);
  const hunks = found?.hunks ?? [];
  let left = isWhole ? Number.POSITIVE_INFINITY : mostLines;
  const shown = hunks.filter(({ lines }) => {
    const fits = left > 0;
    left -= lines.length;
    return fits;
  });
  const notes = (found?.notes ?? []).filter((note) => !/^(?:new|deleted|mode|now )/.test(note));
  return (
    <div className={`hunks ${look}`}>
      {notes.map((note) => (
        <p key={note} className="muted small file-note">
          {note}
        </p>
      ))}
      {hunks.length === 0 && notes.length === 0 && (
        <p className="muted small file-note">
          {file.added === undefined ? 'Binary content, not shown' : 'No line differs'}
        </p>
      )}
      {shown.map((hunk, at) => (
        <HunkView key={hunk.place} hunk={hunk} file={file.path} number={at + 1} look={look} />
      ))}
      {shown.length < hunks.length && (
        <button type="button" className="button plain small show-file" onClick={() => setWhole(true)}>
          Show {hunks.length - shown.length} more places
        </button>
      )}
    </div>
  );
}
