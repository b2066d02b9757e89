// The pages, each loaded when it is opened.
import { type ComponentType, lazy } from 'react';
import { ContestsPage } from './contests/contests-page.tsx';

interface Page {
  /** The first word of its address. */
  readonly name: string;
  readonly title: string;
  readonly Page: ComponentType;
}

/** In the order of the navigation. */
export const pages: readonly Page[] = [
  { name: 'contests', title: 'Contests', Page: ContestsPage },
  { name: 'new', title: 'New', Page: lazy(launcher) },
  { name: 'leaderboard', title: 'Leaderboard', Page: lazy(leaderboard) },
];

async function launcher() {
  return { default: (await import('./launcher/launcher-page.tsx')).LauncherPage };
}

async function leaderboard() {
  return { default: (await import('./leaderboard/leaderboard-page.tsx')).LeaderboardPage };
}

/**
 * Below a page of its own: `#/contests/ID`, and its tabs below that.
 * Whatever is shown of a contest is found there.
 */
export const ContestPage = lazy(async () => ({
  default: (await import('./contest/contest-page.tsx')).ContestPage,
}));
