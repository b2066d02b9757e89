// One blind pair: A and B side by side as they are written, a bar of keys, and the reveal where the bar was: nothing moves.
import { useEffect } from 'react';
import type { ArenaResult } from '../../../formats/arena/result.ts';
import { dollars, duration, tokens } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { answersOf, useAnswer, useDeed } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { useKeys } from '../design/keys.tsx';
import { Markdown, PlainText } from '../design/markdown.tsx';
import { State, TroubleCard, Waiting } from '../design/parts.tsx';
import { NextPair } from './arena-series.tsx';
import { countsPicks, type Preferences, tallyOf } from './arena-tally.ts';
import './arena.css';

interface Side {
  readonly label: string;
  readonly text: string;
  readonly state: 'writing' | 'ended' | 'failed';
  readonly contestant?: string;
}

interface Sides {
  readonly sides: readonly Side[];
}

const picks = [
  ['a', 'a', 'A is better'],
  ['b', 'b', 'B is better'],
  ['t', 'tie', 'Tie'],
  ['x', 'bad', 'Both bad'],
  ['s', 'skip', 'Skip'],
] as const;

const lookEveryMs = 600;

export function ArenaView({ contest }: { readonly contest: ContestJson }) {
  const source = useSource();
  const path = `/contests/${encodeURIComponent(contest.id)}`;
  const { data } = useAnswer<Sides>(`${path}/sides`);
  const deed = useDeed<{ pick: string }>(`${path}/pick`);
  const sides = data?.sides ?? [];
  const isWriting = contest.state !== 'closed' && !sides.every(({ state }) => state !== 'writing');
  const isBlind = contest.blind === true;
  const canPick = isBlind && sides.length === 2 && deed.do !== undefined && !deed.isDoing;
  useEffect(() => {
    if (source.live === undefined || !(isWriting || (isBlind && sides.length === 0))) return;
    const timer = setInterval(() => answersOf(source).refreshOnly(`${path}/sides`), lookEveryMs);
    return () => clearInterval(timer);
  }, [source, path, isWriting, isBlind, sides.length]);
  const pick = async (word: string) => {
    if (!canPick) return;
    await deed.do?.({ pick: word });
    answersOf(source).refresh(path);
  };
  useKeys(isBlind ? picks.map(([key, word, does]) => ({ key, does, run: () => pick(word) })) : []);
  return (
    <div className="arena">
      {deed.trouble !== undefined && <TroubleCard trouble={deed.trouble} />}
      <div className="arena-sides">
        {['A', 'B'].map((label) => (
          <SideCard
            key={label}
            label={label}
            side={sides.find((side) => side.label === label)}
            contest={contest}
          />
        ))}
      </div>
      <div className="arena-bar">
        {isBlind ? <PickBar canPick={canPick} onPick={pick} /> : <Reveal contest={contest} />}
      </div>
    </div>
  );
}

function PickBar({
  canPick,
  onPick,
}: {
  readonly canPick: boolean;
  readonly onPick: (word: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of buttons
    <div className="row arena-picks" role="group" aria-label="Which answer is better?">
      {picks.map(([key, word, does]) => (
        <button
          key={key}
          type="button"
          className="button"
          disabled={!canPick}
          aria-keyshortcuts={key}
          onClick={() => onPick(word)}
        >
          <kbd>{key}</kbd>
          {does}
        </button>
      ))}
    </div>
  );
}

const stateWords = { writing: 'open', ended: 'ok', failed: 'empty' } as const;
const said = { writing: 'writing', ended: 'answered', failed: 'no answer' } as const;

/** Its head has the room for a name before there is one. */
function SideCard({
  label,
  side,
  contest,
}: {
  readonly label: string;
  readonly side: Side | undefined;
  readonly contest: ContestJson;
}) {
  return (
    <article className="arena-side" aria-label={label}>
      <header>
        <h2>{label}</h2>
        <span className="oneline strong arena-name">
          {side?.contestant !== undefined && visibleLine(side.contestant)}
        </span>
        {side !== undefined && <State is={stateWords[side.state]} word={said[side.state]} />}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <div className="arena-text" tabIndex={0}>
        {side === undefined && (contest.state === 'closed' ? null : <Waiting />)}
        {side?.state === 'writing' && <PlainText text={side.text} />}
        {side !== undefined && side.state !== 'writing' && <Markdown text={side.text} level={3} />}
      </div>
    </article>
  );
}

const pickedWords = {
  a: 'You picked A.',
  b: 'You picked B.',
  tie: 'You found them equal.',
  bad: 'You found both bad.',
  skip: 'You skipped; nothing is recorded as a preference.',
  none: 'There were no two answers to compare; nobody has won.',
} as const;

function Reveal({ contest }: { readonly contest: ContestJson }) {
  const path = `/contests/${encodeURIComponent(contest.id)}`;
  const { data } = useAnswer<{ result?: ArenaResult }>(`${path}/result`);
  const { live } = useSource();
  const preferences = useAnswer<Preferences>(live === undefined ? undefined : '/preferences', countsPicks);
  const result = data?.result;
  const names = contest.contestants.map(({ name }) => name);
  const tally = tallyOf(preferences.data ?? { preferences: [] }).filter(({ name }) => names.includes(name));
  return (
    <section className="row arena-reveal" aria-label="Whose answers they were" aria-live="polite">
      <div className="arena-told">
        <p className="strong oneline">
          {result === undefined ? 'Picked; the other goes on to its end.' : pickedWords[result.pick]}
        </p>
        <p className="muted small oneline">
          {result === undefined ? '' : result.sides.map(sideText).join('; ')}
        </p>
      </div>
      {tally.length > 0 && (
        <p className="muted small arena-tally">
          {tally.map(({ name, won }) => `${visibleLine(name)} ${won}`).join(' : ')}
        </p>
      )}
      <NextPair />
    </section>
  );
}

function sideText({ label, contestant, model, ranMs, tokens: count, costUsd }: ArenaResult['sides'][number]) {
  return [
    `${label === undefined ? '' : `${label} was `}${visibleLine(contestant)}`,
    model === undefined || contestant.includes(model) ? undefined : visibleLine(model),
    ranMs === undefined ? undefined : duration(ranMs),
    count === undefined ? undefined : tokens(count),
    costUsd === undefined || model === 'simulated' ? undefined : dollars(costUsd),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
