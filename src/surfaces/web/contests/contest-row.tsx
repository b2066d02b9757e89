// One contest in a list: what was asked, who plays, how it stands, who won, what it took.

import { costText } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestCard } from '../../../views/wire/contest-json.ts';
import { contestHref } from '../address.ts';
import { Status } from '../design/parts.tsx';

export function ContestRow({ contest }: { readonly contest: ContestCard }) {
  const { id, format, question, roster = [], reason, waiting, blind } = contest;
  return (
    <a className="contest-row" href={contestHref(id)}>
      <span className="contest-format">{format ?? '?'}</span>
      <span className="contest-task">
        <span className="oneline strong">{visibleLine(question ?? reason ?? id)}</span>
        <span className="oneline muted small">
          {waiting ?? (blind ? 'blind until the pick' : roster.join(', '))}
        </span>
      </span>
      <span className="contest-state">
        <Status of={contest} />
      </span>
      <span className="contest-figures muted small">
        <Moment at={contest.openedAt} />
        <span>{contest.simulated ? 'simulated' : contest.cost && costText(contest.cost)}</span>
      </span>
    </a>
  );
}

/** When it was, as one says it today. */
export function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  const isToday = new Date().toDateString() === date.toDateString();
  const shown = isToday
    ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString([], { year: 'numeric', month: 'short', day: 'numeric' });
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {shown}
    </time>
  );
}
