// All contests on record, newest first: found by words, format and state; new ones appear as they are opened.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { ContestCard, ContestList } from '../../../views/wire/contest-json.ts';
import { goTo, type Route, replaceHash, useRoute, withQuery } from '../address.ts';
import { useAnswer, useDeed } from '../data/answers.ts';
import type { NewsItem } from '../data/live/open-live.ts';
import { Empty, Shown, TroubleCard } from '../design/parts.tsx';
import { ContestRow } from './contest-row.tsx';
import './contests.css';

/** As many as the server gives at once: older ones are found by words or dates. */
const most = 1000;
const states = ['playing', 'queued', 'waiting', 'parked', 'open', 'closed', 'cancelled'];

const changesTheList = ({ event: { type } }: NewsItem): boolean =>
  /^(?:contest|gate|winner)[.]|^attempt[.](?:ended|parked)$/.test(type);

export function ContestsPage() {
  const route = useRoute();
  const { text, format, state } = route.query;
  const query = new URLSearchParams({ limit: String(most) });
  for (const [name, value] of Object.entries({ text, format, state })) if (value) query.set(name, value);
  const answer = useAnswer<ContestList>(`/contests?${query}`, changesTheList);
  const isNarrowed = Boolean(text || format || state);
  return (
    <div className="page stack">
      <div className="row spread">
        <h1>Contests</h1>
        <a className="button primary" href="#/new">
          New contest
        </a>
      </div>
      <Filters route={route} />
      <Shown answer={answer}>
        {({ contests, next }) =>
          contests.length === 0 ? (
            <NoContests isNarrowed={isNarrowed} />
          ) : (
            <>
              <ContestRows contests={contests} />
              {next !== undefined && (
                <p className="muted">The newest {most}. Older ones are found by words, format or state.</p>
              )}
            </>
          )
        }
      </Shown>
    </div>
  );
}

function Filters({ route }: { readonly route: Route }) {
  const { text = '', format = '', state = '' } = route.query;
  const formats = useAnswer<{ formats: { name: string }[] }>('/formats').data?.formats ?? [];
  const say = (name: string) => (event: { target: { value: string } }) =>
    replaceHash(withQuery({ ...route, path: ['contests'] }, { [name]: event.target.value || undefined }));
  return (
    <search className="filters">
      <input
        type="search"
        placeholder="Words of the task"
        aria-label="Words of the task"
        value={text}
        onChange={say('text')}
      />
      <select aria-label="Format" value={format} onChange={say('format')}>
        <option value="">every format</option>
        {formats.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select aria-label="State" value={state} onChange={say('state')}>
        <option value="">any state</option>
        {states.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </search>
  );
}

/** Only the rows on the screen are there. */
function ContestRows({ contests }: { readonly contests: readonly ContestCard[] }) {
  const list = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: contests.length,
    getScrollElement: () => list.current,
    estimateSize: () => 64,
    overscan: 12,
    getItemKey: (at) => contests[at]?.id ?? at,
  });
  return (
    <div className="contest-list card" ref={list}>
      <ul style={{ height: rows.getTotalSize() }} aria-label="Contests">
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const contest = contests[index];
          return contest === undefined ? null : (
            <li
              key={key}
              data-index={index}
              ref={rows.measureElement}
              className="contest-place"
              style={{ transform: `translateY(${start}px)` }}
            >
              <ContestRow contest={contest} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function NoContests({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const demo = useDeed<object, { id: string }>('/demo');
  if (isNarrowed)
    return (
      <Empty title="None is like that">
        <a href="#/contests">Show all</a>
      </Empty>
    );
  return (
    <Empty title="No contest yet">
      <p>Put one task in front of several agents, and see who does it best.</p>
      <div className="row">
        <a className="button primary" href="#/new">
          New contest
        </a>
        {demo.do !== undefined && (
          <button
            type="button"
            className="button"
            disabled={demo.isDoing}
            onClick={async () => {
              const started = await demo.do?.({});
              if (started !== undefined) goTo('#/contests');
            }}
          >
            Play the demo
          </button>
        )}
      </div>
      <p className="small">The demo's contestants are simulated: it costs nothing.</p>
      {demo.trouble !== undefined && <TroubleCard trouble={demo.trouble} />}
    </Empty>
  );
}
