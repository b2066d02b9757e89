// Ends of lines: git may keep LF where the user's files have CRLF, and neither is the entry's doing.

/** As git tells it: no NUL near the beginning. */
export function isText(content: Uint8Array): boolean {
  return !content.subarray(0, 8000).includes(0);
}

/** Every line ends so. */
export function hasCrLf(content: Uint8Array): boolean {
  let lines = 0;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) {
    if (content[at - 1] !== 13) return false;
    lines += 1;
  }
  return lines > 0;
}

/** Byte by byte, whatever the encoding. */
export function asIn(ends: 'lf' | 'crlf', content: Uint8Array): Buffer {
  const text = Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n');
  return Buffer.from(ends === 'lf' ? text : text.replaceAll('\n', '\r\n'), 'latin1');
}
