// Contests about entries of another: who asked whom what, and what an analyst found.
import type { AnalysisResult } from '../../../../formats/analyze/result.ts';
import type { CrossResult } from '../../../../formats/cross-examine/result.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { contestHref, useRoute } from '../../address.ts';
import { Markdown } from '../../design/markdown.tsx';
import { Chip, Fold } from '../result-parts.tsx';

export function AboutLine({ about }: { readonly about: string | undefined }) {
  if (about === undefined) return null;
  return (
    <p className="muted">
      About <a href={contestHref(about)}>contest {about}</a>
    </p>
  );
}

export function CrossView({ result: { about, exchanges } }: { readonly result: CrossResult }) {
  const { query } = useRoute();
  return (
    <div className="stack">
      <AboutLine about={about} />
      {exchanges.map(({ by, of, questions, answer, problem }, at) => (
        <Fold
          key={`${by} ${of}`}
          isOpen={query['exchange'] === undefined ? at === 0 : query['exchange'] === String(at + 1)}
          title={
            <>
              <span className="strong">{visibleLine(by)}</span> asked{' '}
              <span className="strong">{visibleLine(of)}</span>{' '}
              {problem !== undefined && <Chip look="bad">{visibleLine(problem)}</Chip>}
            </>
          }
        >
          <div className="beside">
            <div className="stack tight">
              <h2>{visibleLine(by)} asks</h2>
              {questions === undefined ? (
                <p className="muted">nothing</p>
              ) : (
                <Markdown text={questions} level={3} />
              )}
            </div>
            <div className="stack tight">
              <h2>{visibleLine(of)} answers</h2>
              {answer === undefined ? <p className="muted">nothing</p> : <Markdown text={answer} level={3} />}
            </div>
          </div>
        </Fold>
      ))}
    </div>
  );
}

export function AnalysisView({ result: { about, cards, judgement } }: { readonly result: AnalysisResult }) {
  return (
    <div className="stack">
      <AboutLine about={about} />
      {judgement !== undefined && (
        <section className="card stack tight narrow">
          <h2>
            {judgement.winner === undefined
              ? 'It names no best one'
              : `Best: ${visibleLine(judgement.winner)}`}
          </h2>
          {judgement.reason !== undefined && <p className="strong">{visibleLine(judgement.reason)}</p>}
          <Markdown text={judgement.text} level={3} />
          <p className="row">
            {judgement.labels.map(({ label, contestant }) => (
              <Chip key={label}>
                {visibleLine(label)} is {visibleLine(contestant)}
              </Chip>
            ))}
          </p>
        </section>
      )}
      <div className="beside">
        {cards.map(({ contestant, text }) => (
          <section key={contestant} className="card stack tight">
            <h2>{visibleLine(contestant)}</h2>
            {text === undefined ? (
              <p className="muted">No card of it.</p>
            ) : (
              <Markdown text={text} level={3} />
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
