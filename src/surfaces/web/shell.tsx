// The frame of every page: where one can go, whether it is live, the keys.
import { Suspense, useEffect, useState } from 'react';
import { goTo, hrefTo, useRoute } from './address.ts';
import type { LiveState } from './data/live/open-live.ts';
import { useSource } from './data/source.ts';
import { Mark, ThemeChoice } from './design/brand.tsx';
import { Dialog } from './design/dialog.tsx';
import { KeyList, useKeys } from './design/keys.tsx';
import { Empty, Icon, Waiting } from './design/parts.tsx';
import { ContestPage, pages } from './pages.tsx';
import './shell.css';

export function Shell() {
  const { path } = useRoute();
  const [place = 'contests', below] = path;
  const page = pages.find(({ name }) => name === place);
  const Page = place === 'contests' && below !== undefined ? ContestPage : page?.Page;
  const [showsKeys, setShowsKeys] = useState(false);
  useKeys([
    { key: '?', does: 'the keys of this page', run: () => setShowsKeys(true) },
    { key: 'n', does: 'a new contest', run: () => goTo(hrefTo(['new'])) },
    { key: 'h', does: 'all contests', run: () => goTo(hrefTo(['contests'])) },
  ]);
  useEffect(() => {
    document.title = page === undefined ? 'joust' : `${page.title} · joust`;
  }, [page]);
  return (
    <>
      <button type="button" className="skip button" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header className="top">
        <a className="brand" href={hrefTo([])}>
          <Mark />
          joust
        </a>
        <nav aria-label="Pages">
          {pages.map(({ name, title }) => (
            <a key={name} href={hrefTo([name])} aria-current={name === place ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <div className="top-right">
          <LiveSign />
          <ThemeChoice />
          <button
            type="button"
            className="button plain small keys-button"
            onClick={() => setShowsKeys(true)}
            aria-label="Keys"
          >
            <kbd>?</kbd>
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Suspense
          fallback={
            <div className="page">
              <Waiting />
            </div>
          }
        >
          {Page === undefined ? (
            <Empty title="There is no such page">
              <a href={hrefTo([])}>All contests</a>
            </Empty>
          ) : (
            <Page />
          )}
        </Suspense>
      </main>
      <Dialog title="Keys" isOpen={showsKeys} onClose={() => setShowsKeys(false)}>
        <KeyList />
      </Dialog>
    </>
  );
}

const words = {
  connecting: ['ring', 'muted', 'connecting'],
  live: ['dot', 'ok', 'live'],
  cut: ['bang', 'warn', 'not connected'],
  refused: ['cross', 'bad', 'refused'],
} as const;

function LiveSign() {
  const { live } = useSource();
  const [state, setState] = useState<LiveState>({ type: 'connecting' });
  useEffect(() => live?.onState(setState), [live]);
  if (live === undefined) return null;
  const [icon, look, word] = words[state.type];
  return (
    <span
      className="state small"
      role="status"
      style={{ color: `var(--${look})` }}
      title={'why' in state ? state.why : undefined}
    >
      <Icon is={icon} />
      <span className="live-word">{word}</span>
    </span>
  );
}
