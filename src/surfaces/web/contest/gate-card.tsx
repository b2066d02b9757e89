// The question a contest waits for, answered right here.
import { visibleLine } from '../../../views/visible.ts';
import type { ContestJson, GateJson } from '../../../views/wire/contest-json.ts';
import { answersOf, useDeed } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { Markdown } from '../design/markdown.tsx';
import { Icon, TroubleCard } from '../design/parts.tsx';

export function GateCard({ contest, gate }: { readonly contest: ContestJson; readonly gate: GateJson }) {
  const source = useSource();
  const path = `/contests/${encodeURIComponent(contest.id)}`;
  const deed = useDeed<{ answer: string }>(`${path}/answer`);
  const say = async (answer: string) => {
    await deed.do?.({ answer });
    answersOf(source).refresh(path);
  };
  return (
    <section className="gate notice stack tight" aria-label="A question to you">
      <p className="gate-question">
        <span className="warn">
          <Icon is="question" />
        </span>
        {visibleLine(gate.question)}
      </p>
      {gate.exhibits?.map(({ label, text }) => (
        <details key={label} className="card">
          <summary className="strong">{visibleLine(label)}</summary>
          <Markdown text={text} />
        </details>
      ))}
      {deed.do === undefined ? (
        <p className="muted small">It waits for an answer.</p>
      ) : (
        <div className="row">
          {gate.choices.map((choice, at) => (
            <button
              key={choice}
              type="button"
              className={at === 0 ? 'button primary' : 'button'}
              disabled={deed.isDoing}
              onClick={() => say(choice)}
            >
              {visibleLine(choice)}
            </button>
          ))}
        </div>
      )}
      {deed.trouble !== undefined && <TroubleCard trouble={deed.trouble} />}
    </section>
  );
}
