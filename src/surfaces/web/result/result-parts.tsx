// Parts of several views of results: the result itself, what is folded, text that is read when it is opened, links to others.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Document } from '../../../views/document.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { type Route, replaceHash, withQuery } from '../address.ts';
import { type Answer, useAnswer } from '../data/answers.ts';
import { Markdown } from '../design/markdown.tsx';
import { Shown } from '../design/parts.tsx';
import './result.css';

/** `/contests/ID` with what is below it. */
export function contestPath({ id }: Pick<ContestJson, 'id'>, below: string): string {
  return `/contests/${encodeURIComponent(id)}${below}`;
}

export interface ResultAnswer {
  readonly result?: { readonly type: string };
  readonly document?: Document;
  readonly problem?: string;
}

export function useResult(contest: Pick<ContestJson, 'id'>): Answer<ResultAnswer> {
  return useAnswer<ResultAnswer>(contestPath(contest, '/result'));
}

/** What is said behind `?` about the place one is in: the back button does not stop at it. */
export function sayInHash(route: Route, changes: Readonly<Record<string, string | undefined>>): void {
  replaceHash(withQuery(route, changes));
}

interface FoldProps {
  readonly title: ReactNode;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** What is inside is made when it is opened for the first time. */
export function Fold({ title, isOpen = false, onToggle, children }: FoldProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  return (
    <details
      className="fold"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open) setWasOpen(true);
        if (open !== isOpen) onToggle?.(open);
      }}
    >
      <summary>{title}</summary>
      {(wasOpen || isOpen) && <div className="folded stack">{children}</div>}
    </details>
  );
}

/** What an attempt said, by its key or its contestant. */
export function AttemptText({
  contest,
  attempt,
}: {
  readonly contest: Pick<ContestJson, 'id'>;
  readonly attempt: string;
}) {
  const path = contestPath(contest, `/attempts/${encodeURIComponent(attempt)}`);
  return (
    <Shown answer={useAnswer<{ text: string }>(path)}>
      {({ text }) => (text === '' ? <p className="muted">It said nothing.</p> : <Markdown text={text} />)}
    </Shown>
  );
}

/** Brings what the address names into sight, once. */
export function useInSight<T extends HTMLElement>(isMeant: boolean) {
  const place = useRef<T>(null);
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView({ block: 'start' });
  }, [isMeant]);
  return place;
}

/** Words with a border: a label, a mark, a source. */
export function Chip({
  children,
  look,
}: {
  readonly children: ReactNode;
  readonly look?: 'ok' | 'bad' | 'warn' | 'accent';
}) {
  return <span className={look === undefined ? 'chip' : `chip ${look}`}>{children}</span>;
}

/** A share as a bar; the figure stands beside it. */
export function ShareBar({
  share,
  isStrong = false,
}: {
  readonly share: number;
  readonly isStrong?: boolean;
}) {
  return (
    <span className={isStrong ? 'share-bar strong-bar' : 'share-bar'} aria-hidden="true">
      <span style={{ width: `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%` }} />
    </span>
  );
}
