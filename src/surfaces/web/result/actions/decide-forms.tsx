// A person's word on who won, and work of elsewhere that enters a race.
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { contestHref, goTo } from '../../address.ts';
import { useDeed } from '../../data/answers.ts';
import { TroubleCard } from '../../design/parts.tsx';
import { contestPath } from '../result-parts.tsx';

export function WinnerForm({
  contest,
  onDone,
}: {
  readonly contest: ContestJson;
  readonly onDone: () => void;
}) {
  const deed = useDeed<object>(contestPath(contest, '/winner'));
  const decide = async (form: FormData) => {
    const said = { winner: String(form.get('winner')), reason: String(form.get('reason')).trim() };
    if ((await deed.do?.(said)) !== undefined) onDone();
  };
  return (
    <form className="stack" action={decide}>
      <p className="muted">It is kept beside the computed winner, and counts before it.</p>
      <label className="stack tight">
        Winner
        <select name="winner" defaultValue={contest.winner}>
          {contest.contestants.map(({ name }) => (
            <option key={name} value={name}>
              {visibleLine(name)}
            </option>
          ))}
        </select>
      </label>
      <label className="stack tight">
        Reason
        <textarea name="reason" rows={3} required />
      </label>
      {deed.trouble !== undefined && <TroubleCard trouble={deed.trouble} />}
      <button type="submit" className="button primary" disabled={deed.isDoing}>
        Say so
      </button>
    </form>
  );
}

export function AdoptForm({ contest }: { readonly contest: ContestJson }) {
  const deed = useDeed<object, { id: string }>(contestPath(contest, '/adopt'));
  const adopt = async (form: FormData) => {
    const name = String(form.get('name')).trim();
    const said = { adopt: String(form.get('adopt')).trim(), name: name || undefined };
    const begun = await deed.do?.(said);
    if (begun !== undefined) goTo(contestHref(begun.id));
  };
  return (
    <form className="stack" action={adopt}>
      <p className="muted">A race about this one is started, in which it is measured as everybody was.</p>
      <label className="stack tight">
        A branch, a commit, a folder or a patch file
        <input name="adopt" required />
      </label>
      <label className="stack tight">
        Its name in the race
        <input name="name" placeholder="as joust names it" />
      </label>
      {deed.trouble !== undefined && <TroubleCard trouble={deed.trouble} />}
      <button type="submit" className="button primary" disabled={deed.isDoing}>
        Enter it
      </button>
    </form>
  );
}
