// What everybody answers, while they write and afterwards: in a grid, one by one, or only where they differ.
import { useEffect, useRef } from 'react';
import { visibleLine } from '../../../../views/visible.ts';
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { useSource } from '../../data/source.ts';
import { Choice, Empty, State } from '../../design/parts.tsx';
import { type AnswerRound, roundsOf } from './answer-groups.ts';
import { type AnswersView, type Hidable, type Layout, useAnswersView } from './answers-view.ts';
import { FeedProvider, useContestFeed } from './contest-feed.ts';
import { DifferencesView } from './differences-view.tsx';
import { Pane } from './pane.tsx';
import './answers.css';

export function AnswersTab({ contest }: { readonly contest: ContestJson }) {
  const view = useAnswersView();
  const feed = useContestFeed(contest.id);
  const rounds = roundsOf(contest.attempts, view.withRoles);
  const hidden = [...view.hidden].map((kind) => `hide-${kind}`).join(' ');
  if (rounds.length === 0)
    return (
      <Empty title="Nobody has begun yet">
        <p>Answers are shown here as they are written.</p>
      </Empty>
    );
  return (
    <FeedProvider value={feed}>
      <div className={`answers stack ${view.isDense ? 'dense' : ''} ${hidden}`}>
        <Toolbar contest={contest} view={view} />
        <Arranged contest={contest} view={view} rounds={rounds} />
      </div>
    </FeedProvider>
  );
}

interface Shown {
  readonly contest: ContestJson;
  readonly view: AnswersView;
}

interface Arrangement extends Shown {
  readonly rounds: readonly AnswerRound[];
}

function Arranged({ contest, view, rounds }: Arrangement) {
  if (view.onlyDifferences) return <DifferencesView contest={contest} rounds={rounds} who={view.who} />;
  if (view.layout === 'grid') return <Grid contest={contest} view={view} rounds={rounds} />;
  return <OneByOne contest={contest} view={view} rounds={rounds} />;
}

const layouts: readonly (readonly [Layout, string])[] = [
  ['grid', 'Grid'],
  ['tabs', 'Tabs'],
  ['focus', 'Focus'],
];
const looks = [
  ['rendered', 'Rendered'],
  ['written', 'As written'],
] as const;
const kinds: readonly (readonly [Hidable, string])[] = [
  ['text', 'Text'],
  ['thought', 'Thoughts'],
  ['tool', 'Tools'],
  ['notice', 'Notices'],
];

function Toolbar({ contest, view }: Shown) {
  const { live } = useSource();
  const isRunning = contest.attempts.some(({ state }) => state === 'open');
  const hasRoles = contest.attempts.some(({ role }) => role !== undefined);
  return (
    <div className="answers-bar row">
      <Choice
        label="How answers are laid out"
        options={layouts}
        value={view.layout}
        onChange={(layout) => view.change({ view: layout, only: '' })}
      />
      <Toggle
        is={view.isDense}
        name="Compact"
        onToggle={() => view.change({ density: view.isDense ? 'roomy' : 'compact' })}
      />
      <Toggle
        is={view.onlyDifferences}
        name="Only differences"
        onToggle={() => view.change({ only: view.onlyDifferences ? '' : 'differences' })}
      />
      {hasRoles && (
        <Toggle
          is={view.withRoles}
          name="Judges and others"
          onToggle={() => view.change({ roles: view.withRoles ? '' : 'shown' })}
        />
      )}
      <span className="grow" />
      {isRunning && live !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of joined buttons
        <div className="group" role="group" aria-label="What is shown while they write">
          {kinds.map(([kind, name]) => (
            <Toggle key={kind} is={!view.hidden.has(kind)} name={name} onToggle={() => view.toggle(kind)} />
          ))}
        </div>
      )}
      <Choice
        label="How answers are shown"
        options={looks}
        value={view.isPlain ? 'written' : 'rendered'}
        onChange={(look) => view.change({ look })}
      />
    </div>
  );
}

function Toggle({
  is,
  name,
  onToggle,
}: {
  readonly is: boolean;
  readonly name: string;
  readonly onToggle: () => void;
}) {
  return (
    <button type="button" className="button small" aria-pressed={is} onClick={onToggle}>
      {name}
    </button>
  );
}

function Grid({ contest, view, rounds }: Arrangement) {
  const box = useRef<HTMLDivElement>(null);
  const { who } = view;
  useEffect(() => {
    const pane = who === undefined ? null : box.current?.querySelector(`[data-who="${CSS.escape(who)}"]`);
    pane?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [who]);
  return (
    <div ref={box} className="stack">
      {rounds.map(({ title, attempts }) => (
        <section key={title ?? 'all'} className="stack tight" aria-label={title ?? 'Answers'}>
          <h2 className={title === undefined ? 'unseen' : undefined}>{title ?? 'Answers'}</h2>
          <div className={contest.state === 'closed' ? 'panes still' : 'panes'}>
            {attempts.map((attempt) => (
              <Pane
                key={attempt.key}
                contest={contest.id}
                attempt={attempt}
                isPlain={view.isPlain}
                isHere={attempt.contestant === who}
                onOpen={(name) => view.change({ view: 'focus', who: name })}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Tabs above, or a list beside. */
function OneByOne({ contest, view, rounds }: Arrangement) {
  const attempts = rounds.flatMap((round) => round.attempts);
  const names = [...new Set(attempts.map(({ contestant }) => contestant))];
  const here = names.find((name) => name === view.who) ?? names[0];
  const shown = rounds.flatMap(({ title, attempts: inside }) =>
    inside.filter(({ contestant }) => contestant === here).map((attempt) => ({ title, attempt })),
  );
  return (
    <div className={`one-by-one ${view.layout}`}>
      <nav className="who" aria-label="Whose answer">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="who-tab"
            aria-pressed={name === here}
            onClick={() => view.change({ who: name })}
          >
            <span className="oneline">{visibleLine(name)}</span>
            <State is={stateWord(attempts.findLast(({ contestant }) => contestant === name))} word="" />
          </button>
        ))}
      </nav>
      <div className="stack tight">
        {shown.map(({ title, attempt }) => (
          <section key={attempt.key} className="stack tight" aria-label={title ?? 'Answer'}>
            <h2 className={shown.length === 1 ? 'unseen' : undefined}>{title ?? 'Answer'}</h2>
            <Pane contest={contest.id} attempt={attempt} isPlain={view.isPlain} isHere />
          </section>
        ))}
      </div>
    </div>
  );
}

function stateWord(attempt: AttemptJson | undefined): string {
  return typeof attempt?.end?.['outcome'] === 'string'
    ? attempt.end['outcome']
    : (attempt?.state ?? 'queued');
}
