// What a contest came to: the view of its kind where there is one, else as its format tells it.
import type { ReactNode } from 'react';
import type { AnalysisResult } from '../../../formats/analyze/result.ts';
import type { CrossResult } from '../../../formats/cross-examine/result.ts';
import type { DebateResult } from '../../../formats/debate/result.ts';
import type { DistillResult } from '../../../formats/distill/result.ts';
import type { JudgeResult } from '../../../formats/judge/result.ts';
import type { RaceResult } from '../../../formats/race/result.ts';
import type { ReviewResult } from '../../../formats/review/result.ts';
import type { SuiteResult } from '../../../formats/suite/result.ts';
import type { TournamentResult } from '../../../formats/tournament/result.ts';
import type { VoteResult } from '../../../formats/vote/result.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { Empty, Shown, TroubleCard } from '../design/parts.tsx';
import { SuiteView } from '../suite/suite-view.tsx';
import { DecisionView } from './decision/decision-view.tsx';
import { DocumentView } from './document-view.tsx';
import { Fold, useResult } from './result-parts.tsx';
import { AnalysisView, CrossView } from './told/about-views.tsx';
import { DebateView } from './told/debate-view.tsx';
import { DistillView } from './told/distill-view.tsx';
import { ReviewView } from './told/review-view.tsx';
import { TournamentView } from './told/tournament-view.tsx';
import { VoteView } from './told/vote-view.tsx';
import { JudgedView } from './verdicts/judged-view.tsx';
import { ScoredView } from './verdicts/scored-view.tsx';
import './told/told.css';

export function ResultTab({ contest }: { readonly contest: ContestJson }) {
  return (
    <Shown answer={useResult(contest)}>
      {({ result, document, problem }) => {
        if (problem !== undefined) return <TroubleCard trouble={{ message: problem, hint: undefined }} />;
        if (document === undefined) return <Empty title="The answers are all there is, so far" />;
        const view = result === undefined ? undefined : viewOf(contest, result as ToldResult);
        if (view === undefined) return <DocumentView document={document} />;
        return (
          <div className="stack">
            {view}
            <Fold title="As told in a terminal">
              <DocumentView document={document} />
            </Fold>
          </div>
        );
      }}
    </Shown>
  );
}

type ToldResult =
  | RaceResult
  | TournamentResult
  | DebateResult
  | VoteResult
  | DistillResult
  | ReviewResult
  | SuiteResult
  | JudgeResult
  | CrossResult
  | AnalysisResult;

/** Absent: what its format tells is all there is. */
function viewOf(contest: ContestJson, result: ToldResult): ReactNode {
  switch (result.type) {
    case 'race':
      return <DecisionView contest={contest} result={result} />;
    case 'tournament':
      return <TournamentView contest={contest} result={result} />;
    case 'debate':
      return <DebateView contest={contest} result={result} />;
    case 'vote':
      return <VoteView result={result} />;
    case 'distill':
      return <DistillView result={result} />;
    case 'review':
      return <ReviewView result={result} />;
    case 'suite':
      return <SuiteView contest={contest} result={result} />;
    case 'judged':
      return <JudgedView result={result} />;
    case 'scored':
      return <ScoredView result={result} />;
    case 'cross-examination':
      return <CrossView result={result} />;
    case 'analysis':
      return <AnalysisView result={result} />;
    default:
      return undefined;
  }
}
