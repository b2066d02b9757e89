// Judges against pairs: whom each preferred, where its word turned with the order, and why, opened in place.
import { Fragment } from 'react';
import { type ShownWord, verdictText } from '../../../../views/judge-words.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import { useRoute, withQuery } from '../../address.ts';
import { Scroll } from '../../design/parts.tsx';
import { Chip } from '../result-parts.tsx';

export interface JudgedPair {
  readonly pair: readonly string[];
  /** What they came to together; absent: it is not told apart. */
  readonly word?: string;
  readonly words: readonly ShownWord[];
}

export function PairTable({ pairs }: { readonly pairs: readonly JudgedPair[] }) {
  const route = useRoute();
  const judges = [...new Set(pairs.flatMap(({ words }) => words.map(({ judge }) => judge)))];
  const hasWord = pairs.some(({ word }) => word !== undefined);
  const opened = Number(route.query['pair']);
  if (pairs.length === 0) return <p className="muted">Nobody compared any two.</p>;
  return (
    <Scroll label="Who preferred what">
      <table>
        <thead>
          <tr>
            <th scope="col">pair</th>
            {hasWord && <th scope="col">together</th>}
            {judges.map((judge) => (
              <th key={judge} scope="col">
                {visibleLine(judge)}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">reasons</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ pair, word, words }, at) => (
            <Fragment key={pair.join('\n')}>
              <tr className={opened === at + 1 ? 'open-row' : undefined}>
                <th scope="row">{pair.map(visibleLine).join(' – ')}</th>
                {hasWord && (
                  <td className="strong">{word !== undefined && visibleLine(verdictText(word))}</td>
                )}
                {judges.map((judge) => (
                  <td key={judge}>
                    <Words words={words.filter((one) => one.judge === judge)} />
                  </td>
                ))}
                <td className="figure">
                  <a
                    href={withQuery(route, { pair: opened === at + 1 ? undefined : String(at + 1) })}
                    aria-label={`Reasons for ${pair.map(visibleLine).join(' against ')}`}
                  >
                    {opened === at + 1 ? 'close' : 'why'}
                  </a>
                </td>
              </tr>
              {opened === at + 1 && (
                <tr>
                  <td colSpan={judges.length + 2 + Number(hasWord)}>
                    <Reasons words={words} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Words({ words }: { readonly words: readonly ShownWord[] }) {
  if (words.length === 0) return <span className="muted">–</span>;
  return words.map(({ word, flipped, setAside }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a judge's words have no names
    <span key={at} className="row">
      <span className={setAside === undefined ? undefined : 'muted'}>{visibleLine(verdictText(word))}</span>
      <WordMarks flipped={flipped} setAside={setAside} />
    </span>
  ));
}

export function WordMarks({ flipped, setAside }: Pick<ShownWord, 'flipped' | 'setAside'>) {
  return (
    <>
      {flipped && <Chip look="warn">⇄ flipped</Chip>}
      {setAside !== undefined && <Chip>not counted</Chip>}
    </>
  );
}

/** What each judge said, in full. */
export function Reasons({ words }: { readonly words: readonly ShownWord[] }) {
  return (
    <div className="stack tight">
      {words.map(({ judge, word, flipped, setAside, rationale }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same
        <div key={at} className="reason">
          <p className="row">
            <span className="strong">{visibleLine(judge)}</span> {visibleLine(verdictText(word))}
            <WordMarks flipped={flipped} setAside={undefined} />
            {setAside !== undefined && <span className="muted">not counted: {visibleLine(setAside)}</span>}
          </p>
          <p className="quoted">
            {rationale === undefined ? <span className="muted">no reason given</span> : visible(rationale)}
          </p>
        </div>
      ))}
    </div>
  );
}
