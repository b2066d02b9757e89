// A document of any format: what every format can tell without a view of its own.
import { type Block, type Document, isEmpty, type TableBlock } from '../../../views/document.ts';
import { visible, visibleLine } from '../../../views/visible.ts';
import { Markdown, PlainText } from '../design/markdown.tsx';
import { Bracket } from './bracket.tsx';
import { Intervals } from './intervals-view.tsx';
import './document.css';
import { Scroll } from '../design/parts.tsx';

export function DocumentView({ document }: { readonly document: Document }) {
  return (
    <div className="document stack">
      {document
        .filter((block) => !isEmpty(block))
        .map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names, and their order stays
          <BlockView key={at} block={block} />
        ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.type) {
    case 'heading':
      return block.level === 3 ? <h3>{visibleLine(block.text)}</h3> : <h2>{visibleLine(block.text)}</h2>;
    case 'text':
      return <Lines lines={block.lines} firstIs={block.gist === true ? 'gist' : undefined} />;
    case 'note':
      return (
        <div className="muted small">
          <Lines lines={block.lines} />
        </div>
      );
    case 'list':
      return (
        <div>
          {block.title !== undefined && <h3>{visibleLine(block.title)}</h3>}
          <ul className="points">
            {unique(block.items).map(([key, item], at) => (
              <li key={key} className={toneClass(block.tones?.[at])}>
                {visibleLine(item)}
              </li>
            ))}
          </ul>
        </div>
      );
    case 'facts':
      return (
        <dl className="facts">
          {block.facts.map(([name, value]) => (
            <div key={`${name} ${value}`} style={{ display: 'contents' }}>
              <dt>{visibleLine(name)}</dt>
              <dd>{visibleLine(value)}</dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return <DocumentTable block={block} />;
    case 'bracket':
      return <Bracket block={block} />;
    case 'intervals':
      return <Intervals block={block} />;
    case 'quote':
      return <Quote title={block.title} text={block.text} isFolded={block.folded === true} />;
    case 'code':
      return <pre>{block.lines.map(visible).join('\n')}</pre>;
    case 'diff':
      return <Quote title={block.title} text={block.patch} isFolded isPlain />;
  }
}

function Lines({
  lines,
  firstIs,
}: {
  readonly lines: readonly string[];
  readonly firstIs?: 'gist' | undefined;
}) {
  return (
    <div>
      {unique(lines).map(([key, line], at) => (
        <p key={key} className={at === 0 ? firstIs : undefined}>
          {visibleLine(line)}
        </p>
      ))}
    </div>
  );
}

function DocumentTable({ block }: { readonly block: TableBlock }) {
  const { title, columns, rows, tones, legend = [] } = block;
  const look = (at: number) => (columns[at]?.align === 'right' ? 'figure' : undefined);
  return (
    <div className="stack tight">
      {title !== undefined && <h3>{visibleLine(title)}</h3>}
      <Scroll label={visibleLine(title ?? columns.map((column) => column.title).join(', '))}>
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column.title} scope="col" className={look(at)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and their order stays
              <tr key={line} className={toneClass(tones?.[line])}>
                {row.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same
                  <td key={at} className={look(at)}>
                    {visibleLine(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {legend.map((line) => (
        <p key={line} className="muted small">
          {visibleLine(line)}
        </p>
      ))}
    </div>
  );
}

interface QuoteProps {
  readonly title: string | undefined;
  readonly text: string;
  readonly isFolded: boolean;
  readonly isPlain?: boolean;
}

export function Quote({ title, text, isFolded, isPlain = false }: QuoteProps) {
  const words = isPlain ? (
    <PlainText text={text} />
  ) : (
    <Markdown text={text} level={title === undefined ? 3 : 4} />
  );
  if (!isFolded)
    return (
      <div className="card stack tight">
        {title !== undefined && <h3>{visibleLine(title)}</h3>}
        {words}
      </div>
    );
  return (
    <details className="card">
      <summary className="strong">{visibleLine(title ?? 'More')}</summary>
      <div className="folded">{words}</div>
    </details>
  );
}

function toneClass(tone: string | undefined): string | undefined {
  return tone === 'good' ? 'ok' : tone;
}

/** Lines that may repeat, each with a name of its own. */
function unique(lines: readonly string[]): readonly (readonly [key: string, line: string])[] {
  return lines.map((line, at) => [`${at} ${line}`, line]);
}
