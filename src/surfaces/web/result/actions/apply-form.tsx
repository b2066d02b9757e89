// Applying an entry: what it would change is looked at first, then it is done.
import { useEffect, useState } from 'react';
import type { ChangedFile } from '../../../../domain/changed-file.ts';
import { plural } from '../../../../domain/figures.ts';
import { shownPath } from '../../../../views/render/diff-text.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ApplyJson } from '../../../../views/wire/apply-json.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { useDeed } from '../../data/answers.ts';
import { Choice, TroubleCard, Waiting } from '../../design/parts.tsx';
import { Lines, Mark } from '../diffs/diff-parts.tsx';
import { contestPath } from '../result-parts.tsx';

const ways = [
  ['tree', 'Into the files'],
  ['commit', 'As a commit'],
  ['branch', 'On a branch'],
] as const;
type Way = (typeof ways)[number][0];

/** Without a yes the server only shows what it would do. */
interface Answered {
  readonly done: boolean;
  readonly result: ApplyJson;
}

export function ApplyForm({
  contest,
  onDone,
}: {
  readonly contest: ContestJson;
  readonly onDone: () => void;
}) {
  const fit = contest.entries.filter(({ canApply }) => canApply);
  const [who, setWho] = useState(
    fit.find(({ contestant }) => contestant === contest.winner)?.contestant ?? fit[0]?.contestant ?? '',
  );
  const [how, setHow] = useState<Way>('tree');
  const [branch, setBranch] = useState(`joust-${contest.id}`);
  const [message, setMessage] = useState('');
  const look = useDeed<object, Answered>(contestPath(contest, '/apply'));
  const deed = useDeed<object, Answered>(contestPath(contest, '/apply'));
  const [seen, setSeen] = useState<ApplyJson>();
  const said = {
    as: who,
    commit: how === 'commit' || undefined,
    branch: how === 'branch' ? branch : undefined,
    message: how !== 'tree' && message.trim() !== '' ? message : undefined,
  };
  const asked = JSON.stringify(said);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said, not who says it
  useEffect(() => {
    let isHere = true;
    setSeen(undefined);
    const timer = setTimeout(async () => {
      const found = await look.do?.(said);
      if (isHere) setSeen(found?.result);
    }, 200);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [asked]);
  const apply = async () => {
    if ((await deed.do?.({ ...said, yes: true })) !== undefined) onDone();
  };
  return (
    <form className="stack" action={apply}>
      {fit.length > 1 && (
        <label className="stack tight">
          Whose
          <select value={who} onChange={({ target }) => setWho(target.value)}>
            {fit.map(({ contestant }) => (
              <option key={contestant} value={contestant}>
                {visibleLine(contestant)}
                {contestant === contest.winner ? ' (won)' : ''}
              </option>
            ))}
          </select>
        </label>
      )}
      <Choice label="How it is applied" options={ways} value={how} onChange={setHow} />
      {how === 'branch' && (
        <label className="stack tight">
          Branch
          <input value={branch} onChange={({ target }) => setBranch(target.value)} required />
        </label>
      )}
      {how !== 'tree' && (
        <label className="stack tight">
          Message
          <input
            value={message}
            placeholder="what was asked, and who did it"
            onChange={({ target }) => setMessage(target.value)}
          />
        </label>
      )}
      {seen === undefined && look.trouble === undefined && <Waiting />}
      {look.trouble !== undefined && <TroubleCard trouble={look.trouble} />}
      {seen !== undefined && <Outlook seen={seen} />}
      {deed.trouble !== undefined && deed.trouble.message !== look.trouble?.message && (
        <TroubleCard trouble={deed.trouble} />
      )}
      <button
        type="submit"
        className="button primary"
        disabled={seen === undefined || seen.state === 'there' || deed.isDoing}
      >
        {deed.isDoing ? 'Applying…' : 'Apply'}
      </button>
    </form>
  );
}

function Outlook({ seen: { folder, files, notes, state } }: { readonly seen: ApplyJson }) {
  return (
    <div className="stack tight">
      {state === 'there' && <p className="notice">It is applied already.</p>}
      <p className="muted">
        {plural(files.length, 'file')} in <span className="mono">{visibleLine(folder)}</span>
      </p>
      <FileStat files={files} />
      {notes.map((note) => (
        <p key={note} className="notice">
          {visibleLine(note)}
        </p>
      ))}
    </div>
  );
}

export function FileStat({ files }: { readonly files: readonly ChangedFile[] }) {
  return (
    <ul className="file-stat">
      {files.map((file) => (
        <li key={file.path}>
          <Mark how={file.how} />
          <span className="mono">{shownPath(file.path)}</span>
          <Lines {...file} />
        </li>
      ))}
    </ul>
  );
}
