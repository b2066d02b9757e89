// What a contest came to, as tabs: those that have something to show.
import type { ComponentType } from 'react';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { ChecksTab } from './checks/checks-tab.tsx';
import { DiffsTab } from './diffs/diffs-tab.tsx';
import { ResultTab } from './result-tab.tsx';
import { TimelineTab } from './timeline/timeline-tab.tsx';
import { VerdictsTab } from './verdicts/verdicts-tab.tsx';

interface ContestTab {
  readonly name: string;
  readonly title: string;
  readonly count?: number;
  readonly View: ComponentType<{ readonly contest: ContestJson }>;
}

/** Tabs that the format has besides its result. */
export const tabsBeside = ({ page }: Pick<ContestJson, 'page'>) => page.tabs ?? ['answers'];

export function resultTabs(contest: ContestJson): readonly ContestTab[] {
  const { entries, page } = contest;
  const beside = tabsBeside(contest);
  return [
    { name: 'result', title: page.result ?? 'Result', View: ResultTab },
    ...(entries.length > 0 ? [{ name: 'diffs', title: 'Diffs', count: entries.length, View: DiffsTab }] : []),
    ...(beside.includes('checks') ? [{ name: 'checks', title: 'Checks', View: ChecksTab }] : []),
    ...(beside.includes('verdicts') ? [{ name: 'verdicts', title: 'Verdicts', View: VerdictsTab }] : []),
    { name: 'timeline', title: 'Timeline', View: TimelineTab },
  ];
}
