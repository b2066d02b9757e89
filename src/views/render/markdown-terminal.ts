// Markdown as a terminal shows it: headings, lists, tables, quotes and code, wrapped at words. Links are written out,
// so that none leads elsewhere than it says; HTML and images stay words.
import MarkdownIt, { type Token } from 'markdown-it';
import stringWidth from 'string-width';
import type { Column } from '../document.ts';
import { visible } from '../visible.ts';
import { aligned } from './columns.ts';
import {
  type Format,
  type Inline,
  lineBreak,
  type Paint,
  paintInline,
  wrapInline,
} from './inline-terminal.ts';

export interface Page {
  readonly columns: number;
  readonly paint: Paint;
}

/** Beyond this, text is shown as it is: parsing what somebody made to be slow is not worth a second of waiting. */
const mostCharacters = 200_000;
/** The parser drops what is nested too deep; nothing of an answer may be lost. */
const deepest = 60;
const parser = new MarkdownIt({ html: false, linkify: false });

export function markdownText(markdown: string, page: Page): string {
  const text = visible(markdown).trimEnd();
  if (text.length > mostCharacters) return text;
  const tokens = parser.parse(text, {});
  if (tokens.some(({ level }) => level > deepest)) return text;
  return blocks(nested(tokens), page).join('\n');
}

/** A token with what stands inside it. */
interface Node {
  readonly token: Token;
  readonly children: readonly Node[];
}

/** markdown-it gives opening and closing tokens in a row; here they are a tree. */
function nested(tokens: readonly Token[]): readonly Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      if (open.length > 1) open.pop();
      continue;
    }
    const children: Node[] = [];
    open.at(-1)?.push({ token, children });
    if (token.nesting > 0) open.push(children);
  }
  return root;
}

/** Blocks with an empty line between them; within a tight list without. */
function blocks(nodes: readonly Node[], page: Page): readonly string[] {
  return nodes.flatMap((node, at) => {
    const lines = block(node, page);
    const tight = at === 0 || (node.token.hidden && nodes[at - 1]?.token.hidden) || isTightList(node);
    return tight ? lines : ['', ...lines];
  });
}

/** A list directly below the words of an item of a tight list. */
function isTightList({ token, children }: Node): boolean {
  const isList = token.type === 'bullet_list_open' || token.type === 'ordered_list_open';
  return isList && token.level > 0 && children.every((item) => item.children[0]?.token.hidden === true);
}

function block(node: Node, page: Page): readonly string[] {
  const { token, children } = node;
  switch (token.type) {
    case 'heading_open':
      return heading(node, page);
    case 'paragraph_open':
      return children.flatMap((child) => block(child, page));
    case 'inline':
      return wrapInline(inlineOf(token), page.columns, page.paint);
    case 'bullet_list_open':
    case 'ordered_list_open':
      return list(node, page);
    case 'blockquote_open':
      return within(page, children, page.paint('dim', '│ '));
    case 'fence':
    case 'code_block':
      return code(token, page);
    case 'hr':
      return [page.paint('dim', '─'.repeat(Math.min(page.columns, 40)))];
    case 'table_open':
      return table(node, page);
    default:
      return children.length > 0 ? blocks(children, page) : [token.content];
  }
}

function heading({ token, children }: Node, page: Page): readonly string[] {
  const worn: readonly Format[] = token.tag === 'h1' ? ['bold', 'underline'] : ['bold'];
  const words = children.flatMap((child) => inlineOf(child.token, worn));
  return wrapInline(words, page.columns, page.paint);
}

function list({ token, children }: Node, page: Page): readonly string[] {
  const first = Number(token.attrGet('start') ?? 1);
  const numbered = token.type === 'ordered_list_open';
  const marks = children.map((_, at) => (numbered ? `${first + at}. ` : '• '));
  const indent = Math.max(0, ...marks.map((mark) => mark.length));
  const loose = children.some((item) => item.children[0]?.token.hidden === false);
  return children.flatMap((item, at) => {
    const lines = blocks(item.children, narrowed(page, indent));
    const body = (lines.length === 0 ? [''] : lines).map((line, nth) =>
      `${nth === 0 ? (marks[at] ?? '').padStart(indent) : ' '.repeat(indent)}${line}`.trimEnd(),
    );
    return loose && at > 0 ? ['', ...body] : body;
  });
}

