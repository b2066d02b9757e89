// What a contest came to, as its format tells it.

import type { Document } from '../../../views/document.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { useAnswer } from '../data/answers.ts';
import { Empty, Shown, TroubleCard } from '../design/parts.tsx';
import { DocumentView } from './document-view.tsx';

export interface ResultAnswer {
  readonly result?: { readonly type: string };
  readonly document?: Document;
  readonly problem?: string;
}

export function ResultTab({ contest }: { readonly contest: ContestJson }) {
  const answer = useAnswer<ResultAnswer>(`/contests/${encodeURIComponent(contest.id)}/result`);
  return (
    <Shown answer={answer}>
      {({ document, problem }) => {
        if (problem !== undefined) return <TroubleCard trouble={{ message: problem, hint: undefined }} />;
        if (document === undefined) return <Empty title="The answers are all there is, so far" />;
        return <DocumentView document={document} />;
      }}
    </Shown>
  );
}
