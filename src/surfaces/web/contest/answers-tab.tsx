// What everybody answered.
import { useState } from 'react';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { useAnswer } from '../data/answers.ts';
import { Markdown, PlainText } from '../design/markdown.tsx';
import { Choice, Shown, State } from '../design/parts.tsx';

type Look = 'markdown' | 'plain';
const looks = [
  ['markdown', 'Rendered'],
  ['plain', 'As written'],
] as const;

export function AnswersTab({ contest }: { readonly contest: ContestJson }) {
  const attempts = contest.attempts.filter(({ role }) => role === undefined);
  const [look, setLook] = useState<Look>('markdown');
  return (
    <div className="stack">
      <Choice label="How answers are shown" options={looks} value={look} onChange={setLook} />
      {attempts.map(({ key, contestant, state, end }) => (
        <section key={key} className="card stack tight">
          <div className="row">
            <h2>{contestant}</h2>
            <State is={typeof end?.['outcome'] === 'string' ? end['outcome'] : state} />
          </div>
          <AnswerText contest={contest.id} attempt={key} look={look} />
        </section>
      ))}
    </div>
  );
}

interface Asked {
  readonly contest: string;
  readonly attempt: string;
  readonly look: Look;
}

function AnswerText({ contest, attempt, look }: Asked) {
  const path = `/contests/${encodeURIComponent(contest)}/attempts/${encodeURIComponent(attempt)}`;
  return (
    <Shown answer={useAnswer<{ text: string }>(path)}>
      {({ text }) => (look === 'plain' ? <PlainText text={text} /> : <Markdown text={text} />)}
    </Shown>
  );
}
