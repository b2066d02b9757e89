// What the last line of a contestant's last message says of itself: `BLOCKED: reason` asks for a person.

/** Longer than any reason a person reads. */
const maxReason = 500;

/** Only the last line counts: a message that merely speaks of being blocked is not. */
export function lastWord(text: string): { readonly blocked?: string } {
  const word = lastLine(text);
  // The emphasis may end before the colon, after it, or with the line.
  const head = /^BLOCKED[*_`~]{0,6}:[*_`~]{0,6}/u.exec(word)?.[0];
  const reason = head === undefined ? '' : plain(word.slice(head.length));
  return reason === '' ? {} : { blocked: reason.slice(0, maxReason) };
}

/** Lines of nothing but decoration, such as the end of a code block, are none. */
function lastLine(text: string): string {
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = plain(text.slice(start, end));
    if (line !== '') return line;
    end = start - 1;
  }
  return '';
}

/** Without the emphasis and the code marks around it. */
function plain(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && isDecoration(line[start])) start += 1;
  while (end > start && isDecoration(line[end - 1])) end -= 1;
  return line.slice(start, end);
}

function isDecoration(character = ''): boolean {
  return /[\s*_`~]/u.test(character);
}
