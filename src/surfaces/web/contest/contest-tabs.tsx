// Which tabs a contest has: those that have something to show.
import type { ComponentType } from 'react';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { ArenaView } from '../arena/arena-view.tsx';
import { resultTabs } from '../result/result-tabs.tsx';
import { AnswersTab } from './answers/answers-tab.tsx';

export interface ContestTab {
  /** In its address. */
  readonly name: string;
  readonly title: string;
  readonly count?: number;
  readonly View: ComponentType<{ readonly contest: ContestJson }>;
}

export function tabsOf(contest: ContestJson): readonly ContestTab[] {
  const answers = contest.attempts.filter(({ role }) => role === undefined);
  const arena: ContestTab = { name: 'arena', title: 'Arena', View: ArenaView };
  if (contest.blind === true) return [arena];
  return [
    ...(contest.format === 'arena' ? [arena] : []),
    { name: 'answers', title: 'Answers', count: answers.length, View: AnswersTab },
    ...resultTabs(contest),
  ];
}
