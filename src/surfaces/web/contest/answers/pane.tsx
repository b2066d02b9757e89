// One attempt: who, how it stands, what it took, and what it says: as it streams, or as it was recorded.
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { moment } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';
import { useAnswer } from '../../data/answers.ts';
import type { NewsItem } from '../../data/live/live-words.ts';
import { Markdown, PlainText, quickMarkdown } from '../../design/markdown.tsx';
import { CopyButton, State, Waiting } from '../../design/parts.tsx';
import { FailureCard } from '../failure-card.tsx';
import { figuresOf } from '../lanes/lane-figures.ts';
import { useFeed } from './contest-feed.ts';
import { LivePane } from './live-pane.ts';
import { LiveSpeed } from './live-speed.tsx';

export interface PaneProps {
  readonly contest: string;
  readonly attempt: AttemptJson;
  readonly isPlain: boolean;
  readonly isHere: boolean;
  readonly onOpen?: ((who: string) => void) | undefined;
}

/** Most of what is read anew says nothing new of this one. */
export const Pane = memo(PaneNow, (one, other) => {
  const { attempt, ...rest } = one;
  const same = Object.entries(rest).every(
    ([name, value]) => name === 'onOpen' || Object.is(value, other[name as 'isHere']),
  );
  return same && JSON.stringify(attempt) === JSON.stringify(other.attempt);
});

function PaneNow({ contest, attempt, isPlain, isHere, onOpen }: PaneProps) {
  const { key, contestant, state, end, model } = attempt;
  const copied = useRef<() => string>(() => '');
  const figures = figuresOf(attempt);
  return (
    <article
      className={isHere ? 'pane here' : 'pane'}
      data-who={contestant}
      data-state={state}
      aria-label={visibleLine(contestant)}
    >
      <header className="pane-head">
        <h3 className="oneline" title={model}>
          {visibleLine(contestant)}
        </h3>
        <State is={typeof end?.['outcome'] === 'string' ? end['outcome'] : state} word={wordOf(attempt)} />
        <span className="pane-figures muted small oneline">
          {state === 'open' ? <LiveSpeed attempt={key} /> : figures}
        </span>
        {onOpen !== undefined && (
          <button
            type="button"
            className="button plain small"
            onClick={() => onOpen(contestant)}
            aria-label={`Only ${visibleLine(contestant)}`}
          >
            Open
          </button>
        )}
        <CopyButton text={() => copied.current()} what={`what ${visibleLine(contestant)} said`} />
      </header>
      <PaneBody contest={contest} attempt={attempt} isPlain={isPlain} isHere={isHere} copied={copied} />
    </article>
  );
}

function wordOf({ state, end, ahead, host, lost = [] }: AttemptJson): string {
  if (state === 'queued') return ahead === undefined ? 'queued' : `queued, ${ahead} in line`;
  if (state === 'open') return host === undefined ? 'running' : visibleLine(`running on ${host}`);
  if (state === 'interrupted' && lost.length > 0) return visibleLine(`lost with ${lost.at(-1)}`);
  return typeof end?.['outcome'] === 'string' ? end['outcome'] : state;
}

interface BodyProps extends Pick<PaneProps, 'contest' | 'attempt' | 'isPlain' | 'isHere'> {
  readonly copied: { current: () => string };
}

function PaneBody({ contest, attempt, isPlain, isHere, copied }: BodyProps) {
  switch (attempt.state) {
    case 'open':
      if (attempt.host !== undefined)
        return (
          <p className="pane-note muted">
            It runs on the host {visibleLine(attempt.host)}. What it says is shown here when it has ended.
          </p>
        );
      return attempt.role === undefined ? (
        <LiveBody
          key={attempt.key}
          contest={contest}
          attempt={attempt}
          isRead={isHere && !isPlain}
          copied={copied}
        />
      ) : (
        <p className="pane-note muted">What it says is shown when it has ended.</p>
      );
    case 'ended':
      return <EndedBody contest={contest} attempt={attempt} isPlain={isPlain} copied={copied} />;
    case 'parked':
      return <p className="pane-note muted">{parkedSentence(attempt)}</p>;
    case 'queued':
      return (
        <p className="pane-note muted">
          Waits for a place{attempt.lane === undefined ? '' : ` in ${attempt.lane}`}.
        </p>
      );
    case 'interrupted':
      if (attempt.lost !== undefined)
        return <p className="pane-note muted">Its host was given up; it is run again on another one.</p>;
      return <p className="pane-note muted">It was interrupted; resume plays it again.</p>;
  }
}

