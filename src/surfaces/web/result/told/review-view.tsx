// A review: findings by severity with who raised and who confirmed them, and what was said of each requirement.
import type { ReviewFinding, ReviewResult } from '../../../../formats/review/result.ts';
import { percent } from '../../../../views/units.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import { useRoute, withQuery } from '../../address.ts';
import { Markdown } from '../../design/markdown.tsx';
import { Chip, Fold, useInSight } from '../result-parts.tsx';

const standings = {
  confirmed: ['confirmed', 'ok'],
  unconfirmed: ['not confirmed: no other reviewer looked', 'warn'],
  single: ['only one saw it', 'warn'],
  disputed: ['disputed', 'bad'],
} as const;

export function ReviewView({ result }: { readonly result: ReviewResult }) {
  const { findings, reviewers, requirements = [], failOn, failed, files, added, removed } = result;
  const { title, unmatched } = result;
  const bySeverity = Map.groupBy(findings, ({ severity }) => severity);
  return (
    <div className="stack sections narrow">
      <section className="stack tight">
        <p className="gist">
          {findings.length === 0
            ? 'No findings'
            : [...bySeverity].map(([name, all]) => `${all.length} ${name}`).join(', ')}
        </p>
        <p className="muted">
          {visibleLine(title)}: {files} files, +{added} −{removed}
        </p>
        {unmatched !== undefined && (
          <p className="warn">
            Matching by {visibleLine(unmatched.judge)} failed ({visibleLine(unmatched.problem)}): the same
            finding may be listed twice.
          </p>
        )}
        {failOn !== undefined && (
          <p className={failed ? 'bad' : 'ok'}>
            {failed
              ? `It fails: a finding that counts is ${failOn} or worse.`
              : `No finding that counts is ${failOn} or worse.`}
          </p>
        )}
      </section>
      {[...bySeverity].map(([severity, all]) => (
        <section key={severity} className="stack tight">
          <h2>{severity}</h2>
          {all.map((finding) => (
            <Finding key={finding.id} finding={finding} />
          ))}
        </section>
      ))}
      {requirements.length > 0 && <Requirements requirements={requirements} />}
      <section className="stack tight">
        <h2>Reviewers</h2>
        <ul className="points">
          {reviewers.map(({ contestant, findings: count, problem }) => (
            <li key={contestant}>
              {visibleLine(contestant)}{' '}
              <span className="muted">
                {count === undefined ? 'nothing could be read' : `${count} findings`}
                {problem !== undefined && `: ${visibleLine(problem)}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Finding({ finding }: { readonly finding: ReviewFinding }) {
  const { id, file, line, claim, suggestion, raisedBy, opinions, standing, agreement } = finding;
  const route = useRoute();
  const isMeant = route.query['finding'] === id;
  const place = useInSight<HTMLElement>(isMeant);
  const [word, look] = standings[standing];
  return (
    <article ref={place} className={isMeant ? 'card stack tight meant-card' : 'card stack tight'}>
      <div className="row spread">
        <a className="mono" href={withQuery(route, { finding: id })}>
          {visibleLine(file)}
          {line !== undefined && `:${line}`}
        </a>
        <span className="row">
          <Chip look={look}>{word}</Chip>
          {agreement !== undefined && <span className="muted small">{percent(agreement)} agree</span>}
          {agreement === undefined && opinions.length > 0 && (
            <span className="muted small">no other opinion</span>
          )}
        </span>
      </div>
      <Markdown text={claim} />
      {suggestion !== undefined && (
        <div className="muted">
          <Markdown text={suggestion} />
        </div>
      )}
      <p className="muted small">raised by {raisedBy.map(visibleLine).join(', ')}</p>
      {opinions.length > 0 && (
        <Fold
          title={
            <span className="small">Second looks: {opinions.map(({ verdict }) => verdict).join(', ')}</span>
          }
        >
          {opinions.map(({ by, verdict, reason }) => (
            <p key={by}>
              <span className="strong">{visibleLine(by)}</span>: {verdict}{' '}
              <span className="muted">{visible(reason)}</span>
            </p>
          ))}
        </Fold>
      )}
    </article>
  );
}

const looks: Readonly<Record<string, 'ok' | 'bad' | 'warn'>> = { met: 'ok', 'not met': 'bad' };

function Requirements({
  requirements,
}: {
  readonly requirements: NonNullable<ReviewResult['requirements']>;
}) {
  return (
    <section className="stack tight">
      <h2>Requirements</h2>
      {requirements.map(({ id, text, met, answers }) => (
        <Fold
          key={id}
          title={
            <>
              <Chip look={looks[met] ?? 'warn'}>{met}</Chip> {visibleLine(text)}
            </>
          }
        >
          {answers.map(({ by, met: said, reason }) => (
            <p key={by}>
              <span className="strong">{visibleLine(by)}</span>: {said}{' '}
              <span className="muted">{visible(reason)}</span>
            </p>
          ))}
        </Fold>
      ))}
    </section>
  );
}
