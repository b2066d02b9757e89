// A document as text for terminals and pipes. What moves a cursor or turns a line around is made visible here.
import stringWidth from 'string-width';
import { type Block, type Document, isEmpty, type TableBlock, type Tone, titlesOf } from '../document.ts';
import { visible, visibleLine, visibleQuote } from '../visible.ts';
import { bracketDrawing } from './bracket.ts';
import { aligned, clip, wrapped } from './columns.ts';
import { type PatchLine, patchLines } from './diff-text.ts';
import { intervalDrawing } from './intervals.ts';

interface Around {
  /** Where lines of ours are wrapped; absent: nowhere. */
  readonly columns?: number;
  /** Whose answers are shown beside it. */
  readonly names?: readonly string[];
  /** How text of others and headings look; absent: as they are. */
  readonly prose?: (text: string) => string;
  readonly title?: (text: string) => string;
  readonly paint?: (tone: Tone, line: string) => string;
}

/** Notes are not in it. */
export function documentText(document: Document, around: Around = {}): string {
  const { columns, names = [], prose = (text) => text, title = (text) => `## ${text}`, paint } = around;
  const titles = [...titlesOf(document), ...names];
  const look: Look = {
    columns,
    title,
    quote: (text) => prose(visibleQuote(text, titles)),
    painted: (lines, tone) =>
      tone === undefined || paint === undefined ? lines : lines.map((line) => paint(tone, line)),
  };
  const parts = document
    .filter((block) => block.type !== 'note' && !isEmpty(block))
    .map((block) => blockLines(block, look).join('\n'));
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

interface Look {
  readonly columns: number | undefined;
  title(text: string): string;
  quote(text: string): string;
  painted(lines: readonly string[], tone: Tone | undefined): readonly string[];
}

function blockLines(block: Block, look: Look): readonly string[] {
  const { columns, title, quote, painted } = look;
  const wrap = (line: string, indent = '') => wrapped(`${indent}${visibleLine(line)}`, columns);
  switch (block.type) {
    case 'heading':
      return [title(visibleLine(block.text))];
    case 'text':
      if (block.asIs === true) return block.lines.map(visible);
      return block.lines.flatMap((line, at) =>
        painted(wrap(line), block.gist === true && at === 0 ? 'strong' : undefined),
      );
    case 'note':
      return block.lines.flatMap((line) => wrap(line));
    case 'list':
      return [
        ...(block.title === undefined ? [] : painted(wrap(block.title), 'strong')),
        ...block.items.flatMap((item, at) =>
          painted(wrap(item, block.title === undefined ? '- ' : '  '), block.tones?.[at]),
        ),
      ];
    case 'facts':
      return block.facts.flatMap(([name, value]) => wrap(`${name}: ${value}`));
    case 'table':
      return [
        ...(block.title === undefined ? [] : wrap(block.title)),
        ...tableText(block, look),
        ...(block.legend ?? []).flatMap((line) => wrap(line)),
      ];
    case 'bracket':
      return [
        ...bracketDrawing(block, columns ?? 100),
        ...(block.legend ?? []).flatMap((line) => wrap(line)),
      ];
    case 'intervals':
      return intervalDrawing(block, columns ?? 80);
    case 'quote':
      return [...(block.title === undefined ? [] : [title(visibleLine(block.title)), '']), quote(block.text)];
    case 'code':
      return block.lines.map(visible);
    case 'diff':
      return [
        ...(block.title === undefined ? [] : [title(visibleLine(block.title)), '']),
        ...patchLines(block.patch).flatMap((line) => painted([line.text], diffTones[line.kind])),
      ];
  }
}

const diffTones: Readonly<Record<PatchLine['kind'], Tone | undefined>> = {
  file: 'strong',
  hunk: undefined,
  added: 'good',
  removed: 'bad',
  context: undefined,
};

const widestCell = 44;

/** Without a head where no column has a title. What is too wide for the terminal is told row by row. */
function tableText({ columns, rows, tones = [] }: TableBlock, look: Look): readonly string[] {
  const head = columns.some(({ title }) => title !== '') ? [columns.map(({ title }) => title)] : [];
  const cells = [...head, ...rows].map((row) =>
    row.map((cell, at) => {
      const shown = visibleLine(cell);
      return at === columns.length - 1 && columns[at]?.align === 'left' ? shown : clip(shown, widestCell);
    }),
  );
  const lines = aligned(columns, cells);
  const width = look.columns;
  const isFit = width === undefined || lines.every((line) => stringWidth(line) <= width);
  const shown = isFit ? lines.map((line) => [line]) : cells.map((row) => rowText(columns, row, width));
  return [
    ...(isFit ? shown.slice(0, head.length) : []),
    ...shown.slice(head.length).map((row, at) => look.painted(row, tones[at])),
  ].flat();
}

/** The first cell, and below it the others with their titles. */
function rowText(
  columns: TableBlock['columns'],
  [first = '', ...rest]: readonly string[],
  width: number,
): readonly string[] {
  const told = rest.flatMap((cell, at) => {
    const title = visibleLine(columns[at + 1]?.title ?? '');
    return cell === '' ? [] : [title === '' ? cell : `${title} ${cell}`];
  });
  return [clip(first, width), ...(told.length === 0 ? [] : wrapped(`  ${told.join(', ')}`, width))];
}
