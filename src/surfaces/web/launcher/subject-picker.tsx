// The contest on record that it is about: the last one, or another one found by its words.
import { useId, useState } from 'react';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestList } from '../../../views/wire/contest-json.ts';
import { Moment } from '../contests/contest-row.tsx';
import { useAnswer } from '../data/answers.ts';
import { Shown } from '../design/parts.tsx';

const most = 50;

interface SubjectProps {
  /** Blank: the last one. */
  readonly subject: string;
  readonly onChange: (subject: string) => void;
}

export function SubjectPicker({ subject, onChange }: SubjectProps) {
  const [words, setWords] = useState('');
  const query = new URLSearchParams({ limit: String(most), ...(words !== '' && { text: words }) });
  const name = useId();
  return (
    <div className="stack tight">
      <input
        type="search"
        aria-label="Words of its task"
        placeholder="Words of its task"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Shown answer={useAnswer<ContestList>(`/contests?${query}`)}>
        {({ contests }) => (
          <div className="subject-list" role="radiogroup" aria-label="Contests">
            {contests.length === 0 && <p className="muted">None is on record.</p>}
            {contests
              .filter(({ state }) => state !== 'unreadable')
              .map(({ id, format, question, openedAt }, at) => (
                <label key={id}>
                  <input
                    type="radio"
                    name={name}
                    checked={subject === id || (subject === '' && words === '' && at === 0)}
                    onChange={() => onChange(id)}
                  />
                  <span className="oneline">{visibleLine(question ?? id)}</span>
                  <span className="muted small">
                    {format} {id} <Moment at={openedAt} />
                  </span>
                </label>
              ))}
          </div>
        )}
      </Shown>
    </div>
  );
}
