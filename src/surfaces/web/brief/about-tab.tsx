// What a brief asks for: its task, who plays and judges, the rubric; and every contest of it.
import { visibleLine } from '../../../views/visible.ts';
import { contestHref } from '../address.ts';
import { Moment } from '../contests/contest-row.tsx';
import { Markdown } from '../design/markdown.tsx';
import { Scroll } from '../design/parts.tsx';
import { TableHead } from '../design/table-head.tsx';
import { Quote } from '../result/document-view.tsx';
import type { BriefProps } from './brief-deeds-bar.tsx';

export function AboutTab({ brief: { brief, contests } }: Pick<BriefProps, 'brief'>) {
  const { task, judgeBrief, contestants, judges, required, selfJudging, template } = brief;
  return (
    <div className="stack brief-about">
      <section className="card">
        {task === undefined ? (
          <p className="warn">BRIEF.md cannot be read: write the task there.</p>
        ) : (
          <Markdown text={task} level={3} />
        )}
      </section>
      <section className="stack tight" aria-labelledby="who">
        <h2 id="who">Who and what</h2>
        <dl className="facts">
          <dt>contestants</dt>
          <dd>
            {contestants
              .map(({ name, plays }) => visibleLine(plays === undefined ? name : `${name} (${plays})`))
              .join(', ')}
          </dd>
          <dt>judges</dt>
          <dd>{judges === undefined ? 'joust chooses' : judges.map(visibleLine).join(', ')}</dd>
          <dt>own family</dt>
          <dd>{families[selfJudging] ?? visibleLine(selfJudging)}</dd>
          <dt>has to be there</dt>
          <dd>{required.length === 0 ? 'nothing in particular' : required.map(visibleLine).join(', ')}</dd>
          {template !== undefined && (
            <>
              <dt>template</dt>
              <dd>{visibleLine(template)}</dd>
            </>
          )}
        </dl>
      </section>
      <Rubric rubric={brief.rubric} />
      {judgeBrief !== undefined && <Quote title="For the judges" text={judgeBrief} isFolded />}
      {contests.length > 0 && (
        <section className="stack tight" aria-labelledby="contests">
          <h2 id="contests">Contests</h2>
          <ul className="card brief-contests">
            {contests.map(({ id, at, step, round }) => (
              <li key={id}>
                <a href={contestHref(id)}>
                  {steps[step] ?? step}, round {round}
                </a>
                <span className="muted small">
                  <Moment at={at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export const steps: Readonly<Record<string, string>> = {
  play: 'Played',
  refine: 'Refined',
  merge: 'Merged',
  reseal: 'Taken in by hand',
  judge: 'Judged',
  consult: 'Consulted',
};

const families: Readonly<Record<string, string>> = {
  exclude: 'scores for its own family do not count',
  warn: 'scores for its own family count, and that is said',
  allow: 'scores for its own family count',
};

function Rubric({ rubric }: Pick<BriefProps['brief']['brief'], 'rubric'>) {
  if (rubric.length === 0)
    return <p className="muted">There is no rubric: one score from 0 to 5 is asked for.</p>;
  return (
    <section className="stack tight" aria-labelledby="rubric">
      <h2 id="rubric">Rubric</h2>
      <Scroll label="Dimensions" className="card">
        <table>
          <TableHead columns={['dimension', ['weight', 'figure'], ['scale', 'figure'], 'what it means']} />
          <tbody>
            {rubric.map(({ name, weight, min, max, about = '' }) => (
              <tr key={name}>
                <th scope="row">{visibleLine(name)}</th>
                <td className="figure">{weight}</td>
                <td className="figure">
                  {min} to {max}
                </td>
                <td>{visibleLine(about)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
