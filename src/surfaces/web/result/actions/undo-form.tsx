// Taking the last application back: what was applied is told first.
import { moment } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import type { AppliedJson } from '../../../../views/wire/decision-json.ts';
import { type ContestDiff, diffPath } from '../../../../views/wire/diff-json.ts';
import { useAnswer, useDeed } from '../../data/answers.ts';
import { Shown, TroubleCard } from '../../design/parts.tsx';
import { contestPath } from '../result-parts.tsx';
import { FileStat } from './apply-form.tsx';

interface Props {
  readonly contest: ContestJson;
  readonly applied: AppliedJson;
  readonly onDone: () => void;
}

const hows = {
  tree: () => 'into the files of',
  commit: ({ commit = '' }: AppliedJson) => `as commit ${commit.slice(0, 12)} in`,
  branch: ({ branch = '' }: AppliedJson) => `on branch ${visibleLine(branch)} in`,
} as const;

export function UndoForm({ contest, applied, onDone }: Props) {
  const { contestant, how, folder, at } = applied;
  const deed = useDeed<object>(contestPath(contest, '/undo'));
  const answer = useAnswer<ContestDiff>(contestPath(contest, diffPath(contestant)));
  const undo = async () => {
    if ((await deed.do?.({ yes: true })) !== undefined) onDone();
  };
  return (
    <form className="stack" action={undo}>
      <p>
        The entry of <strong>{visibleLine(contestant)}</strong> was applied {hows[how](applied)}{' '}
        <span className="mono">{visibleLine(folder)}</span> on {moment(at)}. It is taken back exactly, or
        nothing is touched.
      </p>
      <Shown answer={answer}>
        {({ entries }) => (
          <FileStat files={entries.find((entry) => entry.contestant === contestant)?.files ?? []} />
        )}
      </Shown>
      {deed.trouble !== undefined && <TroubleCard trouble={deed.trouble} />}
      <button type="submit" className="button primary" disabled={deed.isDoing}>
        {deed.isDoing ? 'Taking back…' : 'Take it back'}
      </button>
    </form>
  );
}
