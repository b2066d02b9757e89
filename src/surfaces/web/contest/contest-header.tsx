// What stays in sight of a contest: the task, how it stands, who won, what it cost.

import { costText } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { CopyButton, State } from '../design/parts.tsx';

export function ContestHeader({ contest }: { readonly contest: ContestJson }) {
  const { id, format, question, state, winner, cost, simulated } = contest;
  return (
    <header className="stack tight">
      <h1>{visibleLine(question ?? id)}</h1>
      <div className="row">
        <State is={state} />
        <span className="muted">
          {format} {id}
        </span>
        <CopyButton text={id} what="the id" />
        {winner !== undefined && <span className="strong">won: {visibleLine(winner)}</span>}
        <span className="muted">{simulated ? 'simulated' : cost && costText(cost)}</span>
      </div>
    </header>
  );
}
