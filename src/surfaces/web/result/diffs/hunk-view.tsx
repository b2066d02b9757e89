// One place in a file that changed: lines one below the other, or before and after beside each other.
import { createContext, Fragment, type ReactNode, useContext } from 'react';
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
    <TalkedOf key={at} line={line} columns={3}>
      {(number) => (
        <>
          <td className={`number ${line.kind}`}>{line.old}</td>
          <td className={`number ${line.kind}`}>{number}</td>
          <Code line={line} part={parts.get(line)} />
        </>
      )}
    </TalkedOf>
  ));
}

function Split({ hunk }: Pick<Props, 'hunk'>) {
  const parts = changedParts(hunk.lines);
  return splitRows(hunk.lines).map(({ left, right }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same
    <TalkedOf key={at} line={right} columns={4}>
      {(number) => (
        <>
          <td className={`number ${left?.kind ?? 'nothing'}`}>{left?.old}</td>
          {left === undefined ? <td className="nothing" /> : <Code line={left} part={parts.get(left)} />}
          <td className={`number ${right?.kind ?? 'nothing'}`}>{number}</td>
          {right === undefined ? <td className="nothing" /> : <Code line={right} part={parts.get(right)} />}
        </>
      )}
    </TalkedOf>
  ));
}

/** Where something can be said of lines that are there now. */
export interface LineTalk {
  open(line: number): void;
  /** In the place of the number: a button that opens it by keyboard. */
  button(line: number): ReactNode;
  /** What is said of it; null: nothing. */
  below(line: number): ReactNode;
}

const LineTalkContext = createContext<LineTalk | undefined>(undefined);
export const LineTalkProvider = LineTalkContext.Provider;

interface TalkedOfProps {
  readonly line: HunkLine | undefined;
  readonly columns: number;
  readonly children: (number: ReactNode) => ReactNode;
}

function TalkedOf({ line, columns, children }: TalkedOfProps) {
  const talk = useContext(LineTalkContext);
  const now = line?.now;
  if (talk === undefined || now === undefined) return <tr>{children(now)}</tr>;
  const below = talk.below(now);
  return (
    <>
      <tr className="talked-of" onClick={() => isMarking() || talk.open(now)}>
        {children(talk.button(now))}
      </tr>
      {below !== null && (
        <tr>
          <td colSpan={columns}>{below}</td>
        </tr>
      )}
    </>
  );
}

/** Text is being marked, not a line chosen. */
function isMarking(): boolean {
  return window.getSelection()?.type === 'Range';
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
