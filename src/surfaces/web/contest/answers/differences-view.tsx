// Only where answers differ: those that say the same are one card, the others are shown against it line by line.
import { useEffect, useState } from 'react';
import { visible, visibleLine } from '../../../../views/visible.ts';
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { useSource } from '../../data/source.ts';
import { Markdown } from '../../design/markdown.tsx';
import { CopyButton, Empty, Icon, Waiting } from '../../design/parts.tsx';
import { type AnswerRound, sameAnswers } from './answer-groups.ts';
import { type DiffFold, foldSame, lineDiff } from './line-diff.ts';

interface Compared {
  readonly contest: ContestJson;
  readonly rounds: readonly AnswerRound[];
  /** Whose answer the others are shown against; else the one most gave. */
  readonly who: string | undefined;
}

export function DifferencesView({ contest, rounds, who }: Compared) {
  return rounds.map(({ title, attempts }) => (
    <section key={title ?? 'all'} className="stack" aria-label={title ?? 'Answers'}>
      <h2 className={title === undefined ? 'unseen' : undefined}>{title ?? 'Answers'}</h2>
      <Differences contest={contest.id} attempts={attempts} who={who} />
    </section>
  ));
}

interface Answered {
  readonly who: string;
  readonly text: string;
}

function Differences({
  contest,
  attempts,
  who,
}: {
  readonly contest: string;
  readonly attempts: readonly AttemptJson[];
  readonly who: string | undefined;
}) {
  const answers = useTexts(contest, attempts);
  if (answers === undefined) return <Waiting />;
  const [most, ...rest] = sameAnswers(answers).toSorted((one, other) => other.by.length - one.by.length);
  if (most === undefined)
    return (
      <Empty title="Nothing to compare yet">
        <p>Answers are compared when they have ended.</p>
      </Empty>
    );
  const all = [most, ...rest];
  const first = all.find(({ by }) => by.some((one) => one.who === who)) ?? most;
  return (
    <>
      <article className="card stack">
        <Names by={first.by} text={first.text} says={first.by.length > 1 ? 'say the same' : ''} />
        <Markdown text={first.text} />
      </article>
      {all
        .filter((one) => one !== first)
        .map((other) => (
          <article key={other.by[0]?.who} className="card stack">
            <Names
              by={other.by}
              text={other.text}
              says={`against ${visibleLine(first.by.map((one) => one.who).join(', '))}`}
            />
            <DiffView folds={foldSame(lineDiff(first.text, other.text))} />
          </article>
        ))}
    </>
  );
}

function Names({
  by,
  text,
  says,
}: {
  readonly by: readonly Answered[];
  readonly text: string;
  readonly says: string;
}) {
  return (
    <header className="row">
      {by.length > 1 && <Icon is="check" />}
      <h3>{by.map(({ who }) => visibleLine(who)).join(', ')}</h3>
      <span className="muted small">{says}</span>
      <span className="grow" />
      <CopyButton text={text} what="this answer" />
    </header>
  );
}

const marks = { same: ' ', added: '+', removed: '−' } as const;
const spoken = { same: '', added: 'added: ', removed: 'left out: ' } as const;

function DiffView({ folds }: { readonly folds: readonly DiffFold[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  return (
    <div className="line-diff mono">
      {folds.map(({ from, lines, folded }) =>
        folded && !open.has(from) ? (
          <button
            key={from}
            type="button"
            className="fold small"
            onClick={() => setOpen(new Set([...open, from]))}
          >
            {lines.length} {lines.length === 1 ? 'line' : 'lines'} the same
          </button>
        ) : (
          lines.map(({ is, text }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of two texts that do not change
            <div key={from + row} className={`diff-line ${is}`}>
              <span aria-hidden="true">{marks[is]}</span>
              <span className="unseen">{spoken[is]}</span>
              <span>{visible(text)}</span>
            </div>
          ))
        ),
      )}
    </div>
  );
}

/** Of those that have ended with an answer; undefined: they are being read. */
function useTexts(contest: string, attempts: readonly AttemptJson[]): readonly Answered[] | undefined {
  const source = useSource();
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const ended = attempts.filter(({ state, failure }) => state === 'ended' && failure === undefined);
  const nameOf = ({ key, run }: AttemptJson) => `${key} ${run}`;
  const wanted = ended.filter((one) => !texts.has(nameOf(one)));
  const names = wanted.map(nameOf).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is told by the names
  useEffect(() => {
    let isHere = true;
    const read = async (one: AttemptJson) => {
      const path = `/contests/${encodeURIComponent(contest)}/attempts/${encodeURIComponent(one.key)}`;
      const { text } = (await source.get(path).catch(() => ({ text: '' }))) as { text: string };
      return [nameOf(one), text] as const;
    };
    if (wanted.length > 0)
      void Promise.all(wanted.map(read)).then((found) => {
        if (isHere) setTexts((known) => new Map([...known, ...found]));
      });
    return () => {
      isHere = false;
    };
  }, [source, contest, names]);
  if (wanted.length === ended.length && ended.length > 0) return undefined;
  return ended.flatMap((one) => {
    const text = texts.get(nameOf(one));
    return text === undefined ? [] : [{ who: one.contestant, text }];
  });
}
