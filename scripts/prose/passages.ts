// A passage is a run of text that a person reads: a paragraph, a comment, a message, a test name.

export interface Passage {
  readonly path: string;
  readonly kind: 'paragraph' | 'heading' | 'comment' | 'string' | 'test';
  readonly text: string;
  /** The line of the file on which each part of the text starts; the first part starts at 0. */
  readonly lines: readonly { readonly at: number; readonly line: number }[];
}

export interface Sentence {
  readonly text: string;
  /** As long as the text, with the content of code and quotations blotted out. */
  readonly masked: string;
  readonly line: number;
}

/** Text that a program fills in. */
export const filledIn = 'X';

/** One passage from lines of text, with white space folded. */
export function passage(
  path: string,
  kind: Passage['kind'],
  parts: readonly { readonly text: string; readonly line: number }[],
): Passage | undefined {
  let text = '';
  const lines: { at: number; line: number }[] = [];
  for (const part of parts) {
    const folded = part.text.replace(/\s+/g, ' ').trim();
    if (folded === '') continue;
    if (text !== '') text += ' ';
    lines.push({ at: text.length, line: part.line });
    text += folded;
  }
  return text === '' ? undefined : { path, kind, text, lines };
}

const abbreviation = /(?:\b(?:e\.g|i\.e|vs|cf|etc|approx|incl)|\.\.)\.["')\]]*$/;

export function sentencesOf({ text, lines }: Passage): Sentence[] {
  const masked = mask(text);
  const sentences: Sentence[] = [];
  let from = 0;
  const end = (to: number) => {
    const part = masked.slice(from, to);
    const start = from + (part.length - part.trimStart().length);
    if (part.trim() !== '') {
      const line = lines.findLast(({ at }) => at <= start)?.line ?? 1;
      sentences.push({ text: text.slice(start, to).trimEnd(), masked: part.trim(), line });
    }
    from = to;
  };
  for (const { 0: mark, index } of masked.matchAll(/[.!?]+["')\]*_]*(?=\s)/g)) {
    const to = index + mark.length;
    if (!abbreviation.test(masked.slice(from, to))) end(to);
  }
  end(masked.length);
  return sentences;
}

/** Code and quotations keep their length and their number of words. Code is one word. */
export function mask(text: string): string {
  return text
    .replace(/(`+)[^`]+\1/g, (code) => 'c'.repeat(code.length))
    .replace(/"[^"]{1,300}"|“[^”]{1,300}”/g, (quote) => quote.replace(/\S/g, 'q'));
}

export function wordsOf(masked: string): number {
  return masked.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
