// Which tabs a contest has: those that have something to show.
import type { ComponentType } from 'react';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { ArenaView } from '../arena/arena-view.tsx';
import { resultTabs, tabsBeside } from '../result/result-tabs.tsx';
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
    ...(tabsBeside(contest).includes('arena') ? [arena] : []),
    ...(answersElsewhere(contest)
      ? []
      : [{ name: 'answers', title: 'Answers', count: answers.length, View: AnswersTab }]),
    ...resultTabs(contest),
  ];
}

/** It is made of contests that have them. */
export function answersElsewhere(contest: Pick<ContestJson, 'page'>): boolean {
  return !tabsBeside(contest).includes('answers');
}

/** While it is played its answers, then what it came to; whatever its address says. */
export function tabOf(contest: ContestJson, named: string | undefined): ContestTab | undefined {
  const tabs = tabsOf(contest);
  const first = contest.state === 'closed' ? (contest.page.opens ?? 'result') : undefined;
  return tabs.find(({ name }) => name === named) ?? tabs.find(({ name }) => name === first) ?? tabs[0];
}
