// Style that is kept from judges: Markdown evened out.
import { textZones } from './text-zones.ts';

/** So that nobody is preferred for headings, bold words and tables. Code stays as it is. */
export function evenStyle(text: string): string {
  const even = textZones(text.replaceAll('\r\n', '\n'))
    .map(({ kind, text: part }) => (kind === 'code' ? part.replaceAll(fenceLine, '```\n') : evenProse(part)))
    .join('');
  return even.replaceAll(/\n{3,}/gu, '\n\n').trim();
}

/** Fences alike, whatever language they name. */
const fenceLine = /^[ \t]{0,12}(?:`{3,}|~{3,})[^\n]*\n/gmu;

function evenProse(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => evenLine(line))
    .join('\n');
}

/** No line where it was only decoration. */
function evenLine(line: string): readonly string[] {
  if (isRule.test(line) || isTableRule.test(line)) return [];
  const bare = line.replace(isQuote, '').replace(isHeading, '').replace(closingMarks, '').trimEnd();
  const cells = tableCells(bare);
  const marked = (cells ?? bare).replace(isBullet, '$1- ').replace(isNumber, '$1$2. ');
  return [inCodeSpans(marked, evenWords)];
}

/** `---`, `***`, and the line under a heading. */
const isRule = /^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,}|={2,})$/u;
const isTableRule = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/u;
const isQuote = /^\s{0,3}(?:>\s?)+/u;
const isHeading = /^\s{0,3}#{1,6}\s+/u;
const closingMarks = /(?<=\S)\s{1,20}#{1,6}\s{0,20}$/u;
const isBullet = /^(\s*)[*+\u2022\u2023\u25e6\u2013-]\s+/u;
const isNumber = /^(\s*)(\d{1,3})[.)]\s+/u;

/** A row of a table as a line of its cells. */
function tableCells(line: string): string | undefined {
  const row = /^\s*\|(.+)\|$/u.exec(line)?.[1];
  return row
    ?.split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
}

/** Applied to what stands outside of `code`. */
function inCodeSpans(line: string, even: (words: string) => string): string {
  return line
    .split(/(`+[^`]+`+)/u)
    .map((part, at) => (at % 2 === 1 ? part : even(part)))
    .join('');
}

function evenWords(words: string): string {
  return words
    .replaceAll(
      /!?\[([^\][]{0,400})\]\(([^)\s]{1,2000})(?:\s{1,20}"[^"]{0,400}")?\)/gu,
      (_, name: string, address: string) => (name === '' ? address : `${name} (${address})`),
    )
    .replaceAll(strong, '$2')
    .replaceAll(emphasis, '$2');
}

/** Of no great length, lest a hostile text takes long. Marks that hug the words between them, and do not stand inside of a word or a sum. */
const strong = /(?<![\p{L}\p{N}*_])(\*\*\*|___|\*\*|__|~~)(?=\S)([^\n]{0,400}?\S)\1(?![\p{L}\p{N}*_])/gu;
const emphasis = /(?<![\p{L}\p{N}*_\\])([*_])(?=[^\s*_])([^\n*_]{0,400}?[^\s*_])\1(?![\p{L}\p{N}*_])/gu;
