// Blind pairs: start one, go on with those nobody has picked in yet, and what was picked so far.
import { visibleLine } from '../../../views/visible.ts';
import type { ContestList } from '../../../views/wire/contest-json.ts';
import { contestHref } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import { Shown, Status } from '../design/parts.tsx';
import { StartForm } from './arena-series.tsx';
import { countsPicks, type Preferences, tallyOf } from './arena-tally.ts';
import './arena.css';

export function ArenaPage() {
  const open = useAnswer<ContestList>('/contests?format=arena&limit=50', () => true);
  const picked = useAnswer<Preferences>('/preferences', countsPicks);
  return (
    <div className="page stack">
      <h1>Arena</h1>
      <p className="muted">
        Two answers without names, side by side. You pick; then you are told whose they were.
      </p>
      <StartForm />
      <Shown answer={open}>{(list) => <Open list={list} />}</Shown>
      <Shown answer={picked}>{(preferences) => <Tally preferences={preferences} />}</Shown>
    </div>
  );
}

function Open({ list: { contests } }: { readonly list: ContestList }) {
  const waiting = contests.filter(({ state }) => !['closed', 'cancelled', 'unreadable'].includes(state));
  if (waiting.length === 0) return null;
  return (
    <section className="stack tight" aria-label="Still to be picked">
      <h2>Still to be picked</h2>
      <ul className="arena-open">
        {waiting.map((contest) => (
          <li key={contest.id}>
            <Status of={contest} />
            <a className="oneline" href={contestHref(contest.id)}>
              {visibleLine(contest.question ?? contest.id)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tally({ preferences }: { readonly preferences: Preferences }) {
  const rows = tallyOf(preferences);
  if (rows.length === 0) return null;
  return (
    <section className="stack tight" aria-label="Picked so far">
      <h2>Picked so far</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <div className="scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>Contestant</th>
              <th className="figure">Picked</th>
              <th className="figure">Not picked</th>
              <th className="figure">Tie</th>
              <th className="figure">Both bad</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, won, lost, tied, bad }) => (
              <tr key={name}>
                <td>{visibleLine(name)}</td>
                <td className="figure">{won}</td>
                <td className="figure">{lost}</td>
                <td className="figure">{tied}</td>
                <td className="figure">{bad}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
