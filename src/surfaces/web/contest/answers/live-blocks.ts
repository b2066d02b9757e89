// Text that streams, cut into blocks: what lies in a finished block is never laid out again, however long the answer becomes.

/** A part of a text: for the block that is open, or for one of its own. */
export interface BlockPart {
  readonly opens: boolean;
  readonly text: string;
}

/** From the first on a block ends with the next line; it is never longer than the second. */
const [softLength, hardLength] = [1024, 2048];

/** `length`: of the block that is open; undefined: there is none, or none of this kind. */
export function cutBlocks(text: string, length: number | undefined): readonly BlockPart[] {
  if (text === '') return [];
  const parts: BlockPart[] = [];
  let [rest, filled, opens] = [text, length ?? 0, length === undefined];
  for (;;) {
    const { end, next } = cutAt(rest, filled);
    if (end > 0 || opens) parts.push({ opens, text: rest.slice(0, end) });
    if (next === undefined) return parts;
    rest = rest.slice(next);
    [filled, opens] = [0, true];
  }
}

/** Where the block ends and where the next begins; undefined: it stays open. The end of a line between two blocks is in neither. */
function cutAt(text: string, filled: number): { readonly end: number; readonly next: number | undefined } {
  const room = hardLength - filled;
  const line = text.indexOf('\n', Math.max(0, softLength - filled));
  if (line >= 0 && line < room) return { end: line, next: line + 1 };
  if (text.length <= room) return { end: text.length, next: undefined };
  const space = text.lastIndexOf(' ', room - 1);
  if (space > room / 2) return { end: space + 1, next: space + 1 };
  // Not between the halves of one character.
  const end = isLowHalf(text.charCodeAt(room)) ? room - 1 : room;
  return { end, next: end };
}

function isLowHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Up to where Markdown that still grows is finished: behind the last empty line that stands in no code block. 0: nowhere. */
export function settledLength(markdown: string): number {
  let [settled, at, fence] = [0, 0, ''];
  for (const line of markdown.split(/(?<=\n)/)) {
    at += line.length;
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    if (fence === '' && /^\s*\n$/.test(line)) settled = at;
  }
  return settled;
}
