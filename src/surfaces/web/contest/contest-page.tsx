// One contest: what was asked, how it stands, and everything it came to, tab by tab. Each tab has an address of its own.
import { useEffect } from 'react';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestJson, GateJson } from '../../../views/wire/contest-json.ts';
import { hrefTo, type Route, replaceHash, useRoute, withQuery } from '../address.ts';
import { answersOf, useAnswer } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { useKeys } from '../design/keys.tsx';
import { Shown, Tabs } from '../design/parts.tsx';
import { ContestHeader, ContestNotes } from './contest-header.tsx';
import { answersElsewhere, tabOf, tabsOf } from './contest-tabs.tsx';
import { GateCard } from './gate-card.tsx';
import { Lanes } from './lanes/lanes.tsx';
import './contest.css';

export function ContestPage() {
  const route = useRoute();
  const [, id = ''] = route.path;
  const path = `/contests/${encodeURIComponent(id)}`;
  const answer = useAnswer<ContestJson>(path);
  useLookAgain(path, answer.data?.state);
  return (
    <div className="page wide stack contest-page">
      <Shown answer={answer}>{(contest) => <Contest contest={contest} route={route} />}</Shown>
    </div>
  );
}

const lookEveryMs = 3000;

/** Who plays it may leave without a word on record. */
function useLookAgain(path: string, state: string | undefined): void {
  const source = useSource();
  useEffect(() => {
    if (source.live === undefined || (state !== 'playing' && state !== 'open')) return;
    const timer = setInterval(() => answersOf(source).refreshOnly(path), lookEveryMs);
    return () => clearInterval(timer);
  }, [source, path, state]);
}

/** A browser tab in the background shows when the contest is over. */
function useTitle({ question, id, status }: ContestJson): void {
  const title = visibleLine(`${status.text} · ${question ?? id} · joust`);
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** A pick has its own view, with keys. */
function isShownBySides({ isPick, exhibits }: GateJson): boolean {
  return isPick && exhibits !== undefined;
}

function Contest({ contest, route }: { readonly contest: ContestJson; readonly route: Route }) {
  useTitle(contest);
  const tabs = tabsOf(contest);
  const here = tabOf(contest, route.path[2]);
  const { who } = route.query;
  const names = contest.contestants.map(({ name }) => name);
  const flip = (step: number) => {
    const at = who === undefined ? -1 : names.indexOf(who);
    // Nobody yet: the first, or the last.
    const from = at < 0 && step < 0 ? 0 : at;
    const next = (from + step + names.length) % names.length;
    replaceHash(withQuery(route, { who: names[next] }));
  };
  useKeys(
    names.length > 1
      ? [
          { key: 'ArrowLeft', does: 'the contestant before, same tab', run: () => flip(-1) },
          { key: 'ArrowRight', does: 'the next contestant, same tab', run: () => flip(1) },
        ]
      : [],
  );
  return (
    <>
      <ContestHeader contest={contest} />
      {contest.gate !== undefined && !isShownBySides(contest.gate) && (
        <GateCard contest={contest} gate={contest.gate} />
      )}
      {/* Nothing moves when it is told who they are. */}
      {here?.name !== 'arena' && !answersElsewhere(contest) && <Lanes contest={contest} />}
      <Tabs
        label="Of this contest"
        tabs={tabs.map(({ name, title, count }) => ({
          name: title,
          // Whose it is goes along.
          href: hrefTo(['contests', contest.id, name], { who }),
          isHere: name === here?.name,
          count,
        }))}
      />
      {here !== undefined && <here.View contest={contest} />}
      <ContestNotes contest={contest} />
    </>
  );
}
