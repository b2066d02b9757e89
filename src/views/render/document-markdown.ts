// A document as Markdown. What others wrote stands in fences that it cannot end, so that it stays what it is: text.
import { type Block, type Column, type Document, isEmpty, type TableBlock, titlesOf } from '../document.ts';
import { visible, visibleLine, visibleQuote } from '../visible.ts';
import { bracketDrawing } from './bracket.ts';
import { intervalDrawing } from './intervals.ts';

export function documentMarkdown(document: Document): string {
  const titles = titlesOf(document);
  return `${document
    .filter((block) => !isEmpty(block))
    .map((block) => blockMarkdown(block, titles))
    .join('\n\n')}\n`;
}

function blockMarkdown(block: Block, titles: readonly string[]): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level ?? 2)} ${inline(block.text)}`;
    case 'text':
      return paragraph(
        block.lines.map((line, at) => (block.gist && at === 0 ? `**${inline(line)}**` : inline(line))),
      );
    case 'note':
      return items(block.lines);
    case 'list':
      return titled(block.title, items(block.items));
    case 'facts':
      return block.facts.map(([name, value]) => `- ${inline(name)}: ${inline(value)}`).join('\n');
    case 'table':
      return titled(block.title, [tableMarkdown(block), legend(block.legend)].filter(Boolean).join('\n\n'));
    case 'bracket':
      return [fenced(bracketDrawing(block, 100).join('\n')), legend(block.legend)]
        .filter(Boolean)
        .join('\n\n');
    case 'intervals':
      return fenced(intervalDrawing(block, 80).join('\n'));
    case 'quote':
      return `${block.title === undefined ? '' : `### ${inline(block.title)}\n\n`}${fenced(visibleQuote(block.text, titles))}`;
    case 'code':
      return fenced(block.lines.map(visible).join('\n'));
    case 'diff':
      return `${block.title === undefined ? '' : `### ${inline(block.title)}\n\n`}${fenced(visible(block.patch).trimEnd(), 'diff')}`;
  }
}

function tableMarkdown({ columns, rows }: TableBlock): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = ({ align }: Column) => (align === 'right' ? '---:' : '---');
  return [
    line(columns.map(({ title }) => inline(title))),
    line(columns.map(rule)),
    ...rows.map((row) => line(row.map(inline))),
  ].join('\n');
}

function titled(title: string | undefined, body: string): string {
  return title === undefined ? body : `${inline(title)}\n\n${body}`;
}

function legend(lines: readonly string[] = []): string {
  return paragraph(lines.map(inline));
}

function items(lines: readonly string[]): string {
  return lines.map((line) => `- ${inline(line)}`).join('\n');
}

/** Each on a line of its own. */
function paragraph(lines: readonly string[]): string {
  return lines.join('  \n');
}

function inline(text: string): string {
  return visibleLine(text).replaceAll(/[\\`*_{}[\]<>#|~&!]/g, (character) => `\\${character}`);
}

function fenced(text: string, kind = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${kind}\n${text}\n${fence}`;
}
