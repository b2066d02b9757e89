// What a text has besides its worth, length and marking up, and the logit that a judge who leans to them gives it for that.
import type { Offset } from '../fit/rating-model.ts';

export interface TextGap {
  readonly length: number;
  readonly style: number;
}

/** Logits for a gap of 1. */
export interface TextLean {
  readonly length?: number | undefined;
  readonly style?: number | undefined;
}

/** How much longer and how much more marked up the first of two texts is: from -1 to 1, 0 where they are alike. */
export function textGap(first: string, second: string): TextGap {
  return gapBetween(looksOf(first), looksOf(second));
}

/** By judge, as a calibration measured them; undefined: nobody is known to lean. */
export function leanOffset(
  leans: ReadonlyMap<string, TextLean>,
  texts: ReadonlyMap<string, string>,
): Offset | undefined {
  if (leans.size === 0) return undefined;
  const looks = new Map([...texts].map(([name, text]) => [name, looksOf(text)]));
  return ({ first, second, judge = '' }) => {
    const [one, other, own] = [looks.get(first), looks.get(second), leans.get(judge)];
    if (one === undefined || other === undefined || own === undefined) return 0;
    const gap = gapBetween(one, other);
    return (own.length ?? 0) * gap.length + (own.style ?? 0) * gap.style;
  };
}

function gapBetween(first: TextGap, second: TextGap): TextGap {
  const gap = (one: number, other: number) => (one - other) / (one + other + 1);
  return { length: gap(first.length, second.length), style: gap(first.style, second.style) };
}

/** Its characters, and its marks: headings, points of lists, tables and code, words in bold. */
function looksOf(text: string): TextGap {
  const marks = text.match(/^ {0,3}(?:#{1,6} |[-*+] |\d+[.)] |\||```)|\*\*[^*\n]+\*\*/gm);
  return { length: text.length, style: marks?.length ?? 0 };
}
