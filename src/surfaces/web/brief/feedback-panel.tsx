// What was said of the last round so far, and the next round that starts with it.
import { plural } from '../../../domain/figures.ts';
import { visible, visibleLine } from '../../../views/visible.ts';
import { useDeed } from '../data/answers.ts';
import { CopyButton, TroubleCard } from '../design/parts.tsx';
import { deedCommand } from './brief-deeds.ts';
import { type BriefProps, entriesOf, type Started } from './brief-deeds-bar.tsx';
import { type FeedbackDraft, isSaid, noFeedback, refineBody, withNote } from './feedback-draft.ts';

interface Props extends BriefProps {
  readonly draft: FeedbackDraft;
  readonly onChange: (draft: FeedbackDraft) => void;
}

export function FeedbackPanel({ brief, draft, onChange, onStarted }: Props) {
  const { folder, status } = brief;
  const refine = useDeed<object, Omit<Started, 'what'>>('/brief/refine');
  const names = entriesOf(brief);
  const next = status.round + 1;
  const isBusy = ['playing', 'judging', 'consulting'].includes(status.state);
  const command = deedCommand('refine', folder, {});
  if (names.length === 0) return null;
  return (
    <aside id="feedback" className="feedback card stack" aria-labelledby="feedback-title">
      <h2 id="feedback-title">For round {next}</h2>
      <label className="stack tight">
        <span>Everybody is told</span>
        <textarea
          rows={3}
          placeholder="What stands in FEEDBACK.md, if nothing is said here"
          value={draft.shared}
          onChange={({ target }) => onChange({ ...draft, shared: target.value })}
        />
      </label>
      {names.map((name) => (
        <Personal key={name} name={name} draft={draft} onChange={onChange} />
      ))}
      {refine.trouble !== undefined && <TroubleCard trouble={refine.trouble} />}
      <button
        type="button"
        className="button primary"
        disabled={refine.isDoing || isBusy}
        onClick={async () => {
          const started = await refine.do?.(refineBody(folder, draft));
          if (started === undefined) return;
          onChange(noFeedback);
          onStarted({ ...started, what: `Round ${next}` });
        }}
      >
        Start round {next} {isSaid(draft) ? 'with this feedback' : ''}
      </button>
      <p className="muted small">
        In a terminal the same is said in FEEDBACK.md and FEEDBACK_NAME.md of the folder, then:
      </p>
      <p className="sunk command-line">
        <code>{visibleLine(command)}</code>
        <CopyButton text={command} what="the command" />
      </p>
    </aside>
  );
}

interface PersonalProps extends Pick<Props, 'draft' | 'onChange'> {
  readonly name: string;
}

function Personal({ name, draft, onChange }: PersonalProps) {
  const own = draft.notes.filter(({ who }) => who === name);
  const text = Object.hasOwn(draft.personal, name) ? (draft.personal[name] ?? '') : '';
  return (
    <div className="stack tight">
      <label className="stack tight">
        <span>
          {visibleLine(name)} is told
          {own.length > 0 && <span className="muted">, and {plural(own.length, 'comment')}</span>}
        </span>
        <textarea
          rows={2}
          value={text}
          onChange={({ target }) =>
            onChange({ ...draft, personal: { ...draft.personal, [name]: target.value } })
          }
        />
      </label>
      {own.length > 0 && (
        <ul className="own-notes small">
          {own.map((note) => (
            <li key={`${note.file} ${note.line}`}>
              <span>
                <code>
                  {visibleLine(note.file)}:{note.line}
                </code>{' '}
                {visible(note.text)}
              </span>
              <button
                type="button"
                className="button plain small"
                aria-label={`Remove the comment on line ${note.line} of ${visibleLine(note.file)}`}
                onClick={() => onChange(withNote(draft, { ...note, text: '' }))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
