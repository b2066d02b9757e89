// A patch as lines with their numbers: which of them are there now, so that something can be said of them.

export interface WorkLine {
  readonly type: 'context' | 'added' | 'removed' | 'place' | 'remark';
  /** Before and now. */
  readonly old?: number;
  readonly line?: number;
  readonly text: string;
}

/** Of each file of a patch, in its order. No line of a file begins like a heading: each has its sign before it. */
export function workLines(patch: string): readonly (readonly WorkLine[])[] {
  return patch
    .replace(/\n$/, '')
    .split(/^diff --git .*(?:\n|$)/m)
    .slice(1)
    .map(fileLines);
}

function fileLines(part: string): readonly WorkLine[] {
  const found: WorkLine[] = [];
  let [old, line, isInside] = [0, 0, false];
  for (const text of part.replace(/\n$/, '').split('\n')) {
    const place = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/.exec(text);
    if (place !== null) {
      [old, line, isInside] = [Number(place[1]), Number(place[2]), true];
      found.push({ type: 'place', text: place[3] ?? '' });
    } else if (isInside) {
      const told = toldLine(text, old, line);
      if (told.old !== undefined) old += 1;
      if (told.line !== undefined) line += 1;
      found.push(told);
    } else if (text.startsWith('Binary files')) found.push({ type: 'remark', text });
  }
  return found;
}

function toldLine(text: string, old: number, line: number): WorkLine {
  const rest = text.slice(1);
  switch (text[0]) {
    case '+':
      return { type: 'added', line, text: rest };
    case '-':
      return { type: 'removed', old, text: rest };
    case '\\':
      return { type: 'remark', text: 'no line feed at the end' };
    default:
      return { type: 'context', old, line, text: rest };
  }
}
