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

/** How the result of a format is called. */
const titles: Readonly<Record<string, string>> = {
  race: 'Decision',
  tournament: 'Bracket',
  debate: 'Debate',
  vote: 'Tally',
  distill: 'Sources',
  review: 'Findings',
  judge: 'Verdicts',
  suite: 'Matrix',
  'cross-examine': 'Questions',
  analyze: 'Analysis',
};

/** Formats whose entries others may compare. */
const judged = new Set(['ask', 'race', 'tournament', 'vote', 'distill', 'debate', 'arena']);

export function resultTabs(contest: ContestJson): readonly ContestTab[] {
  const { format = '', entries } = contest;
  return [
    { name: 'result', title: titles[format] ?? 'Result', View: ResultTab },
    ...(entries.length > 0 ? [{ name: 'diffs', title: 'Diffs', count: entries.length, View: DiffsTab }] : []),
    ...(format === 'race' ? [{ name: 'checks', title: 'Checks', View: ChecksTab }] : []),
    ...(judged.has(format) ? [{ name: 'verdicts', title: 'Verdicts', View: VerdictsTab }] : []),
    { name: 'timeline', title: 'Timeline', View: TimelineTab },
  ];
}
