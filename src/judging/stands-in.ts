// Whether a text stands verbatim in an entry: such text is the entry's, never the judge's.

export interface EntryTexts {
  /** Whole words, blanks and case aside. */
  readonly quotes: (text: string) => boolean;
  /** The text is a line of its own there: the test for texts too short to mean anything within a line. */
  readonly quotesLine: (text: string) => boolean;
  /** Without any blanks: JSON that was merely laid out anew is still the planted one. */
  readonly quotesPacked: (text: string) => boolean;
}

export function standsIn(entries: readonly string[]): EntryTexts {
  const plain = entries.map(folded);
  const packed = entries.map(pack);
  const lines = new Set(entries.flatMap((entry) => entry.split(/[\r\n]+/u).map(folded)));
  return {
    quotes: remembered((text) => plain.some((entry) => includesWords(entry, folded(text)))),
    quotesLine: (text) => lines.has(folded(text)),
    quotesPacked: remembered((text) => packed.some((entry) => entry.includes(pack(text)))),
  };
}

function includesWords(entry: string, text: string): boolean {
  for (let at = entry.indexOf(text); at !== -1; at = entry.indexOf(text, at + 1)) {
    const cutBefore = isWord(entry.charAt(at - 1)) && isWord(text.charAt(0));
    const cutAfter = isWord(entry.charAt(at + text.length)) && isWord(text.charAt(text.length - 1));
    if (!cutBefore && !cutAfter) return true;
  }
  return false;
}

function isWord(character: string): boolean {
  return /\w/u.test(character);
}

/** A reply may say the same thing a thousand times; the entries are searched once. */
function remembered(test: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const answer = known.get(text) ?? test(text);
    known.set(text, answer);
    return answer;
  };
}

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

function pack(text: string): string {
  return text.replace(/\s+/gu, '').toLowerCase();
}
