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
}

/** Notes are not in it. */
export function documentText(document: Document, { columns, names = [] }: Around = {}): string {
  const titles = [...titlesOf(document), ...names];
  const parts = document
    .filter((block) => block.type !== 'note' && !isEmpty(block))
    .map((block) => blockLines(block, { columns, titles }).join('\n'));
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

function blockLines(
  block: Block,
  { columns, titles }: { readonly columns: number | undefined; readonly titles: readonly string[] },
): readonly string[] {
  const wrap = (line: string, indent = '') => wrapped(`${indent}${visibleLine(line)}`, columns);
  switch (block.type) {
    case 'heading':
      return [`## ${visibleLine(block.text)}`];
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
      return [
        ...(block.title === undefined ? [] : [`## ${visibleLine(block.title)}`, '']),
        visibleQuote(block.text, titles),
      ];
    case 'diff':
      return [`## ${visibleLine(block.title)}`, '', ...patchLines(block.patch).map((line) => line.text)];
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
