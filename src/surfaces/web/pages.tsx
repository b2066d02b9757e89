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
  { name: 'new', title: 'New', Page: late(() => import('./launcher/launcher-page.tsx'), 'LauncherPage') },
  { name: 'arena', title: 'Arena', Page: late(() => import('./arena/arena-page.tsx'), 'ArenaPage') },
  {
    name: 'leaderboard',
    title: 'Leaderboard',
    Page: late(() => import('./leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
  },
  { name: 'suites', title: 'Suites', Page: late(() => import('./suite/suites-page.tsx'), 'SuitesPage') },
  { name: 'briefs', title: 'Briefs', Page: late(() => import('./brief/briefs-page.tsx'), 'BriefsPage') },
  { name: 'agents', title: 'Agents', Page: late(() => import('./agents/agents-page.tsx'), 'AgentsPage') },
  { name: 'pool', title: 'Pool', Page: late(() => import('./pool/pool-page.tsx'), 'PoolPage') },
  { name: 'usage', title: 'Usage', Page: late(() => import('./usage/usage-page.tsx'), 'UsagePage') },
  { name: 'oracle', title: 'Oracle', Page: late(() => import('./oracle/oracle-page.tsx'), 'OraclePage') },
];

function late<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/**
 * Below a page of its own: `#/contests/ID`, and its tabs below that.
 * Whatever is shown of a contest is found there.
 */
export const ContestPage = lazy(async () => ({
  default: (await import('./contest/contest-page.tsx')).ContestPage,
}));
