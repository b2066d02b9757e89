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
    ...(answersElsewhere(contest)
      ? []
      : [{ name: 'answers', title: 'Answers', count: answers.length, View: AnswersTab }]),
    ...resultTabs(contest),
  ];
}

/** It is made of contests that have them. */
export function answersElsewhere({ format }: Pick<ContestJson, 'format'>): boolean {
  return format === 'suite';
}

/** Formats of which people want to see the answers first, also when they are over. */
const answersFirst = new Set(['ask', 'oracle', 'arena']);

/** While it is played its answers, then what it came to; whatever its address says. */
export function tabOf(contest: ContestJson, named: string | undefined): ContestTab | undefined {
  const tabs = tabsOf(contest);
  const isOver = contest.state === 'closed' && !answersFirst.has(contest.format ?? '');
  return (
    tabs.find(({ name }) => name === named) ??
    tabs.find(({ name }) => name === (isOver ? 'result' : undefined)) ??
    tabs[0]
  );
}
