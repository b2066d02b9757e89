// The passages of a Markdown page: paragraphs, list items, table cells and headings. Code blocks and HTML are left out.
import MarkdownIt, { type Token } from 'markdown-it';
import { type Passage, passage } from './passages.ts';

const markdown = new MarkdownIt({ html: true });

export function markdownPassages(path: string, source: string): Passage[] {
  const withoutFrontMatter = source.replace(/^---\n[\s\S]*?\n---\n/, (front) => front.replace(/[^\n]/g, ''));
  const passages: Passage[] = [];
  let line = 1;
  let heading = false;
  for (const token of markdown.parse(withoutFrontMatter, {})) {
    if (token.map) line = token.map[0] + 1;
    if (/^(?:heading|th)_/.test(token.type)) heading = token.type.endsWith('_open');
    if (token.type !== 'inline') continue;
    const found = passage(path, heading ? 'heading' : 'paragraph', linesOf(token.children ?? [], line));
    if (found) passages.push(found);
  }
  return passages;
}

function linesOf(tokens: readonly Token[], first: number): { text: string; line: number }[] {
  const parts = [{ text: '', line: first }];
  for (const token of tokens) {
    const part = parts.at(-1);
    if (!part) break;
    if (token.type === 'softbreak' || token.type === 'hardbreak')
      parts.push({ text: '', line: part.line + 1 });
    else if (token.type === 'code_inline') part.text += `\`${token.content}\``;
    else if (token.type === 'text' || token.type === 'image') part.text += token.content;
  }
  return parts;
}
