// What entries touch that measures them, what was left out of them, and whether somebody looked outside.
import type { RaceRow } from '../../../../formats/race/result.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { Chip } from '../result-parts.tsx';

type Touch = RaceRow['tamper'][number];

const meanings: Readonly<Record<Touch['kind'], string>> = {
  tests: 'Tests. They are put back as the base has them before anything counts.',
  ci: 'The pipeline: what other machines will check.',
  lint: 'Settings of linters: fewer rules make fewer errors.',
  types: 'Settings of types: a looser compiler complains less.',
  runner: 'How tests are run.',
  scripts: 'Scripts and settings of tools that checks go through.',
  lock: 'Lock files: other versions of what the project is made of.',
  skip: 'Tests or rules are switched off in the code.',
  process: 'Code that can tell it is tested, or reaches for the process of its tests.',
};

export function TouchedList({ rows }: { readonly rows: readonly RaceRow[] }) {
  const touching = rows.filter(
    ({ tamper, leftOut, looked }) => tamper.length + leftOut.length + (looked?.length ?? 0) > 0,
  );
  const kinds = [...new Set(touching.flatMap(({ tamper }) => tamper.map(({ kind }) => kind)))];
  const unseen = rows.filter(({ looked }) => looked === undefined).map(({ contestant }) => contestant);
  return (
    <section className="stack tight">
      <h2>What touches its own measure</h2>
      {touching.length === 0 && <p className="muted">Nobody changed what measures the change.</p>}
      {touching.map(({ contestant, tamper, leftOut, looked = [] }) => (
        <div key={contestant}>
          <h3>{visibleLine(contestant)}</h3>
          <ul className="touches">
            {tamper.map(({ kind, how, path, detail }) => (
              <li key={`${kind} ${path} ${detail}`}>
                <Chip look="warn">{kind}</Chip> <span className="mono">{visibleLine(path)}</span>{' '}
                <span className="muted">{visibleLine(detail ?? how)}</span>
              </li>
            ))}
            {leftOut.map(({ path, why }) => (
              <li key={`out ${path}`}>
                <Chip>left out</Chip> <span className="mono">{visibleLine(path)}</span>{' '}
                <span className="muted">{visibleLine(why)}</span>
              </li>
            ))}
            {looked.map((sign) => (
              <li key={`looked ${sign}`}>
                <Chip look="bad">looked outside</Chip> {visibleLine(sign)}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {kinds.length > 0 && (
        <dl className="facts small">
          {kinds.map((kind) => (
            <div key={kind} style={{ display: 'contents' }}>
              <dt>{kind}</dt>
              <dd className="muted">{meanings[kind]}</dd>
            </div>
          ))}
        </dl>
      )}
      {unseen.length > 0 && (
        <p className="muted small">
          It cannot be told whether these looked outside of their workspace:{' '}
          {unseen.map(visibleLine).join(', ')}.
        </p>
      )}
    </section>
  );
}
