// Everybody on one axis of time: who waits, runs, is parked, and how each ended.
import { memo } from 'react';
import { duration } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { hrefTo } from '../../address.ts';
import { useSource } from '../../data/source.ts';
import { State } from '../../design/parts.tsx';
import { useNow } from '../use-now.ts';
import { sumOf } from './lane-figures.ts';
import { type Axis, axisOf, type Bar, type Lane, lanesOf, ticksOf } from './lane-geometry.ts';
import './lanes.css';

export function Lanes({ contest }: { readonly contest: ContestJson }) {
  const { live } = useSource();
  const isLive =
    live !== undefined && contest.attempts.some(({ state }) => state === 'open' || state === 'queued');
  const axis = axisOf(contest, useNow(isLive), isLive);
  // Whose entries are looked at does not play.
  const roster = contest.about === undefined ? contest.contestants.map(({ name }) => name) : [];
  const lanes = lanesOf(roster, contest.attempts, axis);
  const [own, serving] = [lanes.filter(({ role }) => role === undefined), lanes.filter(({ role }) => role)];
  if (lanes.length === 0) return null;
  return (
    <section className="lanes" aria-label="Who played when">
      <div className="lanes-own">
        <LaneList lanes={own} contest={contest} />
      </div>
      {serving.length > 0 && (
        <details className="lanes-serving">
          <summary className="small muted">{servingText(serving)}</summary>
          <LaneList lanes={serving} contest={contest} />
        </details>
      )}
      <AxisLine axis={axis} />
    </section>
  );
}

function servingText(lanes: readonly Lane[]): string {
  const counts = Map.groupBy(lanes, ({ role = '' }) => role);
  return [...counts].map(([role, all]) => `${all.length} ${role}${all.length === 1 ? '' : 's'}`).join(', ');
}

function LaneList({ lanes, contest }: { readonly lanes: readonly Lane[]; readonly contest: ContestJson }) {
  return (
    <ol>
      {lanes.map((lane) => (
        <LaneRow
          key={`${lane.role} ${lane.contestant}`}
          lane={lane}
          href={hrefTo(['contests', contest.id, 'answers'], {
            who: lane.contestant,
            ...(lane.role !== undefined && { roles: 'shown' }),
          })}
          won={contest.winner !== undefined && contest.winner === lane.contestant && lane.role === undefined}
        />
      ))}
    </ol>
  );
}

interface Row {
  readonly lane: Lane;
  readonly href: string;
  readonly won: boolean;
}

const LaneRow = memo(LaneRowNow, (one, other) => JSON.stringify(one) === JSON.stringify(other));

function LaneRowNow({ lane, href, won }: Row) {
  const { contestant, bars, last } = lane;
  const attempts = [...new Map(bars.map(({ attempt }) => [attempt.key, attempt])).values()];
  return (
    <li className="lane">
      <a className="lane-name oneline" href={href}>
        {visibleLine(contestant)}
        {won && <span className="lane-won"> won</span>}
      </a>
      <div className="lane-track">
        {bars.map((bar) => (
          <span
            key={`${bar.key} ${bar.kind}`}
            className={`bar ${bar.kind}`}
            style={{ left: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` }}
            title={barText(bar)}
          />
        ))}
      </div>
      <State is={wordOf(last)} />
      <span className="lane-figures muted small oneline">{sumOf(attempts)}</span>
    </li>
  );
}

function wordOf(last: AttemptJson | undefined): string {
  if (last === undefined) return 'queued';
  if (last.state === 'open') return 'running';
  return typeof last.end?.['outcome'] === 'string' ? last.end['outcome'] : last.state;
}

function barText({ kind, attempt }: Bar): string {
  const { round, run, ranMs, failure } = attempt;
  return [
    round === undefined ? undefined : `round ${round}`,
    run > 1 ? `run ${run}` : undefined,
    kind,
    ranMs === undefined ? undefined : duration(ranMs),
    failure?.reason && visibleLine(failure.reason),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function AxisLine({ axis }: { readonly axis: Axis }) {
  return (
    <div className="lane axis" aria-hidden="true">
      <span />
      <div className="lane-track">
        {ticksOf(axis).map((ms) => (
          <span key={ms} className="tick small" style={{ left: `${(ms / axis.spanMs) * 100}%` }}>
            {tickText(ms)}
          </span>
        ))}
      </div>
    </div>
  );
}

function tickText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds}s`;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