function parkedSentence({ parked }: AttemptJson): string {
  const { until, reason } = (parked ?? {}) as { until?: string; reason?: string };
  const when = until === undefined ? '' : ` until ${moment(until)}`;
  return visibleLine(`Parked${when}: ${reason ?? 'its quota is used up.'}`);
}

interface Scrolled {
  readonly box?: RefObject<HTMLDivElement | null>;
  readonly isLive?: boolean;
  readonly children: ReactNode;
}

function Body({ box, isLive = false, children }: Scrolled) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div ref={box} className={isLive ? 'pane-body live' : 'pane-body'} tabIndex={0}>
      {children}
    </div>
  );
}

function pathOf(contest: string, key: string): string {
  return `/contests/${encodeURIComponent(contest)}/attempts/${encodeURIComponent(key)}`;
}

interface LiveProps extends Pick<BodyProps, 'contest' | 'attempt' | 'copied'> {
  /** It is the one somebody reads: what is finished of it is shown as Markdown. */
  readonly isRead: boolean;
}

function LiveBody({ contest, attempt, isRead, copied }: LiveProps) {
  const { key } = attempt;
  const feed = useFeed();
  const box = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const writer = useRef<LivePane>(undefined);
  const [{ paused, cut }, setState] = useState({ paused: false, cut: false });
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    if (feed === undefined || box.current === null || text.current === null || isWhole) return;
    const made = new LivePane(box.current, text.current, setState);
    writer.current = made;
    const seen = new IntersectionObserver((entries) => made.see(entries.at(-1)?.isIntersecting === true));
    seen.observe(box.current);
    let leave: () => void = () => undefined;
    let isGone = false;
    const listen = () => {
      if (!isGone) leave = feed.listen(key, made);
    };
    if (isRead)
      void quickMarkdown().then((render) => {
        made.renderBy(render);
        listen();
      });
    else listen();
    copied.current = () => text.current?.innerText ?? '';
    return () => {
      isGone = true;
      leave();
      seen.disconnect();
      made.close();
      made.clear();
    };
  }, [feed, key, copied, isWhole, isRead]);
  if (isWhole) return <WholeSoFar contest={contest} attempt={key} onLive={() => setWhole(false)} />;
  return (
    <>
      {cut && (
        <div className="pane-bar small muted">
          The beginning is not shown.
          <button type="button" className="button small" onClick={() => setWhole(true)}>
            Show all
          </button>
        </div>
      )}
      <Body box={box} isLive>
        <div ref={text} className="live-text" />
      </Body>
      {paused && (
        <button type="button" className="button small follow" onClick={() => writer.current?.follow()}>
          Follow
        </button>
      )}
    </>
  );
}

function WholeSoFar({
  contest,
  attempt,
  onLive,
}: {
  readonly contest: string;
  readonly attempt: string;
  readonly onLive: () => void;
}) {
  const { data } = useAnswer<{ text: string }>(pathOf(contest, attempt), never);
  return (
    <>
      <div className="pane-bar small muted">
        All it has said so far.
        <button type="button" className="button small" onClick={onLive}>
          Live again
        </button>
      </div>
      <Body>{data === undefined ? <Waiting /> : <PlainText text={data.text} />}</Body>
    </>
  );
}

const never = () => false;

/** It does not change but by another run of it. */
function EndedBody({ contest, attempt, isPlain, copied }: Omit<BodyProps, 'isHere'>) {
  const { key, failure } = attempt;
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useSeenOnce(box);
  const { data } = useAnswer<{ text: string }>(
    isSeen ? pathOf(contest, key) : undefined,
    ({ contest: of, event }: NewsItem) =>
      of === contest && event.type === 'attempt.ended' && event.key === key,
  );
  copied.current = () => data?.text ?? '';
  return (
    <Body box={box}>
      {failure !== undefined && <FailureCard contest={contest} attempt={attempt} />}
      {data !== undefined && data.text !== '' && failure !== undefined && (
        <p className="muted small">What there was of it:</p>
      )}
      {data === undefined ? <Waiting /> : null}
      {data !== undefined && (isPlain ? <PlainText text={data.text} /> : <Markdown text={data.text} />)}
    </Body>
  );
}

/** What nobody has looked at yet is not read: there may be a hundred. */
function useSeenOnce(box: { readonly current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || box.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '400px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isSeen, box]);
  return isSeen;
}