/** Never wrapped: what is copied from a terminal must still be the code. */
function code({ content }: Token, { paint }: Page): readonly string[] {
  const lines = content.replace(/\n$/, '').split('\n');
  return lines.map((line) => (line === '' ? '' : `    ${paint('cyan', line)}`));
}

/** A table that is wider than the terminal becomes a paragraph a row, each cell behind the name of its column. */
function table({ children }: Node, page: Page): readonly string[] {
  const rows = children.flatMap((part) => part.children).map((row) => row.children);
  const cells = rows.map((row, at) =>
    row.map((cell) => cell.children.flatMap((child) => inlineOf(child.token, at === 0 ? ['bold'] : []))),
  );
  const columns = (rows[0] ?? []).map((cell): Column => {
    const isRight = attribute(cell.token, 'style').includes('right');
    return { title: '', align: isRight ? 'right' : 'left' };
  });
  const lines = aligned(
    columns,
    cells.map((row) => row.map((cell) => paintInline(cell, page.paint))),
  );
  const width = Math.max(0, ...lines.map((line) => stringWidth(line)));
  if (width > page.columns) return recordsOf(cells, page);
  const [head = '', ...body] = lines;
  return [head, page.paint('dim', '─'.repeat(width)), ...body];
}

function recordsOf(
  [head = [], ...body]: readonly (readonly (readonly Inline[])[])[],
  page: Page,
): readonly string[] {
  return body.flatMap((row, at) => {
    const told = row.flatMap((cell, nth) => {
      const name = [...(head[nth] ?? []), { text: ': ', formats: [] }];
      return wrapInline([...name, ...cell], page.columns, page.paint);
    });
    return at === 0 ? told : ['', ...told];
  });
}

function within(page: Page, children: readonly Node[], prefix: string): readonly string[] {
  return blocks(children, narrowed(page, stringWidth(prefix))).map((line) => `${prefix}${line}`.trimEnd());
}

/** However deep something is set in, a few words fit in a line. */
function narrowed(page: Page, by: number): Page {
  return { ...page, columns: Math.max(20, page.columns - by) };
}

/** The words of an inline token, each run with the styles it wears. */
function inlineOf({ children }: Token, worn: readonly Format[] = []): readonly Inline[] {
  let formats = worn;
  const links: string[] = [];
  return (children ?? []).flatMap((token, at, all): readonly Inline[] => {
    const format = emphasis[token.tag];
    if (format !== undefined) formats = token.nesting > 0 ? [...formats, format] : formats.slice(0, -1);
    if (token.type === 'link_open') links.push(attribute(token, 'href'));
    if (token.type === 'link_close') return target(links.pop() ?? '', all[at - 1]?.content);
    return plainRuns(token, formats);
  });
}

const emphasis: Readonly<Record<string, Format>> = { strong: 'bold', em: 'italic', s: 'dim' };

function plainRuns(token: Token, formats: readonly Format[]): readonly Inline[] {
  switch (token.type) {
    case 'text':
      return [{ text: token.content, formats }];
    case 'code_inline':
      return [{ text: token.content, formats: [...formats, 'cyan'] }];
    case 'softbreak':
      return [{ text: ' ', formats }];
    case 'hardbreak':
      return [lineBreak];
    case 'image':
      return [{ text: `[image: ${token.content}] (${attribute(token, 'src')})`, formats }];
    default:
      return [];
  }
}

/** Written out, unless the words of the link were the address already. */
function target(href: string, said: string | undefined): readonly Inline[] {
  if (href === '' || said === href) return [];
  return [
    { text: ' (', formats: [] },
    { text: href, formats: ['underline'] },
    { text: ')', formats: [] },
  ];
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}
