// What stays in sight of a contest: the task, how it stands, who won, what it cost; and the whole of what was asked in a fold.
import { useState } from 'react';
import { costText, duration, moment } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { hrefTo } from '../address.ts';
import { useSource } from '../data/source.ts';
import { PlainText } from '../design/markdown.tsx';
import { CopyButton, Status } from '../design/parts.tsx';
import { ContestActions } from '../result/contest-actions.tsx';
import { ContestControls } from './contest-controls.tsx';
import { useNow } from './use-now.ts';

export function ContestHeader({ contest }: { readonly contest: ContestJson }) {
  const { id, format, question, prompt, files } = contest;
  const [isWhole, setWhole] = useState(false);
  const title = visibleLine(question ?? id);
  const hasMore = files.length > 0 || prompt.trim() !== (question ?? '').trim();
  return (
    <>
      <header className="contest-head">
        <div className="contest-task">
          <h1 title={title}>{title}</h1>
          {hasMore && (
            <button
              type="button"
              className="button plain small"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? 'less' : 'more'}
            </button>
          )}
        </div>
        <div className="contest-actions row">
          <ContestControls contest={contest} />
          <ContestActions contest={contest} />
          <AgainLink contest={contest} />
        </div>
        <div className="contest-facts row">
          <Status of={contest} />
          <Decision contest={contest} />
          <span className="muted">{format}</span>
          <Took contest={contest} />
          <Cost contest={contest} />
          <span className="contest-id muted">
            <span className="mono">{id}</span>
            <CopyButton text={id} what="the id" />
          </span>
        </div>
      </header>
      {isWhole && (
        <section className="sunk stack tight" aria-label="What was asked">
          <PlainText text={prompt} />
          {files.length > 0 && <p className="muted small">Files: {files.map(visibleLine).join(', ')}</p>}
          <p className="muted small">
            {contest.tier === '' ? '' : `May ${contest.tier}. `}
            {contest.cwd !== undefined && `In ${visibleLine(contest.cwd)}. `}
            Opened {moment(contest.openedAt)}.
          </p>
        </section>
      )}
    </>
  );
}

/** Starts from what it was; a brief goes on in its folder instead, a suite by its file. */
function AgainLink({ contest: { id, state, page } }: { readonly contest: ContestJson }) {
  const isOver = state === 'closed' || state === 'cancelled';
  if (useSource().post === undefined || !isOver || !page.again) return null;
  return (
    <a className="button small" href={hrefTo(['new'], { from: id })}>
      Again
    </a>
  );
}

function Cost({ contest: { simulated, cost } }: { readonly contest: ContestJson }) {
  if (simulated !== true && cost === undefined) return null;
  return <span className="muted">{simulated || cost === undefined ? 'simulated' : costText(cost)}</span>;
}

/** The rule or person behind the winner, and the applied entry. */
function Decision({ contest: { decision, applied } }: { readonly contest: ContestJson }) {
  return (
    <>
      {decision?.overridden !== undefined && (
        <span className="warn" title={visibleLine(decision.overridden.reason)}>
          by a person's word
        </span>
      )}
      {decision?.overridden === undefined && decision?.rule !== undefined && (
        <span className="muted">by {visibleLine(decision.rule)}</span>
      )}
      {applied !== undefined && (
        <span className={applied.undone ? 'muted' : 'ok'}>
          {applied.undone ? 'taken back' : `applied (${applied.how})`}: {visibleLine(applied.contestant)}
        </span>
      )}
    </>
  );
}

function Took({ contest: { openedAt, endedAt, state } }: { readonly contest: ContestJson }) {
  const { live } = useSource();
  const isPlaying = state === 'playing' && live !== undefined;
  const now = useNow(isPlaying);
  if (endedAt === undefined && !isPlaying) return <span className="muted">{moment(openedAt)}</span>;
  const end = endedAt === undefined ? now : Date.parse(endedAt);
  const ms = Math.max(0, end - Date.parse(openedAt));
  return <span className="muted contest-took">{isPlaying ? wholeSeconds(ms) : duration(ms)}</span>;
}

/** A figure that changes every second has no tenths. */
function wholeSeconds(ms: number): string {
  return ms < 59_950 ? `${Math.floor(ms / 1000)}s` : duration(ms);
}

/** Remarks and what fits next, below what is shown. */
export function ContestNotes({ contest: { notes, next } }: { readonly contest: ContestJson }) {
  if (notes.length === 0 && next.length === 0) return null;
  return (
    <footer className="stack tight contest-notes">
      {notes.map((note) => (
        <p key={note} className="muted small">
          {visibleLine(note)}
        </p>
      ))}
      {next.map(({ why, command }) => (
        <div key={command} className="row next-step">
          <span className="muted">{visibleLine(why)}</span>
          <code className="oneline">{visibleLine(command)}</code>
          <CopyButton text={command} what="the command" />
        </div>
      ))}
    </footer>
  );
}
