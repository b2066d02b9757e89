// The record of a contest from beginning to end: a slider over it, how everybody stood at that point, and every event in words.
import { useEffect, useRef, useState } from 'react';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { useRoute, withQuery } from '../../address.ts';
import { useAnswer } from '../../data/answers.ts';
import { Empty, Shown, State } from '../../design/parts.tsx';
import { contestPath, sayInHash } from '../result-parts.tsx';
import { type AttemptThen, attemptsAt, kindOf, kindsIn, type Moment } from './attempts-at.ts';
import './timeline.css';

export function TimelineTab({ contest }: { readonly contest: ContestJson }) {
  const answer = useAnswer<{ entries: readonly Moment[] }>(contestPath(contest, '/timeline'));
  return (
    <Shown answer={answer}>
      {({ entries }) =>
        entries.length === 0 ? <Empty title="Nothing is on record" /> : <Timeline moments={entries} />
      }
    </Shown>
  );
}

function Timeline({ moments }: { readonly moments: readonly Moment[] }) {
  const route = useRoute();
  const last = moments.length - 1;
  const asked = Number(route.query['at']);
  const found = moments.findLastIndex(({ seq }) => seq <= asked);
  const [at, setAt] = useState<number>();
  const here = Math.min(at ?? (found === -1 ? last : found), last);
  const moment = moments[here];
  // The address says it once the slider rests: browsers allow few changes a second.
  useEffect(() => {
    if (at === undefined) return;
    const timer = setTimeout(() => {
      sayInHash(route, { at: at === last ? undefined : String(moments[at]?.seq) });
      setAt(undefined);
    }, 300);
    return () => clearTimeout(timer);
  }, [at, last, moments, route]);
  if (moment === undefined) return null;
  return (
    <div className="stack">
      <div className="scrubber">
        <input
          type="range"
          min={0}
          max={last}
          value={here}
          aria-label="Point of the record"
          aria-valuetext={`${moment.what}, ${since(moments, moment)}`}
          onChange={({ target }) => setAt(target.valueAsNumber)}
        />
        <output className="muted">
          {here + 1} of {moments.length}, {since(moments, moment)}
        </output>
      </div>
      <AttemptsThen attempts={attemptsAt(moments, moment.seq)} moments={moments} now={moment} />
      <Events moments={moments} here={here} onChoose={setAt} />
    </div>
  );
}

/** Seconds after the beginning. */
function since(moments: readonly Moment[], { at }: Moment): string {
  const ms = Date.parse(at) - Date.parse(moments[0]?.at ?? at);
  return `+${(ms / 1000).toFixed(ms < 100_000 ? 1 : 0)} s`;
}

interface Then {
  readonly attempts: readonly AttemptThen[];
  readonly moments: readonly Moment[];
  readonly now: Moment;
}

function AttemptsThen({ attempts, moments, now }: Then) {
  const start = Date.parse(moments[0]?.at ?? now.at);
  const span = Math.max(1, Date.parse(moments.at(-1)?.at ?? now.at) - start);
  const share = (iso: string) => `${((100 * (Date.parse(iso) - start)) / span).toFixed(2)}%`;
  const width = (from: string, to: string) =>
    `${Math.max(0.3, (100 * (Date.parse(to) - Date.parse(from))) / span).toFixed(2)}%`;
  return (
    <ul className="then" aria-label="How everybody stood">
      {attempts.map(({ key, who, state, startedAt, endedAt = now.at }) => (
        <li key={key}>
          <span className="oneline" title={key}>
            {visibleLine(who)}
          </span>
          <span className="then-track" aria-hidden="true">
            {startedAt !== undefined && (
              <span
                className="then-bar"
                style={{ left: share(startedAt), width: width(startedAt, endedAt) }}
              />
            )}
            <span className="then-now" style={{ left: share(now.at) }} />
          </span>
          <State is={state} />
        </li>
      ))}
    </ul>
  );
}

/** Rows drawn at once. */
const mostRows = 400;

interface EventsProps {
  readonly moments: readonly Moment[];
  readonly here: number;
  readonly onChoose: (at: number) => void;
}

function Events({ moments, here, onChoose }: EventsProps) {
  const route = useRoute();
  const { kind } = route.query;
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const all = moments
    .map((moment, at) => ({ moment, at }))
    .filter(({ moment }) => kind === undefined || kindOf(moment) === kind);
  const middle = all.findLastIndex(({ at }) => at <= here);
  const from = isWhole ? 0 : Math.max(0, Math.min(middle - mostRows / 2, all.length - mostRows));
  const shown = isWhole ? all : all.slice(from, from + mostRows);
  // Within the list alone: the page stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is shown
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('tr[aria-current]');
    if (row && list.current) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2;
  }, [here, kind]);
  return (
    <>
      <nav className="row" aria-label="Kinds of events">
        {[undefined, ...kindsIn(moments)].map((one) => (
          <a
            key={one ?? ''}
            className="button small"
            aria-current={one === kind ? 'true' : undefined}
            href={withQuery(route, { kind: one })}
          >
            {one ?? 'all'}
          </a>
        ))}
      </nav>
      <div ref={list} className="events">
        <table>
          <tbody>
            {shown.map(({ moment, at }) => (
              <tr
                key={moment.seq}
                className={eventClass(at, here)}
                aria-current={at === here ? 'true' : undefined}
              >
                <td className="figure mono muted">{since(moments, moment)}</td>
                <td>
                  <button type="button" className="link-button" onClick={() => onChoose(at)}>
                    {moment.what}
                  </button>
                </td>
                <td>{visibleLine(moment.who ?? moment.key ?? '')}</td>
                <td className="muted">{moment.said.map(visibleLine).join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < all.length && (
        <button type="button" className="button small" onClick={() => setWhole(true)}>
          Show all {all.length} events
        </button>
      )}
    </>
  );
}

function eventClass(at: number, here: number): string | undefined {
  if (at === here) return 'open-row';
  return at > here ? 'later' : undefined;
}
