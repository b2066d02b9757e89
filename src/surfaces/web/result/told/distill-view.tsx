// A distill: the merged answer, which part of it comes from whom, and what was dropped and why.
import type { DistillResult } from '../../../../formats/distill/result.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import { Markdown } from '../../design/markdown.tsx';
import { CopyButton, Scroll, State, TroubleCard } from '../../design/parts.tsx';
import { TableHead } from '../../design/table-head.tsx';
import { Chip, Fold } from '../result-parts.tsx';

const problems = {
  'too-few': 'Too few answers came to merge them',
  'merge-failed': 'They could not be merged',
  'merge-parked': 'Who merges waits for its quota',
} as const;

export function DistillView({ result }: { readonly result: DistillResult }) {
  const { merged, problem, council, sources, answers = [] } = result;
  return (
    <div className="stack sections">
      {problem !== undefined && (
        <TroubleCard
          trouble={{
            message: `${problems[problem.type]}${problem.by === undefined ? '' : ` (${problem.by})`}.`,
            hint: problem.reason,
          }}
        />
      )}
      {merged !== undefined && (
        <section className="card stack tight narrow">
          <div className="row spread">
            <h2>
              Merged <span className="muted">by {visibleLine(merged.by)}</span>
            </h2>
            <CopyButton text={merged.text} what="the merged answer" />
          </div>
          <Markdown text={merged.text} level={3} />
        </section>
      )}
      {sources?.type === 'read' && <Sources sources={sources} />}
      {sources?.type === 'unread' && (
        <p className="muted">Where it comes from was asked for, and what was replied could not be read.</p>
      )}
      {answers.length > 0 && (
        <section className="stack tight">
          <h2>Not merged</h2>
          {answers.map(({ contestant, text }) => (
            <Fold key={contestant} title={visibleLine(contestant)}>
              <Markdown text={text} />
            </Fold>
          ))}
        </section>
      )}
      <section className="stack tight">
        <h2>Council</h2>
        <Scroll label="Council">
          <table className="fit">
            <TableHead columns={['who was asked', 'layer', 'answer']} />
            <tbody>
              {council.map(({ contestant, layer, outcome }) => (
                <tr key={`${layer} ${contestant}`}>
                  <td>{visibleLine(contestant)}</td>
                  <td className="figure">{layer}</td>
                  <td>
                    <State is={outcome} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </section>
    </div>
  );
}

type Read = Extract<NonNullable<DistillResult['sources']>, { type: 'read' }>;

function Sources({ sources: { who, parts, dropped } }: { readonly sources: Read }) {
  const nameOf = (label: string) => who.find((one) => one.label === label)?.contestant ?? label;
  const chips = (labels: readonly string[]) =>
    labels.map((label) => (
      <Chip key={label} look="accent">
        {visibleLine(nameOf(label))}
      </Chip>
    ));
  return (
    <>
      <section className="stack tight narrow">
        <h2>Where it comes from</h2>
        <ul className="sourced">
          {parts.map(({ text, labels }) => (
            <li key={text}>
              <span>{visible(text)}</span>
              <span className="row">{chips(labels)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="stack tight narrow">
        <h2>Minority report</h2>
        {dropped.length === 0 && <p className="muted">Nothing was dropped.</p>}
        <ul className="sourced">
          {dropped.map(({ text, labels, why }) => (
            <li key={text}>
              <span>
                {visible(text)}
                {why !== undefined && <span className="muted"> dropped: {visible(why)}</span>}
              </span>
              <span className="row">{chips(labels)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
