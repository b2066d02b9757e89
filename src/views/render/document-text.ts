// A document as text for terminals and pipes. What moves a cursor or turns a line around is made visible here.
import { type Block, type Document, isEmpty, type TableBlock, titlesOf } from '../document.ts';
import { visibleLine, visibleQuote } from '../visible.ts';
import { bracketDrawing } from './bracket.ts';
import { aligned, clip, wrapped } from './columns.ts';
import { patchLines } from './diff-text.ts';

interface Around {
  /** Where lines of ours are wrapped; absent: nowhere. */
  readonly columns?: number;
  /** Whose answers are shown beside it. */
  readonly names?: readonly string[];
  /** How text of others and headings look; absent: as they are. */
  readonly prose?: (text: string) => string;
  readonly title?: (text: string) => string;
}

/** Notes are not in it. */
export function documentText(document: Document, around: Around = {}): string {
  const { columns, names = [], prose = (text) => text, title = (text) => `## ${text}` } = around;
  const titles = [...titlesOf(document), ...names];
  const look: Look = { columns, title, quote: (text) => prose(visibleQuote(text, titles)) };
  const parts = document
    .filter((block) => block.type !== 'note' && !isEmpty(block))
    .map((block) => blockLines(block, look).join('\n'));
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

interface Look {
  readonly columns: number | undefined;
  title(text: string): string;
  quote(text: string): string;
}

function blockLines(block: Block, { columns, title, quote }: Look): readonly string[] {
  const wrap = (line: string, indent = '') => wrapped(`${indent}${visibleLine(line)}`, columns);
  switch (block.type) {
    case 'heading':
      return [title(visibleLine(block.text))];
    case 'text':
    case 'note':
      return block.lines.flatMap((line) => wrap(line));
    case 'list':
      return [
        ...(block.title === undefined ? [] : wrap(block.title)),
        ...block.items.flatMap((item) => wrap(item, block.title === undefined ? '- ' : '  ')),
      ];
    case 'facts':
      return block.facts.flatMap(([name, value]) => wrap(`${name}: ${value}`));
    case 'table':
      return [
        ...(block.title === undefined ? [] : wrap(block.title)),
        ...tableText(block),
        ...(block.legend ?? []).flatMap((line) => wrap(line)),
      ];
    case 'bracket':
      return [...bracketDrawing(block, 100), ...(block.legend ?? []).flatMap((line) => wrap(line))];
    case 'quote':
      return [...(block.title === undefined ? [] : [title(visibleLine(block.title)), '']), quote(block.text)];
    case 'diff':
      return [title(visibleLine(block.title)), '', ...patchLines(block.patch).map((line) => line.text)];
  }
}

const widestCell = 44;

/** Without a head where no column has a title. */
function tableText({ columns, rows }: TableBlock): readonly string[] {
  const head = columns.some(({ title }) => title !== '') ? [columns.map(({ title }) => title)] : [];
  const cells = [...head, ...rows].map((row) =>
    row.map((cell, at) => {
      const shown = visibleLine(cell);
      return at === columns.length - 1 && columns[at]?.align === 'left' ? shown : clip(shown, widestCell);
    }),
  );
  return aligned(columns, cells);
}
