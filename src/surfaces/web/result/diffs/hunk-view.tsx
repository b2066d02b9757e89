// One place in a file that changed: lines one below the other, or before and after beside each other.
import { Fragment } from 'react';
import { useRoute, withQuery } from '../../address.ts';
import { useInSight } from '../result-parts.tsx';
import type { DiffLook } from './diff-parts.tsx';
import { changedParts, type Hunk, type HunkLine, splitRows } from './patch-files.ts';

interface Props {
  readonly hunk: Hunk;
  readonly file: string;
  /** From 1 on, as its address says. */
  readonly number: number;
  readonly look: DiffLook;
}

export function HunkView({ hunk, file, number, look }: Props) {
  const route = useRoute();
  const isMeant = route.query['file'] === file && route.query['hunk'] === String(number);
  const place = useInSight<HTMLTableSectionElement>(isMeant);
  return (
    <table className={isMeant ? 'hunk meant' : 'hunk'}>
      <colgroup>
        <col className="number-column" />
        {look === 'split' && <col />}
        <col className="number-column" />
        <col />
      </colgroup>
      <tbody ref={place}>
        <tr className="hunk-place">
          <td colSpan={look === 'split' ? 4 : 3}>
            <a href={withQuery(route, { file, hunk: String(number) })} title="Link to this place">
              {hunk.place}
            </a>{' '}
            {hunk.within}
          </td>
        </tr>
        {look === 'split' ? <Split hunk={hunk} /> : <Unified hunk={hunk} />}
      </tbody>
    </table>
  );
}

function Unified({ hunk }: Pick<Props, 'hunk'>) {
  const parts = changedParts(hunk.lines);
  return hunk.lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and their order stays
    <tr key={at} className={line.kind}>
      <td className="number">{line.old}</td>
      <td className="number">{line.now}</td>
      <Code line={line} part={parts.get(line)} />
    </tr>
  ));
}

function Split({ hunk }: Pick<Props, 'hunk'>) {
  const parts = changedParts(hunk.lines);
  return splitRows(hunk.lines).map(({ left, right }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same
    <tr key={at}>
      <td className={`number ${left?.kind ?? 'nothing'}`}>{left?.old}</td>
      {left === undefined ? <td className="nothing" /> : <Code line={left} part={parts.get(left)} />}
      <td className={`number ${right?.kind ?? 'nothing'}`}>{right?.now}</td>
      {right === undefined ? <td className="nothing" /> : <Code line={right} part={parts.get(right)} />}
    </tr>
  ));
}

const signs = { added: '+', removed: '-', context: ' ', remark: '\\' } as const;

function Code({
  line: { kind, text },
  part,
}: {
  readonly line: HunkLine;
  readonly part: readonly [number, number] | undefined;
}) {
  const [from, to] = part ?? [0, 0];
  return (
    <td className={`code ${kind}`}>
      <span className="sign">{signs[kind]}</span>
      {to > from ? (
        <Fragment>
          {text.slice(0, from)}
          <mark>{text.slice(from, to)}</mark>
          {text.slice(to)}
        </Fragment>
      ) : (
        text
      )}
    </td>
  );
}
