// Small parts that every page uses: states, trouble, tabs, what is waited for, what is copied.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ContestStatus } from '../../../views/contest-status.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { ContestCard } from '../../../views/wire/contest-json.ts';
import type { Answer } from '../data/answers.ts';
import type { Trouble } from '../data/source.ts';
import './parts.css';

type Look = 'ok' | 'bad' | 'warn' | 'parked' | 'accent' | 'muted';

/** Paths in a square of 12: a state is icon, word and colour. */
const icons = {
  check: 'M2 6.5 4.8 9.5 10 3',
  cross: 'M3 3 9 9M9 3 3 9',
  dot: 'M6 3.5a2.5 2.5 0 1 0 .01 0',
  ring: 'M6 2a4 4 0 1 0 .01 0',
  pause: 'M4.5 3v6M7.5 3v6',
  question: 'M4 4.5a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1M6 9.6v.1',
  bang: 'M6 2.5v4.5M6 9.4v.1',
  dash: 'M3 6h6',
  clock: 'M6 3.2V6l1.8 1.2M6 1.8a4.2 4.2 0 1 0 .01 0',
} as const;

const states: Readonly<Record<string, readonly [icon: keyof typeof icons, look: Look]>> = {
  playing: ['dot', 'accent'],
  running: ['dot', 'accent'],
  open: ['dot', 'accent'],
  queued: ['ring', 'muted'],
  waiting: ['question', 'warn'],
  parked: ['pause', 'parked'],
  interrupted: ['bang', 'warn'],
  stopped: ['pause', 'warn'],
  closed: ['check', 'ok'],
  ok: ['check', 'ok'],
  passed: ['check', 'ok'],
  blocked: ['question', 'warn'],
  cancelled: ['dash', 'muted'],
  empty: ['dash', 'muted'],
  unavailable: ['dash', 'muted'],
  'timed-out': ['clock', 'bad'],
};

/** Words that are not known look like a failure. */
export function State({ is, word = is }: { readonly is: string; readonly word?: string }) {
  const [icon, look] = states[is] ?? ['cross', 'bad'];
  return (
    <span className="state" style={{ color: `var(--${look})` }}>
      <Icon is={icon} />
      {word}
    </span>
  );
}

const looks: Readonly<Record<ContestStatus['kind'], readonly [icon: keyof typeof icons, look: Look]>> = {
  good: ['check', 'ok'],
  attention: ['bang', 'warn'],
  bad: ['cross', 'bad'],
  neutral: ['dash', 'muted'],
};

/** Of a contest. An open one has the icon of its state; the kind decides about the colour. */
export function Status({ of: { state, status } }: { readonly of: Pick<ContestCard, 'state' | 'status'> }) {
  const [icon, look] = looks[status.kind];
  const [openIcon, openLook] = states[state] ?? [icon, look];
  const isOpen = state !== 'closed' && state !== 'unreadable';
  const shown = isOpen && status.kind === 'neutral' ? openLook : look;
  return (
    <span className="state" style={{ color: `var(--${shown})` }}>
      <Icon is={isOpen ? openIcon : icon} />
      {visibleLine(status.text)}
    </span>
  );
}

export function Icon({ is }: { readonly is: keyof typeof icons }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path d={icons[is]} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}

export function TroubleCard({ trouble }: { readonly trouble: Pick<Trouble, 'message' | 'hint'> }) {
  return (
    <div className="trouble" role="alert">
      <p>{visibleLine(trouble.message)}</p>
      {trouble.hint !== undefined && <p className="muted">{visibleLine(trouble.hint)}</p>}
    </div>
  );
}

/** What was answered, or that it is waited for, or why there is nothing. */
export function Shown<T>({
  answer,
  children,
}: {
  readonly answer: Answer<T>;
  readonly children: (data: T) => ReactNode;
}) {
  const { data, trouble } = answer;
  return (
    <>
      {trouble !== undefined && <TroubleCard trouble={trouble} />}
      {data === undefined && trouble === undefined && <Waiting />}
      {data !== undefined && children(data)}
    </>
  );
}

export function Waiting() {
  return (
    <p className="waiting" role="status">
      Reading…
    </p>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export interface Tab {
  readonly name: string;
  readonly href: string;
  readonly isHere: boolean;
  readonly count?: number;
}

/** Links: each has an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, href, isHere, count }) => (
        <a key={name} href={href} aria-current={isHere ? 'page' : undefined}>
          {name}
          {count !== undefined && <span className="muted"> {count}</span>}
        </a>
      ))}
    </nav>
  );
}

export function CopyButton({
  text,
  what,
  word = 'Copy',
}: {
  readonly text: string | (() => string);
  readonly what: string;
  readonly word?: string;
}) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button type="button" className="button plain small" onClick={copy} aria-label={`Copy ${what}`}>
      {done ? 'Copied' : word}
    </button>
  );
}

/** Of several, one: pressed buttons in a row. */
export function Choice<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of joined buttons
    <div className="group" role="group" aria-label={label}>
      {options.map(([one, name]) => (
        <button
          key={one}
          type="button"
          className="button small"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** Wider than its place it is scrolled, by keyboard too. */
export function Scroll({
  label,
  className = '',
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const watch = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    for (const one of [current, ...current.children]) watch.observe(one);
    return () => watch.disconnect();
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no place to scroll in
    <div
      ref={box}
      className={`scroll ${className}`}
      role="group"
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </div>
  );
}
