// A patch of git as a page shows it: by file and hunk, each line with its numbers, and lines that replace each other beside
// each other.
import { type PatchLine, patchLines } from '../../../../views/render/diff-text.ts';

export interface PatchFile {
  /** As it may be shown. */
  readonly path: string;
  /** That it is new, deleted, binary or has another mode. */
  readonly notes: readonly string[];
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  /** `@@ -1,3 +1,4 @@`. */
  readonly place: string;
  /** What git says it is in: a function, a heading. */
  readonly within: string;
  readonly lines: readonly HunkLine[];
}

export interface HunkLine {
  readonly kind: 'added' | 'removed' | 'context' | 'remark';
  /** Without its mark. */
  readonly text: string;
  readonly old?: number;
  readonly now?: number;
}

/** One line of two columns. */
export interface SplitRow {
  readonly left?: HunkLine;
  readonly right?: HunkLine;
}

export function patchFiles(patch: string): readonly PatchFile[] {
  const files: { path: string; notes: string[]; hunks: OpenHunk[] }[] = [];
  for (const line of patchLines(patch)) {
    if (line.kind === 'file' && line.text.startsWith('diff --git '))
      files.push({ path: pathIn(line.text), notes: [], hunks: [] });
    const file = files.at(-1);
    if (file === undefined) continue;
    const hunk = file.hunks.at(-1);
    if (line.kind === 'hunk') file.hunks.push(openHunk(line.text));
    else if (line.kind === 'file' || hunk === undefined) file.notes.push(...notesIn(line.text));
    else hunk.lines.push(numbered(line, hunk));
  }
  return files;
}

interface OpenHunk extends Hunk {
  readonly lines: HunkLine[];
  readonly next: { old: number; now: number };
}

function openHunk(text: string): OpenHunk {
  const [, place = text, old = '0', now = '0', within = ''] =
    /^(@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@) ?(.*)$/s.exec(text) ?? [];
  return { place, within, lines: [], next: { old: Number(old), now: Number(now) } };
}

function numbered({ kind, text }: PatchLine, { next }: OpenHunk): HunkLine {
  // `\ No newline at end of file`.
  if (text.startsWith('\\')) return { kind: 'remark', text: text.slice(2) };
  const isOld = kind !== 'added';
  const isNow = kind !== 'removed';
  const line: HunkLine = {
    kind: kind === 'added' || kind === 'removed' ? kind : 'context',
    text: text.slice(1),
    old: isOld ? next.old : undefined,
    now: isNow ? next.now : undefined,
  };
  next.old += Number(isOld);
  next.now += Number(isNow);
  return line;
}

/** `diff --git a/sum.js b/sum.js`: both names are the same, and may hold blanks. */
function pathIn(line: string): string {
  const names = line.slice('diff --git '.length);
  if (!names.startsWith('"')) return names.slice(2, (names.length - 1) / 2);
  const [, quoted = ''] = /^("(?:[^"\\]|\\.)*")/.exec(names) ?? [];
  return unquoted(quoted).slice(2);
}

/** Git writes bytes in octal, JSON does not: both are read. */
function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    const bytes = quoted
      .slice(1, -1)
      .replaceAll(/\\([0-7]{3})/g, (_, octal: string) => `%${Number.parseInt(octal, 8).toString(16)}`)
      .replaceAll(/\\(.)/g, '$1');
    try {
      return decodeURIComponent(bytes);
    } catch {
      return quoted;
    }
  }
}

function notesIn(text: string): readonly string[] {
  if (text.startsWith('new file mode ')) return [text.endsWith('755') ? 'new, executable' : 'new'];
  if (text.startsWith('deleted file mode ')) return ['deleted'];
  if (text.startsWith('old mode ')) return [`mode ${text.slice('old mode '.length)}`];
  if (text.startsWith('new mode ')) return [`now ${text.slice('new mode '.length)}`];
  return /^Binary (?:files|content)/.test(text) ? [text.replace(/^Binary files? /, 'Binary: ')] : [];
}

/** What was removed beside what came in its place. */
export function splitRows(lines: readonly HunkLine[]): readonly SplitRow[] {
  const rows: SplitRow[] = [];
  let [removed, added]: [HunkLine[], HunkLine[]] = [[], []];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      const [left, right] = [removed[at], added[at]];
      rows.push({ left, right });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      flush();
      rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}

/** For each removed line that another replaced, and for that one: what of it differs, from and to. */
export function changedParts(
  lines: readonly HunkLine[],
): ReadonlyMap<HunkLine, readonly [from: number, to: number]> {
  const found = new Map<HunkLine, readonly [number, number]>();
  for (const { left, right } of splitRows(lines)) {
    if (left?.kind !== 'removed' || right?.kind !== 'added') continue;
    const [before, after] = [left.text, right.text];
    const shorter = Math.min(before.length, after.length);
    let head = 0;
    while (head < shorter && before[head] === after[head]) head += 1;
    let tail = 0;
    while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
    // Lines that have little in common are other lines.
    if (head + tail < shorter / 3) continue;
    found.set(left, [head, before.length - tail]);
    found.set(right, [head, after.length - tail]);
  }
  return found;
}
