// Changes to files as people read them: one line a file with its figures, and the lines of a patch by kind.

import { type ChangedFile, quotedPath } from '../../domain/changed-file.ts';
import { plural } from '../../domain/figures.ts';
import { visible } from '../visible.ts';
import { tableLines } from './columns.ts';

export interface PatchLine {
  readonly kind: 'file' | 'hunk' | 'added' | 'removed' | 'context';
  readonly text: string;
}

/** With a line for all of them. */
export function diffStat(files: readonly ChangedFile[]): readonly string[] {
  const rows = files.map(({ path, how, added, removed }) => [
    `${marks[how]} ${shownPath(path)}`,
    ...(added === undefined || removed === undefined ? ['binary'] : [`+${added}`, `-${removed}`]),
  ]);
  const sum = (side: 'added' | 'removed') => files.reduce((total, file) => total + (file[side] ?? 0), 0);
  const binary = files.filter(({ added }) => added === undefined).length;
  const count = plural(files.length, 'file');
  const unknown = binary === 0 ? '' : `, ${binary} binary`;
  return [...tableLines(rows), `${count}, +${sum('added')} -${sum('removed')}${unknown}`];
}

export function shownPath(path: string): string {
  return visible(quotedPath(path));
}

/** What is between the headings of a patch cannot pass for one: hunks say how many lines they have. */
export function patchLines(patch: string): readonly PatchLine[] {
  const lines: PatchLine[] = [];
  const left = { old: 0, now: 0 };
  let binary = false;
  for (const line of patch.split('\n')) {
    if (left.old > 0 || left.now > 0) {
      const kind = lineKind(line);
      left.old -= Number(kind !== 'added');
      left.now -= Number(kind !== 'removed');
      lines.push({ kind, text: visible(line) });
      continue;
    }
    binary = isBinary(line, binary);
    if (line === 'GIT binary patch') lines.push({ kind: 'context', text: 'Binary content, not shown' });
    if (binary || line === '') continue;
    if (line.startsWith('@@ ')) Object.assign(left, hunkLength(line));
    lines.push({ kind: headKind(line), text: visible(line) });
  }
  return lines;
}

const marks = { added: 'A', changed: 'M', deleted: 'D' } as const;

function lineKind(line: string): PatchLine['kind'] {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return 'context';
}

function headKind(line: string): PatchLine['kind'] {
  if (line.startsWith('@@ ')) return 'hunk';
  return line.startsWith('\\') ? 'context' : 'file';
}

/** Until the next file. */
function isBinary(line: string, before: boolean): boolean {
  return line === 'GIT binary patch' || (before && !line.startsWith('diff --git '));
}

function hunkLength(line: string): { old: number; now: number } {
  const [, old = '1', now = '1'] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
  return { old: Number(old), now: Number(now) };
}
